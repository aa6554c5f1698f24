#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "traffic/schedule/random.h"

namespace flitcast {

/// What a seeded property test draws its cases with.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  /// Uniform in low … high.
  template <typename T>
  T between(T low, T high) {
    return low + static_cast<T>(random_.below(static_cast<std::uint64_t>(high - low) + 1));
  }
  bool one_in(std::uint64_t n) { return random_.below(n) == 0; }
  template <typename T>
  const T& any_of(const std::vector<T>& choices) {
    return choices[random_.below(choices.size())];
  }

 private:
  SplitMix64 random_;
};

/// A number from the environment; what a property test takes from there lets it run for longer, or
/// from another seed on, than it does with all the others.
inline std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

}  // namespace flitcast
