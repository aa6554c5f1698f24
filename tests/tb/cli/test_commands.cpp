#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tb/cli/commands/commands.h"
#include "tb/cli/program/command_help.h"

namespace flitcast::cli::test_commands {
namespace {

TEST(Commands, EachHasANameHelpAndSomethingToDo) {
  std::set<std::string_view> names;
  for (const Command& command : commands()) {
    SCOPED_TRACE(command.name);
    EXPECT_TRUE(names.insert(command.name).second);
    EXPECT_EQ(find_command(commands(), command.name), &command);
    EXPECT_NE(command.act != nullptr, !command.program.empty());
    ASSERT_FALSE(command.uses.empty());
    const std::string prefix = "flitcast " + std::string(command.name) + " ";
    for (const Command::Use& use : command.uses) {
      EXPECT_EQ(use.synopsis.substr(0, prefix.size()), prefix);
      EXPECT_FALSE(use.summary.empty());
    }
    EXPECT_EQ(help_text(commands(), command.name).substr(0, prefix.size()), prefix);
  }
  EXPECT_EQ(find_command(commands(), "help"), nullptr);
}

// An option that two commands take means the same to both: the parser knows each once.
TEST(Commands, AgreeOnWhichOptionsHaveAValue) {
  std::map<std::string_view, bool> with_value;
  for (const Command& command : commands()) {
    std::set<std::string_view> own;
    for (const CommandOption& option : command.options) {
      EXPECT_TRUE(own.insert(option.name).second) << option.name;
      const auto [known, is_new] = with_value.emplace(option.name, option.has_value());
      EXPECT_EQ(known->second, option.has_value()) << option.name << " of " << command.name;
    }
  }
}

TEST(Commands, ListTheKeysThatTheyTake) {
  for (const Command& command : commands()) {
    const std::string help = help_text(commands(), command.name);
    EXPECT_EQ(help.find("--topology.kind=") != std::string::npos, command.takes_keys)
        << command.name;
  }
}

}  // namespace
}  // namespace flitcast::cli::test_commands
