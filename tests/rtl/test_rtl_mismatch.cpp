#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/cosim/lockstep/mismatch_wave.h"
#include "tests/rtl/checked_network.h"
#include "tests/rtl/planted_bugs.h"
#include "tests/support/vcd_parser.h"

namespace flitcast::cosim::test_rtl_mismatch {
namespace {

/// On a mesh of 3×2 nodes without delays but those of links, 1 cycle, and buffers of 2 flits. A
/// message that is issued in cycle S leaves router 0 in S + 2, 1 in S + 3, a flit a cycle.
class RtlMismatches : public testing::Test {
 protected:
  RtlMismatches() {
    drawn_.kind = rtl_sets()[0].kind;
    drawn_.dims = {3, 2};
  }
  void post(const std::vector<NodeId>& destinations, std::uint32_t payload, Cycle at) {
    drawn_.messages.push_back({0, destinations, payload, at});
  }
  /// What is said of bug `number`, counted from 1, where `nodes` are checked.
  std::string said(int number, const std::vector<NodeId>& nodes,
                   LockstepCheck::Mismatches mismatches = LockstepCheck::Mismatches::kEndTheRun) {
    const FlitcastRtlRouter& library = library_with_planted_bugs();
    ::setenv("FLITCAST_RTL_BUG", std::to_string(number).c_str(), 1);
    std::vector<bool> checked(6);
    for (const NodeId node : nodes) {
      checked[node] = true;
    }
    run_ = std::make_unique<CheckedNetworkRun>(drawn_, rtl_sets()[0].parameters, library, checked,
                                               mismatches);
    return run_->run();
  }
  /// What is told of it after the run, where all nodes are checked.
  LockstepResult told(int number) {
    EXPECT_EQ(said(number, {0, 1, 2, 3, 4, 5}, LockstepCheck::Mismatches::kAreTold), "");
    return run_->check().result();
  }

  DrawnNetwork drawn_;
  std::unique_ptr<CheckedNetworkRun> run_;
};

TEST_F(RtlMismatches, WithoutABugThereIsNone) {
  post({2}, 4, 10);
  post({2}, 4, 40);
  EXPECT_EQ(said(0, {0, 1, 2, 3, 4, 5}), "");
}

TEST_F(RtlMismatches, ASwappedBitIsNamedAtTheFirstFlitThatHasIt) {
  post({2}, 4, 10);
  EXPECT_EQ(said(1, {1}),
            "the RTL of node 1 differs from the model in cycle 14, port 0 (to_2), word: "
            "expected 0x0000000000000007, got 0x0000000000000006");
  EXPECT_EQ(said(1, {0, 1, 2, 3, 4, 5}),
            "the RTL of node 0 differs from the model in cycle 13, port 0 (to_1), word: "
            "expected 0x0000000000000007, got 0x0000000000000006");
}

TEST_F(RtlMismatches, ALostCreditIsNamedInItsCycle) {
  post({2}, 4, 10);
  EXPECT_EQ(said(2, {1}),
            "the RTL of node 1 differs from the model in cycle 14, port 1 (from_0), "
            "virtual channel 0, credit: expected 1, got 0");
}

// The first message leaves 5 flits; the credit of the last comes behind them, and is not counted.
// So one of the two slots is left for the second message: its header goes, in 42, and no flit
// behind it.
TEST_F(RtlMismatches, ACreditThatIsNotCountedIsNamedWhenItIsMissed) {
  post({2}, 4, 10);
  post({2}, 4, 40);
  EXPECT_EQ(said(3, {0}),
            "the RTL of node 0 differs from the model in cycle 43, port 0 (to_1), valid: "
            "expected 1, got 0");
}

// Its address arrives in cycle 13, and goes to the node as a header.
TEST_F(RtlMismatches, AnAddressThatIsNotStrippedIsNamed) {
  post({1, 2}, 2, 10);
  EXPECT_EQ(said(4, {1}),
            "the RTL of node 1 differs from the model in cycle 13, port 4 (to_node_0), address: "
            "expected 0, got 1");
}

// The second flit takes the place of the header before that has left.
TEST_F(RtlMismatches, AFlitThatIsLostIsNamed) {
  post({2}, 4, 10);
  const std::string text = said(5, {1});
  EXPECT_EQ(text.find("the RTL of node 1 differs from the model in cycle 14, port 0 (to_2), "), 0)
      << text;
}

TEST_F(RtlMismatches, AreToldWithoutEndingTheRun) {
  post({2}, 4, 10);
  post({2}, 4, 40);
  const LockstepResult equal = told(0);
  EXPECT_FALSE(equal.first || equal.first_flit);
  EXPECT_EQ(equal.routers, 6U);
  EXPECT_EQ(equal.of, 6U);
  EXPECT_EQ(equal.flits, 30U);  // of two worms, which leave three routers
  const LockstepResult changed = told(1);
  ASSERT_TRUE(changed.first);
  EXPECT_EQ(changed.first->cycle, 13);
  EXPECT_EQ(changed.first->node, 0U);
  EXPECT_FALSE(changed.first->is_credit);
  EXPECT_EQ(changed.first->expected->message, 0U);
  EXPECT_FALSE(changed.first_flit);
}

// Two addresses and two words come to routers 0 and 1; from 1 a header and two words go to its
// node, an address and two words to router 2, and from there to its node.
TEST_F(RtlMismatches, CountTheFlitsThatLeave) {
  post({1, 2}, 2, 10);
  EXPECT_EQ(told(0).flits, 4U + 3U + 3U + 3U);
}

// Without its credits a router sends as many flits as there are slots after it.
TEST_F(RtlMismatches, OfACreditAreToldWithTheFirstOfAFlit) {
  post({2}, 4, 10);
  post({2}, 4, 40);
  const LockstepResult lost = told(2);
  ASSERT_TRUE(lost.first);
  EXPECT_TRUE(lost.first->is_credit);
  EXPECT_EQ(lost.first->cycle, 13);
  EXPECT_EQ(lost.first->node, 0U);
  EXPECT_TRUE(lost.first->is_local);
  EXPECT_TRUE(lost.first->expected);
  EXPECT_FALSE(lost.first->got);
  EXPECT_EQ(lost.first->rule.rule, ContractRule::kCredit);
  const LockstepResult missed = told(3);
  ASSERT_TRUE(missed.first);
  EXPECT_EQ(missed.first->cycle, 43);
  EXPECT_EQ(missed.first->node, 0U);
  EXPECT_EQ(missed.first->port, 0);
  EXPECT_EQ(missed.first->expected->sequence, 0U);
  EXPECT_EQ(missed.first->expected->message, 1U);
  EXPECT_FALSE(missed.first->got);
}

/// Takes a waveform as a text.
class TextSink final : public trace::ByteSink {
 public:
  void write(std::string_view bytes) override { text_ += bytes; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

TEST_F(RtlMismatches, TheWaveformShowsBothSidesAroundTheFirst) {
  post({2}, 4, 10);
  said(1, {1});
  MismatchWave wave(run_->check(), 1000);
  TextSink sink;
  wave.write(sink, "a date", "flitcast");
  const Vcd vcd(sink.text());
  const auto at = [&](const std::string& name, int cycle) {
    return vcd.at("router_1." + name, static_cast<std::uint64_t>(cycle) * 1000);
  };
  EXPECT_EQ(vcd.first_time(), 13'000U);
  EXPECT_EQ(at("cycle[63:0]", 14), "14");
  EXPECT_EQ(at("differs", 13), "0");
  EXPECT_EQ(at("differs", 14), "1");
  EXPECT_EQ(at("differs", 15), "0");
  EXPECT_EQ(at("from_0.valid", 13), "1");
  EXPECT_EQ(at("from_0.head", 13), "1");
  EXPECT_EQ(at("from_0.word[63:0]", 14), "7");
  EXPECT_EQ(at("from_0.credit_vc_0_model", 13), "1");
  EXPECT_EQ(at("from_0.credit_vc_0_rtl", 13), "1");
  EXPECT_EQ(at("from_0.granted_vc_0_rtl", 13), "1");
  EXPECT_EQ(at("to_2.valid_model", 14), "1");
  EXPECT_EQ(at("to_2.valid_rtl", 14), "1");
  EXPECT_EQ(at("to_2.word_model[63:0]", 13), at("to_2.word_rtl[63:0]", 13));
  EXPECT_EQ(at("to_2.word_model[63:0]", 14), "7");
  EXPECT_EQ(at("to_2.word_rtl[63:0]", 14), "6");
  // It goes on behind: the tail leaves in cycle 17.
  EXPECT_EQ(at("to_2.tail_model", 17), "1");
  EXPECT_EQ(at("to_2.tail_rtl", 17), "1");
  EXPECT_EQ(at("to_2.valid_rtl", 18), "0");
  EXPECT_EQ(at("to_2.word_rtl[63:0]", 18), "z");
}

TEST_F(RtlMismatches, TheViewHasTheDifferenceFirstAndQuietSignalsInAClosedGroup) {
  post({2}, 4, 10);
  said(1, {1});
  MismatchWave wave(run_->check(), 1000);
  TextSink sink;
  wave.write(sink, "a date", "flitcast");
  const std::string view = wave.view("/tmp/x.vcd");
  EXPECT_NE(view.find("[dumpfile] \"/tmp/x.vcd\""), std::string::npos) << view;
  EXPECT_NE(view.find("[markername] Adiffers"), std::string::npos) << view;
  const std::size_t model = view.find("router_1.to_2.word_model[63:0]");
  const std::size_t rtl = view.find("router_1.to_2.word_rtl[63:0]");
  const std::size_t ports = view.find("-to_2\n");
  const std::size_t rest = view.find("-rest\n");
  ASSERT_NE(rtl, std::string::npos) << view;
  EXPECT_LT(model, rtl);
  EXPECT_LT(rtl, ports);
  EXPECT_LT(ports, rest);
  EXPECT_LT(rest, view.find("router_1.to_4.valid_rtl"));
  // Where one side of a pin is shown, so is the other: nothing leaves by the port of the node.
  EXPECT_LT(rest, view.find("router_1.to_node_0.valid_model"));
  EXPECT_LT(view.find("router_1.to_2.tail_rtl"), rest);
  EXPECT_LT(view.find("router_1.to_2.tail_model"), rest);
}

}  // namespace
}  // namespace flitcast::cosim::test_rtl_mismatch
