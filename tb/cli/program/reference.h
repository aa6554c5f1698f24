#pragma once

#include <string>
#include <string_view>

namespace flitcast::cli {

/// What `flitcast help KEYS.md` and `flitcast help RESULTS.md` print: all configuration keys, and
/// the members of all JSON files, as Markdown tables. Empty for any other name.
std::string reference_document(std::string_view name);

}  // namespace flitcast::cli
