#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

#include "tb/cosim/library/rtl_errors.h"
#include "tb/cosim/library/rtl_tools.h"

namespace flitcast::cosim {
namespace {

constexpr const char* kShim = "observed_router.sv";  // which has the wrapper in it

bool somebody_brings(const std::vector<RtlSource>& sources) {
  return std::any_of(sources.begin(), sources.end(),
                     [](const RtlSource& source) { return !source.path.empty(); });
}

/// "x.sv:12" for what verilator calls so; of the shim, of which nobody knows, the wrapper alone.
std::string place(const std::string& file, const std::string& line,
                  const std::vector<RtlSource>& sources) {
  const std::string name = std::filesystem::path(file).filename().string();
  const auto is_at_end = [&](const std::string& of_source) {
    return file.size() > of_source.size() && file.compare(file.size() - of_source.size() - 1,
                                                          std::string::npos, "/" + of_source) == 0;
  };
  auto found = std::find_if(sources.begin(), sources.end(), [&](const RtlSource& source) {
    return source.name == file || is_at_end(source.name);
  });
  if (found == sources.end()) {
    found = std::find_if(sources.begin(), sources.end(), [&](const RtlSource& source) {
      return std::filesystem::path(source.path).filename() == name;
    });
  }
  if (found == sources.end() || found->path.empty()) {
    return name + ":" + line;
  }
  return name == kShim ? found->path : found->path + ":" + line;
}

std::string in_our_words(const std::string& text) {
  const std::string missing = "Cell has missing pin: ";
  return text.rfind(missing, 0) == 0
             ? "user_router has a pin that the contract has not: " + text.substr(missing.size())
             : text;
}

}  // namespace

std::string first_complaint(const std::string& said, const std::vector<RtlSource>& sources) {
  static const std::regex complaint(
      R"(%(?:Error|Warning)[-A-Z0-9_]*: ([^:]+):([0-9]+):[0-9]+: (.{1,400}).*)");
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) {
    std::smatch parts;
    line.resize(std::min<std::size_t>(line.size(), 1000));
    if (std::regex_match(line, parts, complaint)) {
      return place(parts[1].str(), parts[2].str(), sources) + ": " + in_our_words(parts[3].str());
    }
  }
  return "";
}

void run_verilator(std::vector<std::string> command, const std::vector<RtlSource>& sources) {
  if (!somebody_brings(sources)) {
    run_tool(command);
    return;
  }
  command.insert(command.end(), {"-Wwarn-WIDTH", "-Wwarn-PINMISSING"});
  const ProcessEnd end = run_program(command);
  if (!end.exited_with(0)) {
    const std::string complaint = first_complaint(end.said(), sources);
    throw RtlBuildError(complaint.empty() ? failure_of(command, end) : complaint);
  }
}

}  // namespace flitcast::cosim
