#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "hw/allocator/matching.h"
#include "hw/router/allocation/crossbar.h"
#include "hw/router_pipeline.h"

namespace flitcast {

/// A VC allocator and a switch allocator that a configuration chooses: calls of functions that are
/// known at run time only, for policies other than the default one.
template <typename SetType>
class ChosenVcAllocator {
 public:
  using Set = SetType;

  /// What is behind it. `ages` are those of rows.
  class Any {
   public:
    virtual ~Any() = default;
    virtual void allocate(const Requests<Set>& requests, Matching<Set>& matching,
                          const std::uint64_t* ages) = 0;
    virtual int grant_alone(int row, const Set& columns) = 0;
  };

  /// For `vcs` input, and output, virtual channels.
  ChosenVcAllocator(const RouterPipeline& pipeline, int vcs);

  /// As SeparableInputFirst's.
  template <typename AgeOf>
  void allocate(const Requests<Set>& requests, Matching<Set>& matching, const AgeOf& age_of) {
    requests.rows.for_each([&](int row) { ages_[static_cast<std::size_t>(row)] = age_of(row, 0); });
    any_->allocate(requests, matching, ages_.data());
  }
  int grant_alone(int row, const Set& columns) { return any_->grant_alone(row, columns); }

 private:
  std::unique_ptr<Any> any_;
  std::vector<std::uint64_t> ages_;
};

template <typename SetType>
class ChosenSwitch {
 public:
  using Set = SetType;

  /// What is behind it. `outputs` and `ages` are those of input VCs.
  class Any {
   public:
    virtual ~Any() = default;
    virtual void grant_alone(int index, int output) = 0;
    virtual Set allocate(const Set& asking, const std::uint16_t* outputs,
                         const std::uint64_t* ages) = 0;
  };

  ChosenSwitch(const RouterPipeline& pipeline, const Crossbar<Set>& crossbar);

  /// As InputFirstSwitch's.
  template <typename AgeOf>
  Set allocate_held(const Set& asking, const AgeOf& age_of) {
    // Requests without rivals are granted,
    Set contested;
    asking.for_each([&](int index) {
      if ((crossbar_.rivals(index) & asking).at_most_one()) {
        any_->grant_alone(index, crossbar_.output_of(index));
      } else {
        contested.insert(index);
      }
    });
    // the others take turns.
    const auto output_of = [this](int index) { return crossbar_.output_of(index); };
    return contested.empty() ? asking
                             : (asking - contested) | allocate(contested, output_of, age_of);
  }
  template <typename OutputOf, typename AgeOf>
  Set allocate(const Set& asking, const OutputOf& output_of, const AgeOf& age_of) {
    asking.for_each([&](int index) {
      outputs_[static_cast<std::size_t>(index)] = static_cast<std::uint16_t>(output_of(index));
      ages_[static_cast<std::size_t>(index)] = age_of(index);
    });
    return any_->allocate(asking, outputs_.data(), ages_.data());
  }

 private:
  const Crossbar<Set>& crossbar_;
  std::unique_ptr<Any> any_;
  std::vector<std::uint16_t> outputs_;
  std::vector<std::uint64_t> ages_;
};

}  // namespace flitcast
