// Memory resources (std::pmr).
//
// A monotonic buffer grows as libstdc++'s does. Pools take each block from above and give it back
// at once, so that a block that is used after it was given back is an error; that of several
// threads has one lock around that, as libstdc++'s has around what it takes from above.
#include <algorithm>
#include <atomic>
#include <cstddef>
#include <memory_resource>
#include <mutex>
#include <new>
#include <shared_mutex>

namespace std::pmr {

memory_resource::~memory_resource() = default;

namespace {

struct NewDelete final : memory_resource {
  void* do_allocate(size_t bytes, size_t alignment) override {
    return ::operator new(bytes, align_val_t(alignment));
  }
  void do_deallocate(void* p, size_t bytes, size_t alignment) override {
    ::operator delete(p, bytes, align_val_t(alignment));
  }
  bool do_is_equal(const memory_resource& other) const noexcept override { return &other == this; }
};

struct Null final : memory_resource {
  void* do_allocate(size_t, size_t) override { throw bad_alloc(); }
  void do_deallocate(void*, size_t, size_t) override {}
  bool do_is_equal(const memory_resource& other) const noexcept override { return &other == this; }
};

// There from the beginning, and never destroyed.
template <class T>
union Constant {
  T object;
  constexpr Constant() : object() {}
  ~Constant() {}
};

constinit Constant<NewDelete> new_delete;
constinit Constant<Null> null;
constinit atomic<memory_resource*> default_resource{&new_delete.object};

}  // namespace

memory_resource* new_delete_resource() noexcept { return &new_delete.object; }
memory_resource* null_memory_resource() noexcept { return &null.object; }
memory_resource* get_default_resource() noexcept {
  return default_resource.load(memory_order_acquire);
}
memory_resource* set_default_resource(memory_resource* resource) noexcept {
  if (resource == nullptr) resource = new_delete_resource();
  return default_resource.exchange(resource, memory_order_acq_rel);
}

// --- monotonic buffers: each ends with a chunk, which knows the one before ---------------------

class monotonic_buffer_resource::_Chunk {
 public:
  size_t size;
  size_t alignment;
  _Chunk* before;
};

monotonic_buffer_resource::~monotonic_buffer_resource() { release(); }

void monotonic_buffer_resource::_M_new_buffer(size_t bytes, size_t alignment) {
  const size_t size = (max(bytes, _M_next_bufsiz) + sizeof(_Chunk) + 63) / 64 * 64;
  if (size < bytes) throw bad_alloc();
  alignment = max(alignment, alignof(max_align_t));
  void* const buffer = _M_upstream->allocate(size, alignment);
  _M_head = ::new (static_cast<char*>(buffer) + size - sizeof(_Chunk))
      _Chunk{size, alignment, _M_head};
  _M_current_buf = buffer;
  _M_avail = size - sizeof(_Chunk);
  _M_next_bufsiz += _M_next_bufsiz / 2;
}

void monotonic_buffer_resource::_M_release_buffers() noexcept {
  while (_M_head != nullptr) {
    const _Chunk chunk = *_M_head;
    char* const end = reinterpret_cast<char*>(_M_head + 1);
    _M_head = chunk.before;
    _M_upstream->deallocate(end - chunk.size, chunk.size, chunk.alignment);
  }
}

// --- pools -----------------------------------------------------------------------------------------

struct __pool_resource::_BigBlock {
  void* pointer;
  size_t size;
  size_t alignment;
};

__pool_resource::__pool_resource(const pool_options& options, memory_resource* upstream)
    : _M_opts(options), _M_unpooled(upstream), _M_npools(0) {}

__pool_resource::~__pool_resource() { release(); }

void* __pool_resource::allocate(size_t bytes, size_t alignment) {
  _M_unpooled.reserve(_M_unpooled.size() + 1);
  void* const block = resource()->allocate(bytes, alignment);
  _M_unpooled.push_back({block, bytes, alignment});
  return block;
}

void __pool_resource::deallocate(void* p, size_t bytes, size_t alignment) {
  for (_BigBlock& block : _M_unpooled) {
    if (block.pointer != p) continue;
    block = _M_unpooled.back();
    _M_unpooled.pop_back();
    break;
  }
  resource()->deallocate(p, bytes, alignment);
}

void __pool_resource::release() noexcept {
  for (const _BigBlock& block : _M_unpooled)
    resource()->deallocate(block.pointer, block.size, block.alignment);
  _M_unpooled.clear();
}

unsynchronized_pool_resource::unsynchronized_pool_resource(const pool_options& options,
                                                           memory_resource* upstream)
    : _M_impl(options, upstream) {}
unsynchronized_pool_resource::~unsynchronized_pool_resource() { release(); }
void unsynchronized_pool_resource::release() { _M_impl.release(); }
void* unsynchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  return _M_impl.allocate(bytes, alignment);
}
void unsynchronized_pool_resource::do_deallocate(void* p, size_t bytes, size_t alignment) {
  _M_impl.deallocate(p, bytes, alignment);
}

synchronized_pool_resource::synchronized_pool_resource(const pool_options& options,
                                                       memory_resource* upstream)
    : _M_impl(options, upstream) {}
synchronized_pool_resource::~synchronized_pool_resource() { release(); }
void synchronized_pool_resource::release() {
  const lock_guard lock(_M_mx);
  _M_impl.release();
}
void* synchronized_pool_resource::do_allocate(size_t bytes, size_t alignment) {
  const lock_guard lock(_M_mx);
  return _M_impl.allocate(bytes, alignment);
}
void synchronized_pool_resource::do_deallocate(void* p, size_t bytes, size_t alignment) {
  const lock_guard lock(_M_mx);
  _M_impl.deallocate(p, bytes, alignment);
}

}  // namespace std::pmr
