#pragma once

#include <string>
#include <string_view>

namespace flitcast::cli {

/// What --version prints: the version, the commit where it is known, how it was built.
std::string build_text();

/// "d7b434e5f4a1", with "-dirty" where files differ from it; empty outside of a git repository.
std::string_view source_commit();

}  // namespace flitcast::cli
