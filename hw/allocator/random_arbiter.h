#pragma once

#include <cstdint>

namespace flitcast {

/// Any of the requesters, all with the same probability. Draws by xorshift64* (S. Vigna, "An
/// experimental exploration of Marsaglia's xorshift generators, scrambled", ACM TOMS 42(4), 2016),
/// a new number after every grant. One that keeps asking may have to wait for any time, but not for
/// ever.
template <typename SetType>
class RandomArbiter {
 public:
  using Set = SetType;
  static constexpr bool kFair = false;

  /// Those of other numbers draw other numbers.
  explicit RandomArbiter(int number = 0)
      : state_(0x9E3779B97F4A7C15U * (static_cast<std::uint64_t>(number) + 1)) {}

  /// As RoundRobinArbiter's.
  int propose(const Set& requests) const {
    std::uint64_t count = 0;
    requests.for_each([&](int /*requester*/) { ++count; });
    std::uint64_t place = (drawn() >> 32U) * count >> 32U;
    int chosen = -1;
    requests.for_each([&](int requester) {
      if (place-- == 0) {
        chosen = requester;
      }
    });
    return chosen;
  }
  template <typename AgeOf>
  int propose(const Set& requests, const AgeOf& /*age_of*/) const {
    return propose(requests);
  }
  void accept(int /*winner*/) {
    state_ ^= state_ >> 12U;
    state_ ^= state_ << 25U;
    state_ ^= state_ >> 27U;
  }
  int pick(const Set& requests) {
    const int winner = propose(requests);
    accept(winner);
    return winner;
  }

 private:
  std::uint64_t drawn() const { return state_ * 0x2545F4914F6CDD1DU; }

  std::uint64_t state_;
};

}  // namespace flitcast
