#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/atomic_file.h"
#include "tb/file_error.h"
#include "tests/temp_folder.h"

namespace flitcast {
namespace {

using Names = std::vector<std::string>;

std::string message_of(const std::string& target) {
  try {
    const AtomicFile file(target);
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

TEST(AtomicFile, AppearsAtCommitOnly) {
  const TempFolder folder;
  AtomicFile file(folder.path("x.json"));
  file.write("half");
  file.flush();
  EXPECT_EQ(folder.read("x.json"), "");
  file.write(" and half");
  file.commit();
  EXPECT_EQ(folder.read("x.json"), "half and half");
  EXPECT_EQ(folder.files(), Names{"x.json"});
}

TEST(AtomicFile, LeavesNothingWithoutCommit) {
  const TempFolder folder;
  {
    AtomicFile file(folder.path("x.json"));
    file.write("half");
    file.flush();
  }
  EXPECT_EQ(folder.files(), Names{});
}

TEST(AtomicFile, KeepsTheOldContentWithoutCommit) {
  const TempFolder folder;
  folder.write("x.json", "old");
  {
    AtomicFile file(folder.path("x.json"));
    file.write("new");
  }
  EXPECT_EQ(folder.read("x.json"), "old");
}

TEST(AtomicFile, ReplacesAnOlderFileAndKeepsItsPermissions) {
  const TempFolder folder;
  const std::string target = folder.write("x.json", "old and longer");
  ASSERT_EQ(::chmod(target.c_str(), 0640), 0);
  AtomicFile file(target);
  file.write("new");
  file.commit();
  EXPECT_EQ(folder.read("x.json"), "new");
  struct stat status {};
  ASSERT_EQ(::stat(target.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
}

TEST(AtomicFile, GivesNewFilesTheUsualPermissions) {
  const TempFolder folder;
  const mode_t before = ::umask(027);
  AtomicFile file(folder.path("x.json"));
  file.commit();
  ::umask(before);
  struct stat status {};
  ASSERT_EQ(::stat(folder.path("x.json").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777U, 0640U);
}

TEST(AtomicFile, WritesThroughASymbolicLink) {
  const TempFolder folder;
  folder.write("real.json", "old");
  ASSERT_EQ(::symlink("real.json", folder.path("link.json").c_str()), 0);
  AtomicFile file(folder.path("link.json"));
  file.write("new");
  file.commit();
  EXPECT_EQ(folder.read("real.json"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.json")));
}

TEST(AtomicFile, FollowsALinkToAFileThatDoesNotExistYet) {
  const TempFolder folder;
  ASSERT_EQ(::symlink("real.json", folder.path("link.json").c_str()), 0);
  AtomicFile file(folder.path("link.json"));
  file.write("new");
  file.commit();
  EXPECT_EQ(folder.read("real.json"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder.path("link.json")));
}

TEST(AtomicFile, RefusesLinksInACircle) {
  const TempFolder folder;
  const std::string link = folder.path("link.json");
  ASSERT_EQ(::symlink("link.json", link.c_str()), 0);
  EXPECT_EQ(message_of(link), "cannot write " + link + ": Too many levels of symbolic links");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST(AtomicFile, RefusesANameThatIsTooLongAtOnce) {
  const TempFolder folder;
  const std::string target = folder.path(std::string(256, 'x'));
  EXPECT_EQ(message_of(target), "cannot write " + target + ": File name too long");
}

TEST(AtomicFile, WritesADeviceDirectly) {
  AtomicFile file("/dev/null");
  file.write("gone");
  file.commit();
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(AtomicFile, NamesATargetThatCannotBeWritten) {
  const TempFolder folder;
  const std::string missing = folder.path("no/such/x.json");
  EXPECT_EQ(message_of(missing), "cannot write " + missing + ": No such file or directory");
  EXPECT_EQ(message_of(folder.root()), "cannot write " + folder.root() + ": Is a directory");
  EXPECT_EQ(message_of(folder.path("new/")),
            "cannot write " + folder.path("new/") + ": Is a directory");
  EXPECT_EQ(folder.files(), Names{});
}

TEST(AtomicFile, ReportsAFullDisk) {
  AtomicFile file("/dev/full");
  file.write("x");
  EXPECT_THROW(file.flush(), FileError);
}

}  // namespace
}  // namespace flitcast
