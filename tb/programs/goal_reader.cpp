#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/line_reader.h"
#include "tb/programs/program_file.h"
#include "tb/programs/rounded_units.h"
#include "tb/system/file_error.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

/// So that the payload of a message can be counted, with its header, in 32 bits.
constexpr std::uint64_t kMostFlits = std::numeric_limits<std::uint32_t>::max() - 1;
constexpr std::uint64_t kMostRanks = std::uint64_t{1} << 24U;
/// So long that sums of them are counted.
constexpr std::uint64_t kMostNanoseconds = 1'000'000'000'000'000;
constexpr std::size_t kMostWords = 16;

class GoalReader {
 public:
  GoalReader(const std::string& file, const ProgramUnits& units)
      : file_(file),
        units_(units),
        sizes_(RoundedUnits::sizes(units.scale)),
        times_(RoundedUnits::times(units.scale, "ns", 1000)),
        lines_(file) {}

  Program read() {
    Program program(read_ranks());
    program_ = &program;
    try {
      while (next_words()) {
        read_item();
      }
    } catch (const std::length_error& error) {
      fail("{}", error.what());
    }
    if (in_rank_) {
      fail("the file ends within rank {}", rank_);
    }
    sizes_.tell(program.rounded);
    times_.tell(program.rounded);
    program.title = fmt::format("{}, {}", file_, count_of(program.ranks(), "rank"));
    return program;
  }

 private:
  using Text = std::string_view;

  template <typename... Parts>
  [[noreturn]] void fail(fmt::format_string<Parts...> format, Parts&&... parts) const {
    throw FileError("{}:{}: {}", file_, lines_.number(),
                    fmt::format(format, std::forward<Parts>(parts)...));
  }
  static Text brief(Text word) { return word.substr(0, 40); }

  /// The words of the next item: up to the end of its line or a brace, which } is alone.
  bool next_words() {
    words_.clear();
    while (words_.empty()) {
      while (skip()) {
        if (rest_.front() == '}' && !words_.empty()) {
          return true;
        }
        if (words_.size() == kMostWords) {
          fail("has more than one item");
        }
        words_.push_back(take_word());
        const bool all_of_head = words_.size() == 2 && words_[0] == "num_ranks";
        if (is_brace(words_.back().front()) || all_of_head) {
          return true;
        }
      }
      if (words_.empty() && !next_line()) {
        return false;
      }
    }
    return true;
  }

  bool next_line() {
    if (lines_.next()) {
      rest_ = lines_.line();
      return true;
    }
    if (comment_ > 0) {
      fail("the file ends within the comment of line {}", comment_);
    }
    return false;
  }

  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  static bool is_brace(char c) { return c == '{' || c == '}'; }

  /// Goes on to the next word of the line, if it has one.
  bool skip() {
    while (!rest_.empty()) {
      if (comment_ > 0) {
        const std::size_t end = rest_.find(kGoalCommentEnd);
        if (end == Text::npos) {
          rest_ = {};
          return false;
        }
        rest_.remove_prefix(end + kGoalCommentEnd.size());
        comment_ = 0;
      } else if (is_blank(rest_.front())) {
        rest_.remove_prefix(1);
      } else if (begins_goal_comment(rest_)) {
        rest_.remove_prefix(kGoalCommentBegin.size());
        comment_ = lines_.number();
      } else if (is_goal_comment(rest_)) {
        rest_ = {};
      } else {
        return true;
      }
    }
    return false;
  }

  /// Braces and colons are words of their own.
  Text take_word() {
    const auto is_alone = [](char c) { return is_brace(c) || c == ':'; };
    std::size_t end = 1;
    while (!is_alone(rest_[0]) && end < rest_.size() && !is_blank(rest_[end]) &&
           !is_alone(rest_[end]) && !begins_goal_comment(rest_.substr(end))) {
      ++end;
    }
    const Text word = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return word;
  }

  std::uint64_t number(Text word, const char* what, std::uint64_t most) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size() || value > most) {
      fail("{} is no {}; give a number up to {}", brief(word), what, most);
    }
    return value;
  }

  std::size_t read_ranks() {
    if (!next_words() || words_.size() != 2 || words_[0] != "num_ranks") {
      fail("no GOAL text: it begins with num_ranks N");
    }
    const std::uint64_t ranks = number(words_[1], "number of ranks", kMostRanks);
    if (ranks == 0) {
      fail("0 ranks have nothing to do; give 1 or more");
    }
    return ranks;
  }

  void read_item() {
    if (words_[0] == "rank") {
      begin_rank();
    } else if (!in_rank_) {
      fail("{} stands outside of a rank", brief(words_[0]));
    } else if (words_[0] == "}") {
      in_rank_ = false;
      labels_.clear();
    } else if (words_.size() == 3 && (words_[1] == "requires" || words_[1] == "irequires")) {
      program_->require(labelled(words_[0]), labelled(words_[2]), words_[1] == "irequires");
    } else {
      read_operation();
    }
  }

  void begin_rank() {
    if (in_rank_) {
      fail("rank {} is not closed", rank_);
    }
    if (words_.size() != 3 || words_[2] != "{") {
      fail("give rank N {{");
    }
    rank_ = static_cast<std::uint32_t>(number(words_[1], "rank", program_->ranks() - 1));
    begun_.resize(program_->ranks());
    if (begun_[rank_]) {
      fail("rank {} stands there twice", rank_);
    }
    begun_[rank_] = in_rank_ = true;
    cpus_.clear();
    program_->begin_rank(rank_);
  }

  std::uint32_t labelled(Text label) const {
    const auto place = labels_.find(std::string(label));
    if (place == labels_.end()) {
      fail("rank {} has no operation {}", rank_, brief(label));
    }
    return place->second;
  }

  void read_operation() {
    const bool has_label = words_.size() > 1 && words_[1] == ":";
    std::size_t at = has_label ? 2 : 0;
    const Text kind = word(at++);
    ProgramOp op;
    if (kind == "calc") {
      op.kind = OpKind::kCompute;
      op.amount = cycles(word(at++));
    } else if (kind == "send" || kind == "recv") {
      const bool sends = kind == "send";
      op.kind = sends ? OpKind::kSend : OpKind::kReceive;
      op.amount = flits(at);
      if (word(at++) != (sends ? "to" : "from")) {
        fail("{} is not {}", brief(words_[at - 1]), sends ? "to" : "from");
      }
      op.peer = peer(word(at++), sends);
    } else {
      fail("{} is no operation; there are send, recv and calc", brief(kind));
    }
    read_options(at, op);
    const std::uint32_t place = program_->add(op);
    if (has_label && !labels_.emplace(words_[0], place).second) {
      fail("rank {} has two operations {}", rank_, brief(words_[0]));
    }
  }

  Text word(std::size_t at) const {
    if (at >= words_.size()) {
      fail("the line ends too early");
    }
    return words_[at];
  }

  /// "tag T", "cpu C" and "nic N", of which the last one is the interface's own affair.
  void read_options(std::size_t at, ProgramOp& op) {
    std::uint64_t cpu = 0;
    for (; at < words_.size(); at += 2) {
      const Text value = word(at + 1);
      constexpr std::uint64_t kMost = ProgramOp::kAny;
      if (words_[at] == "tag") {
        op.tag = op.kind == OpKind::kReceive && is_any(value, "ANY_TAG")
                     ? ProgramOp::kAny
                     : static_cast<std::uint32_t>(number(value, "tag", kMost - 1));
      } else if (words_[at] == "cpu") {
        cpu = number(value, "cpu", kMost);
      } else if (words_[at] == "nic") {
        number(value, "nic", kMost);
      } else {
        fail("{} is neither tag nor cpu nor nic", brief(words_[at]));
      }
    }
    const auto streams = static_cast<std::uint16_t>(cpus_.size());
    if (streams == std::numeric_limits<std::uint16_t>::max()) {
      fail("rank {} has more than {} cpus", rank_, streams);
    }
    op.stream = cpus_.emplace(cpu, streams).first->second;
  }

  static bool is_any(Text word, Text name) {
    return word == "any" || word == "*" || word == "-1" || word == name;
  }

  std::uint32_t peer(Text word, bool sends) const {
    if (!sends && is_any(word, "ANY_SOURCE")) {
      return ProgramOp::kAny;
    }
    const auto peer = static_cast<std::uint32_t>(number(word, "rank", program_->ranks() - 1));
    if (peer == rank_) {
      fail("rank {} would send to itself, which is no message; give requires", rank_);
    }
    return peer;
  }

  /// "8b", or "8 b"; goes on to what follows.
  std::uint64_t flits(std::size_t& at) {
    Text size = word(at++);
    if (size.back() == 'b') {
      size.remove_suffix(1);
    } else if (at == words_.size() || words_[at++] != "b") {
      fail("{} is no size; give bytes, like 64b", brief(size));
    }
    const auto bytes = static_cast<std::uint64_t>(units_.scale.flit_bytes);
    return sizes_(number(size, "size in bytes", kMostFlits * bytes));
  }

  std::uint64_t cycles(Text word) { return times_(number(word, "time in ns", kMostNanoseconds)); }

  std::string file_;
  ProgramUnits units_;
  RoundedUnits sizes_;
  RoundedUnits times_;
  LineReader lines_;
  Text rest_;                  // of the line
  std::uint64_t comment_ = 0;  // the line with which the one began that goes on; 0: none does
  std::vector<Text> words_;
  Program* program_ = nullptr;
  bool in_rank_ = false;
  std::uint32_t rank_ = 0;
  std::vector<bool> begun_;
  std::unordered_map<std::string, std::uint32_t> labels_;  // of this rank
  std::unordered_map<std::uint64_t, std::uint16_t> cpus_;  // likewise, and their streams
};

}  // namespace

Program read_goal(const std::string& file, const ProgramUnits& units) {
  return GoalReader(file, units).read();
}

}  // namespace flitcast
