#include "tb/trace_file.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "tb/file_error.h"
#include "tb/program.h"

namespace flitcast {
namespace {

constexpr const char* kConverter = "vcd2fst";

}  // namespace

FstFile::FstFile(const std::string& target) : target_(follow_links(target)) {
  if (find_program(kConverter).empty()) {
    throw FileError(
        fmt::format("the program {} is not installed; it is in the Debian package "
                    "gtkwave, or take trace.vcd",
                    kConverter));
  }
  std::error_code ignored;
  if (std::filesystem::exists(target_, ignored) &&
      !std::filesystem::is_regular_file(target_, ignored)) {
    throw FileError(
        fmt::format("{} is not a file; the waveform is renamed to it when it is complete", target));
  }
  { const AtomicFile probe(target); }  // says what is wrong with the target, if anything
  const std::string folder = std::filesystem::path(target_).parent_path().string();
  temporary_ = fmt::format("{}/.flitcast-XXXXXX", folder.empty() ? "." : folder);
  const int file = ::mkstemp(temporary_.data());
  if (file < 0) {
    throw cannot("write", target, errno);
  }
  const mode_t mask = ::umask(0);
  ::umask(mask);
  ::fchmod(file, 0666U & ~mask);
  ::close(file);
  start_converter();
}

void FstFile::start_converter() {
  const std::string program = find_program(kConverter);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw cannot("start", kConverter, errno);
  }
  pipe_ = ends[1];
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  try {
    converter_ =
        start_program({program, "-v", "-", "-f", temporary_}, {ends[0], nowhere, STDERR_FILENO});
  } catch (...) {
    ::close(ends[0]);
    ::close(nowhere);
    throw;
  }
  ::close(ends[0]);
  ::close(nowhere);
}

void FstFile::end_converter() {
  if (pipe_ >= 0) {
    ::close(pipe_);
    pipe_ = -1;
  }
}

FstFile::~FstFile() {
  end_converter();
  if (converter_ > 0) {
    ::waitpid(converter_, nullptr, 0);
  }
  if (!temporary_.empty()) {
    ::unlink(temporary_.c_str());
    ::unlink((temporary_ + ".hier").c_str());
  }
}

void FstFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(pipe_, text.data(), text.size());
    if (done < 0 && errno == EINTR) {
      continue;
    }
    if (done < 0) {
      throw FileError(
          fmt::format("cannot write {}: {}: {}", target_, kConverter, std::strerror(errno)));
    }
    text.remove_prefix(static_cast<std::size_t>(done));
  }
}

void FstFile::flush() {
  end_converter();
  if (converter_ <= 0) {
    return;
  }
  int status = 0;
  ::waitpid(converter_, &status, 0);
  converter_ = -1;
  std::error_code error;
  const bool good = WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
                    std::filesystem::file_size(temporary_, error) > 0 && !error;
  if (!good) {
    throw FileError(fmt::format("cannot write {}: {} failed", target_, kConverter));
  }
}

void FstFile::commit() {
  flush();
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) {
    throw cannot("write", target_, errno);
  }
  temporary_.clear();
}

void TraceFiles::write(std::string_view bytes) {
  const auto pass = [bytes](auto* file, std::string& failure) {
    if (file == nullptr) {
      return;
    }
    try {
      file->write(bytes);
    } catch (const FileError& error) {
      failure = error.what();
      throw;
    }
  };
  pass(vcd_, vcd_failure_);
  pass(fst_, fst_failure_);
}

}  // namespace flitcast
