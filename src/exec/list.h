// A vector that is mostly empty. Explorations save the state of a thread before each of its events,
// and most of what a state could have in lists it has not: copying an empty one costs two looks.
#pragma once

#include <utility>
#include <vector>

namespace overtake::exec {

template <class T>
class List : public std::vector<T> {
 public:
  using Base = std::vector<T>;
  using Base::Base;
  using Base::operator=;

  List() = default;
  List(const List& other) : Base() { *this = other; }
  List(List&& other) noexcept = default;
  List& operator=(const List& other) {
    if (!other.empty())
      Base::operator=(other);
    else if (!this->empty())
      this->clear();
    return *this;
  }
  List& operator=(List&& other) noexcept = default;
  ~List() = default;
};

}  // namespace overtake::exec
