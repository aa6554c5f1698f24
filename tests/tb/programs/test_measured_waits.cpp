// What traces of a chip take on its networks, and where they wait, by hand.

#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/ini/raw_config.h"
#include "tb/results/run_csv.h"
#include "tb/sim/link_wait_watch.h"
#include "tb/system/files/input_file.h"
#include "tests/support/runs/chip_trace.h"
#include "tests/support/runs/played_program.h"

namespace flitcast::test_measured_waits {
namespace {

using namespace chip_trace;

/// The column of where each wait was, of a trace on 4 x 3 tiles: a message takes 10 + 9*D + n.
std::vector<std::string> blamed(const std::vector<std::string>& events) {
  const TempFolder folder;
  RawConfig raw;
  const GivenKeys keys{{"topology.kind", "opposite_tori"},
                       {"topology.dims", "4x3"},
                       {"link.flit_bytes", "32"},
                       {"ni.startup", "6"},
                       {"router.delay", "8"},
                       {"router.buffer_flits", "8"},
                       {"traffic.program", folder.write("x.json", list(events))}};
  for (const auto& [key, value] : keys) {
    give(raw, key, value);
  }
  const PlannedRun plan = plan_run(raw);
  LinkWaitWatch watch(config_of(plan));
  RunParts parts;
  parts.observers.push_back(&watch);
  const auto run = std::get<ProgramRun>(simulate(plan, parts));
  std::vector<std::string> places;
  std::istringstream csv(wait_csv(run, watch.waits()));
  std::string line;
  for (std::getline(csv, line); std::getline(csv, line);) {
    places.push_back(line.substr(line.rfind(',') + 1));
  }
  return places;
}

std::string read_of(const Who& who, std::uint64_t at, int x, int y, int flits) {
  return read(who, at, x, y, 32 * flits) + "," + barrier(who, at, at + 1);
}

// A reply of 64 flits from 0-0 to 1-1, which has come there 55 + 10 + 18 + 64 cycles after the
// beginning, has link 1 to 5, its last one, for its header and them up to 148 - e, with e from
// there to the node. The one from 1-0 to 1-2 comes there 19 + 10 + 9 - e cycles after its read.
TEST(MeasuredWaits, TwoReadsThatMeetOnOneLinkBlameIt) {
  const std::string first = read_of({1, 1}, 0, 0, 0, 64);
  const auto blamed_at = [&](std::uint64_t at) {
    return blamed({first, read_of({1, 2}, at, 1, 0, 2)});
  };
  EXPECT_EQ(blamed_at(50), (std::vector<std::string>{"", "1>5:60"}));
  EXPECT_EQ(blamed_at(109), (std::vector<std::string>{"", "1>5:1"}));
  EXPECT_EQ(blamed_at(110), (std::vector<std::string>{"", ""}));
}

// A long reply, from 1-0 to 1-1, has link 1 to 5 from 47 - e on, for 65 flits. The one from 0-0 to
// 1-2 comes there at 74 - e, and waits up to 112 - e. That to 2-0, which could leave the same
// router at 96 - e, is behind its header and two flits in the buffer of link 0 to 1 up to 115 - e.
TEST(MeasuredWaits, AHeaderBehindAnotherOneBlamesTheLinkWhoseBufferItIsIn) {
  EXPECT_EQ(blamed({read_of({1, 1}, 0, 1, 0, 64), read_of({1, 2}, 0, 0, 0, 2),
                    read_of({2, 0}, 40, 0, 0, 2)}),
            (std::vector<std::string>{"", "1>5:38", "0>1:19"}));
}

/// What a memory of the chip takes, by tile.
std::vector<Cycle> latencies(const Config& config, std::size_t tiles) {
  std::vector<Cycle> latencies(tiles);
  for (const NodeKind& kind : config.node_kinds) {
    for (const NodeId tile : kind.nodes) {
      latencies[tile] = kind.memory_latency.value_or(0);
    }
  }
  return latencies;
}

// Five cycles from an interface to its router, five back, nine a link: what is asked for and what
// comes go once round every ring in which two tiles differ. Data follow their header in the second
// cycle after it, at a rate of less than one. The trace says just that was measured.
TEST(MeasuredWaits, LoneReadsAndWritesTakeTheDocumentedConstants) {
  constexpr int kColumns = 10;
  constexpr int kTiles = 10 * 12;
  const std::string chip = FLITCAST_ROOT "/configs/silicon/chip.ini";
  RawConfig raw = parse_config(read_text_file(chip, 1U << 20U), chip);
  const TempFolder folder;
  const std::string trace = folder.write("x.json", "[" + read_of({}, 0, 0, 0, 1) + "]");
  give(raw, "traffic.program", trace);
  const std::vector<Cycle> memory = latencies(config_of(plan_run(raw)), kTiles);
  std::string text;
  std::uint64_t at = 0;
  for (int pair = 0; pair < kTiles * kTiles; ++pair) {
    const int one = pair / kTiles;
    const int two = pair % kTiles;
    const int hops = (one % kColumns == two % kColumns ? 0 : kColumns) +
                     (one / kColumns == two / kColumns ? 0 : kTiles / kColumns);
    const auto takes = static_cast<std::uint64_t>(2 * (5 + 5) + 9 * hops + 2 +
                                                  memory[static_cast<std::size_t>(two)]);
    for (const char* const what : {"READ", "WRITE"}) {
      for (const int noc : {0, 1}) {
        const Who who{one % kColumns, one / kColumns, noc == 0 ? "A" : "B", noc};
        text += event(who, at, std::string(what) + (*what == 'W' ? "_" : ""),
                      to(two % kColumns, two / kColumns, 32)) +
                "," + barrier(who, at, at + takes, what) + ",";
      }
      at += 1000;
    }
  }
  text.back() = ']';
  folder.write("x.json", "[" + text);
  const auto run = std::get<ProgramRun>(simulate(plan_run(raw), {}));
  ASSERT_TRUE(run.measured);
  EXPECT_EQ(run.measured->waits.size(), std::size_t{2 * 2 * kTiles * kTiles});
  for (const MeasuredComparison::Wait& wait : run.measured->waits) {
    ASSERT_EQ(wait.error, 0) << wait.start << " " << wait.end;
  }
}

}  // namespace
}  // namespace flitcast::test_measured_waits
