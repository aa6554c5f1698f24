// What packets of a trace take is by hand, see test_program_timing.cpp: with a start-up of 20 and
// links of 3 cycles a message over D links of n flits takes 24 + 3*D + n.

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tests/support/runs/netrace_bytes.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_netrace_reader {
namespace {

constexpr std::uint64_t kRequest = 1;    // of 8 bytes
constexpr std::uint64_t kResponse = 2;   // of 72
constexpr std::uint64_t kWriteback = 6;  // of 72

Cycle l(Cycle flits, Cycle hops = 1) {
  return 24 + 3 * hops + flits;
}

Cycle cycles_of(const std::vector<NetracePacket>& packets, const std::string& timing = "cycles") {
  const ProgramRun run = play_program(packed(netrace_of(packets)), {{"topology.kind", "line"},
                                                                    {"topology.dims", "5"},
                                                                    {"ni.startup", "20"},
                                                                    {"link.delay", "3"},
                                                                    {"traffic.timing", timing}});
  EXPECT_EQ(run.data_error, "");
  EXPECT_EQ(run.completion_cycles, run.predicted_cycles);
  return run.completion_cycles;
}

std::string refusal(const std::string& bytes) {
  const TempFolder folder;
  const std::string file = folder.write("x.tra", bytes);
  try {
    read_netrace(file, {});
  } catch (const FileError& error) {
    const std::string what = error.what();
    return what.substr(std::min(what.find("x.tra"), what.size()));
  }
  return "";
}

std::string refusal(const NetraceHeader& header) {
  return refusal(bytes_of(header));
}

TEST(NetraceReader, APacketGoesInItsCycle) {
  EXPECT_EQ(cycles_of({{700, 0, kRequest, 0, 3}}), 700 + l(1, 3));
  EXPECT_EQ(cycles_of({{0, 0, kResponse, 4, 3}}), l(9));
}

TEST(NetraceReader, APacketGoesAfterWhatItWaitsFor) {
  EXPECT_EQ(cycles_of({{100, 7, kRequest, 0, 1, {9}}, {110, 9, kResponse, 1, 2}}),
            100 + l(1) + l(9));
  EXPECT_EQ(cycles_of({{100, 7, kRequest, 0, 1, {9}}, {500, 9, kResponse, 1, 2}}), 500 + l(9));
  EXPECT_EQ(cycles_of({{50, 7, kRequest, 0, 1, {9}},
                       {90, 8, kWriteback, 4, 1, {9}},
                       {110, 9, kResponse, 1, 2}}),
            90 + l(9, 3) + l(9));
}

// From the last arrival on, so long as from the last cycle of what it waited for.
TEST(NetraceReader, GapsStayWhatTheyWere) {
  EXPECT_EQ(cycles_of({{100, 7, kRequest, 0, 1, {9}}, {110, 9, kResponse, 1, 2}}, "gaps"),
            100 + l(1) + 10 + l(9));
  EXPECT_EQ(cycles_of({{100, 7, kRequest, 0, 1, {9}}, {500, 9, kResponse, 1, 2}}, "gaps"),
            100 + l(1) + 400 + l(9));
  EXPECT_EQ(cycles_of({{100, 7, kRequest, 0, 1, {9}}, {100, 9, kResponse, 1, 2}}, "gaps"),
            100 + l(1) + l(9));
  EXPECT_EQ(
      cycles_of(
          {{50, 7, kRequest, 0, 1, {9}}, {90, 8, kWriteback, 4, 1, {9}}, {110, 9, kResponse, 1, 2}},
          "gaps"),
      90 + l(9, 3) + 20 + l(9));
}

// What a node has for itself has arrived as soon as it goes, and others wait for it.
TEST(NetraceReader, APacketToItselfTakesNoTime) {
  EXPECT_EQ(cycles_of({{60, 1, kResponse, 2, 2}}), 60);
  EXPECT_EQ(cycles_of({{60, 1, kResponse, 2, 2, {2}}, {50, 2, kRequest, 2, 3}}), 60 + l(1));
  EXPECT_EQ(
      cycles_of(
          {{10, 0, kRequest, 1, 2, {1}}, {60, 1, kResponse, 2, 2, {2}}, {60, 2, kRequest, 2, 3}},
          "gaps"),
      10 + l(1) + 50 + l(1));
}

// An arrival at one node may be what another one waits for.
TEST(NetraceReader, APacketMayWaitForWhatArrivesElsewhere) {
  EXPECT_EQ(cycles_of({{100, 7, kRequest, 0, 1, {9}}, {0, 9, kResponse, 3, 4}}), 100 + l(1) + l(9));
}

// Neither packets nor ids need be in order, and a trace may end before what it says of cycles.
TEST(NetraceReader, TakesPacketsInAnyOrder) {
  EXPECT_EQ(
      cycles_of({{300, 4'000'000'000, kResponse, 1, 2}, {100, 7, kRequest, 0, 1, {4'000'000'000}}}),
      300 + l(9));
}

TEST(NetraceReader, KnowsTheSizesOfAllTypes) {
  const std::vector<std::uint64_t> small = {1, 5, 13, 14, 15, 25, 27, 28, 29};
  const std::vector<std::uint64_t> large = {2, 3, 4, 6, 16, 30};
  const TempFolder folder;
  for (std::uint64_t type = 0; type < 256; ++type) {
    const std::string bytes = netrace_of({{0, 0, type, 0, 1}});
    const std::uint64_t size = std::count(small.begin(), small.end(), type) > 0   ? 8
                               : std::count(large.begin(), large.end(), type) > 0 ? 72
                                                                                  : 0;
    if (size == 0) {
      EXPECT_EQ(refusal(bytes),
                "x.tra: packet 1 from byte 100 on: there is no type " + std::to_string(type));
      continue;
    }
    for (const std::int64_t flit : {1, 8, 16, 100}) {
      const Program program = read_program(folder.write("x", packed(bytes)), {{1000, flit}});
      EXPECT_EQ(program.flits(),
                (size + static_cast<std::uint64_t>(flit) - 1) / static_cast<std::uint64_t>(flit));
    }
  }
}

TEST(NetraceReader, TakesSeveralStreamsOfBzip2) {
  const std::string bytes = netrace_of({{0, 0, kRequest, 0, 1}, {5, 1, kRequest, 0, 1}});
  const TempFolder folder;
  const std::string file =
      folder.write("x", packed(bytes.substr(0, 90)) + packed(bytes.substr(90)));
  EXPECT_EQ(read_program(file, {}).messages(), 2U);
}

TEST(NetraceReader, SaysWhatIsWrongInTheHeader) {
  EXPECT_EQ(refusal(NetraceHeader{0x484A5456}),
            "x.tra: header: no netrace: it begins with the bytes 55 54 4a 48");
  EXPECT_EQ(refusal(NetraceHeader{0x484A5455, 0x40000000}), "x.tra: header: is not of version 1.0");
  EXPECT_EQ(refusal(NetraceHeader{0x484A5455, 0x3F800000, 0}),
            "x.tra: header: 0 nodes have nothing to do");
  EXPECT_EQ(refusal(NetraceHeader{0x484A5455, 0x3F800000, 5, ~std::uint64_t{0}}),
            "x.tra: header: 18446744073709551615 packets are more than 536870911");
  EXPECT_EQ(refusal(NetraceHeader{0x484A5455, 0x3F800000, 5, 1, 8192}),
            "x.tra: header: notes of 8192 bytes are longer than 8191");
  EXPECT_EQ(refusal(NetraceHeader{0x484A5455, 0x3F800000, 5, 1, 0, {0, 2}}),
            "x.tra: header: its 2 regions have more packets than the 1 that the trace has");
  EXPECT_EQ(refusal(NetraceHeader{0x484A5455, 0x3F800000, 5, 3, 0, {0, 2}}),
            "x.tra: header: its 2 regions have 2 packets, and the trace has 3");
  std::string many = bytes_of(NetraceHeader{});
  many.replace(60, 4, "\xFF\xFF\xFF\xFF");
  EXPECT_EQ(refusal(many), "x.tra: header: 4294967295 regions are more than 10000");
}

TEST(NetraceReader, SaysWhatIsWrongWithPackets) {
  const NetracePacket right{0, 3, kRequest, 0, 1};
  EXPECT_EQ(refusal(netrace_of({right, {0, 4, kRequest, 5, 1}})),
            "x.tra: packet 2 from byte 121 on: source 5 is no node of 5");
  EXPECT_EQ(refusal(netrace_of({right, {0, 4, kRequest, 0, 255}})),
            "x.tra: packet 2 from byte 121 on: destination 255 is no node of 5");
  EXPECT_EQ(refusal(netrace_of({{~std::uint64_t{0}, 3, kRequest, 0, 1}})),
            "x.tra: packet 1 from byte 100 on: cycle 18446744073709551615 is later than "
            "1000000000000000");
  EXPECT_EQ(refusal(netrace_of({right, right})), "x.tra: there are two packets with the id 3");
  EXPECT_EQ(refusal(netrace_of({right, {0, 4, kRequest, 0, 1, {3, 8}}})),
            "x.tra: packet 2: there is no packet with the id 8, which waits for it");
  EXPECT_EQ(refusal(netrace_of({right}) + "x"),
            "x.tra: goes on after its 1 packets, from byte 121 on");
}

TEST(NetraceReader, ATraceThatWaitsForItselfComesToAStand) {
  for (const std::vector<NetracePacket>& packets :
       {std::vector<NetracePacket>{{0, 0, kRequest, 0, 1, {1}}, {0, 1, kRequest, 1, 0, {0}}},
        {{0, 0, kRequest, 2, 2, {0}}}}) {
    try {
      cycles_of(packets);
      FAIL();
    } catch (const ConfigError& error) {
      EXPECT_NE(std::string(error.what())
                    .find("comes to a stand on these nodes without contention: rank"),
                std::string::npos)
          << error.what();
    }
  }
}

TEST(NetraceReader, ATraceThatEndsAnywhereIsRefused) {
  const std::string bytes = netrace_of({{0, 0, kRequest, 0, 1, {1}}, {4, 1, kRequest, 1, 0}});
  for (std::size_t size = 4; size < bytes.size(); ++size) {
    EXPECT_NE(refusal(bytes.substr(0, size))
                  .find("the file ends there, after " + std::to_string(size) + " bytes"),
              std::string::npos)
        << size;
  }
  const std::string small = packed(bytes);
  for (std::size_t size = 3; size < small.size(); ++size) {
    EXPECT_NE(refusal(small.substr(0, size)), "") << size;
    const TempFolder folder;
    EXPECT_EQ(format_of(folder.write("x", small.substr(0, std::max<std::size_t>(size, 4)))),
              ProgramFormat::kNetrace);
  }
}

TEST(NetraceReader, WhatIsDamagedIsFound) {
  const std::string small = packed(netrace_of({{0, 0, kRequest, 0, 1}, {4, 1, kRequest, 1, 0}}));
  for (std::size_t at = 4; at + 1 < small.size(); ++at) {  // the last one is not full
    std::string damaged = small;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
    EXPECT_NE(refusal(damaged), "") << at;
  }
}

// A few kilobytes that become many megabytes.
TEST(NetraceReader, WhatUnpacksToTooMuchIsRefused) {
  NetraceHeader header;
  header.packets = 500'000'000;
  const std::string zeros = packed(std::string(4'000'000, '\0'));
  EXPECT_EQ(
      refusal(packed(bytes_of(header) + bytes_of(NetracePacket{0, 0, kRequest, 0, 1})) + zeros),
      "x.tra: packet 2 from byte 97 on: there is no type 0");
  std::string same;
  for (int i = 0; i < 40'000; ++i) {
    same += bytes_of(NetracePacket{0, 0, kRequest, 0, 1});
  }
  const std::string once = packed(same);
  std::string bomb = packed(bytes_of(header));
  for (int i = 0; i < 200; ++i) {
    bomb += once;
  }
  EXPECT_EQ(refusal(bomb),
            "x.tra: unpacks to more than 1000 times its size, which no trace or proof does");
}

}  // namespace
}  // namespace flitcast::test_netrace_reader
