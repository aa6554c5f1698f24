#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/line_reader.h"
#include "tb/programs/program_file.h"
#include "tb/programs/trace_packets.h"
#include "tb/system/file_error.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

constexpr std::uint64_t kMostNode = 65535;
constexpr std::uint64_t kMostTraceFlits = std::numeric_limits<std::uint32_t>::max() - 1;

/// Where in a line is what.
struct Columns {
  std::string_view head;
  std::size_t words;  ///< at least
  std::size_t cycle;
  std::size_t source;
  std::size_t destination;
  std::size_t flits;
  std::uint64_t header_flits;  ///< that are counted with them
};
constexpr Columns kTrace{kTraceHead, 4, 0, 1, 2, 3, 1};
constexpr Columns kLog{kLogHead, 7, 6, 2, 3, 5, 0};

class TraceCsvReader {
 public:
  explicit TraceCsvReader(const std::string& file) : name_(file), lines_(file, LineReader::kCut) {}

  Program read() {
    try {
      while (lines_.next()) {
        read_line();
      }
    } catch (const std::length_error& error) {
      fail("{}", error.what());
    }
    if (packets_.size() == 0) {
      fail("there are no packets; give lines like 0,3,5,8");
    }
    Program program = packets_.program(ranks_, TraceTiming::kCycles);
    program.title = fmt::format("{}: {} of {}", name_, count_of(packets_.size(), "packet"),
                                count_of(ranks_, "node"));
    return program;
  }

 private:
  template <typename... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> format, Parts&&... parts) const {
    throw FileError("{}:{}: {}", name_, lines_.number(),
                    fmt::format(format, std::forward<Parts>(parts)...));
  }

  void read_line() {
    const std::string_view line = without_comment(lines_.line());
    split(line);
    if (words_.empty()) {
      return;
    }
    if (packets_.size() == 0 && line.substr(0, kLogHead.size()) == kLogHead) {
      columns_ = &kLog;
      return;
    }
    if (packets_.size() == 0 && line == kTraceHead) {
      return;
    }
    if (words_.size() < columns_->words ||
        (columns_ == &kTrace && words_.size() > columns_->words)) {
      fail("give {}, like {}", columns_->head, columns_ == &kTrace ? "0,3,5,8" : "0,0,3,5,2,7,0");
    }
    const std::uint64_t cycle = number(columns_->cycle, "cycle", 0, TracePackets::kLastCycle);
    const std::uint64_t source = number(columns_->source, "node", 0, kMostNode);
    const std::uint64_t destination = number(columns_->destination, "node", 0, kMostNode);
    const std::uint64_t header = columns_->header_flits;
    const std::uint64_t flits = number(columns_->flits, "size in flits", header, kMostTraceFlits);
    packets_.add(cycle, static_cast<std::uint32_t>(source), static_cast<std::uint32_t>(destination),
                 static_cast<std::uint32_t>(flits - header));
    ranks_ = std::max(ranks_, static_cast<std::uint32_t>(std::max(source, destination) + 1));
  }

  static std::string_view without_comment(std::string_view line) {
    line = line.substr(0, line.find('#'));
    return line.substr(0, line.find_last_not_of(" \t\r") + 1);
  }

  void split(std::string_view line) {
    words_.clear();
    for (std::size_t at = line.find_first_not_of(kBetween); at != std::string_view::npos;
         at = line.find_first_not_of(kBetween, at)) {
      const std::size_t end = std::min(line.find_first_of(kBetween, at), line.size());
      words_.push_back(line.substr(at, end - at));
      at = end;
    }
  }

  std::uint64_t number(std::size_t word, const char* what, std::uint64_t least,
                       std::uint64_t most) const {
    const std::string_view text = words_[word];
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
      fail("{} is no {}; give a number from {} to {}", text.substr(0, 40), what, least, most);
    }
    return value;
  }

  static constexpr const char* kBetween = ", \t";

  std::string name_;
  LineReader lines_;
  const Columns* columns_ = &kTrace;
  std::vector<std::string_view> words_;
  std::uint32_t ranks_ = 0;
  TracePackets packets_;
};

}  // namespace

Program read_trace_csv(const std::string& file) {
  return TraceCsvReader(file).read();
}

}  // namespace flitcast
