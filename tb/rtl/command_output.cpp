#include "tb/rtl/command_output.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tb/system/file_error.h"
#include "tb/system/program.h"

namespace flitcast {

CommandOutput output_of(const std::vector<std::string>& command) {
  std::array<int, 2> ends{};
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (nothing < 0 || ::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw cannot("make", "a pipe", errno);
  }
  const pid_t pid = start_program(command, {nothing, ends[1], ends[1]});
  ::close(nothing);
  ::close(ends[1]);
  CommandOutput output{0, ""};
  std::array<char, 4096> block;
  for (;;) {
    const ssize_t got = ::read(ends[0], block.data(), block.size());
    if (got > 0) {
      output.text.append(block.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      break;
    }
  }
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  output.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

}  // namespace flitcast
