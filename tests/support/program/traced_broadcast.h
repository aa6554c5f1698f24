#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"

namespace flitcast {

/// A broadcast over rows of a mesh: round 0 is one worm from node 0 down column 0, in round 1 each
/// of 0, 4 and 8 covers its row.
inline const std::vector<std::string> kBroadcast{
    "run", "--topology.kind=mesh", "--topology.dims=4x3", "--traffic.algorithm=oab-mesh-irc-corner",
    "--traffic.message_flits=6"};

class TracedBroadcast : public testing::Test {
 protected:
  ProgramResult flitcast(const std::vector<std::string>& more) {
    std::vector<std::string> arguments = kBroadcast;
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_flitcast(arguments, folder_.root());
  }
  void expect_refused(const std::vector<std::string>& more, const std::string& why) {
    const ProgramResult result = flitcast(more);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.err.find(why), std::string::npos) << result.err;
    EXPECT_TRUE(folder_.files().empty()) << folder_.files().front();
  }

  TempFolder folder_;
};

}  // namespace flitcast
