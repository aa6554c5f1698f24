#include <string>

#include <gtest/gtest.h>

#include "tests/support/count.h"
#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_large_schedules {
namespace {

// 4095 rounds of 4096 messages: rounds are made and verified one after the other, so that two
// gibibytes are plenty, program and libraries included.
TEST(LargeSchedule, DirectExchangeOfTwelveDimensionsIsCheckedInTwoGibibytes) {
  const TempFolder folder;
  const std::string command = "cd " + folder.path("") + " && ulimit -v 2097152 && " +
                              FLITCAST_PROGRAM +
                              " check --topology.kind=hypercube --topology.dims=12"
                              " --traffic.algorithm=aas-hc-dex > out 2> err";
  EXPECT_EQ(std::system(command.c_str()), 0) << folder.read("err");
  const std::string report = folder.read("out");
  EXPECT_TRUE(contains(report, "messages       16773120\n")) << report;
  EXPECT_TRUE(contains(report, "4095·t_s + 24576·t_d + 4095·μ·t_m\n")) << report;
  EXPECT_TRUE(contains(report, "every round is link-disjoint\n")) << report;
}

}  // namespace
}  // namespace flitcast::test_large_schedules
