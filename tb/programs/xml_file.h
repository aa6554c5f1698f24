#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <pugixml.hpp>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "tb/system/file_error.h"

namespace flitcast {

/// A file of one XML element, with others in it, with whole numbers and words for attributes. All
/// errors are FileErrors that name a line.
class XmlFile {
 public:
  /// Elements may lie `deepest` within one another.
  XmlFile(const std::string& file, int deepest);

  const std::string& name() const { return name_; }
  const pugi::xml_document& document() const { return document_; }

  template <typename... Parts>
  [[noreturn]] void fail(std::ptrdiff_t offset, fmt::format_string<Parts...> format,
                         Parts&&... parts) const {
    const auto end =
        text_.begin() + std::min<std::ptrdiff_t>(offset, static_cast<std::ptrdiff_t>(text_.size()));
    throw FileError("{}:{}: {}", name_, 1 + std::count(text_.begin(), end, '\n'),
                    fmt::format(format, std::forward<Parts>(parts)...));
  }
  template <typename... Parts>
  [[noreturn]] void fail(const pugi::xml_node& node, fmt::format_string<Parts...> format,
                         Parts&&... parts) const {
    fail(node.offset_debug(), format, std::forward<Parts>(parts)...);
  }

  /// An attribute.
  std::int64_t number(const pugi::xml_node& node, const char* name, std::int64_t least,
                      std::int64_t most) const;
  std::uint64_t count(const pugi::xml_node& node, const char* name, std::uint64_t most) const {
    return static_cast<std::uint64_t>(number(node, name, 0, static_cast<std::int64_t>(most)));
  }

 private:
  void check_nesting(int deepest) const;
  std::size_t end_of_markup(std::size_t at) const;

  std::string name_;
  std::string text_;
  pugi::xml_document document_;
};

}  // namespace flitcast
