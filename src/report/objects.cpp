#include "report/objects.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace overtake::report {
namespace {

using exec::ObjectKind;
using ir::TypeKind;

const ir::Global* global_at(const ir::Program& program, std::uint64_t slot, std::size_t* index) {
  const auto& globals = program.globals;
  // Slots are handed out in order, so globals are sorted by slot.
  auto it = std::upper_bound(globals.begin(), globals.end(), slot,
                             [](std::uint64_t s, const ir::Global& g) { return s < g.slot.value; });
  if (it == globals.begin()) return nullptr;
  --it;
  *index = static_cast<std::size_t>(it - globals.begin());
  return slot < it->slot.value + slots_for(it->size) ? &*it : nullptr;
}

// The word `member` stands in the code as a member: ".member" or "->member".
bool uses_member(std::string_view code, const std::string& member) {
  for (std::size_t at = code.find(member); at != code.npos && at > 0;
       at = code.find(member, at + 1))
    if (code[at - 1] == '.' || code[at - 1] == '>') return true;
  return false;
}

}  // namespace

std::string demangled(const std::string& name) {
  if (!name.starts_with("_Z")) return name;
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
  return status == 0 && text ? std::string(text.get()) : name;
}

Objects::Objects(const ir::Program& program, const memory::Replay& replay)
    : program_(program),
      replay_(replay),
      debug_(program.names.table ? *program.names.table : none_) {
  if (program.names.table && replay.valid) births_ = memory::births(program, replay);
  mention_all();
  settle_names();
}

Objects::Key Objects::key(Address address) const {
  if (address < kSlotSpan) return {};
  if (!is_thread_object(address)) {
    std::size_t index = 0;
    const ir::Global* g = global_at(program_, slot_bits(address), &index);
    if (g == nullptr) return {};
    return {g->slot.value, address - address_of(g->slot), true};
  }
  const SlotId named{slot_bits(address)};
  const ThreadId thread = owner(named);
  if (thread.index() >= replay_.objects.size()) return {};
  const auto& objects = replay_.objects[thread.index()];
  std::uint32_t number = number_in_thread(named);
  if (number >= objects.size()) return {};
  while (number > 0 && objects[number].kind == ObjectKind::Continued) --number;
  const SlotId first = thread_slot(thread, number);
  return {first.value, address - address_of(first), true};
}

void Objects::mention(Address address) {
  const Key k = key(address);
  if (k.ok && !objects_.contains(k.slot)) add(k.slot);
}

// In the order of the run: what is accessed, and what is pointed to.
void Objects::mention_all() {
  for (const memory::Record& r : replay_.records) {
    if (r.op.is_access() || r.op.kind == exec::OpKind::Free) {
      mention(r.op.address);
      const Key k = key(r.op.address);
      if (k.ok && r.op.is_access() && r.op.size != 0)
        uses_[k.slot].insert(
            {k.offset, r.op.size,
             std::string(text_.line(shown_place(program_, r.op.source, r.calls)))});
    }
    if (r.op.size != 8) continue;
    for (const exec::Value* v : {&r.read, &r.written, &r.op.operand})
      if (v->undefined == 0 && v->lo >= kSlotSpan && v->lo < (std::uint64_t{1} << 47))
        mention(v->lo);
  }
  if (replay_.error) mention(replay_.error->address);
  for (const memory::StuckThread& s : replay_.stuck)
    if (s.waits_for.kind == exec::OpKind::Sync) mention(s.waits_for.address);
}

void Objects::add(std::uint32_t slot) {
  order_.push_back(slot);
  const Address address = address_of(SlotId{slot});
  std::size_t index = 0;
  if (!is_thread_object(address)) {
    const ir::Global* global = global_at(program_, slot, &index);
    return add_global(slot, *global);
  }
  const ThreadId thread = owner(SlotId{slot});
  add_object(slot, replay_.objects[thread.index()][number_in_thread(SlotId{slot})], thread);
}

void Objects::add_global(std::uint32_t slot, const ir::Global& global) {
  NamedObject& out = objects_[slot];
  Draft& draft = drafts_[slot];
  out.size = global.size;
  out.global = true;
  draft = {.name = demangled(global.name), .variable = true};
  const auto index = static_cast<std::uint32_t>(&global - program_.globals.data());
  if (const auto it = debug_.globals.find(index); it != debug_.globals.end()) {
    const ir::Variable& v = debug_.variables[it->second];
    out.type = v.type;
    draft.name = v.name;
    draft.function = v.function;
  } else {
    out.internal = draft.name.starts_with("vtable for ") || draft.name.starts_with("typeinfo ");
  }
  if (settled_) out.name = draft.name;
}

void Objects::add_object(std::uint32_t slot, const exec::Object& object, ThreadId thread) {
  NamedObject& out = objects_[slot];
  Draft& draft = drafts_[slot];
  out.size = object.size;
  draft.thread = thread.index() < replay_.thread_names.size()
                     ? replay_.thread_names[thread.index()]
                     : fmt::format("thread {}", thread.value);
  static const std::vector<ir::SourceId> kUnknown;
  const std::size_t number = number_in_thread(SlotId{slot});
  const std::vector<ir::SourceId>& birth =
      thread.index() < births_.size() && number < births_[thread.index()].size()
          ? births_[thread.index()][number]
          : kUnknown;
  if (object.kind == ObjectKind::Heap) {
    add_heap(out, draft, object, birth, draft.thread);
  } else if (object.kind == ObjectKind::ThreadLocal) {
    const auto it = debug_.globals.find(object.image.value);
    const bool known = it != debug_.globals.end();
    if (known) out.type = debug_.variables[it->second].type;
    const std::string name = known ? debug_.variables[it->second].name
                             : object.image.valid()
                                 ? demangled(program_.globals[object.image.index()].name)
                                 : "thread-local";
    out.thread_local_ = true;
    draft.name = fmt::format("{}'s {}", draft.thread, name);
  } else {
    const auto it = birth.empty() ? debug_.locals.end() : debug_.locals.find(birth.front().value);
    if (it != debug_.locals.end() && !debug_.variables[it->second].name.empty()) {
      const ir::Variable& v = debug_.variables[it->second];
      out.type = v.type;
      draft.name = v.name;
      draft.function = v.function;
      draft.variable = true;
    } else {
      draft.name = fmt::format("temporary#{}", ++counts_["temporary"]);
      out.what = fmt::format("memory of {} without a name ({} bytes), at {}", draft.thread,
                             object.size, shown_place(program_, object.source).text());
    }
  }
  if (settled_) out.name = draft.name;
}

void Objects::add_heap(NamedObject& out, Draft& draft, const exec::Object& object,
                       const std::vector<ir::SourceId>& birth, const std::string& thread) {
  out.heap = true;
  for (ir::SourceId source : birth)
    if (const auto it = debug_.allocated.find(source.value); it != debug_.allocated.end()) {
      const ir::Type* type = debug_.type(it->second);
      if (type == nullptr || type->size == 0 || type->size > object.size) continue;
      out.type = it->second;
      const std::uint64_t each = type->size;
      if (each < object.size && (object.size - 8) % each == 0 && object.size % each != 0)
        out.header = 8;
      out.array = (object.size - out.header) / each > 1 && (object.size - out.header) % each == 0;
      break;
    }
  std::string name = type_name(out.type);
  if (const ir::Type* type = debug_.type(out.type); type != nullptr)
    if (type->library && type->name.starts_with("thread::_Invoker<")) {
      name = "thread";
      out.internal = true;
    }
  if (name.empty()) name = name_by_function(object.source);
  if (name.empty()) name = "object";
  draft.name = fmt::format("{}#{}", name, ++counts_[name]);
  const std::string place = shown_place(program_, object.source, birth).text();
  out.what = out.array ? fmt::format("an array of {} {} ({} bytes), made by {} at {}",
                                     (object.size - out.header) / debug_.type(out.type)->size, name,
                                     object.size, thread, place)
                       : fmt::format("a heap object of {} bytes, made by {} at {}", object.size,
                                     thread, place);
}

// "exception"; "frame of produce", if the memory is for a coroutine: clang splits one into several
// functions.
std::string Objects::name_by_function(ir::SourceId source) const {
  const auto& of = debug_.function_of;
  if (!source.valid() || source.index() >= of.size() ||
      of[source.index()] == ir::DebugNames::kNoFunction)
    return {};
  const std::string& name = debug_.functions[of[source.index()]];
  if (name == "__cxa_allocate_exception") return "exception";
  const bool split = std::ranges::any_of(program_.functions, [&](const ir::Function& f) {
    if (!f.name.ends_with(".resume")) return false;
    const std::string resumed = demangled(f.name);
    return resumed.starts_with(name) && resumed.find_first_of("([ ", name.size()) == name.size();
  });
  return split ? "frame of " + name : std::string();
}

// Without template arguments where they are long; what a node of the library holds, instead of the
// node.
std::string Objects::type_name(ir::TypeId id, int depth) const {
  const ir::Type* type = debug_.type(id);
  if (type == nullptr || depth > 5) return {};
  if (type->kind == TypeKind::Pointer) {
    const std::string to = type_name(type->element, depth + 1);
    return to.empty() ? "pointer" : to + "*";
  }
  if (type->kind == TypeKind::Array) return type_name(type->element, depth + 1);
  // What futures, promises and tasks share is made with its arguments at hand.
  if (type->library && type->name.starts_with("__future_base::_"))
    return type->name.starts_with("__future_base::_Result") ? "result" : "future state";
  if (type->library && type->argument.valid())
    if (const std::string held = type_name(type->argument, depth + 1); !held.empty()) return held;
  std::string name = type->name;
  if (name.size() > 40) name = name.substr(0, name.find('<'));
  return name;
}

// Variables of the same name are told apart by function, then by thread, then by number.
void Objects::settle_names() {
  const auto clashes = [&](auto&& with) {
    std::map<std::string, std::vector<std::uint32_t>> groups;
    for (std::uint32_t slot : order_) groups[drafts_[slot].name].push_back(slot);
    for (auto& [name, slots] : groups)
      if (slots.size() > 1)
        for (std::size_t i = 0; i < slots.size(); ++i)
          if (Draft& d = drafts_[slots[i]]; d.variable) d.name = with(d, i);
  };
  clashes([](const Draft& d, std::size_t) {
    return d.function.empty() ? d.name : d.function + "::" + d.name;
  });
  clashes([](const Draft& d, std::size_t) {
    return d.thread.empty() ? d.name : d.thread + "'s " + d.name;
  });
  clashes([](const Draft& d, std::size_t i) {
    return i == 0 ? d.name : fmt::format("{}#{}", d.name, i + 1);
  });
  for (std::uint32_t slot : order_) objects_[slot].name = drafts_[slot].name;
  settled_ = true;
}

Objects::Found Objects::find(Address address) {
  const Key k = key(address);
  if (!k.ok) return {};
  if (!objects_.contains(k.slot)) add(k.slot);
  return {&objects_[k.slot], k.slot, k.offset};
}

TypedPath Objects::part(const Found& found, std::uint64_t size) {
  const NamedObject& object = *found.object;
  std::uint64_t offset = found.offset;
  std::string prefix;
  if (!object.type.valid()) return part_of_unknown(found, size);
  if (object.array) {
    const ir::Type* element = debug_.type(object.type);
    if (offset < object.header) return {.offset = offset, .size = object.header, .internal = true};
    const std::uint64_t index = (offset - object.header) / element->size;
    offset = (offset - object.header) % element->size;
    prefix = fmt::format("[{}]", index);
    if (offset + size > element->size)
      return {.text = prefix, .offset = offset, .size = element->size};
  }
  const std::uint64_t skipped = found.offset - offset;
  TypedPath path =
      typed_path(debug_, object.type, offset, size,
                 [&](std::uint64_t rest, const std::vector<const ir::Member*>& candidates) {
                   return choose(found.slot, skipped + offset - rest, candidates);
                 });
  path.text = prefix + path.text;
  return path;
}

// An array, if everything that is accessed looks like an element of one.
TypedPath Objects::part_of_unknown(const Found& found, std::uint64_t size) {
  const std::set<Access>& uses = uses_[found.slot];
  const bool alike = std::ranges::all_of(
      uses, [&](const Access& a) { return a.size == size && a.offset % size == 0; });
  if (size == 0 || !alike || found.object->size <= size || found.offset % size != 0)
    return {.offset = found.offset, .size = found.object->size};
  return {.text = fmt::format("[{}]", found.offset / size), .size = size};
}

// The member that most accesses fit, then the one that most lines of code name.
std::size_t Objects::choose(std::uint32_t slot, std::uint64_t base,
                            const std::vector<const ir::Member*>& candidates) {
  std::size_t best = 0;
  std::pair<std::size_t, std::size_t> best_score{0, 0};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const ir::Member& m = *candidates[i];
    const ir::Type* type = debug_.type(m.type);
    std::pair<std::size_t, std::size_t> score{0, 0};
    for (const Access& a : uses_[slot]) {
      const std::uint64_t begin = base + m.offset;
      if (a.offset < begin || type == nullptr || a.offset + a.size > begin + type->size) continue;
      const TypedPath p = typed_path(debug_, m.type, a.offset - begin, a.size);
      score.first += p.offset == 0 && p.size == a.size;
      score.second += uses_member(a.code, m.name);
    }
    if (score > best_score) {
      best = i;
      best_score = score;
    }
  }
  return best;
}

}  // namespace overtake::report
