#include <gtest/gtest.h>

#include "tests/rtl/networks_in_rtl.h"

namespace flitcast::cosim::test_rtl_networks {
namespace {

class RtlNetworks : public testing::TestWithParam<std::size_t> {
 protected:
  const RtlSet& set() const { return rtl_sets()[GetParam()]; }
};

TEST_P(RtlNetworks, AreEqualToTheReferenceModel) {
  expect_equal_networks(set(), set().library());
}

INSTANTIATE_TEST_SUITE_P(Sets, RtlNetworks, testing::Range<std::size_t>(0, rtl_sets().size()),
                         [](const auto& set) { return rtl_sets()[set.param].name; });

}  // namespace
}  // namespace flitcast::cosim::test_rtl_networks
