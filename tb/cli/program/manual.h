#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tb/cli/command.h"

namespace flitcast::cli {

/// The manual pages that there are: "flitcast.1", "flitcast-run.1", …, "flitcast-keys.5".
std::vector<std::string> manual_pages(const Commands& commands);

/// One of them, in the language of man(7): what `flitcast help` says. Empty for any other name.
std::string manual_page(const Commands& commands, std::string_view name);

}  // namespace flitcast::cli
