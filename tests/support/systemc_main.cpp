// main() of test programs that simulate. SystemC elaborates once per process, so ctest runs every
// test in a process of its own. A warning of SystemC fails the test that caused it.

#include <cstdlib>

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

}  // namespace

int sc_main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  sc_core::sc_report_handler::set_handler(report);
  return RUN_ALL_TESTS();
}

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
