// Programs of every format, written in every other and read again: what a format holds comes back
// with the same messages in the same cycles; what it cannot hold is refused, or told. A cycle is a
// microsecond, so that times are whole numbers in all of them.

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/plan/plan.h"
#include "tb/programs/program_file.h"
#include "tb/programs/written/written_formats.h"
#include "tests/support/runs/netrace_bytes.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"
#include "traffic/program/schedule_ops.h"

namespace flitcast::test_written_formats {
namespace {

namespace fs = std::filesystem;

using Lines = std::vector<std::string>;

const fs::path kRoot = FLITCAST_ROOT;
const fs::path kOwn = kRoot / "configs/program";
const fs::path kShared = kRoot.parent_path() / "shared/data";
constexpr Scale kMicroseconds{1'000'000, 8};
constexpr std::uint32_t kChunkFlits = 9;  // a packet of netrace

const GivenKeys kNetwork{{"topology.kind", "ring"},   {"topology.dims", "64"},
                         {"clock.period", "1us"},     {"traffic.message_flits", "9"},
                         {"traffic.fifo_depth", "0"}, {"ni.reduce_per_flit", "2"},
                         {"ni.copy_per_flit", "1"},   {"traffic.placement", "identity"}};

const WrittenFormat& format_named(const std::string& word) {
  for (const WrittenFormat& format : written_formats()) {
    if (format.word == word) {
      return format;
    }
  }
  throw std::logic_error(word);
}

NetworkConfig costs() {
  NetworkConfig network;
  network.copy_per_flit = 1;
  network.reduce_per_flit = 2;
  return network;
}

/// Writes a program; what is told about it goes to `unsaid`.
std::string written(const Program& program, const std::string& word, const TempFolder& folder,
                    Lines& unsaid, const Scale& scale = kMicroseconds) {
  const WrittenFormat& format = format_named(word);
  unsaid = format.unsaid(program, scale, costs());
  const auto text_of = [](const auto& write) {
    std::string text;
    write([&](const std::string& piece) { text += piece; });
    return text;
  };
  if (format.write != nullptr) {
    return folder.write(word + ".file", text_of([&](const ProgramSink& sink) {
                          format.write(program, scale, costs(), unsaid, sink);
                        }));
  }
  const ChakraWriter writer(program, scale, costs(), unsaid);
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    folder.write(word + "." + std::to_string(rank) + ".et",
                 text_of([&](const ProgramSink& sink) { writer.write(rank, sink); }));
  }
  return folder.path(word);
}

Program read(const std::string& file, TraceTiming timing = TraceTiming::kCycles) {
  ProgramUnits units{kMicroseconds, kChunkFlits, timing};
  units.network = costs();
  return read_program(file, units);
}

/// The formats that hold the program in a file, with its cycles; of others nothing is written, or
/// what they leave out is told.
std::set<std::string> formats_that_hold(const std::string& file) {
  std::set<std::string> holding;
  const Program program = read(file);
  const ProgramRun run = play_program_file(file, kNetwork);
  for (const WrittenFormat& format : written_formats()) {
    SCOPED_TRACE(file + " in " + std::string(format.word));
    const TempFolder folder;
    Lines unsaid;
    std::string again;
    try {
      again = written(program, std::string(format.word), folder, unsaid);
    } catch (const UnsaidProgram& error) {
      EXPECT_GT(std::string(error.what()).size(), 20U);
      continue;
    }
    const ProgramRun played = play_program_file(again, kNetwork);
    EXPECT_EQ(played.data_error, "");
    EXPECT_EQ(played.messages, run.messages);
    EXPECT_EQ(played.flits, run.flits);
    EXPECT_NE(format_of(again), ProgramFormat::kNone);
    bool tells_times = false;
    for (const std::string& line : unsaid) {
      tells_times |= line.find("dependencies") != std::string::npos ||
                     line.find("no times") != std::string::npos ||
                     line.find("no message waits") != std::string::npos;
    }
    if (!tells_times) {
      EXPECT_EQ(played.completion_cycles, run.completion_cycles);
      holding.emplace(format.word);
    }
  }
  return holding;
}

TEST(WrittenFormats, HoldWhatTheyCanOfOthers) {
  using Words = std::set<std::string>;
  const std::map<std::string, Words> holding = {
      {"all-gather-2.xml", {"msccl", "goal", "chakra", "csv", "netrace"}},
      {"ring-all-reduce-4.xml", {"msccl", "goal", "chakra"}},  // sums, and sends in their order
      {"packets.csv", {"goal", "chakra"}},                     // one packet to its own node
      {"pipeline.goal", {"goal"}},                             // irequires, any tag
      {"requests.tra.bz2", {"goal", "chakra"}},                // likewise
      {"step", {"goal", "chakra"}}};
  for (const auto& [name, words] : holding) {
    EXPECT_EQ(formats_that_hold(kOwn / name), words) << name;
  }
}

TEST(WrittenFormats, HoldWhatOthersHaveWritten) {
  std::size_t files = 0;
  for (const char* kind : {"goal", "netrace", "msccl", "chakra"}) {
    if (!fs::exists(kShared / kind)) {
      continue;
    }
    for (const auto& entry : fs::directory_iterator(kShared / kind)) {
      const fs::path extension = entry.path().extension();
      const bool large = std::string(kind) == "chakra" || fs::file_size(entry.path()) > 400'000;
      if (!large && (extension == ".goal" || extension == ".bz2" || extension == ".xml")) {
        const std::set<std::string> holding = formats_that_hold(entry.path());
        EXPECT_EQ(holding.count("goal"), 1U) << entry.path();
        EXPECT_EQ(holding.count("chakra"), 1U) << entry.path();
        ++files;
      }
    }
  }
  if (files == 0) {
    GTEST_SKIP() << "there is no such file in " << kShared;
  }
}

// Rows of the catalogue on a ring of 8, in dataflow. What the ranks pass on has 9 flits, or 72.
TEST(WrittenFormats, HoldRows) {
  for (const auto& [row, words] : std::map<std::string, std::set<std::string>>{
           {"aab-ring", {"goal", "chakra"}},
           {"aas-ring-dex", {"goal", "chakra", "csv"}},
           {"allreduce-ring", {"goal", "chakra"}},
           {"barrier-dissemination", {"goal", "chakra"}}}) {
    RawConfig raw;
    for (const auto& [key, value] : GivenKeys{{"topology.kind", "ring"},
                                              {"topology.dims", "8"},
                                              {"traffic.algorithm", row},
                                              {"traffic.message_flits", "72"}}) {
      give(raw, key, value);
    }
    const Plan plan(raw);
    const Program program = program_of(plan.schedule(), plan.topology(), costs());
    const TempFolder folder;
    Lines unsaid;
    const ProgramRun run = play_program_file(written(program, "goal", folder, unsaid), kNetwork);
    for (const char* word : {"chakra", "csv", "netrace"}) {
      SCOPED_TRACE(row + " in " + word);
      try {
        const std::string file = written(program, word, folder, unsaid);
        EXPECT_EQ(words.count(word), 1U);
        EXPECT_EQ(play_program_file(file, kNetwork).completion_cycles, run.completion_cycles);
      } catch (const UnsaidProgram&) {
        EXPECT_EQ(words.count(word), 0U);
      }
    }
  }
}

// A response, 40 cycles after its request, and another 7 cycles after that.
TEST(WrittenFormats, NetraceHoldsGaps) {
  const TempFolder folder;
  const std::string file = folder.write(
      "x.tra", netrace_of({{10, 3, 1, 0, 1, {4}}, {50, 4, 2, 1, 0, {9}}, {57, 9, 1, 0, 2}}));
  GivenKeys keys = kNetwork;
  keys.emplace_back("traffic.timing", "gaps");
  const Cycle cycles = play_program_file(file, keys).completion_cycles;
  Lines unsaid;
  const std::string again = written(read(file, TraceTiming::kGaps), "netrace", folder, unsaid);
  ASSERT_EQ(unsaid.size(), 1U);
  EXPECT_NE(unsaid[0].find("traffic.timing = gaps"), std::string::npos);
  EXPECT_EQ(play_program_file(again, keys).completion_cycles, cycles);
  EXPECT_EQ(play_program_file(again, kNetwork).completion_cycles,
            play_program_file(file, kNetwork).completion_cycles);
}

// ---- small programs ----

ProgramOp op(OpKind kind, std::uint64_t amount, std::uint32_t peer = ProgramOp::kAny) {
  ProgramOp op;
  op.kind = kind;
  op.amount = amount;
  op.peer = peer;
  return op;
}

std::string refusal(const Program& program, const std::string& format) {
  const TempFolder folder;
  Lines unsaid;
  try {
    written(program, format, folder, unsaid);
  } catch (const UnsaidProgram& error) {
    return error.what();
  }
  return "";
}

TEST(WrittenFormats, TimesOfCsvAreThoseBeforeAMessage) {
  Program program(2);
  program.begin_rank(0);
  const std::uint32_t before = program.add(op(OpKind::kCompute, 30));
  const std::uint32_t date = program.add(op(OpKind::kWait, 20));
  const std::uint32_t send = program.add(op(OpKind::kSend, 4, 1));
  program.require(send, before);
  program.require(send, date);
  program.begin_rank(1);
  program.add(op(OpKind::kReceive, 4, 0));
  const TempFolder folder;
  Lines unsaid;
  std::string text;
  write_trace_csv(program, costs(), {"a remark"}, [&](const std::string& piece) { text += piece; });
  EXPECT_EQ(text, "# a remark\ncycle,src,dst,flits\n30,0,1,5\n");
  EXPECT_EQ(
      play_program_file(written(program, "csv", folder, unsaid), kNetwork).completion_cycles,
      play_program_file(written(program, "goal", folder, unsaid), kNetwork).completion_cycles);
}

TEST(WrittenFormats, RefuseWhatATraceCannotSay) {
  Program program(3);
  program.begin_rank(1);
  const std::uint32_t first = program.add(op(OpKind::kReceive, 1, 0));
  const std::uint32_t delay = program.add(op(OpKind::kDelay, 5));
  const std::uint32_t second = program.add(op(OpKind::kReceive, 1, 2));
  program.begin_rank(0);
  program.add(op(OpKind::kSend, 1, 1));
  program.begin_rank(2);
  const std::uint32_t third = program.add(op(OpKind::kSend, 1, 1));
  EXPECT_EQ(refusal(program, "netrace"), "");
  program.require(program.add(op(OpKind::kSend, 1, 0)), third);
  EXPECT_NE(refusal(program, "netrace").find("until a message has left"), std::string::npos);

  Program other(3);
  other.begin_rank(0);
  other.add(op(OpKind::kSend, 1, 1));
  other.begin_rank(2);
  other.add(op(OpKind::kSend, 1, 1));
  other.begin_rank(1);
  other.add(op(OpKind::kReceive, 1, 0));
  other.add(op(OpKind::kDelay, 5));
  other.add(op(OpKind::kReceive, 1, 2));
  const std::uint32_t send = other.add(op(OpKind::kSend, 1, 0));
  const std::uint32_t base = other.rank(1).first;
  other.require(base + (delay - first), base);
  other.require(send, base + (delay - first));
  EXPECT_EQ(refusal(other, "netrace"), "");
  EXPECT_NE(refusal(other, "csv").find("no cycle of its own"), std::string::npos);
  other.require(send, base + (second - first));
  EXPECT_NE(refusal(other, "netrace").find("after each so long of its own"), std::string::npos);
}

TEST(WrittenFormats, NetraceRefusesOtherSizesAndTooManyNodes) {
  Program program(2);
  program.begin_rank(0);
  program.add(op(OpKind::kSend, 2, 1));
  program.begin_rank(1);
  program.add(op(OpKind::kReceive, 2, 0));
  EXPECT_NE(refusal(program, "netrace").find("1 or 9 flits of 8"), std::string::npos);
  Program large(256);
  for (std::uint32_t rank = 0; rank < 256; ++rank) {
    large.begin_rank(rank);
  }
  EXPECT_NE(refusal(large, "netrace").find("255 nodes"), std::string::npos);
  EXPECT_NE(refusal(large, "csv").find("no messages"), std::string::npos);
}

// What waits for each other could not be played, either.
TEST(WrittenFormats, TracesRefuseCircles) {
  Program program(2);
  for (std::uint32_t rank = 0; rank < 2; ++rank) {
    program.begin_rank(rank);
    const std::uint32_t received = program.add(op(OpKind::kReceive, 1, 1 - rank));
    program.require(program.add(op(OpKind::kSend, 1, 1 - rank)), received);
  }
  EXPECT_NE(refusal(program, "netrace").find("wait for each other"), std::string::npos);
}

TEST(WrittenFormats, TimesThatAreNoWholeUnitAreTold) {
  Program program(1);
  program.begin_rank(0);
  program.add(op(OpKind::kCompute, 3));
  program.add(op(OpKind::kDelay, 4000));
  const auto told = [&](const std::string& format, const Scale& scale) {
    const TempFolder folder;
    Lines unsaid;
    written(program, format, folder, unsaid, scale);
    return unsaid.empty() ? "" : unsaid[0];
  };
  EXPECT_EQ(told("chakra", {1000, 8}),
            "Chakra has whole us: 1 times are rounded up, from 4003 cycles to 5000 in all");
  EXPECT_EQ(told("goal", {1000, 8}), "");
  EXPECT_EQ(told("goal", {1500, 8}),
            "GOAL text has whole ns: 1 times are rounded down, and are the same in cycles of 1500 "
            "ps");
  EXPECT_EQ(told("goal", {400, 8}),
            "GOAL text has whole ns: 1 times are rounded up, from 4003 cycles to 4005 in all");
}

// Of collectives of Chakra tags are beyond those that messages may have.
TEST(WrittenFormats, ChakraGivesOtherTags) {
  const TempFolder folder;
  Lines unsaid;
  const Program program = read(kOwn / "step");
  const Program again = read(written(program, "chakra", folder, unsaid));
  std::map<std::uint32_t, std::set<std::uint32_t>> tags;
  ASSERT_GE(again.size(), program.size());
  for (std::uint32_t i = 0; i < program.size(); ++i) {
    if (program[i].kind == OpKind::kSend) {
      tags[program[i].tag];
    }
  }
  std::set<std::uint32_t> found;
  for (std::uint32_t i = 0; i < again.size(); ++i) {
    if (again[i].kind == OpKind::kSend) {
      found.insert(again[i].tag);
    }
  }
  EXPECT_EQ(found.size(), tags.size());
  EXPECT_LT(*found.rbegin(), 1U << 31U);
}

}  // namespace
}  // namespace flitcast::test_written_formats
