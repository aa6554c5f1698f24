#pragma once

#include <utility>

namespace flitcast {

/// Ends what the caller of the library wants no more of. No std::exception: what takes those for
/// faults of its own lets it pass.
struct Interruption {};

/// Throws the exception that is being handled as callers know it (flitcast/error.h).
[[noreturn]] void throw_public();

/// What act() returns; errors out of it come as callers know them.
template <typename Act>
decltype(auto) with_public_errors(Act&& act) {
  try {
    return std::forward<Act>(act)();
  } catch (...) {
    throw_public();
  }
}

}  // namespace flitcast
