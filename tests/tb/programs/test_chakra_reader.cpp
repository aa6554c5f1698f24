// What nodes take is by hand, see test_program_timing.cpp: with a start-up of 20 and links of 3
// cycles a message over D links of n flits takes 24 + 3*D + n. A microsecond is 1000 cycles.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/programs/chakra/chakra_files.h"
#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tests/support/runs/chakra_bytes.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_chakra_reader {
namespace {

Cycle l(Cycle flits, Cycle hops = 1) {
  return 24 + 3 * hops + flits;
}

Cycle cycles_of(const std::vector<std::string>& ranks, const GivenKeys& more = {}) {
  const TempFolder folder;
  GivenKeys keys{
      {"topology.kind", "line"}, {"topology.dims", "5"}, {"ni.startup", "20"}, {"link.delay", "3"}};
  keys.insert(keys.end(), more.begin(), more.end());
  const ProgramRun run = play_program_file(write_chakra(folder, ranks), keys);
  EXPECT_EQ(run.data_error, "");
  return run.completion_cycles;
}

/// What is said of a trace, without the folder.
std::string refusal(const std::vector<std::string>& ranks,
                    const std::string& head = chakra_head()) {
  const TempFolder folder;
  const std::string name = write_chakra(folder, ranks, head);
  try {
    read_chakra(name, {});
  } catch (const FileError& error) {
    const std::string what = error.what();
    return what.substr(std::min(what.find(folder.root()), what.size()) + folder.root().size() + 1);
  }
  return "";
}

TEST(ChakraReader, NodesStartWhenWhatTheyDependOnHasEnded) {
  EXPECT_EQ(cycles_of({chakra_compute(7, 2) + chakra_compute(9, 3, {7}), ""}), 5000);
  EXPECT_EQ(cycles_of({chakra_compute(7, 2) + chakra_compute(9, 3), ""}), 3000);
  EXPECT_EQ(cycles_of({message_of(chakra_node(1, 1)) +
                           message_of(chakra_node(2, 2, {1}) + number_field(7, 4)) +
                           message_of(chakra_node(3, 3, {2}) + number_field(7, 5)),
                       ""}),
            9000);
}

TEST(ChakraReader, DependenciesMayBePackedAndOfEitherKindAndLater) {
  const std::string last =
      message_of(chakra_node(1, 4) + number_field(7, 1) + text_field(4, varint(300) + varint(2)) +
                 text_field(5, varint(3)));
  EXPECT_EQ(
      cycles_of({last + chakra_compute(300, 2) + chakra_compute(2, 7) + chakra_compute(3, 1), ""}),
      8000);
}

TEST(ChakraReader, SendsAndReceivesMeetByTag) {
  EXPECT_EQ(cycles_of({chakra_send(0, 80, 1), chakra_receive(5, 80, 0)}), l(10));
  // Of the second message others wait; the first one has another tag.
  EXPECT_EQ(cycles_of({chakra_send(1, 80, 2, {}, 4) + chakra_send(2, 80, 2, {1}, 6), "",
                       chakra_receive(1, 80, 0, {}, 6) + chakra_receive(2, 80, 0, {}, 4) +
                           chakra_compute(3, 1, {2})}),
            l(10, 2) + 1000);
}

// The ring of an all-reduce as its sender would write it down: in cycles the row of the catalogue.
TEST(ChakraReader, ARingOfEightRanksAgreesWithTheCatalogue) {
  const std::uint64_t megabyte = std::uint64_t{1} << 20;
  std::vector<std::string> sends_and_receives(8);
  for (std::uint64_t rank = 0; rank < 8; ++rank) {
    for (std::uint64_t step = 0; step < 14; ++step) {
      const std::vector<std::uint64_t> before =
          step == 0 ? std::vector<std::uint64_t>{} : std::vector{100 + step - 1};
      sends_and_receives[rank] += chakra_send(step, megabyte / 8, (rank + 1) % 8, before) +
                                  chakra_receive(100 + step, megabyte / 8, (rank + 7) % 8);
    }
  }
  const std::vector<std::string> collective(8, chakra_collective(3, 0, megabyte));
  RawConfig raw;
  give(raw, "traffic.algorithm", "allreduce-ring");
  give(raw, "topology.kind", "ring");
  give(raw, "topology.dims", "8");
  give(raw, "traffic.message_flits", std::to_string(megabyte / 64));
  give(raw, "traffic.sync", "dataflow");
  const Cycle cycles = std::get<ScheduleRun>(simulate(plan_run(raw), {})).completion_cycles;
  EXPECT_EQ(cycles, 14 * (4 + 1 + 2048));
  for (const auto& ranks : {sends_and_receives, collective}) {
    EXPECT_EQ(cycles_of(ranks, {{"topology.kind", "ring"},
                                {"topology.dims", "8"},
                                {"ni.startup", "0"},
                                {"link.flit_bytes", "64"},
                                {"link.delay", "1"}}),
              cycles);
  }
}

// Whatever the number of ranks: all of a group take part, and nothing stalls.
TEST(ChakraReader, EveryCollectiveIsPlayedOnAnyNumberOfRanks) {
  for (std::uint64_t type = 0; type < 10; ++type) {
    for (const std::size_t ranks : {1U, 2U, 3U, 4U, 7U}) {
      const std::string nodes =
          chakra_collective(3, type, 1000) + chakra_collective(4, type, 500, {3});
      const TempFolder folder;
      const ProgramRun run = play_program_file(
          write_chakra(folder, std::vector<std::string>(ranks, nodes)),
          {{"topology.kind", "ring"}, {"topology.dims", "16"}, {"link.flit_bytes", "256"}});
      EXPECT_EQ(run.data_error, "") << type << " of " << ranks;
      EXPECT_GE(run.messages, 2 * (ranks - 1)) << type << " of " << ranks;
    }
  }
}

// Sizes are of what a rank has; messages of a ring of 4 are a quarter of it or all.
TEST(ChakraReader, KnowsTheSizesOfCollectives) {
  const auto flits = [](std::uint64_t type, const std::string& row) {
    const TempFolder folder;
    ProgramUnits units;
    units.collectives = {row};
    return read_chakra(
               write_chakra(folder, std::vector<std::string>(4, chakra_collective(3, type, 800))),
               units)
        .flits();
  };
  EXPECT_EQ(flits(0, "allreduce-ring"), 4 * 6 * 25U);
  EXPECT_EQ(flits(2, "aab-ring"), 4 * 3 * 100U);
  EXPECT_EQ(flits(7, "aar-ring"), 4 * 3 * 25U);
  EXPECT_EQ(flits(6, "aas-hc-dex"), 4 * 3 * 25U);
  EXPECT_EQ(flits(5, "oab-hc-sbt"), 3 * 100U);
  EXPECT_EQ(flits(4, "oas-grid-wh"), 3 * 25U);
}

// A barrier has no payload, whatever its file says.
TEST(ChakraReader, SizesOfBarriersDoNotCount) {
  const auto program = [](std::uint64_t bytes) {
    const TempFolder folder;
    const std::string nodes = chakra_collective(3, 9, bytes) + chakra_collective(4, 6, 800, {3});
    return read_chakra(write_chakra(folder, std::vector<std::string>(4, nodes)), {});
  };
  EXPECT_EQ(program(1 << 20).flits(), program(0).flits());
  const std::vector<std::string> expected = {"all-to-all is played as aas-bruck",
                                             "barrier is played as barrier-dissemination"};
  EXPECT_EQ(program(0).notes, expected);
}

TEST(ChakraReader, NamesRowsThatNoCollectiveIsPlayedAs) {
  const TempFolder folder;
  ProgramUnits units;
  units.collectives = {"aab-ring", "allreduce-hc", "allreduce-ring"};
  const std::string trace =
      write_chakra(folder, std::vector<std::string>(3, chakra_collective(3, 0, 800)));
  const std::vector<std::string> expected = {
      "traffic.collectives: aab-ring has no effect: no collective of the trace is played as it",
      "traffic.collectives: allreduce-hc has no effect: no collective of the trace is "
      "played as it"};
  EXPECT_EQ(read_chakra(trace, units).ineffective, expected);
}

// Groups 0, 2 and 1, 3 do theirs side by side, and then all do one; what follows waits.
TEST(ChakraReader, CollectivesAreOfTheirGroupsAndInTheOrderOfIds) {
  std::vector<std::string> ranks;
  for (int rank = 0; rank < 4; ++rank) {
    ranks.push_back(
        chakra_collective(9, 2, 160, {5}) +
        chakra_collective(5, 2, 80, {}, attribute("pg_name", rank % 2 == 0 ? "a" : "b")) +
        chakra_compute(11, 1, {9}));
  }
  const TempFolder folder;
  const Program program = read_chakra(write_chakra(folder, ranks), {});
  EXPECT_EQ(program.flits(), 2 * 2 * 10U + 4 * 3 * 20U);
  EXPECT_GT(cycles_of(ranks), 1000 + l(10) + l(20));
}

TEST(ChakraReader, ARootIsARank) {
  const std::string nodes = chakra_collective(1, 5, 80, {}, attribute("root", 3));
  const TempFolder folder;
  const Program program = read_chakra(write_chakra(folder, std::vector<std::string>(4, nodes)), {});
  std::uint32_t sends = 0;
  for (std::uint32_t op = program.rank(3).first; op < program.rank(3).end; ++op) {
    sends += program[op].kind == OpKind::kSend ? 1U : 0U;
    EXPECT_FALSE(receives(program[op].kind));
  }
  EXPECT_GT(sends, 0U);
}

TEST(ChakraReader, ATraceIsMeantByItsNameAFileOrItsFolder) {
  const TempFolder folder;
  const std::string name = write_chakra(folder, {"", "", ""});
  const std::vector<std::string> files = {name + ".0.et", name + ".1.et", name + ".2.et"};
  EXPECT_EQ(chakra_files(name), files);
  EXPECT_EQ(chakra_files(name + ".1.et"), files);
  EXPECT_EQ(chakra_files(folder.root()), files);
  EXPECT_TRUE(chakra_files(name + "y").empty());
  EXPECT_EQ(format_of(name), ProgramFormat::kChakra);
  folder.write("y.0.et", "");
  EXPECT_EQ(chakra_files(name), files);
  EXPECT_THROW(chakra_files(folder.root()), FileError);
  folder.write("x.4.et", "");
  EXPECT_THROW(chakra_files(name), FileError);
  EXPECT_EQ(format_of(name), ProgramFormat::kChakra);
}

TEST(ChakraReader, SaysWhatIsWrongAndWhere) {
  const std::string fine = chakra_compute(1, 1);
  const auto node = [](const std::string& fields) { return message_of(fields); };
  EXPECT_EQ(refusal({""}, ""), "x.0.et: is empty; a Chakra trace begins with its GlobalMetadata");
  EXPECT_EQ(
      refusal({""}, chakra_compute(1, 1)),
      "x.0.et: message 1 from byte 0 on: is no GlobalMetadata, which a Chakra trace begins with");
  EXPECT_EQ(refusal({fine + node(chakra_node(2, 8))}),
            "x.0.et: message 3 from byte 23 on: there is no type 8 of nodes");
  EXPECT_EQ(refusal({node(chakra_node(2, 0))}),
            "x.0.et: message 2 from byte 8 on: there is no type 0 of nodes");
  EXPECT_EQ(refusal({fine + fine}), "x.0.et: there are two nodes with the id 1");
  EXPECT_EQ(refusal({chakra_compute(1, 1, {77})}),
            "x.0.et: message 2: there is no node with the id 77, which it depends on");
  EXPECT_EQ(refusal({chakra_send(1, 80, 2), ""}),
            "x.0.et: message 2 from byte 8 on: comm_dst of node 1 is 2, no number from 0 to 1");
  EXPECT_EQ(refusal({chakra_send(1, 80, 0), ""}),
            "x.0.et: message 2 from byte 8 on: comm_dst of node 1 is the rank itself");
  EXPECT_EQ(refusal({node(chakra_node(1, 5) + attribute("comm_dst", 1)), ""}),
            "x.0.et: message 2 from byte 8 on: node 1 has no comm_size");
  EXPECT_EQ(refusal({chakra_send(1, ~std::uint64_t{0}, 1), ""}),
            "x.0.et: message 2 from byte 8 on: comm_size of node 1 is -1, no number from 0 to "
            "34359738352");
  EXPECT_EQ(refusal({chakra_compute(1, ~std::uint64_t{0})}),
            "x.0.et: message 2 from byte 8 on: duration_micros of node 1 is 18446744073709551615, "
            "more than 1000000000000");
  EXPECT_EQ(refusal({chakra_collective(1, 10, 8), chakra_collective(1, 10, 8)}),
            "x.0.et: message 2 from byte 8 on: there is no collective 10");
  EXPECT_EQ(refusal({node("\x0A\xFF")}),
            "x.0.et: message 2 from byte 8 on: is no node: end of buffer exception");
  EXPECT_EQ(refusal({std::string(20, '\xFF')}),
            "x.0.et: message 2 from byte 8 on: its length is more than 67108864 bytes");
  EXPECT_EQ(refusal({node(std::string("\x08", 1) + std::string(20, '\xFF'))}),
            "x.0.et: message 2 from byte 8 on: is no node: varint too long exception");
}

TEST(ChakraReader, CollectivesThatDifferAreRefused) {
  EXPECT_EQ(
      refusal({chakra_collective(1, 0, 80), chakra_collective(4, 0, 88)}),
      "x: all-reduce of 80 bytes, node 1 of rank 0, a collective of 2 ranks, is not what rank "
      "1 does with them");
  EXPECT_EQ(refusal({chakra_collective(1, 0, 80), ""}),
            "x: some ranks have collectives of all, and others have none");
  EXPECT_NE(refusal({chakra_collective(1, 0, 80),
                     chakra_collective(4, 0, 80) + chakra_collective(5, 0, 80)}),
            "");
  EXPECT_NE(refusal({chakra_collective(1, 0, 80) + chakra_collective(2, 0, 80),
                     chakra_collective(5, 0, 80)}),
            "");
}

TEST(ChakraReader, ATraceThatEndsAnywhereIsRefused) {
  const std::string whole = chakra_send(1, 80, 1);
  for (std::size_t size = 1; size < whole.size(); ++size) {
    EXPECT_NE(refusal({whole.substr(0, size), ""}), "") << size;
  }
}

TEST(ChakraReader, ATraceThatWaitsForItselfComesToAStand) {
  try {
    cycles_of({chakra_compute(1, 1, {2}) + chakra_compute(2, 1, {1}), ""});
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_NE(std::string(error.what())
                  .find("comes to a stand on these nodes without contention: rank 0: operation 1, "
                        "which is a delay: "
                        "waits for operation 2"),
              std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace flitcast::test_chakra_reader
