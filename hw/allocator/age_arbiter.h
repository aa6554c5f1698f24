#pragma once

namespace flitcast {

/// The oldest requester, of several the lowest (Dally and Towles, "Principles and Practices of
/// Interconnection Networks", 2004, 18.4). No requester starves where no new requester is older
/// than one that waits.
template <typename SetType>
class AgeArbiter {
 public:
  using Set = SetType;
  static constexpr bool kFair = false;

  /// As RoundRobinArbiter's, of requesters that are equally old.
  int propose(const Set& requests) const { return requests.first(); }
  /// The older a requester, the smaller is age_of(requester): a date, or a running number.
  template <typename AgeOf>
  int propose(const Set& requests, const AgeOf& age_of) const {
    int oldest = -1;
    requests.for_each([&](int requester) {
      if (oldest < 0 || age_of(requester) < age_of(oldest)) {
        oldest = requester;
      }
    });
    return oldest;
  }
  void accept(int /*winner*/) {}
  int pick(const Set& requests) { return propose(requests); }
};

}  // namespace flitcast
