#include <gtest/gtest.h>

#include "tb/system/files/scratch_file.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_scratch_file {
namespace {

using Names = std::vector<std::string>;

TEST(Scratch, IsBesideItsTargetUntilItGoes) {
  const TempFolder folder;
  AtomicFile target(folder.path("x"));
  const std::string content(200'000, 'x');
  {
    const ScratchFile scratch(target);
    EXPECT_EQ(scratch.name().rfind(folder.root() + "/.flitcast-", 0), 0U);
    std::ofstream(scratch.name(), std::ios::binary) << content << "end";
    std::ofstream(scratch.name() + ".hier") << "more";
    EXPECT_TRUE(scratch.copy_to(target));
  }
  target.commit();
  EXPECT_EQ(folder.read("x"), content + "end");
  EXPECT_EQ(folder.files(), Names{"x"});
}

TEST(Scratch, TellsThatNothingWasWritten) {
  const TempFolder folder;
  AtomicFile target(folder.path("x"));
  const ScratchFile scratch(target);
  EXPECT_FALSE(scratch.copy_to(target));
  const std::ofstream writer(scratch.name());
  EXPECT_FALSE(scratch.copy_to(target));
}

}  // namespace
}  // namespace flitcast::test_scratch_file
