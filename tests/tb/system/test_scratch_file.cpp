#include <gtest/gtest.h>

#include "tb/system/files/scratch_file.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_scratch_file {
namespace {

using Names = std::vector<std::string>;

class Scratch : public testing::Test {
 protected:
  std::size_t folders() const {
    std::size_t count = 0;
    for (const std::string& name : folder_.files()) {
      count += std::filesystem::is_directory(folder_.path(name)) ? 1 : 0;
    }
    return count;
  }

  TempFolder folder_;
};

TEST_F(Scratch, HasANameUntilItIsOpen) {
  AtomicFile target(folder_.path("x"));
  ScratchFile scratch(target);
  EXPECT_EQ(folders(), 1U);
  std::ofstream writer(scratch.name(), std::ios::binary);
  std::ofstream beside(scratch.name() + ".hier");
  scratch.hide();
  EXPECT_EQ(folders(), 0U);
  const std::string content(200'000, 'x');
  writer << content << "end" << std::flush;
  EXPECT_TRUE(scratch.copy_to(target));
  target.commit();
  EXPECT_EQ(folder_.read("x"), content + "end");
  EXPECT_EQ(folder_.files(), Names{"x"});
}

TEST_F(Scratch, TellsThatNothingWasWritten) {
  AtomicFile target(folder_.path("x"));
  ScratchFile scratch(target);
  const std::ofstream writer(scratch.name());
  scratch.hide();
  EXPECT_FALSE(scratch.copy_to(target));
}

TEST_F(Scratch, NeedsSomebodyToHaveOpenedIt) {
  const AtomicFile target(folder_.path("x"));
  ScratchFile scratch(target);
  EXPECT_THROW(scratch.hide(), FileError);
}

}  // namespace
}  // namespace flitcast::test_scratch_file
