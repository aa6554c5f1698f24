#include <map>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tb/cli/arguments.h"
#include "tb/cli/commands/commands.h"
#include "tb/cli/program/command_help.h"
#include "tb/config/config.h"

namespace flitcast::test_commands {
namespace {

int idle(const Arguments& /*arguments*/) {
  return exit_code::kGood;
}

/// Two commands that share an option.
Commands two_commands() {
  Command fetch{"fetch", idle};
  fetch.uses = {{"flitcast fetch A", "brings it"}, {"flitcast fetch --all", "brings everything"}};
  fetch.help = "Brings.\n";
  fetch.options = {options::kFormat, {"all"}};
  Command carry{"carry", idle};
  carry.uses = {{"flitcast carry A --to=SOMEWHERE --over=SOMETHING [--format=F]", "takes it away"}};
  carry.synopsis = "flitcast carry A --to=SOMEWHERE --over=SOMETHING [--format=F] [--slowly]";
  carry.help = "Takes away.\n";
  carry.appendix = [] { return std::string("Far.\n"); };
  carry.options = {options::kFormat, {"to", true}, {"over", true}, {"slowly"}};
  return {fetch, carry};
}

template <typename Act>
std::string refusal_of(Act&& act) {
  try {
    act();
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "";
}

std::string refusal(const std::vector<std::string>& words) {
  return refusal_of([&] { parse_arguments(words, two_commands()); });
}

TEST(Command, IsListedWithItsUsesInTheHelpOfTheProgram) {
  const std::string help = help_text(two_commands(), "");
  EXPECT_NE(help.find("  flitcast fetch A\n      brings it\n"
                      "  flitcast fetch --all\n      brings everything\n"
                      "  flitcast carry A --to=SOMEWHERE --over=SOMETHING [--format=F]\n"
                      "      takes it away\n"),
            std::string::npos)
      << help;
}

TEST(Command, HasHelpBelowItsSynopsis) {
  EXPECT_EQ(help_text(two_commands(), "fetch"),
            "flitcast fetch A\nflitcast fetch --all\n\nBrings.\n");
  EXPECT_EQ(help_text(two_commands(), "carry"),
            "flitcast carry A --to=SOMEWHERE --over=SOMETHING [--format=F] [--slowly]\n\n"
            "Takes away.\nFar.\n");
}

TEST(Command, ThatDoesNotExistHasNoHelp) {
  try {
    help_text(two_commands(), "bring");
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_STREQ(error.what(), "there is no help on \"bring\"; give fetch or carry, or a key");
  }
}

TEST(Command, TakesItsOptionsAndNoOthers) {
  const Arguments fetch = parse_arguments({"fetch", "x", "--all", "--format=json"}, two_commands());
  EXPECT_EQ(fetch.command, "fetch");
  EXPECT_EQ(fetch.operands, std::vector<std::string>{"x"});
  EXPECT_TRUE(fetch.has("all"));
  EXPECT_TRUE(fetch.wants_json());
  EXPECT_EQ(refusal({"fetch", "--to=x"}), "fetch takes no --to; carry does");
  EXPECT_EQ(refusal({"push", "--format=x"}), "push takes no --format; fetch and carry do");
  EXPECT_EQ(refusal({"fetch", "--al"}), "fetch has no option \"--al\"; the nearest is --all");
  EXPECT_EQ(refusal({"push", "--al"}), "there is no option \"--al\"; the nearest is --all");
  EXPECT_EQ(refusal({"fetch", "--sideways"}),
            "fetch has no option \"--sideways\"; see flitcast help fetch");
  EXPECT_EQ(refusal({"fetch", "--slowly"}), "fetch takes no --slowly; carry does");
  EXPECT_EQ(refusal({"fetch", "--over"}),
            "--over: has no value; give --over=VALUE, see flitcast --help");
}

TEST(Command, GetsAValueWhereItsOptionHasOne) {
  EXPECT_EQ(refusal({"carry", "--slowly=1"}), "--slowly: takes no value; give --slowly");
  EXPECT_EQ(refusal({"carry", "--to"}), "--to: has no value; give --to=VALUE, see flitcast --help");
}

// carry takes keys, and has an option of its own by the name of a last part.
TEST(Command, TakesKeysByTheirLastPartsWhereOnlyOneHasIt) {
  Commands commands = two_commands();
  commands[1].takes_keys = true;
  commands[1].options.push_back({"seed", true});
  const auto keys = [&](const std::vector<std::string>& options) {
    std::vector<std::string> words{"carry"};
    words.insert(words.end(), options.begin(), options.end());
    return parse_arguments(words, commands).keys;
  };
  using Keys = std::vector<std::pair<std::string, std::string>>;
  EXPECT_EQ(keys({"--switching=wormhole", "--dims", "4x4"}),
            (Keys{{"router.switching", "wormhole"}, {"topology.dims", "4x4"}}));
  EXPECT_EQ(keys({"--link.delay=2"}), (Keys{{"link.delay", "2"}}));
  EXPECT_EQ(keys({"--seed=1"}), Keys{});
  const auto refused = [&](const std::vector<std::string>& words) {
    return refusal_of([&] { parse_arguments(words, commands); });
  };
  EXPECT_EQ(refused({"carry", "--delay=2"}),
            "--delay: may be --router.delay or --link.delay; give the one that is meant");
  EXPECT_EQ(refused({"carry", "--switching=x", "--router.switching=x"}),
            "--router.switching: is given twice");
  EXPECT_EQ(refused({"carry", "--swiching=x"}),
            "carry has no option \"--swiching\"; the nearest is --router.switching");
  EXPECT_EQ(refused({"carry", "--link=3"}),
            "--link is a section of keys; give --link.delay, --link.cycles_per_flit or "
            "--link.duplex");
  // Not expect.completion_cycles: expectations have their full names only.
  EXPECT_EQ(refused({"carry", "--completion_cycles=3"}),
            "carry has no option \"--completion_cycles\"; give --expect.completion_cycles");
  EXPECT_EQ(refused({"fetch", "--switching=x"}),
            "fetch has no option \"--switching\"; see flitcast help fetch");
}

TEST(Command, MaySayWhatToGiveInsteadOfAnOption) {
  Commands commands = two_commands();
  commands[0].hints = {{"to", "give a folder"}};
  EXPECT_EQ(refusal_of([&] {
              parse_arguments({"fetch", "--to=x"}, commands);
            }),
            "fetch takes no --to; give a folder");
}

TEST(Command, AllTakeHelpAndVersion) {
  EXPECT_EQ(refusal({"carry", "--help"}), "");
  EXPECT_EQ(refusal({"fetch", "--version"}), "");
}

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
      const auto [known, is_new] = with_value.emplace(option.name, option.has_value);
      EXPECT_EQ(known->second, option.has_value) << option.name << " of " << command.name;
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
}  // namespace flitcast::test_commands
