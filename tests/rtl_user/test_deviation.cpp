#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tb/deviation/deviation_report.h"
#include "tb/deviation/log_comparison.h"
#include "tb/deviation/log_stream.h"
#include "tb/deviation/router_log.h"

namespace flitcast::cosim::test_deviation {
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
  static const LoggedRouters& routers() {
    static const LoggedRouters middle(topology(), config(), {false, true, false});
    return middle;
  }

  Log()
      : cycles_(std::make_shared<std::map<Cycle, LogEntries>>()),
        log_(routers(),
             [to = cycles_](Cycle at, const LogEntries& entries) { (*to)[at] = entries; }) {
    log_.see(packets(), wakes());
  }

  /// A flit of a message comes from below, or from the node.
  Log& comes(int input, PacketHandle message, std::uint16_t kind, Cycle at) {
    if (input == kFromBelow) {
      log_.flit_sent(0, kUp, flit(message, kind), at - 1);
    } else {
      log_.flit_injected(1, 0, flit(message, kind), at - 1);
    }
    return *this;
  }
  /// It is sent, and its slot is free.
  Log& goes(int input, PortId port, PacketHandle message, std::uint16_t kind, Cycle at) {
    log_.flit_sent(1, port, flit(message, kind), at);
    return frees(input, at);
  }
  Log& sends(PortId port, PacketHandle message, std::uint16_t kind, Cycle at) {
    log_.flit_sent(1, port, flit(message, kind), at);
    return *this;
  }
  Log& frees(int input, Cycle at) {
    log_.flit_left(1, input, at);
    return *this;
  }

  /// What it has told, cycle by cycle.
  const std::map<Cycle, LogEntries>& cycles() {
    log_.finish();
    return *cycles_;
  }

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
  static const WakeQueue& wakes() {
    static const WakeQueue queue;
    return queue;
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

  std::shared_ptr<std::map<Cycle, LogEntries>> cycles_;
  RouterLog log_;
};

ModelDifferences differences(Log& model, Log& router) {
  LogComparison comparison(Log::routers());
  std::map<Cycle, std::pair<LogEntries, LogEntries>> both;
  for (const auto& [at, entries] : model.cycles()) {
    both[at].first = entries;
  }
  for (const auto& [at, entries] : router.cycles()) {
    both[at].second = entries;
  }
  for (const auto& [at, entries] : both) {
    comparison.compare(at, entries.first, entries.second);
  }
  return comparison.differences();
}

std::string rule(Log& model, Log& router) {
  const ModelDifferences found = differences(model, router);
  EXPECT_TRUE(found.first);
  return found.first ? found.first->rule : "";
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
  const ModelDifferences none = differences(a, b);
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
  const auto deviation = differences(a, b).first;
  ASSERT_TRUE(deviation);
  EXPECT_EQ(deviation->cycle, 13);
  EXPECT_EQ(deviation->node, 1U);
  EXPECT_EQ(deviation->port, kUp);
  EXPECT_FALSE(deviation->is_credit);
  EXPECT_EQ(deviation->expected, "the tail, word 0 of message 0");
  EXPECT_EQ(deviation->got, "nothing");
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
Log with_cycles(const std::vector<Cycle>& cycles) {
  Log log;
  for (PacketHandle i = 0; i < cycles.size(); ++i) {
    log.comes(kFromNode, i, kHead, 1).sends(kNode, i, kTail, cycles[i]);
  }
  return log;
}

MessageDifferences message_differences(Log model, Log router) {
  return differences(model, router).messages;
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
  const ModelDifferences found = differences(a, b);
  ASSERT_TRUE(found.first && found.first_flit);
  EXPECT_TRUE(found.first->is_credit);
  EXPECT_EQ(found.first->port, kFromBelow);
  EXPECT_EQ(found.first_flit->port, kUp);
  EXPECT_EQ(found.first_flit->cycle, 12);
  EXPECT_EQ(
      deviation_report(found),
      "against the model   1 of 3 routers are somebody else's\n"
      "first deviation     cycle 11, node 1, input port 1: expected nothing, got a credit\n"
      "  the rule          a credit leaves in the cycle in which its flit leaves\n"
      "first of a flit     cycle 12, node 1, output port 0: expected the header of message 0, "
      "got nothing\n"
      "  the rule          a header takes router.delay, 2 cycles here; this one took 4\n"
      "delivered           1 with the model alone, 0 with these routers alone\n");
}

/// Worms of two flits, a message each, go up through node 1 one after the other, and other messages
/// end at the node; with `late` each of these a cycle later than the one before, up to 100.
std::size_t most_kept(Cycle messages, bool late) {
  LogComparison comparison(Log::routers());
  std::size_t most = 0;
  const auto entry = [](LogEntry::What what, int pin, Cycle message, std::uint16_t kind, Cycle at) {
    return LogEntry{what, 1, pin, {at, static_cast<std::uint64_t>(message), 0, kind, 0}, 7};
  };
  using What = LogEntry::What;
  for (Cycle i = 0; i < messages; ++i) {
    for (const bool tail : {false, true}) {
      const Cycle at = 2 * i + (tail ? 1 : 0);
      const std::uint16_t kind = tail ? kTail : kHead;
      const LogEntries pins{entry(What::kArrival, kFromBelow, i, kind, at),
                            entry(What::kSend, kUp, i, kind, at),
                            entry(What::kCredit, kFromBelow, i, 0, at)};
      LogEntries model = pins, router = pins;
      model.push_back(entry(What::kMessageEnd, kNode, at, kTail, at));
      if (const Cycle ends = at - (late ? 100 : 0); ends >= 0) {
        router.push_back(entry(What::kMessageEnd, kNode, ends, kTail, at));
      }
      comparison.compare(at, model, router);
      most = std::max(most, comparison.kept());
    }
  }
  EXPECT_FALSE(comparison.differences().first);
  EXPECT_EQ(comparison.differences().flits, static_cast<std::uint64_t>(2 * messages));
  return most;
}

TEST(LogComparison, KeepsNoMoreOfALongRunThanOfAShortOne) {
  EXPECT_EQ(most_kept(200, false), most_kept(20000, false));
  EXPECT_EQ(most_kept(200, true), most_kept(20000, true));
  EXPECT_LE(most_kept(200, true), 110U);
}

TEST(LogComparison, KeepsNothingOfPinsAfterADeviationOfAFlit) {
  LogComparison comparison(Log::routers());
  const LogEntry arrival{LogEntry::What::kArrival, 1, kFromBelow, {5, 0, 0, kHead, 0}};
  const LogEntry send{LogEntry::What::kSend, 1, kUp, {7, 0, 0, kHead, 0}};
  comparison.compare(5, {arrival}, {arrival});
  EXPECT_EQ(comparison.kept(), 1U);
  comparison.compare(7, {send}, {});
  comparison.compare(8, {arrival}, {arrival});
  EXPECT_EQ(comparison.kept(), 0U);
}

TEST(MessagePairs, GiveUpTheOldestThatWait) {
  MessagePairs pairs;
  LogEntry end;
  for (end.flit.message = 0; end.flit.message < MessagePairs::kMostWaiting + 3;
       ++end.flit.message) {
    pairs.add_of_model(end);
  }
  EXPECT_EQ(pairs.kept(), MessagePairs::kMostWaiting);
  end.flit.message = 2;  // given up
  pairs.add_of_router(end);
  end.flit.message = 3;
  pairs.add_of_router(end);
  EXPECT_EQ(pairs.differences().messages, 1U);
  EXPECT_EQ(pairs.differences().only_model, MessagePairs::kMostWaiting + 2);
  EXPECT_EQ(pairs.differences().only_here, 1U);
}

TEST(LogStream, ReadsWhatWasWrittenUpToItsEnd) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  const LogEntry entry{LogEntry::What::kSend, 1, kUp, {7, 3, 0, kHead, 1}, 9};
  EXPECT_TRUE(write_entries(4, {entry}, file));
  EXPECT_TRUE(write_entries(7, {entry, entry}, file));
  EXPECT_TRUE(write_entries(9, {entry}, file));
  EXPECT_TRUE(write_end(file));
  std::rewind(file);
  LogStream stream(file);
  std::vector<Cycle> visited;
  const auto visit = [&](Cycle at, const LogEntries& entries) {
    visited.push_back(at);
    EXPECT_TRUE(same_event(entries.at(0).flit, entry.flit));
    EXPECT_EQ(entries.at(0).cycles, 9);
  };
  stream.go_to(3, visit);
  EXPECT_EQ(stream.at(), 4);
  stream.go_to(7, visit);
  EXPECT_EQ(stream.at(), 7);
  EXPECT_EQ(stream.entries().size(), 2U);
  EXPECT_FALSE(stream.ends_well());
  stream.go_to(100, visit);
  EXPECT_TRUE(stream.ends_well());
  EXPECT_EQ(visited, (std::vector<Cycle>{4, 9}));
  std::fclose(file);
}

TEST(LogStream, DoesNotEndWellWhereSomethingIsMissing) {
  std::FILE* const file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  EXPECT_TRUE(write_entries(4, {LogEntry{}}, file));
  std::rewind(file);
  LogStream stream(file);
  int visits = 0;
  stream.go_to(100, [&](Cycle, const LogEntries&) { ++visits; });
  EXPECT_EQ(visits, 1);
  EXPECT_FALSE(stream.at());
  EXPECT_FALSE(stream.ends_well());
  std::fclose(file);
}

}  // namespace
}  // namespace flitcast::cosim::test_deviation
