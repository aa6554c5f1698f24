// Runs a command where there is a Slurm cluster of two nodes, which comes and goes with it:
//
//   with_slurm COMMAND [ARGUMENT ...]
//
// The exit code is that of the command; 4 when there is no cluster.

#include <csignal>
#include <cstdio>
#include <exception>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/slurm/slurm_cluster.h"

namespace flitcast {
namespace {

constexpr int kNoCluster = 4;

int run(char** command) {
  const std::string missing = SlurmCluster::missing();
  if (!missing.empty()) {
    std::fprintf(stderr, "with_slurm: %s\n", missing.c_str());
    return kNoCluster;
  }
  const SlurmCluster cluster;
  ::signal(SIGINT, SIG_IGN);  // of the terminal: for the command
  const pid_t child = ::fork();
  if (child == 0) {
    ::signal(SIGINT, SIG_DFL);
    ::execvp(command[0], command);
    std::perror(command[0]);
    ::_exit(kNoCluster);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace
}  // namespace flitcast

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "with_slurm COMMAND [ARGUMENT ...]\n");
    return flitcast::kNoCluster;
  }
  try {
    return flitcast::run(argv + 1);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "with_slurm: %s\n", error.what());
    return flitcast::kNoCluster;
  }
}
