#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flitcast {

/// The matrix arbiter: the one that won longest ago, of those that never did the lowest (Dally and
/// Towles, "Principles and Practices of Interconnection Networks", 2004, 18.5). In hardware a
/// triangle of bits says which goes before which; here the order of the last wins says the same.
template <typename SetType>
class MatrixArbiter {
 public:
  using Set = SetType;
  static constexpr bool kFair = true;

  /// As RoundRobinArbiter's.
  int propose(const Set& requests) const {
    int oldest = -1;
    requests.for_each([&](int requester) {
      if (oldest < 0 || won(requester) < won(oldest)) {
        oldest = requester;
      }
    });
    return oldest;
  }
  template <typename AgeOf>
  int propose(const Set& requests, const AgeOf& /*age_of*/) const {
    return propose(requests);
  }
  void accept(int winner) {
    const auto place = static_cast<std::size_t>(winner);
    if (wins_.size() <= place) {
      wins_.resize(place + 1);
    }
    wins_[place] = ++grants_;
  }
  int pick(const Set& requests) {
    const int winner = propose(requests);
    accept(winner);
    return winner;
  }

 private:
  std::uint64_t won(int requester) const {
    const auto place = static_cast<std::size_t>(requester);
    return place < wins_.size() ? wins_[place] : 0;
  }

  std::uint64_t grants_ = 0;
  std::vector<std::uint64_t> wins_;  // by requester, the number of its last grant; 0 = none
};

}  // namespace flitcast
