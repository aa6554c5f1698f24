#include "tb/programs/xml_file.h"

#include <charconv>
#include <string_view>
#include <utility>

#include "tb/programs/line_reader.h"
#include "tb/system/files/input_file.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostXmlBytes = std::size_t{1} << 28;

}  // namespace

XmlFile::XmlFile(const std::string& file, int deepest)
    : name_(file), text_(read_text_file(file, kMostXmlBytes)) {
  check_nesting(deepest);
  const pugi::xml_parse_result parsed =
      document_.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!parsed) {
    fail(parsed.offset, "no XML: {}", parsed.description());
  }
}

/// After what begins with the bracket at `at`: a comment, character data, an instruction or a tag,
/// in which brackets may stand in quotes. Of what does not end the end of the file.
std::size_t XmlFile::end_of_markup(std::size_t at) const {
  constexpr std::pair<std::string_view, std::string_view> kTexts[] = {
      {"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}};
  for (const auto& [begin, end] : kTexts) {
    if (text_.compare(at, begin.size(), begin) == 0) {
      const std::size_t found = text_.find(end, at + begin.size());
      return found == std::string::npos ? text_.size() : found + end.size();
    }
  }
  for (std::size_t place = at; place < text_.size(); ++place) {
    if (text_[place] == '>') {
      return place + 1;
    }
    if (text_[place] == '"' || text_[place] == '\'') {
      place = std::min(text_.find(text_[place], place + 1), text_.size());
    }
  }
  return text_.size();
}

/// Before a tree is made of it: elements within one another would take a hundred times the memory
/// of the file, nothing needs a document type, and what stands outside of the element is no part of
/// the tree.
void XmlFile::check_nesting(int deepest) const {
  int depth = 0;
  int elements = 0;  // not within others
  std::size_t at =
      text_.compare(0, kByteOrderMark.size(), kByteOrderMark) == 0 ? kByteOrderMark.size() : 0;
  while (at < text_.size()) {
    const std::size_t next = std::min(text_.find('<', at), text_.size());
    const std::size_t text = text_.find_first_not_of(" \t\r\n", at);
    const bool character_data = text_.compare(next, 9, "<![CDATA[") == 0;
    if (depth <= 0 && (text < next || character_data)) {
      fail(static_cast<std::ptrdiff_t>(std::min(text, next)), "has text outside of its element");
    }
    at = end_of_markup(next);
    const std::string_view markup = std::string_view(text_).substr(next, at - next);
    if (markup.empty() || character_data || markup.substr(0, 4) == "<!--" ||
        markup.substr(0, 2) == "<?") {
      continue;
    }
    if (markup.substr(0, 2) == "<!") {
      fail(static_cast<std::ptrdiff_t>(next), "has a document type; give elements alone");
    }
    if (markup.substr(0, 2) == "</") {
      --depth;
      continue;
    }
    elements += depth <= 0 ? 1 : 0;
    if (elements > 1) {
      fail(static_cast<std::ptrdiff_t>(next), "has a second element; give one with all in it");
    }
    depth += markup.size() > 2 && markup.substr(markup.size() - 2) == "/>" ? 0 : 1;
    if (depth > deepest) {
      fail(static_cast<std::ptrdiff_t>(next), "is nested too deep");
    }
  }
}

std::int64_t XmlFile::number(const pugi::xml_node& node, const char* name, std::int64_t least,
                             std::int64_t most) const {
  const pugi::xml_attribute attribute = node.attribute(name);
  if (!attribute) {
    fail(node, "{} has no {}", node.name(), name);
  }
  const std::string_view text = attribute.value();
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    fail(node, "{} = \"{}\" is no number from {} to {}", name, text.substr(0, 40), least, most);
  }
  return value;
}
}  // namespace flitcast
