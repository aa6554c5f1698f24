// The commands of READMEs do what these say, and print what these show.

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/typed_commands.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_readme {
namespace {

namespace fs = std::filesystem;

const fs::path kRoot = FLITCAST_ROOT;

/// The lines of every block of shell commands, by the heading above it.
struct Block {
  std::string heading;
  std::vector<std::string> lines;
};

void add_shell_blocks(const fs::path& file, std::vector<Block>& blocks) {
  std::ifstream readme(file);
  std::string heading;
  bool inside = false;
  for (std::string line; std::getline(readme, line);) {
    if (line == "```sh") {
      inside = true;
      blocks.push_back({heading, {}});
    } else if (line.rfind("```", 0) == 0) {
      inside = false;
    } else if (inside) {
      blocks.back().lines.push_back(line);
    } else if (line.rfind("## ", 0) == 0) {
      heading = line.substr(3, line.find(':') - 3);
    }
  }
}

std::vector<Block> shell_blocks() {
  std::vector<Block> blocks;
  add_shell_blocks(kRoot / "README.md", blocks);
  add_shell_blocks(kRoot / "tb/explore/README.md", blocks);
  return blocks;
}

/// What the comment after a command says of its exit code; 0 when it says nothing.
int announced_exit_code(const std::string& line) {
  const std::string mark = "# exit code ";
  const std::size_t at = line.find(mark);
  return at == std::string::npos ? 0 : std::stoi(line.substr(at + mark.size()));
}

int run_in(const std::string& folder, const std::string& line) {
  const int status = std::system(("cd '" + folder + "' && { " + line + "\n} > log 2>&1").c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Has tb/run and configs, like the project's own folder, and takes what the commands write.
class WorkFolder : public TempFolder {
 public:
  WorkFolder() {
    std::filesystem::create_directory(path("tb"));
    std::filesystem::create_symlink(kRoot / "configs", path("configs"));
    write("tb/run", "#!/bin/sh\nexec '" + (kRoot / "tb/run").string() + "' \"$@\"\n");
    std::filesystem::permissions(path("tb/run"), std::filesystem::perms::owner_all);
  }
};

class Readme : public testing::TestWithParam<std::size_t> {};

TEST_P(Readme, CommandsDoWhatItSays) {
  if (kRoot / "build" != FLITCAST_BUILD) {
    GTEST_SKIP() << "tb/run is tested in the folder that it builds in";
  }
  const WorkFolder folder;
  const Block block = shell_blocks().at(GetParam());
  for (const std::string& line : block.lines) {
    EXPECT_EQ(run_in(folder.root(), line), announced_exit_code(line)) << line << "\n"
                                                                      << folder.read("log");
  }
}

std::string block_name(const testing::TestParamInfo<std::size_t>& info) {
  std::string heading = shell_blocks().at(info.param).heading;
  heading.erase(std::remove_if(heading.begin(), heading.end(),
                               [](unsigned char each) { return std::isalnum(each) == 0; }),
                heading.end());
  return heading.empty() ? "Basics" : heading;
}

INSTANTIATE_TEST_SUITE_P(Blocks, Readme, testing::Range<std::size_t>(0, shell_blocks().size()),
                         block_name);

TEST(ReadmeBlocks, AreTheBasicsTheFiveUsesAndSweeps) {
  std::string headings;
  for (const Block& block : shell_blocks()) {
    headings += block.heading + ";";
    EXPECT_FALSE(block.lines.empty()) << block.heading;
  }
  EXPECT_EQ(headings, ";Explore;Load;Guard;Debug;Build;Sweeps;");
}

/// READMEs that show what commands print.
class Shown : public testing::TestWithParam<const char*> {};

TEST_P(Shown, IsWhatTheCommandsPrint) {
  const TypingFolder typing;
  for (const Typed& typed : typed_in(whole_file((kRoot / GetParam()).string()))) {
    const std::string output = typing.output_of(typed.command);
    EXPECT_EQ(difference(typed.printed, lines_of(output)), "") << "$ " << typed.command << '\n'
                                                               << output;
  }
}

INSTANTIATE_TEST_SUITE_P(Documents, Shown, testing::Values("tb/README.md", "tb/explore/README.md"),
                         [](const auto& info) { return info.index == 0 ? "Tb" : "Explore"; });

}  // namespace
}  // namespace flitcast::test_readme
