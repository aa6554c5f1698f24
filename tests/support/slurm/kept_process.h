#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace flitcast {

/// A program that runs beside a test together with all that it starts, also what detaches itself
/// like a daemon's children do. Nothing of it outlives this object or the process that made it,
/// however that one ends.
class KeptProcess {
 public:
  /// Starts command[0], a path; what it writes goes to the file `log`. Throws std::runtime_error.
  KeptProcess(const std::vector<std::string>& command, const std::string& log);
  ~KeptProcess();

  KeptProcess(const KeptProcess&) = delete;
  KeptProcess& operator=(const KeptProcess&) = delete;

  /// Ends all of it like a machine that loses its power: no process sees another one die.
  void power_off();

 private:
  pid_t keeper_;
};

}  // namespace flitcast
