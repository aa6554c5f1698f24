#include "tb/system/out_of_memory.h"

#include <exception>
#include <new>
#include <string_view>
#include <unistd.h>

#include "tb/system/exit_code.h"
#include "tb/system/terminal_line.h"

namespace flitcast {
namespace {

/// Without memory of its own. A progress line that is on a terminal makes room.
[[noreturn]] void end_with(std::string_view message) {
  const auto say = [](std::string_view text) {
    [[maybe_unused]] const ssize_t told = ::write(STDERR_FILENO, text.data(), text.size());
  };
  if (::isatty(STDERR_FILENO) == 1) {
    say(kEraseLine);
  }
  say("flitcast: internal error: ");
  say(message);
  say("\n");
  ::_exit(exit_code::kInternal);
}

/// There is no exception where there was no memory to make one.
[[noreturn]] void terminated() {
  if (!std::current_exception()) {
    out_of_memory();
  }
  try {
    throw;
  } catch (const std::exception& error) {
    end_with(error.what());
  } catch (...) {
    end_with("an exception of unknown kind");
  }
}

}  // namespace

void end_when_memory_runs_out() {
  std::set_new_handler(out_of_memory);
  std::set_terminate(terminated);
}

void out_of_memory() {
  end_with("out of memory");
}

}  // namespace flitcast
