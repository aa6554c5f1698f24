// Memory that runs out: before the program has started, while it plans, while it builds the
// network.

#include <gtest/gtest.h>

#include "tests/support/program/shell_run.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FLITCAST_SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define FLITCAST_SANITIZED
#endif

namespace flitcast::test_out_of_memory {
namespace {

constexpr int kNotLoaded = 127;  // the loader found no room for the program

/// With so many kilobytes to live in.
ProcessEnd run_within(const TempFolder& folder, int kilobytes, const std::string& arguments) {
  return run_shell(folder, "ulimit -c 0; ulimit -v " + std::to_string(kilobytes) +
                               "; exec \"$0\" " + arguments + " >/dev/null");
}

/// Tries sizes from one that the loader cannot do with to one that is enough; some between them
/// must end with the message.
void expect_message_between(int from, int to, int step, const std::string& arguments) {
#ifdef FLITCAST_SANITIZED
  GTEST_SKIP() << "sanitizers need more memory than there will be";
#endif
  const TempFolder folder;
  int told = 0;
  for (int kilobytes = from; kilobytes <= to; kilobytes += step) {
    const ProcessEnd end = run_within(folder, kilobytes, arguments);
    if (end.exited_with(0) || end.exited_with(kNotLoaded)) {
      continue;
    }
    ++told;
    EXPECT_TRUE(end.exited_with(4)) << kilobytes << ": " << end.describe();
    EXPECT_EQ(end.err, "flitcast: internal error: out of memory\n") << kilobytes;
    EXPECT_EQ(folder.files(), std::vector<std::string>{}) << kilobytes;
  }
  EXPECT_GE(told, 3);
}

TEST(OutOfMemory, BeforeTheStart) {
  expect_message_between(12000, 20000, 250, "list");
}

TEST(OutOfMemory, WhilePlanningOrBuilding) {
  expect_message_between(18000, 60000, 3000,
                         "run --topology.kind=hypercube --topology.dims=12 "
                         "--traffic.algorithm=oab-hc-sbt --output.json=a.json "
                         "--output.messages=m.csv --trace.vcd=t.vcd");
}

}  // namespace
}  // namespace flitcast::test_out_of_memory
