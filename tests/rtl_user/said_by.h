#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/system/process_pool.h"
#include "tb/system/program.h"

namespace flitcast::cosim {

/// What a program of a given name says; it is to be installed.
inline ProcessEnd said_by(const std::string& program, std::vector<std::string> arguments) {
  const std::string path = find_program(program);
  EXPECT_FALSE(path.empty()) << program << " is not installed";
  arguments.insert(arguments.begin(), path);
  return run_program(arguments);
}

}  // namespace flitcast::cosim
