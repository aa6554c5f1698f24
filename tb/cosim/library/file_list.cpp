#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "tb/cosim/library/rtl_errors.h"
#include "tb/cosim/library/user_wrapper.h"
#include "tb/system/files/input_file.h"
#include "tb/text/shown_text.h"

namespace flitcast::cosim {
namespace {

constexpr std::size_t kMostListBytes = std::size_t{1} << 20U;
constexpr const char* kIncludes = "+incdir+";
constexpr const char* kDefines = "+define+";

bool begins(const std::string& word, const std::string& with) {
  return word.compare(0, with.size(), with) == 0;
}

/// "a+b" of "+incdir+a+b".
std::vector<std::string> parts_of(const std::string& word, const std::string& option) {
  std::vector<std::string> parts;
  std::istringstream rest(word.substr(option.size()));
  for (std::string part; std::getline(rest, part, '+');) {
    parts.push_back(part);
  }
  return parts;
}

std::string without_comment(const std::string& line) {
  return line.substr(0, std::min(line.find("//"), line.find('#')));
}

class FileListReader {
 public:
  explicit FileListReader(const std::string& file)
      : file_(file), folder_(std::filesystem::path(file).parent_path()) {}

  FileList read() {
    std::istringstream lines(read_text_file(file_, kMostListBytes));
    for (std::string line; std::getline(lines, line);) {
      ++line_;
      std::istringstream words(without_comment(line));
      for (std::string word; words >> word;) {
        take(word);
      }
    }
    return std::move(list_);
  }

 private:
  void take(const std::string& word) {
    if (begins(word, kIncludes)) {
      for (const std::string& folder : parts_of(word, kIncludes)) {
        add_folder(folder);
      }
    } else if (begins(word, kDefines)) {
      for (const std::string& define : parts_of(word, kDefines)) {
        add_define(define);
      }
    } else if (word[0] == '+' || word[0] == '-') {
      refuse(fmt::format("{} is not known; give files, +incdir+FOLDER and +define+NAME=VALUE",
                         in_quotes(word)));
    } else {
      list_.files.push_back(found(word));
    }
  }
  void add_folder(const std::string& name) {
    std::string folder = found(name);
    std::error_code error;
    if (!std::filesystem::is_directory(folder, error)) {
      refuse(fmt::format("{} is no folder", in_quotes(folder)));
    }
    list_.folders.push_back(std::move(folder));
  }
  void add_define(const std::string& define) {
    static const std::regex macro(R"([A-Za-z_]\w*(=.*)?)");
    if (!std::regex_match(define, macro)) {
      refuse(fmt::format("{} is no macro; give NAME or NAME=VALUE", in_quotes(define)));
    }
    list_.defines.push_back(define);
  }
  std::string found(const std::string& name) const {
    return (folder_ / name).lexically_normal().string();
  }
  [[noreturn]] void refuse(const std::string& why) const {
    throw UserRouterError(fmt::format("{}:{}: {}", file_, line_, why));
  }

  std::string file_;
  std::filesystem::path folder_;
  int line_ = 0;
  FileList list_;
};

}  // namespace

FileList read_file_list(const std::string& file) {
  return FileListReader(file).read();
}

}  // namespace flitcast::cosim
