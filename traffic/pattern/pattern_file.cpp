#include "traffic/pattern/pattern_file.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "hw/topology/graph_file.h"

namespace flitcast {
namespace {

std::vector<std::string_view> split(std::string_view text) {
  constexpr std::string_view kBetween = " \t\r\v\f,";
  std::vector<std::string_view> words;
  for (std::size_t begin = text.find_first_not_of(kBetween); begin != std::string_view::npos;
       begin = text.find_first_not_of(kBetween)) {
    text.remove_prefix(begin);
    words.push_back(text.substr(0, text.find_first_of(kBetween)));
    text.remove_prefix(words.back().size());
  }
  return words;
}

}  // namespace

PatternFile::PatternFile(const PatternSettings& settings, NodeId processors)
    : settings_(settings), processors_(processors) {
  std::string_view text = settings.text;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view rest = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    Line line{number, split(rest.substr(0, rest.find('#')))};
    last_ = number;
    if (!line.words.empty()) {
      lines_.push_back(std::move(line));
    }
  }
}

void PatternFile::fail(std::size_t line, const std::string& message) const {
  throw std::invalid_argument(settings_.file + ":" + std::to_string(line) + ": " + message);
}

void PatternFile::fail_at_end(const std::string& message) const {
  fail(last_, message);
}

NodeId PatternFile::processor(const Line& line, std::size_t word) const {
  const auto value = number_of(line.words[word], processors_ - 1);
  if (!value) {
    fail(line.number,
         shown_word(line.words[word]) + " is not a processor; " + numbers_below(processors_));
  }
  return static_cast<NodeId>(*value);
}

std::uint64_t PatternFile::number(const Line& line, std::size_t word, const std::string& what,
                                  std::uint64_t least, std::uint64_t most) const {
  const auto value = number_of(line.words[word], most);
  if (!value || *value < least) {
    fail(line.number, what + " is a number from " + std::to_string(least) + " to " +
                          std::to_string(most) + ", not " + shown_word(line.words[word]));
  }
  return *value;
}

double PatternFile::weight(const Line& line, std::size_t word) const {
  constexpr double kMost = 1e9;
  const std::string_view text = line.words[word];
  double value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() ||
      !(value >= 0 && value <= kMost)) {
    fail(line.number, shown_word(text) + " is not a weight; they are numbers from 0 to 1e9");
  }
  return value;
}

}  // namespace flitcast
