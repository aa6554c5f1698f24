#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/systemc/tlm_bench.h"

namespace flitcast {

enum class TlmStyle { kBlocking, kAnnotated, kPhased };

/// Random transactions of 16 initiators at eight memories on 32 nodes, of which some share a node
/// with an initiator or each other; in the end they are as a reference memory is. Requests and
/// replies have virtual channels of their own.
class TrafficRun {
 public:
  TrafficRun(TlmStyle style, const char* kind, const char* dims, std::uint64_t transactions)
      : style_(style), bench_(setup(style, kind, dims)), reference_(bench_.contents()) {
    for (std::uint64_t i = 0; i < kInitiators; ++i) {
      const TrafficSource source(reference_, i, kInitiators, 100 + i);
      const std::string name = "initiator_" + std::to_string(i);
      const std::uint64_t share = transactions / kInitiators;
      if (style == TlmStyle::kPhased) {
        phased_.push_back(std::make_unique<PhasedInitiator>(name.c_str(), source, share));
        phased_.back()->socket(bench_.monitors[i]->initiator);
      } else {
        blocking_.push_back(
            std::make_unique<BlockingInitiator>(name.c_str(), source, share, kThreads));
        blocking_.back()->socket(bench_.monitors[i]->initiator);
      }
    }
    transactions_ = transactions / kInitiators * kInitiators;
  }

  void expect_right() {
    sc_core::sc_start();
    EXPECT_EQ(bench_.contents(), reference_);
    EXPECT_EQ(bench_.broken(), std::vector<std::string>());
    std::uint64_t done = 0;
    for (const auto& initiator : blocking_) {
      done += initiator->done;
      EXPECT_EQ(initiator->wrong, std::vector<std::string>());
    }
    for (const auto& initiator : phased_) {
      done += initiator->done;
      EXPECT_EQ(initiator->wrong, std::vector<std::string>());
      EXPECT_EQ(initiator->pool.taken(), 0U) << "payloads that nobody has released";
    }
    EXPECT_EQ(done, transactions_);
    if (style_ == TlmStyle::kPhased) {
      expect_outstanding();
    }
  }

 private:
  static constexpr std::uint64_t kInitiators = 16;
  static constexpr int kThreads = 6;
  static constexpr unsigned kOutstanding = 4;

  static TlmBench::Setup setup(TlmStyle style, const char* kind, const char* dims) {
    TlmBench::Setup setup;
    setup.settings.set("topology.kind", kind).set("topology.dims", dims);
    setup.settings.set("router.vcs", "2").set("router.message_classes", "2");
    for (std::uint32_t i = 0; i < kInitiators; ++i) {
      setup.initiators.push_back(2 * i);
    }
    setup.memories = {0, 9, 1, 8, 17, 16, 31, 31};
    setup.memory_size = 0x1000;
    setup.options.outstanding = kOutstanding;
    setup.options.annotate = style == TlmStyle::kAnnotated;
    return setup;
  }

  // Each initiator reaches the limit, and none exceeds it.
  void expect_outstanding() const {
    for (const auto& monitor : bench_.monitors) {
      EXPECT_EQ(monitor->rules.most_outstanding(), kOutstanding);
    }
  }

  TlmStyle style_;
  TlmBench bench_;
  std::vector<unsigned char> reference_;
  std::vector<std::unique_ptr<BlockingInitiator>> blocking_;
  std::vector<std::unique_ptr<PhasedInitiator>> phased_;
  std::uint64_t transactions_;
};

}  // namespace flitcast
