// The window around a finding: the events that could matter, the threads, the modules.
#include <fcntl.h>

#include "base/hash.h"
#include "observe/runtime/runtime.h"

namespace overtake::observe {
namespace {

bool has_memory(EventKind kind) {
  return kind == EventKind::Read || kind == EventKind::Write || kind == EventKind::ReleaseWrite ||
         kind == EventKind::FullWrite || kind == EventKind::AtomicRead || kind == EventKind::Rmw ||
         kind == EventKind::Wait;
}

// Which cells several threads use within a window.
class SharedCells {
 public:
  explicit SharedCells(std::uint64_t events) {
    std::uint64_t size = 1024;
    while (size < 4 * events) size *= 2;
    ok_ = table_.reserve(size);
  }
  ~SharedCells() { table_.release(); }
  bool ok() const { return ok_; }

  void add(const HistoryEvent& e) {
    each(e, [&](std::uint64_t& entry, std::uint64_t cell) {
      if (entry == 0) {
        entry = cell << 16 | (e.slot() + 1);
        ++used_;
      } else if ((entry & 0xffff) != e.slot() + 1) {
        entry |= 0xffff;
      }
    });
    if (2 * used_ > table_.capacity()) ok_ = false;
  }
  bool shared(const HistoryEvent& e) {
    bool found = false;
    each(e, [&](std::uint64_t& entry, std::uint64_t) { found |= (entry & 0xffff) == 0xffff; });
    return found;
  }

 private:
  template <class F>
  void each(const HistoryEvent& e, F f) {
    const std::uint64_t mask = table_.capacity() - 1;
    for (std::uint64_t cell = e.address / kGranule; cell * kGranule < e.address + e.size(); ++cell)
      for (std::uint64_t at = mix(cell) & mask;; at = (at + 1) & mask)
        if (table_[at] == 0 || table_[at] >> 16 == cell) {
          f(table_[at], cell);
          break;
        }
  }

  PageArray<std::uint64_t> table_;
  std::uint64_t used_ = 0;
  bool ok_ = false;
};

struct Line {
  std::uint64_t begin = 0, end = 0, offset = 0;
  bool code = false;
  const char* path = nullptr;
  std::uint64_t path_length = 0;
};

std::uint64_t hex_number(const char*& p) {
  std::uint64_t n = 0;
  for (;; ++p) {
    if (*p >= '0' && *p <= '9')
      n = n * 16 + static_cast<std::uint64_t>(*p - '0');
    else if (*p >= 'a' && *p <= 'f')
      n = n * 16 + static_cast<std::uint64_t>(*p - 'a' + 10);
    else
      return n;
  }
}

// begin-end perms offset dev inode path
Line parse_line(const char* p, const char* end) {
  Line line;
  line.begin = hex_number(p);
  ++p;
  line.end = hex_number(p);
  ++p;
  line.code = p[2] == 'x';
  p += 5;
  line.offset = hex_number(p);
  while (p < end && *p != '/') ++p;
  line.path = p;
  line.path_length = static_cast<std::uint64_t>(end - p);
  return line;
}

}  // namespace

WindowEvent FindingsWriter::window_event(Seq seq) const {
  const HistoryEvent& e = runtime.watch.history().at(seq);
  WindowEvent w{};
  w.seq = seq;
  w.address = e.address;
  w.pc = e.pc;
  w.context = e.context;
  w.thread = thread_number(e.slot(), seq);
  const bool ordered = e.kind == EventKind::Order || e.kind == EventKind::Begin;
  w.other = ordered && e.address != 0 ? thread_number(e.below, e.address) : 0;
  w.kind = static_cast<std::uint8_t>(e.kind);
  w.size = static_cast<std::uint8_t>(e.size());
  w.flags = e.flags();
  return w;
}

// What only one thread used is left out: it constrains nothing. 0: there is no room.
std::uint32_t FindingsWriter::write_window(Seq first, Seq last, WindowEvent* to, std::uint32_t room,
                                           bool all) {
  const History& history = runtime.watch.history();
  if (!history.has(first) || !history.has(last)) return 0;
  SharedCells cells(all ? 0 : last - first + 1);
  if (!cells.ok()) return 0;
  if (!all)
    for (Seq s = first; s <= last; ++s)
      if (has_memory(history.at(s).kind)) {
        cells.add(history.at(s));
        if (!cells.ok()) return 0;
      }
  std::uint32_t count = 0;
  for (Seq s = first; s <= last; ++s) {
    const HistoryEvent& e = history.at(s);
    if (!all && has_memory(e.kind) && !cells.shared(e)) continue;
    if (count == room) return 0;
    to[count++] = window_event(s);
  }
  return count;
}

void FindingsWriter::write_threads(const WindowEvent* events, std::uint32_t count) {
  std::uint32_t last = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (events[i].thread == last) continue;
    last = events[i].thread;
    bool seen = false;  // few threads: one look back is enough
    for (std::uint32_t back = 1; back <= i && back < 64 && !seen; ++back)
      seen = events[i - back].thread == last;
    if (!seen) write_thread(last);
  }
}

// Its parents as well, as names are made from them.
void FindingsWriter::write_thread(std::uint32_t number) {
  while (number != 0) {
    const ThreadNote* note = thread_note(number);
    if (note == nullptr) return;
    auto* record =
        static_cast<ThreadRecord*>(begin_record(RecordKind::Thread, sizeof(ThreadRecord)));
    if (record == nullptr) return;
    record->thread = number;
    record->parent = note->parent;
    record->index = note->index;
    record->context = note->context;
    record->pc = note->pc;
    copy_bytes(record->name, note->name, sizeof(record->name));
    end_record();
    number = note->parent;
  }
}

void FindingsWriter::write_modules() {
  // Those of this thread: /proc/self is the first thread, which may have ended and has none then.
  const long fd =
      raw_syscall(SYS_open, reinterpret_cast<long>("/proc/thread-self/maps"), O_RDONLY, 0);
  if (fd < 0) return;
  constexpr std::uint64_t kRoom = 1u << 20;
  auto* text = static_cast<char*>(map_pages(kRoom));
  std::uint64_t length = 0;
  while (text != nullptr && length < kRoom - 1) {
    const long n = raw_syscall(SYS_read, fd, reinterpret_cast<long>(text + length),
                               static_cast<long>(kRoom - 1 - length));
    if (n <= 0) break;
    length += static_cast<std::uint64_t>(n);
  }
  raw_syscall(SYS_close, fd);
  for (std::uint64_t at = 0; at < length;) {
    std::uint64_t end = at;
    while (end < length && text[end] != '\n') ++end;
    write_module(text + at, end - at);
    at = end + 1;
  }
  if (text != nullptr) unmap_pages(text, kRoom);
}

void FindingsWriter::write_module(const char* text, std::uint64_t length) {
  const Line line = parse_line(text, text + length);
  if (line.path_length == 0) return;
  // Written before?
  for (std::uint64_t at = 0; at < header_->record_bytes;) {
    const auto* header = reinterpret_cast<const RecordHeader*>(records_ + at);
    if (header->kind == RecordKind::Module) {
      const auto* known = reinterpret_cast<const ModuleRecord*>(header);
      if (known->begin == line.begin && known->end == line.end &&
          text_equal(known->path, line.path, line.path_length))
        return;
    }
    at += header->bytes;
  }
  auto* record = static_cast<ModuleRecord*>(
      begin_record(RecordKind::Module, sizeof(ModuleRecord) + line.path_length + 1));
  if (record == nullptr) return;
  record->begin = line.begin;
  record->end = line.end;
  record->offset = line.offset;
  copy_bytes(record->path, line.path, line.path_length);
  record->path[line.path_length] = 0;
  end_record();
}

}  // namespace overtake::observe
