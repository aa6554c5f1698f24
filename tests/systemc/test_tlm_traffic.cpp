#include "tests/systemc/traffic_run.h"

namespace flitcast::test_tlm_traffic {
namespace {

constexpr std::uint64_t kTransactions = 16'000;

TEST(TlmTraffic, BlockingOnAMesh) {
  TrafficRun(TlmStyle::kBlocking, "mesh", "8x4", kTransactions).expect_right();
}
TEST(TlmTraffic, BlockingOnAHypercube) {
  TrafficRun(TlmStyle::kBlocking, "hypercube", "5", kTransactions).expect_right();
}
TEST(TlmTraffic, AnnotatedOnAMesh) {
  TrafficRun(TlmStyle::kAnnotated, "mesh", "8x4", kTransactions).expect_right();
}
TEST(TlmTraffic, PhasedOnAMesh) {
  TrafficRun(TlmStyle::kPhased, "mesh", "8x4", kTransactions).expect_right();
}
TEST(TlmTraffic, PhasedOnAHypercube) {
  TrafficRun(TlmStyle::kPhased, "hypercube", "5", kTransactions).expect_right();
}

}  // namespace
}  // namespace flitcast::test_tlm_traffic
