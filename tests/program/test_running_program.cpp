#include <gtest/gtest.h>

#include "tests/support/program/on_terminal.h"

namespace flitcast::test_running_program {
namespace {

TEST(RunningProgram, ShowsHowFarAVerificationIs) {
  for (const char* command : {"check", "run"}) {
    const OnTerminal program({command, "--topology.kind=hypercube", "--topology.dims=12",
                              "--traffic.algorithm=aas-hc-dex"});
    const std::string said = program.said_until("/4095");
    EXPECT_NE(said.find("verifying round "), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace flitcast::test_running_program
