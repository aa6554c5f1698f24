#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/system/file_error.h"
#include "tb/system/files/atomic_file.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_atomic_file {
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
  const std::string in_device = "/dev/null/x.json";
  EXPECT_EQ(message_of(in_device), "cannot write " + in_device + ": Not a directory");
  EXPECT_EQ(message_of(folder.root()), "cannot write " + folder.root() + ": Is a directory");
  EXPECT_EQ(message_of(folder.path("new/")),
            "cannot write " + folder.path("new/") + ": Is a directory");
  EXPECT_EQ(folder.files(), Names{});
}

TEST(AtomicFile, MakesMissingFoldersWhenItAppears) {
  const TempFolder folder;
  AtomicFile first(folder.path("one/two/x.json"));
  AtomicFile second(folder.path("one/y.json"));
  first.write("1");
  second.write("23");
  EXPECT_EQ(first.size(), 0U);
  second.flush();
  EXPECT_EQ(second.size(), 2U);
  EXPECT_EQ(folder.files(), Names{});
  commit_together({&first, &second});
  EXPECT_EQ(folder.read("one/two/x.json"), "1");
  EXPECT_EQ(folder.read("one/y.json"), "23");
  EXPECT_EQ(folder.files(), Names{"one"});
}

// The second target has become a folder meanwhile.
TEST(AtomicFile, MakesNoFoldersWhenAnotherFileFails) {
  const TempFolder folder;
  {
    AtomicFile first(folder.path("one/two/x.json"));
    AtomicFile second(folder.path("y.json"));
    std::filesystem::create_directory(folder.path("y.json"));
    EXPECT_THROW(commit_together({&first, &second}), FileError);
  }
  EXPECT_EQ(folder.files(), Names{"y.json"});
}

TEST(AtomicFile, SaysWhatATargetIsThatCannotBeWritten) {
  const TempFolder folder;
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(message_of(pipe), "cannot write " + pipe + ": it is a pipe that nobody reads from");
  const std::string socket = folder.path("socket");
  ASSERT_EQ(::mknod(socket.c_str(), S_IFSOCK | 0600, 0), 0);
  EXPECT_EQ(message_of(socket), "cannot write " + socket + ": it is a socket");
  const std::string process = "/proc/" + std::to_string(::getpid());
  EXPECT_EQ(message_of("/proc/self/mem"),
            "cannot write /proc/self/mem: no file can be made in " + process);
  EXPECT_EQ(message_of("/proc/self/new"),
            "cannot write /proc/self/new: no file can be made in /proc/self");
}

TEST(AtomicFile, WritesAPipeWithAReader) {
  const TempFolder folder;
  const std::string pipe = folder.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK);
  AtomicFile file(pipe);
  file.write("all of it");
  file.commit();
  char text[16] = "";
  EXPECT_EQ(::read(reader, text, sizeof text), 9);
  EXPECT_STREQ(text, "all of it");
  ::close(reader);
}

TEST(AtomicFile, BeginsItsErrorsWithWhatAskedForIt) {
  AtomicFile file("/dev/full", "--output.json");
  file.write("x");
  try {
    file.flush();
    FAIL() << "the disk was full";
  } catch (const FileError& error) {
    EXPECT_STREQ(error.what(), "--output.json: cannot write /dev/full: No space left on device");
  }
}

class Together : public testing::Test {
 protected:
  /// Commits to `names`, and to one that turns into a folder meanwhile; returns the error.
  std::string commit_with_a_bad_one(const Names& names) const {
    std::vector<std::unique_ptr<AtomicFile>> files;
    std::vector<AtomicFile*> pointers;
    for (const std::string& name : names) {
      files.push_back(std::make_unique<AtomicFile>(folder_.path(name)));
    }
    files.push_back(std::make_unique<AtomicFile>(folder_.path("bad")));
    for (const auto& file : files) {
      file->write("new");
      pointers.push_back(file.get());
    }
    std::filesystem::create_directory(folder_.path("bad"));
    folder_.write("bad/inside", "kept");
    try {
      commit_together(pointers);
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }

  TempFolder folder_;
};

TEST_F(Together, AllAppear) {
  folder_.write("b", "old");
  AtomicFile a(folder_.path("a"));
  AtomicFile b(folder_.path("b"));
  AtomicFile null("/dev/null");
  a.write("new a");
  b.write("new b");
  null.write("gone");
  commit_together({&a, &b, &null});
  EXPECT_EQ(folder_.read("a"), "new a");
  EXPECT_EQ(folder_.read("b"), "new b");
  EXPECT_EQ(folder_.files(), (Names{"a", "b"}));
}

TEST_F(Together, NoneAppearsWhenOneCannot) {
  folder_.write("b", "old");
  const std::string link = folder_.path("hard link to b");
  ASSERT_EQ(::link(folder_.path("b").c_str(), link.c_str()), 0);
  EXPECT_EQ(commit_with_a_bad_one({"a", "b", "c"}),
            "cannot write " + folder_.path("bad") + ": Is a directory");
  EXPECT_EQ(folder_.files(), (Names{"b", "bad", "hard link to b"}));
  EXPECT_EQ(folder_.read("b"), "old");
  EXPECT_TRUE(std::filesystem::equivalent(folder_.path("b"), link));
  EXPECT_EQ(folder_.read("bad/inside"), "kept");
}

// Somebody else made the file after it was opened.
TEST_F(Together, AFileThatCameMeanwhileIsReplaced) {
  AtomicFile good(folder_.path("a"));
  folder_.write("a", "of somebody else");
  good.write("new");
  good.commit();
  EXPECT_EQ(folder_.read("a"), "new");
  EXPECT_EQ(folder_.files(), Names{"a"});
}

/// As an ordinary user, in a folder with a file of another one.
class Sticky : public testing::Test {
 protected:
  static constexpr uid_t kOwner = 12345;
  static constexpr uid_t kUser = 23456;

  void SetUp() override {
    if (::geteuid() != 0) {
      GTEST_SKIP() << "needs files of two users";
    }
    ASSERT_EQ(::chmod(folder_.root().c_str(), 01777), 0);
    folder_.write("theirs", "old");
    ASSERT_EQ(::chown(folder_.path("theirs").c_str(), kOwner, kOwner), 0);
    ASSERT_EQ(::chmod(folder_.path("theirs").c_str(), 0666), 0);
    ASSERT_EQ(::seteuid(kUser), 0);
  }
  void TearDown() override { ASSERT_EQ(::seteuid(::getuid()), 0); }

  TempFolder folder_;
};

TEST_F(Sticky, AFileThatOnlyItsOwnerMayReplaceIsRefusedAtOnce) {
  const std::string theirs = folder_.path("theirs");
  EXPECT_EQ(message_of(theirs), "cannot write " + theirs +
                                    ": it is somebody else's, and only owners replace files in " +
                                    folder_.root());
  EXPECT_EQ(message_of(folder_.path("new")), "");
  EXPECT_EQ(folder_.files(), Names{"theirs"});
}

TEST(AtomicFile, ReportsAFullDisk) {
  AtomicFile file("/dev/full");
  file.write("x");
  EXPECT_THROW(file.flush(), FileError);
}

}  // namespace
}  // namespace flitcast::test_atomic_file
