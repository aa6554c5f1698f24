#include <string>

#include <gtest/gtest.h>

#include "tb/cosim/lockstep/broken_rule.h"
#include "tb/results/report_parts.h"

namespace flitcast::cosim::test_broken_rule {
namespace {

constexpr std::uint16_t kHead = flit_kind::kHead;
constexpr std::uint16_t kTail = flit_kind::kBody | flit_kind::kTail;
constexpr int kUp = 0;    // to another router
constexpr int kNode = 2;  // to the node
constexpr int kFromBelow = 1;
constexpr int kFromNode = 2;

FlitEvent flit(std::uint64_t message, std::uint16_t kind, Cycle at) {
  FlitEvent event;
  event.at = at;
  event.message = event.word = message;
  event.kind = kind;
  return event;
}

/// The model's router of three ports and one virtual channel, router.delay 2, t_m 1, up to a
/// mismatch.
class Model {
 public:
  Model& comes(int input, std::uint64_t message, std::uint16_t kind, Cycle at) {
    history_.arrive(input, flit(message, kind, at));
    return *this;
  }
  Model& goes(int input, int port, std::uint64_t message, std::uint16_t kind, Cycle at) {
    history_.send(port, flit(message, kind, at));
    history_.leave(input, at);
    return *this;
  }
  FlitMismatch mismatch(int port, Cycle at, std::optional<FlitEvent> expected,
                        std::optional<FlitEvent> got = {}) const {
    return {at, port, port != kNode, 2, 1, expected, got, history_, expected, {}};
  }
  /// A flit of the model does not come in its cycle.
  std::string missing(int port, std::uint64_t message, std::uint16_t kind, Cycle at,
                      std::optional<Cycle> sent_at = {}) const {
    FlitMismatch late = mismatch(port, at, flit(message, kind, at));
    late.sent_at = sent_at;
    return rule_words(broken_rule(late));
  }

 private:
  RouterHistory history_{3, 3};
};

Model one_header() {
  return Model().comes(kFromBelow, 0, kHead, 10).comes(kFromBelow, 0, kTail, 11);
}

TEST(BrokenRule, HeaderTakesAnotherDelay) {
  EXPECT_EQ(one_header().missing(kUp, 0, kHead, 12, 15),
            "a header takes router.delay, 2 cycles here; this one took 5");
  const FlitMismatch early = one_header().mismatch(kUp, 11, {}, flit(0, kHead, 11));
  EXPECT_EQ(rule_words(broken_rule(early)),
            "a header takes router.delay, 2 cycles here; this one took 1");
}

TEST(BrokenRule, DelayCountsWhileAHeaderQueues) {
  const Model model = one_header()
                          .comes(kFromBelow, 1, kHead, 12)
                          .goes(kFromBelow, kUp, 0, kHead, 12)
                          .goes(kFromBelow, kUp, 0, kTail, 20);
  EXPECT_EQ(model.missing(kUp, 1, kHead, 21),
            "router.delay counts from the arrival of a header, also while it queues");
}

TEST(BrokenRule, EjectionPaysNoDelay) {
  EXPECT_EQ(one_header().missing(kNode, 0, kHead, 10),
            "ejection pays no router.delay: a header for the node goes on at once");
}

TEST(BrokenRule, OnlyHeadersAreDelayed) {
  EXPECT_EQ(one_header().goes(kFromBelow, kUp, 0, kHead, 12).missing(kUp, 0, kTail, 13),
            "only headers are delayed: the flits after one go on as they come, every t_m");
}

TEST(BrokenRule, NextHeaderFollowsTheTailAtOnce) {
  const Model model = one_header()
                          .comes(kFromNode, 1, kHead, 10)
                          .goes(kFromBelow, kUp, 0, kHead, 12)
                          .goes(kFromBelow, kUp, 0, kTail, 20);
  EXPECT_EQ(model.missing(kUp, 1, kHead, 21),
            "an output takes the next header exactly t_m after the tail before it");
}

TEST(BrokenRule, HeadersTakeTurns) {
  const FlitMismatch other = one_header()
                                 .comes(kFromNode, 1, kHead, 10)
                                 .mismatch(kUp, 12, flit(0, kHead, 12), flit(1, kHead, 12));
  EXPECT_EQ(rule_words(broken_rule(other)),
            "headers get an output in turn: the one that got it last comes last");
}

TEST(BrokenRule, OutputsAreGrantedWithoutALookAtCredits) {
  Model model = one_header().comes(kFromNode, 1, kHead, 15);
  FlitMismatch other = model.mismatch(kUp, 30, flit(0, kHead, 30), flit(1, kHead, 30));
  const std::string rule =
      "an output is granted without a look at credits, to the header that is ready first";
  EXPECT_EQ(rule_words(broken_rule(other)), rule);
  // Or the model sends its header later.
  other.expected.reset();
  other.next_of_model = flit(0, kHead, 33);
  EXPECT_EQ(rule_words(broken_rule(other)), rule);
}

TEST(BrokenRule, IsNotToldWhereAFlitWaitedForACredit) {
  EXPECT_EQ(one_header().goes(kFromBelow, kUp, 0, kHead, 12).missing(kUp, 0, kTail, 17), "");
}

TEST(RouterHistory, KnowsAFlitByItsWordOrItsWorm) {
  RouterHistory history(3, 3);
  history.arrive(kFromBelow, flit(4, kHead, 10));
  history.arrive(kFromNode, flit(5, kHead, 11));
  history.arrive(kFromNode, flit(5, kTail, 12));
  ASSERT_NE(history.shown_at(kUp, true, 5), nullptr);
  EXPECT_EQ(history.shown_at(kUp, true, 5)->at, 11);
  EXPECT_EQ(history.shown_at(kUp, true, 6), nullptr);
  EXPECT_EQ(history.shown_at(kUp, false, 5), nullptr);
  history.send(kUp, flit(5, kHead, 13));
  history.leave(kFromNode, 13);
  ASSERT_NE(history.shown_at(kUp, false, 9), nullptr);
  EXPECT_EQ(history.shown_at(kUp, false, 9)->at, 12);
}

TEST(LockstepReport, TellsOfAStopAndOfAFlitThatIsNotDue) {
  PinMismatch pin;
  pin.got = flit(FlitEvent::kUnknown, kHead, 5);
  EXPECT_EQ(expected_words(pin), "nothing");
  EXPECT_EQ(got_words(pin), "a flit that is not due");
  pin.stopped = true;
  EXPECT_EQ(got_words(pin), "a stop of the SystemVerilog");
}

TEST(LockstepReport, TellsOfACreditFirstAndOfAFlitThen) {
  LockstepResult result;
  result.routers = 1;
  result.of = 3;
  result.flits = 7;
  EXPECT_EQ(lockstep_report(result),
            "against the model   1 of 3 routers are somebody else's\n"
            "equal               in every cycle, 7 flits and their credits\n");
  result.first.emplace();
  result.first->cycle = 11;
  result.first->node = result.first->port = 1;
  result.first->is_credit = true;
  result.first->got.emplace();
  result.first->rule.rule = ContractRule::kCredit;
  result.first_flit.emplace();
  result.first_flit->cycle = 12;
  result.first_flit->node = 1;
  result.first_flit->expected = flit(0, kTail, 12);
  result.first_flit->rule = {ContractRule::kHeaderDelay, 2, 4};
  EXPECT_EQ(lockstep_report(result),
            "against the model   1 of 3 routers are somebody else's\n"
            "first mismatch      cycle 11, node 1, input port 1: expected nothing, got a credit\n"
            "  the rule          a credit leaves in the cycle in which its flit leaves\n"
            "first of a flit     cycle 12, node 1, output port 0: expected the tail, word 0 of "
            "message 0, got nothing\n"
            "  the rule          a header takes router.delay, 2 cycles here; this one took 4\n");
}

}  // namespace
}  // namespace flitcast::cosim::test_broken_rule
