// What no dependency and no message orders, in small programs and in those of others.

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "tb/plan/plan.h"
#include "tb/plan/program_plan.h"
#include "tests/support/rows/simulated_row.h"
#include "traffic/forecast/program_forecast.h"
#include "traffic/program/schedule_ops.h"

namespace flitcast::test_program_races {
namespace {

namespace fs = std::filesystem;

constexpr std::uint32_t kNone = ProgramOp::kNone;

/// A program of three ranks with four chunks of a flit each, all of which they have.
class Chunks {
 public:
  Chunks() : program_(3) { program_.chunk_flits = 1; }

  void begin(std::uint32_t rank) {
    program_.begin_rank(rank);
    program_.set_chunks(rank, 4);
    for (std::uint32_t chunk = 0; chunk < 4; ++chunk) {
      program_.starts_with.push_back({rank, chunk, rank, chunk});
    }
  }
  std::uint32_t copy(std::uint32_t from, std::uint32_t to) {
    return add(OpKind::kCopy, kNone, from, to);
  }
  std::uint32_t send(std::uint32_t peer, std::uint32_t from) {
    return add(OpKind::kSend, peer, from, kNone);
  }
  std::uint32_t receive(std::uint32_t peer, std::uint32_t to) {
    return add(OpKind::kReceive, peer, kNone, to);
  }
  void require(std::uint32_t then, std::uint32_t first) { program_.require(then, first); }

  std::string races() const {
    RawConfig raw;
    give(raw, "topology.kind", "ring");
    give(raw, "topology.dims", "3");
    give(raw, "traffic.algorithm", "aab-ring");
    const Plan plan(raw);
    const FoundRaces found = find_races(program_, {0, 1, 2}, plan.routing(), plan.config().network);
    EXPECT_TRUE(found.complete);
    return found.first;
  }

 private:
  std::uint32_t add(OpKind kind, std::uint32_t peer, std::uint32_t from, std::uint32_t to) {
    ProgramOp op;
    op.kind = kind;
    op.amount = 1;
    op.peer = peer;
    op.source = from;
    op.target = to;
    op.stream = streams_++;
    return program_.add(op);
  }

  Program program_;
  std::uint16_t streams_ = 0;  // nothing takes turns
};

TEST(ProgramRaces, TwoThatWriteAChunk) {
  Chunks program;
  program.begin(0);
  const std::uint32_t a = program.copy(0, 2);
  const std::uint32_t b = program.copy(1, 2);
  EXPECT_EQ(program.races(),
            "rank 0: operation 1, which copies, and operation 2 race for chunk 2 of its memory");
  program.require(a, b);
  EXPECT_EQ(program.races(), "");
}

TEST(ProgramRaces, OneThatReadsWhatAnotherWrites) {
  for (const bool ordered : {false, true}) {
    Chunks program;
    program.begin(0);
    const std::uint32_t send = program.send(1, 3);
    const std::uint32_t copy = program.copy(0, 3);
    program.copy(1, 2);  // another chunk
    if (ordered) {
      program.require(copy, send);
    }
    program.begin(1);
    program.receive(0, 0);
    EXPECT_EQ(program.races(), ordered ? ""
                                       : "rank 0: operation 1, which sends 1 flit to 1 with tag "
                                         "0, and operation 2 race for chunk 3 of its memory");
  }
}

TEST(ProgramRaces, TwoThatReadDoNot) {
  Chunks program;
  program.begin(0);
  program.copy(0, 1);
  program.copy(0, 2);
  program.send(1, 0);
  program.begin(1);
  program.receive(0, 3);
  EXPECT_EQ(program.races(), "");
}

// The second copy comes after an answer to what was sent after the first one: through another rank.
TEST(ProgramRaces, MessagesOrderOperations) {
  for (const bool answers : {true, false}) {
    Chunks program;
    program.begin(0);
    const std::uint32_t first = program.copy(0, 2);
    program.require(program.send(1, 2), first);
    const std::uint32_t answer = program.receive(2, 3);
    program.require(program.copy(1, 2), answer);
    program.begin(1);
    const std::uint32_t received = program.receive(0, 0);
    const std::uint32_t sent = program.send(2, 0);
    if (answers) {
      program.require(sent, received);
    }
    program.begin(2);
    const std::uint32_t passed = program.receive(1, 1);
    program.require(program.send(0, 1), passed);
    EXPECT_EQ(program.races().empty(), answers);
  }
}

// What a rank gets back is what it has: in whatever order, it sends the same.
TEST(ProgramRaces, WhatIsThereAlreadyChangesNothing) {
  for (const std::uint32_t chunk : {0U, 1U}) {
    Chunks program;
    program.begin(0);
    program.send(1, 0);
    program.receive(1, chunk);
    program.begin(1);
    const std::uint32_t received = program.receive(0, 3);
    program.require(program.send(0, 3), received);
    EXPECT_EQ(program.races(), "");
  }
}

// A receive writes when its message comes, whenever that is.
TEST(ProgramRaces, AReceiveWritesFromWhenItIsReady) {
  Chunks program;
  program.begin(0);
  program.receive(1, 2);
  program.copy(2, 3);
  program.begin(1);
  program.send(0, 0);
  EXPECT_NE(program.races().find("race for chunk 2"), std::string::npos);
}

// Of two messages of a channel the order counts, which is that of the program where both go at
// once.
TEST(ProgramRaces, MessagesOfAChannel) {
  for (const bool early : {true, false}) {
    Chunks program;
    program.begin(0);
    const std::uint32_t copy = program.copy(0, 3);
    const std::uint32_t a = program.send(1, 1);
    const std::uint32_t b = program.send(1, 2);
    program.require(early ? b : a, copy);
    program.begin(1);
    program.receive(0, 0);
    program.receive(0, 1);
    EXPECT_EQ(program.races().empty(), early);
  }
}

TEST(ProgramRaces, RowsHaveNone) {
  constexpr NodeId kMostNodes = 32;
  for (const RowCost& line : row_costs()) {
    if (line.topology().processors() > kMostNodes || find_row(line.row).application != nullptr) {
      continue;
    }
    SCOPED_TRACE(line.text());
    RawConfig raw;
    give_all(raw, line, kSimulatedHardware[0]);
    give(raw, "run.allow_deadlock", "on");
    const Plan plan(raw);
    try {
      const Program program = program_of(plan.schedule(), plan.topology(), plan.config().network);
      const FoundRaces found = find_races(
          program, place_ranks(PlacementMap::kIdentity, program.ranks(), plan.topology(), 0),
          plan.routing(), plan.config().network);
      EXPECT_TRUE(found.complete);
      EXPECT_EQ(found.first, "");
    } catch (const ScheduleError&) {  // worms to several nodes
    }
  }
}

TEST(ProgramRaces, ThoseOfOthersHaveNone) {
  const fs::path folder = fs::path(FLITCAST_ROOT).parent_path() / "shared/data/msccl";
  if (!fs::exists(folder)) {
    GTEST_SKIP() << "there is no folder " << folder;
  }
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".xml") {
      continue;
    }
    SCOPED_TRACE(entry.path());
    RawConfig raw;
    give(raw, "topology.kind", "ring");
    give(raw, "topology.dims", "16");
    give(raw, "traffic.program", entry.path());
    const ProgramPlan plan(raw);
    const FoundRaces found =
        find_races(plan.program(), plan.placement(), plan.routing(), plan.config().network);
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.first, "");
  }
}

}  // namespace
}  // namespace flitcast::test_program_races
