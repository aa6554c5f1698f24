#include "tb/cosim/library/user_wrapper.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <regex>
#include <set>
#include <string_view>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast::cosim {
namespace {

constexpr const char* kTop = "observed_router.sv";
constexpr const char* kModule = "user_router";
constexpr std::size_t kMostSourceBytes = std::size_t{16} << 20U;  // of a file
constexpr std::size_t kMostInFolder = std::size_t{64} << 20U;
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
          without_lint({name.string(), read_text_file(entry.path().string(), kMostSourceBytes),
                        (wrapper.parent_path() / name).string()}));
    }
  }
  std::sort(files.begin(), files.end(),
            [](const RtlSource& a, const RtlSource& b) { return a.name < b.name; });
  return files;
}

/// Those in a folder and in folders within it, under the name `as`.
std::vector<RtlSource> files_in(const std::string& folder, const std::string& as) {
  std::vector<RtlSource> files;
  std::size_t bytes = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           folder, std::filesystem::directory_options::skip_permission_denied)) {
    if (!is_verilog(entry.path()) || !is_readable(entry.path())) {
      continue;
    }
    const std::string path = entry.path().string();
    const std::string name = as + "/" + entry.path().lexically_relative(folder).string();
    files.push_back(without_lint({name, read_text_file(path, kMostSourceBytes), path}));
    bytes += files.back().text.size();
    if (bytes > kMostInFolder) {
      throw UserRouterError(
          fmt::format("{} has more than {} MiB of Verilog; give the folders in it that are needed",
                      folder, kMostInFolder >> 20U));
    }
  }
  std::sort(files.begin(), files.end(),
            [](const RtlSource& a, const RtlSource& b) { return a.name < b.name; });
  return files;
}

bool is_list(const std::string& file) {
  return std::filesystem::path(file).extension() == ".f";
}

/// What stands in the place of a wrapper: it alone, or a list.
FileList list_of(const std::string& file) {
  return is_list(file) ? read_file_list(file) : FileList{{file}, {}, {}};
}

class UserRouterReader {
 public:
  explicit UserRouterReader(const std::string& file) : file_(file), list_(list_of(file)) {}

  UserRouter read() {
    find_wrapper();
    require_pins(wrapper_, words_);
    const auto has = [&](const char* pin) { return words_.count(pin) != 0; };
    user_.has_busy = has("busy");
    user_.has_channels = has("in_vc") && has("out_vc");
    user_.has_addresses =
        has("in_address") && has("in_more") && has("out_address") && has("out_more");
    for (const RtlSource& ours : rtl_sources()) {
      user_.sources.push_back(ours.name == kTop ? RtlSource{kTop, shim(ours.text, words_), wrapper_}
                                                : without_lint(ours));
    }
    add(without_lint({std::string(kModule) + ".sv", named(text_, wrapper_), wrapper_}));
    is_list(file_) ? add_listed() : add_files_beside();
    return std::move(user_);
  }

 private:
  // The file with the module.
  void find_wrapper() {
    for (const std::string& file : list_.files) {
      std::string text = read_text_file(file, kMostSourceBytes);
      std::optional<std::set<std::string>> words = words_of_head(text, kModule);
      if (words && !wrapper_.empty()) {
        throw UserRouterError(
            fmt::format("{}: both {} and {} have a module {}", file_, wrapper_, file, kModule));
      }
      if (words) {
        wrapper_ = file;
        text_ = std::move(text);
        words_ = std::move(*words);
      }
    }
    if (wrapper_.empty()) {
      throw UserRouterError(is_list(file_)
                                ? fmt::format("{}: no file in it has a module {}", file_, kModule)
                                : file_ + " has no module " + kModule);
    }
  }

  void add_files_beside() {
    for (RtlSource& file : files_beside(wrapper_)) {
      require_own_name(file.name, "beside it is " + file.name);
      add(std::move(file));
    }
  }

  // Each in a folder of its own, because several may have one name.
  void add_listed() {
    for (const std::string& file : list_.files) {
      std::string name = std::string(kModule) + ".sv";
      if (file != wrapper_) {
        const std::string last = std::filesystem::path(file).filename().string();
        require_own_name(last, "it lists " + last);
        name = fmt::format("file{}/{}", user_.reading.files.size(), last);
        add(without_lint({name, read_text_file(file, kMostSourceBytes), file}));
      }
      user_.reading.files.push_back(name);
    }
    for (const std::string& folder : list_.folders) {
      const std::string as = fmt::format("folder{}", user_.reading.folders.size());
      for (RtlSource& file : files_in(folder, as)) {
        const std::string name = file.name.substr(as.size() + 1);
        require_own_name(name, fmt::format("{} has {}", folder, name));
        add(std::move(file));
      }
      user_.reading.folders.push_back(as);
    }
    user_.reading.defines = list_.defines;
  }

  void add(RtlSource source) { user_.sources.push_back(std::move(source)); }

  void require_own_name(const std::string& name, const std::string& what) const {
    const bool ours = std::any_of(rtl_sources().begin(), rtl_sources().end(),
                                  [&](const RtlSource& source) { return source.name == name; });
    if (ours || name == std::string(kModule) + ".sv") {
      throw UserRouterError(
          file_ + ": " + what +
          ", which is the name of a file of ours; give it and its module another");
    }
  }

  std::string file_;
  FileList list_;
  std::string wrapper_;
  std::string text_;  // of the wrapper
  std::set<std::string> words_;
  UserRouter user_;
};

}  // namespace

UserRouter read_user_router(const std::string& file) {
  return UserRouterReader(file).read();
}

}  // namespace flitcast::cosim
