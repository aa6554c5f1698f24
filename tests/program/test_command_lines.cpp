// Command lines, and what they answer: the cases in command_lines/, a test each.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/system/process_pool.h"
#include "tests/program/command_cases.h"
#include "tests/program/file_values.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_command_lines {

namespace {

namespace fs = std::filesystem;

constexpr ProcessPool::Seconds kLongest(250);

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

std::string whole(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// With ^ before the part it begins a line, with $ behind it ends one.
bool contains(const std::string& text, std::string part) {
  if (part[0] == '^') {
    part[0] = '\n';
  }
  if (part.back() == '$') {
    part.back() = '\n';
  }
  return ("\n" + text).find(part) != std::string::npos;
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

/// Runs the command lines of a case, in which `flitcast` is the program.
class CommandLines : public testing::Test {
 public:
  explicit CommandLines(CommandCase tested) : case_(std::move(tested)) {}

  void SetUp() override {
    for (const std::string& need : case_.needs) {
      if (!is_there(need)) {
        GTEST_SKIP() << "needs " << need;
      }
    }
    for (const auto& [name, text] : case_.files) {
      fs::create_directories(fs::path(folder_.path(name)).parent_path());
      folder_.write(name, told(text));
    }
  }

  void TestBody() override {
    for (const CommandLine& command : case_.commands) {
      SCOPED_TRACE("$ " + command.line);
      const ProcessEnd end = run(command.line);
      EXPECT_TRUE(end.exited_with(command.exit_code)) << end.describe() << "\n"
                                                      << end.err << end.out;
      if (command.exit_code == 2) {
        expect_refusal(end);
      }
      expect_claims(command, end);
    }
  }

 private:
  ProcessEnd run(const std::string& line) const {
    ProcessPool pool(1, kLongest);
    const std::string program = fs::path(FLITCAST_PROGRAM).parent_path().string();
    pool.start(0, {"/bin/sh", "-c",
                   "cd '" + folder_.root() + "'; PATH='" + program +
                       "':$PATH; ROOT='" FLITCAST_ROOT "'\n" + told(case_.shell + line)});
    return pool.wait()->end;
  }

  bool is_there(const std::string& need) const {
    return need == "report"         ? FLITCAST_HAS_REPORT
           : need == "no report"    ? !FLITCAST_HAS_REPORT
           : need == "rtl"          ? FLITCAST_HAS_RTL
           : need == "no rtl"       ? !FLITCAST_HAS_RTL
           : need == "no sanitizer" ? !kSanitized
                                    : run("command -v " + need).exited_with(0);
  }

  /// What is refused prints nothing and says so in one line.
  static void expect_refusal(const ProcessEnd& end) {
    EXPECT_EQ(end.out, "");
    EXPECT_EQ(end.err.rfind("flitcast: ", 0), 0U) << end.err;
    EXPECT_EQ(std::count(end.err.begin(), end.err.end(), '\n'), 1) << end.err;
  }

  void expect_claims(const CommandLine& command, const ProcessEnd& end) const {
    std::string out;
    std::string err;
    bool complains = command.exit_code != 0;
    for (const Claim& claim : command.claims) {
      const std::string text = told(claim.text);
      const std::string& said = claim.mark[0] == '>' ? end.out : end.err;
      complains = complains || claim.mark[0] == '!';
      if (claim.mark == "@") {
        expect_value(text, end.out);
      } else if (claim.mark[1] == '=') {
        (claim.mark[0] == '>' ? out : err) += text + "\n";
      } else {
        EXPECT_EQ(contains(said, text), claim.mark[1] != '~') << claim.mark << " " << text << "\n"
                                                              << said;
      }
    }
    EXPECT_TRUE(out.empty() || out == end.out) << out << "is not\n" << end.out;
    EXPECT_TRUE(err.empty() || err == end.err) << err << "is not\n" << end.err;
    EXPECT_TRUE(complains || end.err.empty()) << end.err;
    EXPECT_TRUE(!command.claims.empty() || end.out.empty()) << "nothing is said of\n" << end.out;
  }

  /// "FILE PLACE VALUE"; the file - is standard output.
  void expect_value(const std::string& claim, const std::string& out) const {
    const std::size_t place = claim.find(' ') + 1;
    const std::size_t value = claim.find(' ', place) + 1;
    const std::string file = claim.substr(0, place - 1);
    const nlohmann::json found = value_at(content_of(file, file == "-" ? out : folder_.read(file)),
                                          claim.substr(place, value - 1 - place));
    EXPECT_TRUE(is_as_said(found, claim.substr(value))) << claim << "\n" << found;
  }

  /// With the names of this machine.
  std::string told(std::string text) const {
    replace_all(text, "{folder}", folder_.root());
    replace_all(text, "{root}", FLITCAST_ROOT);
    replace_all(text, "{program}", FLITCAST_PROGRAM);
    return text;
  }

  CommandCase case_;
  TempFolder folder_;
};

std::string test_name(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

/// A test for every case, in a suite for every file.
bool register_cases() {
  for (const auto& entry :
       fs::directory_iterator(FLITCAST_ROOT "/tests/program/" + std::string(kCommandFolder))) {
    if (!entry.is_regular_file()) {
      continue;
    }
    for (const CommandCase& each : command_cases(whole(entry.path()))) {
      testing::RegisterTest(entry.path().stem().c_str(), test_name(each.name).c_str(), nullptr,
                            nullptr, entry.path().c_str(), 0,
                            [each]() -> CommandLines* { return new CommandLines(each); });
    }
  }
  return true;
}

[[maybe_unused]] const bool kRegistered = register_cases();

}  // namespace

}  // namespace flitcast::test_command_lines
