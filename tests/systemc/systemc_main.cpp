// main() of test programs that simulate. SystemC elaborates once per process, so where several
// tests are to be run, each is in a child of its own. A warning of SystemC fails the test that
// caused it.

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

namespace {

void report(const sc_core::sc_report& report, const sc_core::sc_actions&) {
  if (report.get_severity() >= sc_core::SC_ERROR) {
    throw sc_core::sc_report(report);
  }
  if (report.get_severity() == sc_core::SC_WARNING) {
    ADD_FAILURE() << "SystemC warns: " << report.what();
  }
}

/// The tests that filter and shard leave, which gtest finds out when it lists them.
std::vector<std::string> selected_tests() {
  std::fflush(stdout);
  const int shown = dup(STDOUT_FILENO);
  const int hidden = open("/dev/null", O_WRONLY | O_CLOEXEC);
  dup2(hidden, STDOUT_FILENO);
  GTEST_FLAG_SET(list_tests, true);
  [[maybe_unused]] const int listed = RUN_ALL_TESTS();
  GTEST_FLAG_SET(list_tests, false);
  std::fflush(stdout);
  dup2(shown, STDOUT_FILENO);
  close(hidden);
  close(shown);
  std::vector<std::string> names;
  const testing::UnitTest& all = *testing::UnitTest::GetInstance();
  for (int i = 0; i < all.total_test_suite_count(); ++i) {
    const testing::TestSuite& suite = *all.GetTestSuite(i);
    for (int j = 0; j < suite.total_test_count(); ++j) {
      const testing::TestInfo& test = *suite.GetTestInfo(j);
      if (test.should_run()) {
        names.push_back(std::string(suite.name()) + "." + test.name());
      }
    }
  }
  return names;
}

int run_one(const std::string& name) {
  unsetenv("GTEST_TOTAL_SHARDS");
  unsetenv("GTEST_SHARD_INDEX");
  GTEST_FLAG_SET(filter, name);
  return RUN_ALL_TESTS();
}

/// Runs every test in a child and names those that failed. Returns in every child, too.
int run_apart(const std::vector<std::string>& names) {
  std::string failed;
  for (const std::string& name : names) {
    std::fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
      return run_one(name);
    }
    int status = 1;
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0) {
      failed += "\n  " + name;
    }
  }
  std::printf("%zu tests, each in a process of its own; %s%s\n", names.size(),
              failed.empty() ? "all passed" : "FAILED:", failed.c_str());
  return failed.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  sc_core::sc_report_handler::set_handler(report);
  if (GTEST_FLAG_GET(list_tests)) {
    return RUN_ALL_TESTS();
  }
  const std::vector<std::string> names = selected_tests();
  return names.size() == 1 ? run_one(names.front()) : run_apart(names);
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
