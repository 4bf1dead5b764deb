#include "observe/runtime/findings_writer.h"

#include <fcntl.h>
#include <sys/mman.h>

#include "base/hash.h"
#include "observe/runtime/runtime.h"

namespace overtake::observe {
namespace {

constexpr std::uint32_t kMaxKnown = 1u << 16;
constexpr std::uint64_t kMaxPairs = 1u << 20;
constexpr std::uint64_t kContextBytes = FindingsWriter::kContexts * sizeof(ContextNode);
constexpr std::uint64_t kHeaderBytes = 4096;
constexpr std::uint64_t kFileBytes = kHeaderBytes + kContextBytes + FindingsWriter::kRecordBytes;

}  // namespace

bool FindingsWriter::open(const char* folder, std::uint64_t seed) {
  copy_bytes(folder_, folder, text_length(folder) + 1);
  void* memory = nullptr;
  if (folder[0] != 0) {
    Text name;
    name << folder << "/" << sys_getpid() << "." << static_cast<std::uint64_t>(fork_number_) << "."
         << static_cast<std::uint64_t>(sys_clock_ns()) << ".overtake";
    copy_bytes(path_, name.data(), name.length() + 1);
    const long fd = raw_syscall(SYS_open, reinterpret_cast<long>(path_),
                                O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) {
      if (raw_syscall(SYS_ftruncate, fd, static_cast<long>(kFileBytes)) == 0) {
        const long at = raw_syscall(SYS_mmap, 0, static_cast<long>(kFileBytes),
                                    PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
        memory = at < 0 && at > -4096 ? nullptr : reinterpret_cast<void*>(at);
      }
      raw_syscall(SYS_close, fd);
    }
  }
  const bool in_file = memory != nullptr;
  if (!in_file) {
    path_[0] = 0;
    memory = map_pages(kFileBytes);
    if (memory == nullptr) die("no memory for findings");
  }
  header_ = static_cast<FileHeader*>(memory);
  contexts_ = reinterpret_cast<ContextNode*>(static_cast<char*>(memory) + kHeaderBytes);
  records_ = static_cast<char*>(memory) + kHeaderBytes + kContextBytes;
  header_->version = kFindingsVersion;
  header_->pid = sys_getpid();
  header_->seed = seed;
  header_->state = RunState::Running;
  header_->window = runtime.options.window;
  header_->context_capacity = kContexts;
  header_->record_capacity = kRecordBytes;
  header_->magic = kFindingsMagic;
  if (known_.data() == nullptr && !known_.reserve(std::size_t{2} * kMaxKnown))
    die("no memory for findings");
  if (runtime.options.whole && all_pairs_.data() == nullptr) all_pairs_.reserve(kMaxPairs);
  return in_file;
}

void FindingsWriter::forked(std::uint64_t seed) {
  ++fork_number_;
  known_.forget();
  known_count_ = 0;
  found_ = 0;
  all_pair_count_ = 0;
  raw_syscall(SYS_munmap, reinterpret_cast<long>(header_), static_cast<long>(kFileBytes));
  char folder[sizeof(folder_)];
  copy_bytes(folder, folder_, sizeof(folder_));
  open(folder, seed);
}

void FindingsWriter::close(bool remove) {
  update();
  if (remove && path_[0] != 0) raw_syscall(SYS_unlink, reinterpret_cast<long>(path_));
}

void FindingsWriter::update() {
  header_->events = runtime.watch.history().last();
  header_->steps = runtime.scheduler.steps();
}

void* FindingsWriter::begin_record(RecordKind kind, std::uint64_t bytes) {
  bytes = (bytes + 7) / 8 * 8;
  if (header_->record_bytes + bytes > kRecordBytes) {
    trouble(kTroubleRecords);
    return nullptr;
  }
  open_record_ = header_->record_bytes;
  auto* record = reinterpret_cast<RecordHeader*>(records_ + open_record_);
  record->kind = kind;
  record->bytes = static_cast<std::uint32_t>(bytes);
  return record;
}

void FindingsWriter::end_record() {
  const auto* record = reinterpret_cast<RecordHeader*>(records_ + open_record_);
  __atomic_store_n(&header_->record_bytes, open_record_ + record->bytes, __ATOMIC_RELEASE);
}

FindingsWriter::KnownPair& FindingsWriter::find(RecordKind kind, std::uint64_t first_pc,
                                                std::uint64_t second_pc) {
  const std::uint64_t mask = known_.capacity() - 1;
  std::uint64_t at = combine(combine(first_pc, second_pc), static_cast<std::uint64_t>(kind)) & mask;
  for (;; at = (at + 1) & mask) {
    KnownPair& k = known_[at];
    if (k.record == 0 || (k.first_pc == first_pc && k.second_pc == second_pc && k.kind == kind))
      return k;
  }
}

void FindingsWriter::violation(const Overtaken& found) {
  const auto models = static_cast<std::uint8_t>(found.models & runtime.options.models);
  const History& history = runtime.watch.history();
  const std::uint8_t flags =
      history.at(found.delayed).flags() | history.at(found.overtaking).flags();
  if (models == 0 || (flags & kRelaxedOk) != 0) return;
  ++header_->violations;
  if (runtime.options.whole && all_pair_count_ < kMaxPairs)
    all_pairs_[all_pair_count_++] = {found.delayed, found.overtaking, models, 0};
  pair(RecordKind::Violation, found.delayed, found.overtaking, models);
}

void FindingsWriter::race(const RacingPair& found) {
  const History& history = runtime.watch.history();
  if ((history.at(found.second).flags() & kRelaxedOk) != 0) return;
  ++header_->races;
  pair(RecordKind::Race, found.first, found.second, 0);
}

void FindingsWriter::pair(RecordKind kind, Seq first, Seq second, std::uint8_t models) {
  const History& history = runtime.watch.history();
  const std::uint64_t first_pc = history.has(first) ? history.at(first).pc : 0;
  KnownPair& known = find(kind, first_pc, history.at(second).pc);
  if (known.record != 0) {
    auto* record = reinterpret_cast<PairRecord*>(records_ + known.record - 1);
    ++record->count;
    // A window that shows it under the stronger model shows more.
    if ((record->models | models) == record->models) return;
  } else if (known_count_ >= kMaxKnown || found_ >= runtime.options.max_findings) {
    return trouble(kTroubleRecords);
  }
  write_modules();
  const std::uint32_t room = kind == RecordKind::Race ? 2 : runtime.options.window_events;
  auto* record =
      static_cast<PairRecord*>(begin_record(kind, sizeof(PairRecord) + room * sizeof(WindowEvent)));
  if (record == nullptr) return;
  const std::uint64_t offset = open_record_;
  record->first_seq = first;
  record->second_seq = second;
  record->models = record->window_models = models;
  record->count = 1;
  if (kind == RecordKind::Race) {
    record->events[0] = window_event(first);
    record->events[1] = window_event(second);
    record->event_count = 2;
  } else {
    record->event_count = write_window(first, second, record->events, room, false);
  }
  record->truncated = record->event_count == 0 ? 1 : 0;
  record->header.bytes =
      static_cast<std::uint32_t>(sizeof(PairRecord) + record->event_count * sizeof(WindowEvent));
  if (known.record != 0) {
    const auto* older = reinterpret_cast<PairRecord*>(records_ + known.record - 1);
    record->count = older->count;
    record->models |= older->models;
  } else {
    ++known_count_;
    ++found_;
  }
  const std::uint32_t count = record->event_count;
  end_record();
  known = {first_pc, history.at(second).pc, kind, offset + 1};
  write_threads(record->events, count);
  finding_written(offset);
}

void FindingsWriter::whole() {
  const History& history = runtime.watch.history();
  write_modules();
  const std::uint64_t events = history.last() - history.floor();
  auto* record = static_cast<PairRecord*>(begin_record(
      RecordKind::Whole,
      sizeof(PairRecord) + events * sizeof(WindowEvent) + all_pair_count_ * sizeof(PairOfEvents)));
  if (record == nullptr) return;
  record->count = all_pair_count_;
  record->event_count = write_window(history.floor() + 1, history.last(), record->events,
                                     static_cast<std::uint32_t>(events), true);
  auto* pairs = reinterpret_cast<PairOfEvents*>(record->events + record->event_count);
  for (std::uint64_t i = 0; i < all_pair_count_; ++i) pairs[i] = all_pairs_[i];
  end_record();
}

void FindingsWriter::deadlock() {
  write_modules();
  std::uint32_t count = 0;
  for (const Thread* t = runtime.scheduler.first(); t != nullptr; t = t->next) ++count;
  auto* record = static_cast<DeadlockRecord*>(
      begin_record(RecordKind::Deadlock, sizeof(DeadlockRecord) + count * sizeof(WaitingThread)));
  if (record == nullptr) return;
  record->count = 0;
  for (const Thread* t = runtime.scheduler.first(); t != nullptr; t = t->next) {
    if (t->state == ThreadState::Ended) continue;
    record->waiting[record->count++] = {
        t->number,  static_cast<std::uint32_t>(t->blocked_on), t->object,
        t->wait_pc, runtime.contexts.number(*t->frames_of),    owner_of_object(*t)};
  }
  const std::uint64_t offset = open_record_;
  end_record();
  for (const Thread* t = runtime.scheduler.first(); t != nullptr; t = t->next)
    write_thread(t->number);
  ++found_;
  header_->state = RunState::Deadlock;
  update();
  finding_written(offset);
}

void FindingsWriter::crash(int signal, const Thread* thread, std::uint64_t address,
                           const std::uint64_t* pcs, std::uint32_t count) {
  write_modules();
  auto* record = static_cast<CrashRecord*>(begin_record(RecordKind::Crash, sizeof(CrashRecord)));
  header_->state = RunState::Crashed;
  header_->signal = static_cast<std::uint32_t>(signal);
  update();
  if (record == nullptr) return;
  record->signal = static_cast<std::uint32_t>(signal);
  record->thread = thread != nullptr ? thread->number : 0;
  record->address = address;
  record->count = 0;
  while (record->count < count && record->count < 62) {
    record->pcs[record->count] = pcs[record->count];
    ++record->count;
  }
  const std::uint64_t offset = open_record_;
  end_record();
  if (thread != nullptr) write_thread(thread->number);
  finding_written(offset);
}

}  // namespace overtake::observe
