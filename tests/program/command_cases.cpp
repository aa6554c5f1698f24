#include "tests/program/command_cases.h"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace flitcast {

namespace {

const std::set<std::string> kMarks{">", ">=", ">~", "!", "!=", "!~", "@"};

/// Lines that go on with the one before are put behind it.
std::vector<std::string> whole_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  bool in_file = false;
  for (std::string line; std::getline(in, line);) {
    if (!in_file && line.rfind("  ", 0) == 0 && !lines.empty()) {
      lines.back() += line.substr(line.find_first_not_of(' ') - 1);
      continue;
    }
    in_file = (in_file || line.rfind(": ", 0) == 0) && !line.empty();
    lines.push_back(line);
  }
  return lines;
}

/// Whether the line goes on after a `cmp`, whatever that finds; a function may end with one.
bool passes_over_cmp(const std::string& line) {
  static const std::regex passed_over("\\bcmp [^;&|]*;(?! *\\})");
  // Few lines have one, and every test reads all lines.
  return line.find("cmp ") != std::string::npos && std::regex_search(line, passed_over);
}

class CaseReader {
 public:
  std::vector<CommandCase> read(const std::string& text) {
    for (const std::string& line : whole_lines(text)) {
      take(line);
    }
    return std::move(cases_);
  }

 private:
  CommandCase& current() { return cases_.empty() ? common_ : cases_.back(); }

  void take(const std::string& line) {
    if (!file_.empty() && !line.empty()) {
      current().files[file_] += line + "\n";
      return;
    }
    file_.clear();
    if (line.empty() || line[0] == '#') {
      return;
    }
    const std::size_t blank = std::min(line.find(' '), line.size());
    take(line.substr(0, blank), blank == line.size() ? "" : line.substr(blank + 1));
  }

  void take(const std::string& mark, const std::string& rest) {
    if (passes_over_cmp(rest)) {
      throw std::runtime_error("cmp may fail unseen in \"" + rest + "\"");
    }
    if (mark == "==") {
      cases_.push_back(common_);
      cases_.back().name = rest;
    } else if (mark == ":") {
      file_ = rest;
      current().files[file_];
    } else if (mark == "%") {
      current().shell += rest + "\n";
    } else if (mark == "needs") {
      current().needs.push_back(rest);
    } else if (mark.back() == '$') {
      current().commands.push_back({rest, mark == "$" ? 0 : std::stoi(mark), {}});
    } else if (kMarks.count(mark) > 0 && !current().commands.empty()) {
      current().commands.back().claims.push_back({mark, rest});
    } else {
      throw std::runtime_error("what is \"" + mark + " " + rest + "\"?");
    }
  }

  CommandCase common_;
  std::vector<CommandCase> cases_;
  std::string file_;  // that is being read
};

}  // namespace

std::vector<CommandCase> command_cases(const std::string& text) {
  return CaseReader().read(text);
}

}  // namespace flitcast
