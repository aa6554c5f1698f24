#include <cerrno>
#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include "tb/system/files/temporary_folder.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_temporary_folder {
namespace {

using Names = std::vector<std::string>;

void write_file(const std::string& path) {
  std::ofstream(path) << "half";
}

TEST(TemporaryFolder, GoesWithWhatIsInIt) {
  const TempFolder place;
  {
    const auto folder = TemporaryFolder::make(place.root());
    ASSERT_NE(folder, nullptr);
    write_file(folder->path("a"));
    ASSERT_EQ(place.files().size(), 1U);
    EXPECT_EQ(folder->path("a"), place.path(place.files()[0]) + "/a");
  }
  EXPECT_EQ(place.files(), Names{});
}

TEST(TemporaryFolder, SaysWhyThereCanBeNone) {
  const TempFolder place;
  EXPECT_EQ(TemporaryFolder::make(place.path("missing")), nullptr);
  EXPECT_EQ(errno, ENOENT);
  EXPECT_EQ(TemporaryFolder::make(place.write("file", "")), nullptr);
  EXPECT_EQ(errno, ENOTDIR);
}

/// Kills a group of processes with a folder and a file in it.
void kill_one_at_work(const TempFolder& place, int signal) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    ::setpgid(0, 0);
    const auto folder = TemporaryFolder::make(place.root());
    write_file(folder->path("a"));
    [[maybe_unused]] const ssize_t told = ::write(ends[1], "x", 1);
    for (;;) {
      ::pause();
    }
  }
  char ready = 0;
  ASSERT_EQ(::read(ends[0], &ready, 1), 1);
  ASSERT_EQ(place.files().size(), 1U);
  ASSERT_EQ(::kill(-child, signal), 0);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST(TemporaryFolder, GoesWhenItsProcessIsAskedToEnd) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    const TempFolder place;
    kill_one_at_work(place, signal);
    constexpr int kTries = 1000;
    for (int tries = 0; tries < kTries && !place.files().empty(); ++tries) {
      ::usleep(10'000);
    }
    EXPECT_EQ(place.files(), Names{}) << signal;
  }
}

}  // namespace
}  // namespace flitcast::test_temporary_folder
