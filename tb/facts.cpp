#include "tb/facts.h"

#include <algorithm>

namespace flitcast {

std::size_t text_width(std::string_view text) {
  const auto starts_code_point = [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_code_point));
}

std::string pad_right(std::string_view text, std::size_t width) {
  return std::string(text) + std::string(width - std::min(width, text_width(text)), ' ');
}

std::string pad_left(std::string_view text, std::size_t width) {
  return std::string(width - std::min(width, text_width(text)), ' ') + std::string(text);
}

void Facts::add(std::string label, std::string value, std::string remark) {
  lines_.push_back({std::move(label), std::move(value), std::move(remark)});
}

void Facts::words(std::string label, std::string text) {
  lines_.push_back({std::move(label), "", std::move(text)});
}

std::string Facts::text() const {
  std::size_t label_width = 0;
  std::size_t value_width = 0;
  for (const Line& line : lines_) {
    label_width = std::max(label_width, text_width(line.label));
    value_width = std::max(value_width, text_width(line.value));
  }
  std::string out;
  for (const Line& line : lines_) {
    if (!line.label.empty()) {
      out += "  " + pad_right(line.label, label_width + 2);
      out += line.value.empty() ? "" : pad_left(line.value, value_width);
      out += line.value.empty() || line.remark.empty() ? "" : " ";
      out += line.remark;
    }
    out += '\n';
  }
  return out;
}

}  // namespace flitcast
