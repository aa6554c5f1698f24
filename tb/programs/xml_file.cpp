#include "tb/programs/xml_file.h"

#include <charconv>
#include <string_view>

#include "tb/system/files/input_file.h"

namespace flitcast {
namespace {

constexpr std::size_t kMostXmlBytes = std::size_t{1} << 28;

}  // namespace

XmlFile::XmlFile(const std::string& file, int deepest)
    : name_(file), text_(read_text_file(file, kMostXmlBytes)) {
  check_nesting(deepest);
  const pugi::xml_parse_result parsed = document_.load_buffer(text_.data(), text_.size());
  if (!parsed) {
    fail(parsed.offset, "no XML: {}", parsed.description());
  }
}

/// Before a tree is made of it: elements within one another would take a hundred times the memory
/// of the file, and nothing needs a document type.
void XmlFile::check_nesting(int deepest) const {
  int depth = 0;
  for (std::size_t at = text_.find('<'); at != std::string::npos; at = text_.find('<', at + 1)) {
    const std::string_view rest = std::string_view(text_).substr(at);
    if (rest.substr(0, 4) == "<!--") {
      at = std::min(text_.find("-->", at), text_.size() - 1);
    } else if (rest.substr(0, 2) == "<!") {
      fail(static_cast<std::ptrdiff_t>(at), "has a document type; give elements alone");
    } else if (rest.substr(0, 2) == "</") {
      --depth;
    } else if (rest.substr(0, 2) != "<?") {
      const std::size_t end = text_.find('>', at);
      depth += end != std::string::npos && text_[end - 1] == '/' ? 0 : 1;
    }
    if (depth > deepest) {
      fail(static_cast<std::ptrdiff_t>(at), "is nested too deep");
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
