// What is meant by names of no key.

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/config/keys/config_keys.h"

namespace flitcast::test_key_suggestions {
namespace {

std::string known(std::string_view name) {
  std::string text;
  for (const ConfigKey* const key : keys_known_as(name)) {
    text.append(text.empty() ? "" : " ").append(key->name);
  }
  return text;
}

std::string near(std::string_view name) {
  const ConfigKey* const key = nearest_key(name);
  return key == nullptr ? "" : std::string(key->name);
}

TEST(MeantKeys, AreKnownByOtherNames) {
  EXPECT_EQ(known("mu"), "traffic.message_flits");
  EXPECT_EQ(known("Message-Size"), "traffic.message_flits");
  EXPECT_EQ(known("nodes"), "topology.dims");
  EXPECT_EQ(known("router.vc"), "router.vcs");
  EXPECT_EQ(known("rooter.vc"), "router.vcs");
  EXPECT_EQ(known("foobar"), "");
}

TEST(MeantKeys, AreTakenFromOtherSections) {
  EXPECT_EQ(known("router.startup"), "ni.startup");
  EXPECT_EQ(known("switching"), "router.switching");
  EXPECT_EQ(known("delay"), "router.delay link.delay");
  EXPECT_EQ(known("lnk.delay"), "link.delay");
  // The section has no vcs, and load.vc would not be what is known as vc elsewhere.
  EXPECT_EQ(known("load.vc"), "");
}

TEST(MeantKeys, AreNearInTheirSection) {
  EXPECT_EQ(near("router.dealy"), "router.delay");
  EXPECT_EQ(near("router.del"), "router.delay");
  EXPECT_EQ(near("rooter.delay"), "router.delay");
  EXPECT_EQ(near("mesage_flits"), "traffic.message_flits");
  EXPECT_EQ(near("router.mu"), "");
  EXPECT_EQ(near("foobar"), "");
  EXPECT_EQ(near(""), "");
  EXPECT_EQ(near("."), "");
}

TEST(MeantKeys, AreHintedAt) {
  EXPECT_EQ(hint_on_key("router.startup"), "give ni.startup");
  EXPECT_EQ(hint_on_key("delay"), "give router.delay or link.delay");
  EXPECT_EQ(hint_on_key("router.dealy"), "the nearest is router.delay");
  EXPECT_EQ(hint_on_key("router.foobar"), "see flitcast help router");
  EXPECT_EQ(hint_on_key("up.foobar"), "see flitcast help run");
}

TEST(MeantKeys, HaveShortNamesWhereTheseAreTheirs) {
  EXPECT_EQ(short_name(*find_key("traffic.message_flits")), "message_flits");
  EXPECT_EQ(short_name(*find_key("link.delay")), "link.delay");
  EXPECT_EQ(short_name(*find_key("expect.completion_cycles")), "expect.completion_cycles");
}

// So that nothing is hinted at that is not there.
TEST(MeantKeys, NoKeyIsKnownAsAnother) {
  for (const ConfigKey& key : config_keys()) {
    const std::vector<const ConfigKey*> keys = keys_known_as(key.name);
    ASSERT_EQ(keys.size(), 1U) << key.name;
    EXPECT_EQ(keys.front(), &key) << key.name;
  }
}

}  // namespace
}  // namespace flitcast::test_key_suggestions
