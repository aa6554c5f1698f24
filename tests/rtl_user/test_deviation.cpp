#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/deviation/deviation_report.h"
#include "tb/deviation/first_deviation.h"
#include "tb/deviation/message_differences.h"

namespace flitcast {
namespace {

constexpr std::uint16_t kHead = flit_kind::kHead;
constexpr std::uint16_t kTail = flit_kind::kBody | flit_kind::kTail;
constexpr PortId kUp = 0;    // to node 2
constexpr PortId kNode = 2;  // its local port
constexpr int kFromBelow = 1;
constexpr int kFromNode = 2;

/// The log of node 1 of a line of three, router.delay 2, t_m 1.
class Log {
 public:
  Log() : log(topology(), config(), {false, true, false}) { log.see(packets()); }

  /// A flit of a message comes from below, or from the node.
  Log& comes(int input, PacketHandle message, std::uint16_t kind, Cycle at) {
    if (input == kFromBelow) {
      log.flit_sent(0, kUp, flit(message, kind), at - 1);
    } else {
      log.flit_injected(1, 0, flit(message, kind), at - 1);
    }
    return *this;
  }
  /// It is sent, and its slot is free.
  Log& goes(int input, PortId port, PacketHandle message, std::uint16_t kind, Cycle at) {
    log.flit_sent(1, port, flit(message, kind), at);
    return frees(input, at);
  }
  Log& sends(PortId port, PacketHandle message, std::uint16_t kind, Cycle at) {
    log.flit_sent(1, port, flit(message, kind), at);
    return *this;
  }
  Log& frees(int input, Cycle at) {
    log.flit_left(1, input, at);
    return *this;
  }

  RouterLog log;

 private:
  static const Topology& topology() {
    static const Topology line(TopologyKind::kMesh, {3});
    return line;
  }
  static const PacketPool& packets() {
    static const PacketPool pool = [] {
      PacketPool pool;
      for (std::uint64_t id = 0; id < 4; ++id) {
        Packet packet;
        packet.id = id;
        pool.add(packet);
      }
      return pool;
    }();
    return pool;
  }
  static NetworkConfig config() {
    NetworkConfig config;
    config.router_delay = 2;
    return config;
  }
  static Flit flit(PacketHandle message, std::uint16_t kind) {
    Flit flit;
    flit.packet = message;
    flit.kind = kind;
    return flit;
  }
};

std::string rule(const Log& model, const Log& router) {
  const auto deviation = first_deviation(model.log, router.log);
  EXPECT_TRUE(deviation);
  return deviation ? broken_rule(*deviation, model.log, router.log) : "";
}

/// What comes before the deviation of a test, in both runs.
Log one_header() {
  Log log;
  log.comes(kFromBelow, 0, kHead, 10).comes(kFromBelow, 0, kTail, 11);
  return log;
}

TEST(Deviation, IsNoneWhereAllPinsAreEqual) {
  Log a = one_header(), b = one_header();
  a.goes(kFromBelow, kUp, 0, kHead, 12);
  b.goes(kFromBelow, kUp, 0, kHead, 12);
  EXPECT_FALSE(first_deviation(a.log, b.log));
  const ModelDifferences none = model_differences(a.log, b.log);
  EXPECT_FALSE(none.first);
  EXPECT_EQ(none.flits, 1U);
  EXPECT_EQ(none.routers, 1U);
  EXPECT_EQ(deviation_report(none),
            "against the model   1 of 3 routers are somebody else's\n"
            "equal               in every cycle, 1 flits and their credits\n");
}

TEST(Deviation, IsTheFirstInTime) {
  Log a = one_header(), b = one_header();
  a.goes(kFromBelow, kUp, 0, kHead, 12).goes(kFromBelow, kUp, 0, kTail, 13);
  b.goes(kFromBelow, kUp, 0, kHead, 12).goes(kFromBelow, kUp, 0, kTail, 15);
  const auto deviation = first_deviation(a.log, b.log);
  ASSERT_TRUE(deviation);
  EXPECT_EQ(deviation->at, 13);
  EXPECT_EQ(deviation->node, 1U);
  EXPECT_EQ(deviation->pin, kUp);
  EXPECT_FALSE(deviation->is_credit);
  EXPECT_TRUE(deviation->expected);
  EXPECT_FALSE(deviation->got);
}

TEST(BrokenRule, HeaderTakesAnotherDelay) {
  Log a = one_header(), b = one_header();
  a.goes(kFromBelow, kUp, 0, kHead, 12);
  b.goes(kFromBelow, kUp, 0, kHead, 15);
  EXPECT_EQ(rule(a, b), "a header takes router.delay, 2 cycles here; this one took 5");
  Log early = one_header();
  early.goes(kFromBelow, kUp, 0, kHead, 11);
  EXPECT_EQ(rule(a, early), "a header takes router.delay, 2 cycles here; this one took 1");
}

TEST(BrokenRule, DelayCountsWhileAHeaderQueues) {
  Log a, b;
  for (Log* log : {&a, &b}) {
    log->comes(kFromBelow, 0, kHead, 10).comes(kFromBelow, 0, kTail, 11);
    log->comes(kFromBelow, 1, kHead, 12);
    log->goes(kFromBelow, kUp, 0, kHead, 12).goes(kFromBelow, kUp, 0, kTail, 20);
  }
  a.goes(kFromBelow, kUp, 1, kHead, 21);
  b.goes(kFromBelow, kUp, 1, kHead, 23);
  EXPECT_EQ(rule(a, b), "router.delay counts from the arrival of a header, also while it queues");
}

TEST(BrokenRule, EjectionPaysNoDelay) {
  Log a = one_header(), b = one_header();
  a.goes(kFromBelow, kNode, 0, kHead, 10);
  b.goes(kFromBelow, kNode, 0, kHead, 12);
  EXPECT_EQ(rule(a, b), "ejection pays no router.delay: a header for the node goes on at once");
}

TEST(BrokenRule, OnlyHeadersAreDelayed) {
  Log a = one_header(), b = one_header();
  for (Log* log : {&a, &b}) {
    log->goes(kFromBelow, kUp, 0, kHead, 12);
  }
  a.goes(kFromBelow, kUp, 0, kTail, 13);
  b.goes(kFromBelow, kUp, 0, kTail, 14);
  EXPECT_EQ(rule(a, b),
            "only headers are delayed: the flits behind one go on as they come, every t_m");
}

TEST(BrokenRule, NextHeaderFollowsTheTailAtOnce) {
  Log a = one_header(), b = one_header();
  for (Log* log : {&a, &b}) {
    log->comes(kFromNode, 1, kHead, 10);
    log->goes(kFromBelow, kUp, 0, kHead, 12).goes(kFromBelow, kUp, 0, kTail, 20);
  }
  a.goes(kFromNode, kUp, 1, kHead, 21);
  b.goes(kFromNode, kUp, 1, kHead, 22);
  EXPECT_EQ(rule(a, b), "an output takes the next header exactly t_m after the tail before it");
}

TEST(BrokenRule, HeadersTakeTurns) {
  Log a = one_header(), b = one_header();
  for (Log* log : {&a, &b}) {
    log->comes(kFromNode, 1, kHead, 10);
  }
  a.goes(kFromBelow, kUp, 0, kHead, 12);
  b.goes(kFromNode, kUp, 1, kHead, 12);
  EXPECT_EQ(rule(a, b), "headers get an output in turn: the one that got it last comes last");
}

TEST(BrokenRule, OutputsAreGrantedWithoutALookAtCredits) {
  Log a = one_header(), b = one_header();
  for (Log* log : {&a, &b}) {
    log->comes(kFromNode, 1, kHead, 15);
  }
  a.goes(kFromBelow, kUp, 0, kHead, 30);
  b.goes(kFromNode, kUp, 1, kHead, 30);
  EXPECT_EQ(rule(a, b),
            "an output is granted without a look at credits, to the header that is ready first");
}

TEST(BrokenRule, CreditLeavesWithItsFlit) {
  Log a = one_header(), b = one_header();
  for (Log* log : {&a, &b}) {
    log->sends(kUp, 0, kHead, 12);
  }
  a.frees(kFromBelow, 12);
  b.frees(kFromBelow, 13);
  EXPECT_EQ(rule(a, b), "a credit leaves in the cycle in which its flit leaves");
}

TEST(BrokenRule, IsNotToldWhereAFlitWaitedForACredit) {
  Log a = one_header(), b = one_header();
  for (Log* log : {&a, &b}) {
    log->goes(kFromBelow, kUp, 0, kHead, 12);
  }
  a.goes(kFromBelow, kUp, 0, kTail, 17);
  b.goes(kFromBelow, kUp, 0, kTail, 18);
  EXPECT_EQ(rule(a, b), "");
}

/// Messages 0 to 3 are in the network for so many cycles.
RouterLog with_cycles(const std::vector<Cycle>& cycles) {
  Log log;
  for (PacketHandle i = 0; i < cycles.size(); ++i) {
    log.comes(kFromNode, i, kHead, 1).sends(kNode, i, kTail, cycles[i]);
  }
  return log.log;
}

TEST(MessageDifferences, AreThoseOfTheTimesInTheNetwork) {
  const auto differences =
      message_differences(with_cycles({10, 10, 10, 10}), with_cycles({10, 13, 8, 11}));
  EXPECT_EQ(differences.messages, 4U);
  EXPECT_EQ(differences.differ, 3U);
  EXPECT_EQ(differences.min, -2);
  EXPECT_EQ(differences.p50, 0);
  EXPECT_EQ(differences.p95, 3);
  EXPECT_EQ(differences.max, 3);
}

TEST(MessageDifferences, LeaveOutWhatArrivedInOneRunAlone) {
  const auto differences = message_differences(with_cycles({10, 10}), with_cycles({12}));
  EXPECT_EQ(differences.messages, 1U);
  EXPECT_EQ(differences.min, 2);
  EXPECT_EQ(differences.only_model, 1U);
  EXPECT_EQ(differences.only_here, 0U);
}

TEST(ModelDifferences, TellOfACreditFirstAndOfAFlitThen) {
  Log a = one_header(), b = one_header();
  a.goes(kFromBelow, kUp, 0, kHead, 12).goes(kFromBelow, kUp, 0, kTail, 13);
  b.frees(kFromBelow, 11).sends(kUp, 0, kHead, 14);
  a.comes(kFromNode, 1, kHead, 20).goes(kFromNode, kNode, 1, kTail, 22);
  const ModelDifferences differences = model_differences(a.log, b.log);
  ASSERT_TRUE(differences.first && differences.first_flit);
  EXPECT_TRUE(differences.first->is_credit);
  EXPECT_EQ(differences.first->port, kFromBelow);
  EXPECT_EQ(differences.first_flit->port, kUp);
  EXPECT_EQ(differences.first_flit->cycle, 12);
  EXPECT_EQ(
      deviation_report(differences),
      "against the model   1 of 3 routers are somebody else's\n"
      "first deviation     cycle 11, node 1, input port 1: expected nothing, got a credit\n"
      "  the rule          a credit leaves in the cycle in which its flit leaves\n"
      "first of a flit     cycle 12, node 1, output port 0: expected the header of message 0, "
      "got nothing\n"
      "  the rule          a header takes router.delay, 2 cycles here; this one took 4\n"
      "delivered           1 with the model alone, 0 with these routers alone\n");
}

TEST(RouterLog, IsTheSameWhenItHasBeenSavedAndLoaded) {
  Log log = one_header();
  log.goes(kFromBelow, kUp, 0, kHead, 12).comes(kFromNode, 1, kHead, 3).sends(kNode, 1, kTail, 9);
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  EXPECT_TRUE(log.log.save(file));
  std::rewind(file);
  Log other;
  EXPECT_TRUE(other.log.load(file));
  EXPECT_FALSE(other.log.load(file)) << "there is no more";
  std::fclose(file);
  EXPECT_FALSE(first_deviation(log.log, other.log));
  EXPECT_EQ(other.log.message_cycles(), log.log.message_cycles());
}

}  // namespace
}  // namespace flitcast
