#pragma once

#include <array>
#include <csignal>
#include <pty.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace flitcast {

/// A program on a terminal; it is ended when it has said something, or here.
class OnTerminal {
 public:
  explicit OnTerminal(std::vector<std::string> words) {
    pid_ = ::forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (pid_ == 0) {
      words.insert(words.begin(), FLITCAST_PROGRAM);
      std::vector<char*> arguments;
      arguments.reserve(words.size() + 1);
      for (std::string& word : words) {
        arguments.push_back(word.data());
      }
      arguments.push_back(nullptr);
      ::execv(FLITCAST_PROGRAM, arguments.data());
      ::_exit(127);
    }
  }
  ~OnTerminal() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    ::close(terminal_);
  }

  OnTerminal(const OnTerminal&) = delete;
  OnTerminal& operator=(const OnTerminal&) = delete;

  /// What it says up to the first `text`, or all of it.
  std::string said_until(const std::string& text) const {
    std::string said;
    std::array<char, 4096> buffer;
    while (said.find(text) == std::string::npos) {
      const ssize_t count = ::read(terminal_, buffer.data(), buffer.size());
      if (count <= 0) {
        break;
      }
      said.append(buffer.data(), static_cast<std::size_t>(count));
    }
    return said;
  }

 private:
  int terminal_ = -1;
  pid_t pid_;
};

}  // namespace flitcast
