#include "tb/system/console.h"

#include <cerrno>
#include <csignal>
#include <cstdio>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/system/shown_text.h"

namespace flitcast {

void survive_failed_writes() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void print(const std::string& text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if ((!written || std::fflush(stdout) != 0) && errno != EPIPE) {
    throw cannot("write to", "standard output", errno);
  }
}

void tell(std::string_view message) {
  const bool ended = !message.empty() && message.back() == '\n';
  const std::string text = fmt::format("flitcast: {}{}", printable(message), ended ? "" : "\n");
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace flitcast
