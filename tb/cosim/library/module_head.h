#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace flitcast::cosim {

/// The words of the head of a module, up to the semicolon that ends it: among them are the names of
/// its parameters and pins. Comments, strings and imports of packages are left out. Empty where the
/// SystemVerilog has no module of that name.
std::optional<std::set<std::string>> words_of_head(std::string_view code, std::string_view module);

}  // namespace flitcast::cosim
