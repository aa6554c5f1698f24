// Rows of the catalogue, written as GOAL text and MSCCL XML and read again: they take the cycles of
// the schedule in dataflow, and in MSCCL the ranks hold what they should.

#include <string>

#include <gtest/gtest.h>

#include "tb/plan/plan.h"
#include "tb/programs/program_file.h"
#include "tb/programs/written/program_writers.h"
#include "tb/sim/simulated_run.h"
#include "tb/sim/simulation.h"
#include "tests/support/rows/simulated_row.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"
#include "traffic/program/program_player.h"
#include "traffic/program/schedule_ops.h"

namespace flitcast::test_program_writers {
namespace {

constexpr NodeId kMostNodes = 16;

std::string msccl_of(const Program& program) {
  std::string text;
  write_msccl(program, {}, [&](const std::string& piece) { text += piece; });
  return text;
}

std::string goal_of(const Program& program, const Config& config) {
  std::string text;
  write_goal(program, scale_of(config), config.network, {},
             [&](const std::string& piece) { text += piece; });
  return text;
}

/// What a program takes on the network of the plan; it ends, with the right data.
Cycle cycles_of(const Program& program, const Plan& plan) {
  const Config& config = plan.config();
  const Placement nodes =
      place_ranks(PlacementMap::kIdentity, program.ranks(), plan.topology(), config.seed);
  ProgramPlayer player(program, nodes, plan.routing(), config.network, config.seed);
  const RunMeasures run = run_workload(config, plan.topology(), plan.routing(), player, {});
  EXPECT_FALSE(run.stuck);
  EXPECT_EQ(player.data_error(), "");
  return run.completion_cycles;
}

bool leaves_copies(const Plan& plan) {
  Round round(plan.topology());
  for (std::uint64_t r = 0; r < plan.schedule().rounds; ++r) {
    round.clear();
    plan.schedule().fill(r, round);
    for (std::size_t i = 0; i < round.size(); ++i) {
      if (round[i].destinations.size() > 1 || round[i].joins) {
        return true;
      }
    }
  }
  return false;
}

class RowsWritten : public testing::TestWithParam<SimulatedHardware> {
 protected:
  /// Calls visit(plan, line) for the rows without absorption and without data of their own.
  template <typename Visit>
  void for_each_row(bool costs, Visit&& visit) {
    for (const RowCost& line : row_costs()) {
      if (line.topology().processors() > kMostNodes || find_row(line.row).application != nullptr) {
        continue;
      }
      SCOPED_TRACE(line.text());
      RawConfig raw;
      SimulatedHardware hardware = GetParam();
      hardware.t_r = costs ? hardware.t_r : 0;
      hardware.t_op = costs ? hardware.t_op : 0;
      give_all(raw, line, hardware);
      give(raw, "traffic.sync", "dataflow");
      give(raw, "run.allow_deadlock", "on");
      const Plan plan(raw);
      if (!leaves_copies(plan)) {
        visit(plan);
      }
    }
  }

  const TempFolder folder_;
};

TEST_P(RowsWritten, InGoalTakeAsLong) {
  for_each_row(true, [&](const Plan& plan) {
    const Config& config = plan.config();
    const Program program = program_of(plan.schedule(), plan.topology(), config.network);
    const Program again = read_program(folder_.write("row", goal_of(program, config)),
                                       {scale_of(config), config.message_flits});
    EXPECT_EQ(again.messages(), program.messages());
    EXPECT_EQ(again.flits(), program.flits());
    EXPECT_EQ(cycles_of(again, plan), cycles_of(program, plan));
  });
}

TEST_P(RowsWritten, InMscclTakeAsLongAndHoldTheSame) {
  for_each_row(false, [&](const Plan& plan) {
    const Config& config = plan.config();
    const Program program = program_of(plan.schedule(), plan.topology(), config.network);
    if (program.chunk_flits == 0) {
      EXPECT_THROW(msccl_of(program), UnsaidProgram);
      return;
    }
    const Program again = read_program(folder_.write("row", msccl_of(program)),
                                       {scale_of(config), plan.schedule().block_flits});
    EXPECT_EQ(again.messages(), program.messages());
    EXPECT_EQ(again.flits(), program.flits());
    EXPECT_EQ(again.promises.size(), program.promises.size());
    EXPECT_EQ(cycles_of(again, plan), cycles_of(program, plan));
  });
}

INSTANTIATE_TEST_SUITE_P(, RowsWritten,
                         testing::Values(kSimulatedHardware[0], kSimulatedHardware[2]));

// What others have written: on a ring of 64, in chunks of three flits.
TEST(ProgramWriters, ProgramsOfOthersTakeAsLong) {
  const GivenKeys keys{{"topology.kind", "ring"},
                       {"topology.dims", "64"},
                       {"traffic.message_flits", "3"},
                       {"traffic.fifo_depth", "0"},
                       {"ni.startup", "7"}};
  for (const char* name : {"all-gather-2.xml", "ring-all-reduce-4.xml", "pipeline.goal",
                           "packets.csv", "packets.csv", "requests.tra.bz2", "step"}) {
    const std::string file = std::string(FLITCAST_ROOT "/configs/program/") + name;
    SCOPED_TRACE(file);
    Program program = read_program(file, {Scale{}, 3});
    program.fifo_depth = 0;
    const ProgramRun run = play_program_file(file, keys);
    std::string text;
    const ProgramSink sink = [&](const std::string& piece) { text += piece; };
    write_goal(program, Scale{}, NetworkConfig{}, {}, sink);
    EXPECT_EQ(play_program(text, keys).completion_cycles, run.completion_cycles);
    if (program.chunk_flits > 0) {
      const ProgramRun again = play_program(msccl_of(program), keys);
      EXPECT_EQ(again.completion_cycles, run.completion_cycles);
      EXPECT_EQ(again.data_error, "");
    }
  }
}

Program program_of_row(const char* row, const char* dims) {
  RawConfig raw;
  give(raw, "topology.kind", "ring");
  give(raw, "topology.dims", dims);
  give(raw, "traffic.algorithm", row);
  give(raw, "traffic.message_flits", "5");
  const Plan plan(raw);
  return program_of(plan.schedule(), plan.topology(), plan.config().network);
}

TEST(MscclWriter, NamesTheCollectivesThatMscclHas) {
  for (const auto& [row, name] : {std::pair{"aab-ring", "allgather"},
                                  {"aas-ring-1port", "alltoall"},
                                  {"allreduce-ring", "allreduce"},
                                  {"oas-ring-sf", "custom"}}) {
    const std::string text = msccl_of(program_of_row(row, "5"));
    EXPECT_NE(text.find(std::string("coll=\"") + name + "\""), std::string::npos) << row;
    EXPECT_EQ(text.find("promises=") != std::string::npos, std::string(name) == "custom") << row;
  }
}

ProgramOp op(OpKind kind, std::uint64_t amount) {
  ProgramOp op;
  op.kind = kind;
  op.amount = amount;
  return op;
}

// A sum of 10 flits after a message, by hand: 3 cycles a flit after it has come, and a date.
TEST(GoalWriter, WritesSumsAndDatesAsComputations) {
  Program program(2);
  program.begin_rank(0);
  ProgramOp send = op(OpKind::kSend, 10);
  send.peer = 1;
  const std::uint32_t date = program.add(op(OpKind::kWait, 70));
  program.require(program.add(send), date);
  program.begin_rank(1);
  ProgramOp receive = op(OpKind::kReceiveAdd, 10);
  receive.peer = 0;
  const std::uint32_t received = program.add(receive);
  program.require(program.add(op(OpKind::kCompute, 5)), received);
  NetworkConfig network;
  network.reduce_per_flit = 3;
  std::string text;
  write_goal(program, Scale{2000, 16}, network, {"a remark"},
             [&](const std::string& piece) { text += piece; });
  EXPECT_EQ(text,
            "// \n// a remark\nnum_ranks 2\n\nrank 0 {\nl1: calc 0 cpu 1\nl1x: calc 140 cpu 2\n"
            "l1 requires l1x\nl2: send 160b to 1 tag 0 cpu 0\nl2 requires l1\n}\n\nrank 1 {\n"
            "l1: recv 160b from 0 tag 0\nl1x: calc 60 cpu 2\nl1x requires l1\nl2: calc 10 cpu 0\n"
            "l2 requires l1x\n}\n");
}

// The second rank sends when the first one computes.
TEST(GoalWriter, RefusesWhatWaitsForAnotherRank) {
  Program program(2);
  program.begin_rank(0);
  const std::uint32_t first = program.add(op(OpKind::kCompute, 10));
  program.begin_rank(1);
  program.require(program.add(op(OpKind::kCompute, 5)), first);
  EXPECT_THROW(write_goal(program, Scale{}, NetworkConfig{}, {}, [](const std::string&) {}),
               UnsaidProgram);
}

TEST(MscclWriter, RefusesWhatWouldBeWrong) {
  Program program(1);
  program.begin_rank(0);
  EXPECT_THROW(msccl_of(program), UnsaidProgram);  // no data
  program.chunk_flits = 1;
  program.set_chunks(0, 1);
  EXPECT_NO_THROW(msccl_of(program));
  program.add(op(OpKind::kReceive, 1));  // of anybody
  EXPECT_THROW(msccl_of(program), UnsaidProgram);
}

}  // namespace
}  // namespace flitcast::test_program_writers
