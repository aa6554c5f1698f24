#include "tb/trace/trace_file.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/system/file_error.h"
#include "tb/system/program.h"

namespace flitcast::trace {
namespace {

constexpr const char* kConverter = "vcd2fst";

}  // namespace

FstFile::FstFile(const std::string& target, const std::string& asked_by)
    : program_(find_program(kConverter)), file_(target, asked_by), converted_(file_) {
  if (program_.empty()) {
    throw FileError(
        "{}: the program {} is not installed; it is in the Debian package gtkwave, or take "
        "trace.vcd",
        asked_by, kConverter);
  }
  start_converter();
}

void FstFile::start_converter() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) {
    throw cannot("make", "a pipe", errno);
  }
  pipe_ = ends[1];
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  const auto close_those_of_converter = [&] {
    ::close(ends[0]);
    ::close(nowhere);
  };
  try {
    converter_ = start_program({program_, "-v", "-", "-f", converted_.name()},
                               {ends[0], nowhere, STDERR_FILENO});
  } catch (...) {
    close_those_of_converter();
    ::close(pipe_);
    throw;
  }
  close_those_of_converter();
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
FstFile::~FstFile() {
  if (converter_ > 0) {
    ::kill(converter_, SIGKILL);
  }
  end_converter();
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

}  // namespace flitcast::trace
