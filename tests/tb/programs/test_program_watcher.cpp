// What is told of a program that is played, on a line of three nodes, ni.startup = 20: a message of
// n flits over D links is with its receiver L(n) = 24 + D + n after it was issued, its header has
// entered the network 21 after it, its last word n later.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/plan/planned_run.h"
#include "tb/sim/simulation.h"
#include "tests/support/temp_folder.h"
#include "traffic/program/program_player.h"
#include "traffic/program/program_watcher.h"

namespace flitcast::test_program_watcher {
namespace {

/// Writes a line for everything.
class Log final : public ProgramWatcher {
 public:
  std::vector<std::string> lines;

 private:
  void begins(Cycle at) override { lines.push_back(std::to_string(at) + ": begins"); }
  void ready(std::uint32_t op, const Cause& cause, Cycle at) override {
    add(at, op, "ready", cause);
  }
  void held_up(std::uint32_t op, Cycle at) override { add(at, op, "held up"); }
  void started(std::uint32_t op, const Cause& cause, Cycle at) override {
    add(at, op, "started", cause);
  }
  void posted(std::uint32_t op, Cycle at) override { add(at, op, "posted"); }
  void left_source(std::uint32_t op, const Packet& packet, Cycle issued, Cycle injected,
                   Cycle at) override {
    add(at, op,
        "leaves with " + std::to_string(packet.payload_flits) + ", issued at " +
            std::to_string(issued) + ", injected at " + std::to_string(injected));
  }
  void came(std::uint32_t op, const Packet& packet, Cycle head, Cycle tail) override {
    add(tail, op,
        "comes from " + std::to_string(packet.source) + ", head at " + std::to_string(head));
  }
  void arrived(std::uint32_t op, Cycle at) override { add(at, op, "arrived"); }
  void matched(std::uint32_t receive, std::uint32_t send, const Cause& cause, Cycle at) override {
    add(at, receive, "gets " + std::to_string(send), cause);
  }
  void finished(std::uint32_t op, Cycle at) override { add(at, op, "finished"); }

  void add(Cycle at, std::uint32_t op, const std::string& what) {
    lines.push_back(std::to_string(at) + ": " + std::to_string(op) + " " + what);
  }
  void add(Cycle at, std::uint32_t op, const std::string& what, const Cause& cause) {
    static constexpr const char* kWords[] = {"message of", "sent", "end of", "stream after",
                                             "start of"};
    add(at, op, what);
    lines.back() += cause.what == Cause::What::kBeginning
                        ? ""
                        : std::string(" by ") + kWords[static_cast<std::size_t>(cause.what)] + " " +
                              std::to_string(cause.op);
  }
};

std::vector<std::string> lines_of(const std::string& text, const std::string& fifo_depth = "0") {
  const TempFolder folder;
  RawConfig raw;
  give(raw, "traffic.program", folder.write("program", text));
  give(raw, "traffic.fifo_depth", fifo_depth);
  give(raw, "topology.kind", "line");
  give(raw, "topology.dims", "3");
  give(raw, "ni.startup", "20");
  const PlannedRun planned = plan_run(raw);
  const auto& plan = std::get<ProgramPlan>(planned);
  Log log;
  ProgramPlayer player(plan.program(), plan.placement(), plan.routing(), plan.config().network, 1,
                       &log);
  run_workload(plan.config(), plan.topology(), plan.routing(), player, {});
  return log.lines;
}

// The message goes at 30 and comes at 30 + L(10).
TEST(ProgramWatcher, IsToldOfAMessageAndOfWhatWaitsForIt) {
  const std::vector<std::string> lines{"0: begins",
                                       "0: 0 ready",
                                       "0: 0 started",
                                       "0: 2 ready",
                                       "0: 2 started",
                                       "30: 0 finished",
                                       "30: 1 ready by end of 0",
                                       "30: 1 started by stream after 0",
                                       "30: 1 posted",
                                       "63: 1 leaves with 10, issued at 30, injected at 51",
                                       "65: 1 comes from 0, head at 55",
                                       "64: 1 finished",
                                       "65: 1 arrived",
                                       "65: 2 gets 1 by message of 1",
                                       "65: 2 finished",
                                       "65: 3 ready by end of 2",
                                       "65: 3 started by end of 2",
                                       "70: 3 finished"};
  EXPECT_EQ(lines_of("num_ranks 2\n"
                     "rank 0 {\na: calc 30\nb: send 80b to 1\nb requires a\n}\n"
                     "rank 1 {\nc: recv 80b from 0\nd: calc 5\nd requires c\n}\n"),
            lines);
}

// The second of two sends waits for its turn until the first one's start-up is over, and then until
// the first message has been received, which comes early, at L(1) = 26, at a receiver that computes
// until 100.
TEST(ProgramWatcher, IsToldOfASendThatItsChannelHoldsUp) {
  const std::vector<std::string> lines{"0: begins",
                                       "0: 0 ready",
                                       "0: 0 started",
                                       "0: 1 ready",
                                       "0: 2 ready",
                                       "0: 2 started",
                                       "0: 0 posted",
                                       "20: 1 held up",
                                       "24: 0 leaves with 1, issued at 0, injected at 21",
                                       "26: 0 comes from 0, head at 25",
                                       "25: 0 finished",
                                       "26: 0 arrived",
                                       "100: 2 finished",
                                       "100: 3 ready by end of 2",
                                       "100: 3 started by end of 2",
                                       "100: 3 gets 0 by end of 2",
                                       "100: 3 finished",
                                       "100: 1 ready by end of 3",
                                       "100: 1 started by end of 3",
                                       "100: 4 ready by end of 3",
                                       "100: 4 started by end of 3",
                                       "100: 1 posted",
                                       "124: 1 leaves with 1, issued at 100, injected at 121",
                                       "126: 1 comes from 0, head at 125",
                                       "125: 1 finished",
                                       "126: 1 arrived",
                                       "126: 4 gets 1 by message of 1",
                                       "126: 4 finished"};
  EXPECT_EQ(lines_of("num_ranks 2\n"
                     "rank 0 {\nsend 8b to 1\nsend 8b to 1\n}\n"
                     "rank 1 {\nc: calc 100\nd: recv 8b from 0\nd requires c\n"
                     "e: recv 8b from 0\ne requires d\n}\n",
                     "1"),
            lines);
}

}  // namespace
}  // namespace flitcast::test_program_watcher
