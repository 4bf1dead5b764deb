// Ranks that are threads of one process: for tests of what ranks do.
#pragma once

#include <barrier>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "scale/transport.h"

namespace overtake::scale {

class LocalNetwork {
 public:
  explicit LocalNetwork(std::uint32_t size) : all_here_(size) {
    for (std::uint32_t r = 0; r < size; ++r) ends_.push_back(std::make_unique<End>(*this, r));
  }

  Transport& end(std::uint32_t rank) { return *ends_[rank]; }

 private:
  class End final : public Transport {
   public:
    End(LocalNetwork& network, std::uint32_t rank) : network_(network), rank_(rank) {}

    std::uint32_t rank() const override { return rank_; }
    std::uint32_t size() const override {
      return static_cast<std::uint32_t>(network_.ends_.size());
    }
    void send(std::uint32_t to, std::vector<std::uint32_t> words) override {
      End& other = *network_.ends_[to];
      const std::lock_guard lock(other.mutex_);
      other.inbox_.push_back({rank_, std::move(words)});
    }
    std::optional<Message> receive() override {
      const std::lock_guard lock(mutex_);
      if (inbox_.empty()) return std::nullopt;
      Message message = std::move(inbox_.front());
      inbox_.pop_front();
      return message;
    }
    void finish() override {
      network_.all_here_.arrive_and_wait();
      inbox_.clear();
      network_.all_here_.arrive_and_wait();
    }

   private:
    LocalNetwork& network_;
    const std::uint32_t rank_;
    std::mutex mutex_;
    std::deque<Message> inbox_;
  };

  std::barrier<> all_here_;
  std::vector<std::unique_ptr<End>> ends_;
};

}  // namespace overtake::scale
