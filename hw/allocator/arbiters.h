#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

namespace flitcast {

/// No ages: all requests are equally old.
struct SameAge {
  int operator()(int /*row*/, int /*column*/) const { return 0; }
  int operator()(int /*requester*/) const { return 0; }
};

/// `count` arbiters of a kind, numbered from `first` on where they are to differ.
template <typename Arbiter>
std::vector<Arbiter> make_arbiters(int count, int first = 0) {
  std::vector<Arbiter> arbiters;
  arbiters.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    if constexpr (std::is_constructible_v<Arbiter, int>) {
      arbiters.emplace_back(first + i);
    } else {
      arbiters.emplace_back();
    }
  }
  return arbiters;
}

}  // namespace flitcast
