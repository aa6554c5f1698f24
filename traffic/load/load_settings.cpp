#include "traffic/load/load_settings.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string_view>

namespace flitcast {
namespace {

constexpr std::uint32_t kMost = 1'000'000;

[[noreturn]] void refuse_weights(std::string_view text) {
  throw std::invalid_argument("\"" + std::string(text) +
                              "\" is neither a number from 1 to 1000000 nor several with weights, "
                              "like 1:0.5, 5:0.5");
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(begin);
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

template <typename Number>
Number number_of(std::string_view text, std::string_view all) {
  Number number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || stop != text.data() + text.size()) {
    refuse_weights(all);
  }
  return number;
}

}  // namespace

std::vector<Weighted> request_sizes(const LoadSettings& settings) {
  if (settings.writes == 0) {
    return settings.sizes;
  }
  return {{settings.sizes.front().value, 1 - settings.writes},
          {settings.reply_flits, settings.writes}};
}

std::vector<Weighted> reply_sizes(const LoadSettings& settings) {
  if (settings.reply_flits == 0) {
    return {};
  }
  if (settings.writes == 0) {
    return {{settings.reply_flits, 1}};
  }
  return {{settings.reply_flits, 1 - settings.writes},
          {settings.sizes.front().value, settings.writes}};
}

double mean_of(const std::vector<Weighted>& values) {
  double sum = 0;
  double weights = 0;
  for (const Weighted& each : values) {
    sum += each.weight * each.value;
    weights += each.weight;
  }
  return sum / weights;
}

std::vector<Weighted> parse_weighted(const std::string& text) {
  std::vector<Weighted> values;
  std::string_view rest = text;
  double weights = 0;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view item = trimmed(rest.substr(0, comma));
    more = comma != std::string_view::npos;
    rest.remove_prefix(more ? comma + 1 : rest.size());
    const std::size_t colon = item.find(':');
    const auto value = number_of<std::uint32_t>(trimmed(item.substr(0, colon)), text);
    const double weight = colon == std::string_view::npos
                              ? 1
                              : number_of<double>(trimmed(item.substr(colon + 1)), text);
    if (value < 1 || value > kMost || !(weight >= 0 && weight <= 1e9)) {
      refuse_weights(text);
    }
    values.push_back({value, weight});
    weights += weight;
  }
  if (!(weights > 0)) {
    refuse_weights(text);
  }
  return values;
}

std::string to_string(const std::vector<Weighted>& values) {
  std::string text;
  for (const Weighted& each : values) {
    text += (text.empty() ? "" : ", ") + std::to_string(each.value);
    if (values.size() > 1) {
      char digits[32];
      const auto [end, error] = std::to_chars(digits, digits + sizeof digits, each.weight);
      static_cast<void>(error);
      text += ":" + std::string(digits, end);
    }
  }
  return text;
}

}  // namespace flitcast
