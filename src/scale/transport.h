// Messages between the processes of one exploration: sequences of words.
//
// Messages from one process to another arrive in the order in which they were sent. `send` does not
// wait for the receiver.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace overtake::scale {

struct Message {
  std::uint32_t from = 0;
  std::vector<std::uint32_t> words;
};

class Transport {
 public:
  virtual ~Transport() = default;

  virtual std::uint32_t rank() const = 0;
  virtual std::uint32_t size() const = 0;
  virtual void send(std::uint32_t to, std::vector<std::uint32_t> words) = 0;
  virtual std::optional<Message> receive() = 0;  // nothing: there is none now
  // All call it; returns when everything that was sent before has arrived. It is dropped; what is
  // sent afterwards is not.
  virtual void finish() = 0;
};

// What the module with MPI exports: starts MPI. It lives until the process ends.
using OpenTransport = Transport* (*)();
inline constexpr const char* kOpenTransport = "overtake_open_transport";

}  // namespace overtake::scale
