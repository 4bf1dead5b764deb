// Writes what is found into a file that outlives the program (findings.h).
//
// Used by the thread that has the turn. A pair of places is written once, with the events of the
// window around it; then it is only counted.
#pragma once

#include <cstdint>

#include "observe/core/pages.h"
#include "observe/core/watch.h"
#include "observe/findings.h"

namespace overtake::observe {

struct Thread;

class FindingsWriter {
 public:
  static constexpr std::uint64_t kContexts = 1u << 20;
  static constexpr std::uint64_t kRecordBytes = 64u << 20;

  // Creates the file; the text of its path is kept. False if that cannot be done: then findings are
  // kept in memory only.
  bool open(const char* folder, std::uint64_t seed);
  // Not shared with the parent any more.
  void forked(std::uint64_t seed);
  // The file, and its name.
  void close(bool remove);
  const char* path() const { return path_; }
  // The file has everything, also the numbers that are counted elsewhere.
  void update();

  FileHeader& header() { return *header_; }
  ContextNode* contexts() { return contexts_; }
  void trouble(std::uint32_t what) { header_->trouble |= what; }

  void violation(const Overtaken& found);
  void race(const RacingPair& found);
  void deadlock();
  void crash(int signal, const Thread* thread, std::uint64_t address, const std::uint64_t* pcs,
             std::uint32_t count);
  // All that is remembered, and every pair.
  void whole();

  std::uint32_t found() const { return found_; }  // distinct ones

 private:
  struct KnownPair {
    std::uint64_t first_pc, second_pc;
    RecordKind kind;
    std::uint64_t record;  // its offset + 1; 0: free
  };

  void* map(std::uint64_t bytes);
  void* begin_record(RecordKind kind, std::uint64_t bytes);
  void end_record();
  KnownPair& find(RecordKind kind, std::uint64_t first_pc, std::uint64_t second_pc);
  void pair(RecordKind kind, Seq first, Seq second, std::uint8_t models);
  std::uint32_t write_window(Seq first, Seq last, WindowEvent* to, std::uint32_t room, bool all);
  WindowEvent window_event(Seq seq) const;
  void write_threads(const WindowEvent* events, std::uint32_t count);
  void write_thread(std::uint32_t number);
  void write_modules();
  void write_module(const char* line, std::uint64_t length);

  FileHeader* header_ = nullptr;
  ContextNode* contexts_ = nullptr;
  char* records_ = nullptr;
  std::uint64_t open_record_ = 0;
  std::uint32_t found_ = 0;
  std::uint32_t fork_number_ = 0;
  char folder_[512] = "";
  char path_[600] = "";
  PageArray<KnownPair> known_;
  std::uint32_t known_count_ = 0;
  PageArray<PairOfEvents> all_pairs_;
  std::uint64_t all_pair_count_ = 0;
};

}  // namespace overtake::observe
