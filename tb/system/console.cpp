#include "tb/system/console.h"

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/text/shown_text.h"

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

std::size_t output_width() {
  constexpr std::size_t kUsual = 80;
  if (::isatty(STDOUT_FILENO) == 0) {
    return 0;
  }
  struct winsize size {};
  const bool known = ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : kUsual;
}

void tell(std::string_view message) {
  const bool ended = !message.empty() && message.back() == '\n';
  const std::string text = fmt::format("flitcast: {}{}", printable(message), ended ? "" : "\n");
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace flitcast
