#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/temp_folder.h"

namespace flitcast {

inline std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

inline std::string whole_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// A command of a text and the lines that it is said to print.
struct Typed {
  std::string command;
  std::vector<std::string> printed;  ///< "..." stands for any lines
};

/// Those in the blocks of code of a text, after "$ "; blocks that name a language have none.
inline std::vector<Typed> typed_in(const std::string& text) {
  std::vector<Typed> all;
  std::string fence;
  for (const std::string& line : lines_of(text)) {
    if (line.rfind("```", 0) == 0) {
      fence = fence.empty() ? line : "";
    } else if (fence == "```" && line.rfind("$ ", 0) == 0) {
      all.push_back({line.substr(2), {}});
    } else if (fence == "```") {
      all.back().printed.push_back(line);
    }
  }
  return all;
}

/// Where the lines differ from what is said of them, in words; empty if nowhere.
inline std::string difference(const std::vector<std::string>& said,
                              const std::vector<std::string>& lines) {
  std::size_t at = 0;
  bool any = false;
  for (const std::string& expected : said) {
    if (expected == "...") {
      any = true;
      continue;
    }
    while (any && at < lines.size() && lines[at] != expected) {
      ++at;
    }
    if (at >= lines.size() || lines[at] != expected) {
      return "not printed: " + expected;
    }
    ++at;
    any = false;
  }
  return any || at >= lines.size() ? "" : "not in the text: " + lines[at];
}

/// A working folder in which the commands of a text work as they do in that of the project.
class TypingFolder {
 public:
  TypingFolder() {
    namespace fs = std::filesystem;
    fs::create_directory(folder_.path("tb"));
    for (const char* name : {"configs", "hw"}) {
      fs::create_symlink(std::string(FLITCAST_ROOT) + "/" + name, folder_.path(name));
    }
    folder_.write("tb/run", "#!/bin/sh\nexec '" FLITCAST_PROGRAM "' \"$@\"\n");
    fs::permissions(folder_.path("tb/run"), fs::perms::owner_all);
  }

  const TempFolder& folder() const { return folder_; }
  /// What a command prints, errors too. A run that gets stuck ends with 3: what matters is what is
  /// printed.
  std::string output_of(const std::string& command) const {
    const std::string script =
        "cd '" + folder_.root() + "' && { " + command + "\n} > output 2>&1 < /dev/null";
    return std::system(script.c_str()) == -1 ? "no shell" : folder_.read("output");
  }

 private:
  TempFolder folder_;
};

}  // namespace flitcast
