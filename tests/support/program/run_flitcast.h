#pragma once

#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include "tests/support/temp_folder.h"

namespace flitcast {

/// What a finished program left.
struct ProgramResult {
  int exit_code = -1;  ///< negative: killed by that signal
  std::string out;
  std::string err;
};

/// Runs the flitcast program with arguments, in a folder, and waits for its end.
inline ProgramResult run_flitcast(const std::vector<std::string>& arguments,
                                  const std::string& folder = ".") {
  const TempFolder captured;
  const std::string out = captured.path("out");
  const std::string err = captured.path("err");
  std::vector<std::string> words{FLITCAST_PROGRAM};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);

  const pid_t child = ::fork();
  if (child == 0) {
    const int out_file = ::open(out.c_str(), O_CREAT | O_WRONLY, 0600);
    const int err_file = ::open(err.c_str(), O_CREAT | O_WRONLY, 0600);
    ::dup2(out_file, STDOUT_FILENO);
    ::dup2(err_file, STDERR_FILENO);
    if (::chdir(folder.c_str()) == 0) {
      ::execv(argv[0], argv.data());
    }
    ::_exit(127);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), captured.read("out"),
          captured.read("err")};
}

}  // namespace flitcast
