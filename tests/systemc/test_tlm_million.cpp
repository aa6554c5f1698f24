#include "tests/systemc/traffic_run.h"

namespace flitcast::test_tlm_million {
namespace {

constexpr std::uint64_t kTransactions = 1'000'000;
constexpr std::uint64_t kFewer = 100'000;

TEST(TlmMillion, BlockingOnAMesh) {
  TrafficRun(TlmStyle::kBlocking, "mesh", "8x4", kFewer).expect_right();
}
TEST(TlmMillion, BlockingOnAHypercube) {
  TrafficRun(TlmStyle::kBlocking, "hypercube", "5", kTransactions).expect_right();
}
TEST(TlmMillion, PhasedOnAMesh) {
  TrafficRun(TlmStyle::kPhased, "mesh", "8x4", kTransactions).expect_right();
}
TEST(TlmMillion, PhasedOnAHypercube) {
  TrafficRun(TlmStyle::kPhased, "hypercube", "5", kFewer).expect_right();
}

}  // namespace
}  // namespace flitcast::test_tlm_million
