#include "tb/rtl/user_router.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <set>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include "tb/rtl/module_head.h"
#include "tb/system/file_error.h"
#include "tb/system/text_file.h"

namespace flitcast {
namespace {

constexpr const char* kTop = "observed_router.sv";
constexpr const char* kModule = "user_router";
constexpr std::size_t kMostBytes = std::size_t{16} << 20U;  // of a file
constexpr std::string_view kHeaderEnd = "\n);\n";
constexpr std::array<std::string_view, 4> kEndings{".sv", ".svh", ".v", ".vh"};
constexpr std::array<std::string_view, 11> kNeeded{"clk",      "rst",      "in_valid",  "in_head",
                                                   "in_tail",  "in_word",  "in_credit", "out_valid",
                                                   "out_head", "out_tail", "out_word"};

struct Pin {
  std::string name;
  bool is_output;
};

std::vector<Pin> pins_of(const std::string& head) {
  static const std::regex line(R"((input|output)\s+logic\s+(?:\[[^\]]*\]\s*)?(\w+))");
  std::vector<Pin> pins;
  for (std::sregex_iterator at(head.begin(), head.end(), line), end; at != end; ++at) {
    pins.push_back({(*at)[2].str(), (*at)[1].str() == "output"});
  }
  return pins;
}

std::vector<std::string> parameters_of(const std::string& head) {
  static const std::regex line(R"(parameter\s+(\w+)\s*=)");
  std::vector<std::string> names;
  for (std::sregex_iterator at(head.begin(), head.end(), line), end; at != end; ++at) {
    names.push_back((*at)[1].str());
  }
  return names;
}

void require_pins(const std::string& wrapper, const std::set<std::string>& words) {
  for (const std::string_view pin : kNeeded) {
    if (words.count(std::string(pin)) == 0) {
      throw UserRouterError(wrapper + ": " + kModule + " has no pin " + std::string(pin));
    }
  }
}

// A module with the head of ours, and in it the wrapper, with those parameters and pins that it
// has.
std::string shim(const std::string& ours, const std::set<std::string>& words) {
  const std::string head = ours.substr(0, ours.find(kHeaderEnd) + kHeaderEnd.size());
  const auto connected = [](const std::string& name) { return "." + name + "(" + name + ")"; };
  std::string parameters;
  for (const std::string& name : parameters_of(head)) {
    if (words.count(name) != 0) {
      parameters += (parameters.empty() ? "" : ", ") + connected(name);
    }
  }
  std::string pins;
  std::string missing;
  for (const Pin& pin : pins_of(head)) {
    if (words.count(pin.name) != 0) {
      pins += (pins.empty() ? "" : ", ") + connected(pin.name);
    } else if (pin.is_output) {
      missing += "  assign " + pin.name + " = 0;\n";
    }
  }
  return head + "  " + kModule + " #(" + parameters + ") router (" + pins + ");\n" + missing +
         "endmodule\n";
}

bool is_verilog(const std::filesystem::path& file) {
  return std::find(kEndings.begin(), kEndings.end(), file.extension().string()) != kEndings.end();
}

// The shim alone is looked at: whether the wrapper's pins are those of the contract.
RtlSource without_lint(RtlSource source) {
  if (is_verilog(source.name)) {
    source.text.insert(0, "/* verilator lint_off WIDTH */ /* verilator lint_off PINMISSING */ ");
  }
  return source;
}

// What is told of the wrapper names the file as it is brought.
std::string named(const std::string& text, const std::string& wrapper) {
  return "\n`line 1 \"" + std::filesystem::path(wrapper).filename().string() + "\" 0\n" + text;
}

// No folder, and no link that leads nowhere.
bool is_readable(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error) && ::access(file.c_str(), R_OK) == 0;
}

// Those beside the wrapper, in the order of their names.
std::vector<RtlSource> files_beside(const std::filesystem::path& wrapper) {
  std::vector<RtlSource> files;
  const std::filesystem::path folder = absolute_path(wrapper.string());
  for (const auto& entry : std::filesystem::directory_iterator(folder.parent_path())) {
    const std::filesystem::path name = entry.path().filename();
    if (is_verilog(name) && name != wrapper.filename() && is_readable(entry.path())) {
      files.push_back(
          without_lint({name.string(), read_text_file(entry.path().string(), kMostBytes),
                        (wrapper.parent_path() / name).string()}));
    }
  }
  std::sort(files.begin(), files.end(),
            [](const RtlSource& a, const RtlSource& b) { return a.name < b.name; });
  return files;
}

}  // namespace

UserRouter read_user_router(const std::string& wrapper) {
  const std::string text = read_text_file(wrapper, kMostBytes);
  const std::optional<std::set<std::string>> head = words_of_head(text, kModule);
  if (!head) {
    throw UserRouterError(wrapper + " has no module " + kModule);
  }
  const std::set<std::string>& words = *head;
  require_pins(wrapper, words);
  const auto has = [&](const char* pin) { return words.count(pin) != 0; };

  UserRouter user;
  user.has_busy = has("busy");
  user.has_channels = has("in_vc") && has("out_vc");
  user.has_addresses = has("in_address") && has("in_more") && has("out_address") && has("out_more");
  std::set<std::string> names;
  for (const RtlSource& ours : rtl_sources()) {
    names.insert(ours.name);
    user.sources.push_back(ours.name == kTop ? RtlSource{kTop, shim(ours.text, words), wrapper}
                                             : without_lint(ours));
  }
  user.sources.push_back(
      without_lint({std::string(kModule) + ".sv", named(text, wrapper), wrapper}));
  names.insert(user.sources.back().name);
  for (RtlSource& file : files_beside(wrapper)) {
    if (!names.insert(file.name).second) {
      throw UserRouterError(
          wrapper + ": beside it is " + file.name +
          ", which is the name of a file of ours; give it and its module another");
    }
    user.sources.push_back(std::move(file));
  }
  return user;
}

}  // namespace flitcast
