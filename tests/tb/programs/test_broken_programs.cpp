// Files that are cut off, and programs that wait for themselves: each ends in one error.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tests/support/runs/played_program.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_broken_programs {
namespace {

namespace fs = std::filesystem;

const fs::path kOwn = fs::path(FLITCAST_ROOT) / "configs/program";

std::string text_of(const std::string& name) {
  std::ifstream file(kOwn / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

constexpr std::size_t kStep = 13;

/// Beginnings of a file, of 0, 13, 26, … bytes, that are refused.
std::size_t refused(const std::string& name) {
  const TempFolder folder;
  const std::string text = text_of(name);
  std::size_t count = 0;
  for (std::size_t size = 0; size < text.size(); size += kStep) {
    const std::string file = folder.write("x", text.substr(0, size));
    try {
      read_program(file, {});
    } catch (const FileError& error) {
      EXPECT_EQ(std::string(error.what()).find(file + ":"), 0U) << error.what();
      ++count;
    }
  }
  return count;
}

std::string said_of(const std::string& text) {
  try {
    play_program(text, {{"topology.kind", "ring"}, {"topology.dims", "4"}});
  } catch (const ConfigError& error) {
    const std::string what = error.what();
    const std::size_t at = what.find("comes to a stand");
    return at == std::string::npos ? what : what.substr(at, what.find("; run.allow") - at);
  }
  return "";
}

TEST(BrokenPrograms, XmlThatIsCutOffIsRefused) {
  for (const char* name : {"all-gather-2.xml", "ring-all-reduce-4.xml"}) {
    EXPECT_EQ(refused(name), (text_of(name).size() + kStep - 2) / kStep) << name;
  }
}

// At the end of a rank GOAL may end, and between ranks.
TEST(BrokenPrograms, GoalThatIsCutOffIsRefusedWithinARank) {
  const std::string text = text_of("pipeline.goal");
  const std::size_t last = text.rfind("rank 3 {");
  const TempFolder folder;
  for (std::size_t size = last + 9; size < text.rfind('}'); ++size) {
    EXPECT_THROW(read_program(folder.write("x", text.substr(0, size)), {}), FileError) << size;
  }
  EXPECT_GT(refused("pipeline.goal"), text.size() / kStep / 2);
}

TEST(BrokenPrograms, CsvThatIsCutOffIsReadOrRefused) {
  EXPECT_GT(refused("packets.csv"), 2U);
}

TEST(BrokenPrograms, GoalThatWaitsForItselfComesToAStand) {
  EXPECT_EQ(said_of("num_ranks 2\nrank 0 {\na: calc 1\nb: calc 1\na requires b\nb requires a\n}\n"),
            "comes to a stand on these nodes without contention: rank 0: operation 1, which "
            "computes: waits for "
            "operation 2; rank 0: operation 2, which computes: waits for operation 1");
  EXPECT_EQ(said_of("num_ranks 2\nrank 0 {\nr: recv 8b from 1\ns: send 8b to 1\ns requires r\n}\n"
                    "rank 1 {\nr: recv 8b from 0\ns: send 8b to 0\ns requires r\n}\n"),
            "comes to a stand on these nodes without contention: rank 0: operation 1, which "
            "receives 1 flit from 1 "
            "with tag 0: no message came for it; rank 1: operation 1, which receives 1 flit from 0 "
            "with tag 0: no message came for it");
}

TEST(BrokenPrograms, MscclThatWaitsForItselfComesToAStand) {
  const auto block = [](int id, int other) {
    return "<tb id=\"" + std::to_string(id) +
           "\" send=\"-1\" recv=\"-1\" chan=\"0\">\n<step s=\"0\" " + "type=\"nop\" depid=\"" +
           std::to_string(other) + "\" deps=\"0\"/>\n</tb>\n";
  };
  EXPECT_EQ(
      said_of("<algo name=\"t\" nchunksperloop=\"1\" ngpus=\"1\" coll=\"custom\">\n<gpu id=\"0\" "
              "i_chunks=\"1\" o_chunks=\"0\" s_chunks=\"0\">\n" +
              block(0, 1) + block(1, 0) + "</gpu>\n</algo>\n"),
      "comes to a stand on these nodes without contention: rank 0: operation 1, which waits: waits "
      "for "
      "operation 2; rank 0: operation 2, which waits: waits for operation 1");
}

}  // namespace
}  // namespace flitcast::test_broken_programs
