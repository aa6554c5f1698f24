#pragma once

#include <string_view>
#include <vector>

#include "tb/cli/command.h"
#include "tb/config/keys/config_keys.h"
#include "tb/config/source_locations.h"

namespace flitcast::cli {

// What the names of options mean, and what may be meant by those that mean nothing.

/// Those of all commands, which an option says itself.
inline constexpr CommandOption kGlobalOptions[] = {{"help"}, {"version"}};

/// The configuration key that --name gives: by its full name, "router.delay", or where the command
/// takes keys by its last part. Null where there is none. Throws ConfigError where several keys
/// have that last part, naming them. The command may be null.
const ConfigKey* key_of_option(std::string_view name, const Command* command);

/// "--router.delay or --link.delay": what people call so (keys_known_as); empty for no key.
std::string keys_called(std::string_view name);

/// The command takes keys, and so --name would be the section of some.
bool is_section(std::string_view name, const Command* command);

/// The commands that take an option.
std::vector<std::string_view> takers_of(std::string_view option, const Commands& commands);

/// Why --name is no option of the command, empty for none, though it is of others, the takers.
ConfigError misplaced_option(std::string_view name, std::string_view command,
                             const std::vector<std::string_view>& takers);

/// Why --name is no option of the command, with what may be meant, of what the command takes. Null
/// stands for none: all that any command takes is considered then.
ConfigError unknown_option(std::string_view name, const Command* command, const Commands& commands);

}  // namespace flitcast::cli
