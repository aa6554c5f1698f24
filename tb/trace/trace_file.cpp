#include "tb/trace/trace_file.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/system/program.h"

namespace flitcast {
namespace {

constexpr const char* kConverter = "vcd2fst";

/// With an end that programs started later do not inherit.
std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw cannot("make", "a pipe", errno);
  }
  return ends;
}

}  // namespace

FstFile::FstFile(const std::string& target, const std::string& asked_by)
    : program_(find_program(kConverter)), file_(target, asked_by), converted_(file_) {
  if (program_.empty()) {
    throw FileError(
        fmt::format("{}: the program {} is not installed; it is in the Debian package "
                    "gtkwave, or take trace.vcd",
                    asked_by, kConverter));
  }
  try {
    start_converter();
    await_its_files();
    converted_.hide();
  } catch (...) {
    give_up();
    throw;
  }
}

void FstFile::start_converter() {
  const std::array<int, 2> ends = make_pipe();
  pipe_ = ends[1];
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  try {
    converter_ = start_program({program_, "-v", "-", "-f", converted_.name()},
                               {ends[0], nowhere, STDERR_FILENO});
  } catch (...) {
    ::close(ends[0]);
    ::close(nowhere);
    throw;
  }
  ::close(ends[0]);
  ::close(nowhere);
}

/// It opens two before it reads anything, the one of the hierarchy last.
void FstFile::await_its_files() {
  constexpr useconds_t kPause = 1000;
  constexpr int kTries = 60'000;
  const std::string last = converted_.name() + ".hier";
  for (int tries = 0; tries < kTries; ++tries) {
    if (::access(last.c_str(), F_OK) == 0) {
      return;
    }
    if (::waitpid(converter_, nullptr, WNOHANG) == converter_) {
      converter_ = -1;
      break;
    }
    ::usleep(kPause);
  }
  throw file_.error(fmt::format("{} does not start to work", kConverter));
}

/// Returns whether it has ended well.
bool FstFile::end_converter() {
  if (pipe_ >= 0) {
    ::close(pipe_);
    pipe_ = -1;
  }
  int status = -1;
  if (converter_ > 0) {
    ::waitpid(converter_, &status, 0);
    converter_ = -1;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Nobody wants what it has so far.
void FstFile::give_up() {
  if (converter_ > 0) {
    ::kill(converter_, SIGKILL);
  }
  end_converter();
}

FstFile::~FstFile() {
  give_up();
}

void FstFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(pipe_, text.data(), text.size());
    if (done < 0 && errno == EINTR) {
      continue;
    }
    if (done < 0) {
      throw file_.error(fmt::format("{}: {}", kConverter, std::strerror(errno)));
    }
    text.remove_prefix(static_cast<std::size_t>(done));
  }
}

void FstFile::flush() {
  if (!end_converter() || !converted_.copy_to(file_)) {
    throw file_.error(fmt::format("{} failed", kConverter));
  }
  file_.flush();
}

void TraceFiles::write(std::string_view bytes) {
  try {
    if (vcd_ != nullptr) {
      vcd_->write(bytes);
    }
    if (fst_ != nullptr) {
      fst_->write(bytes);
    }
  } catch (const FileError& error) {
    failure_ = error.what();
    throw;
  }
}

}  // namespace flitcast
