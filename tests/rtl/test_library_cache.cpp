#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

#include <gtest/gtest.h>

#include "tb/cosim/library/library_cache.h"
#include "tb/system/file_error.h"
#include "tests/support/temp_folder.h"

namespace flitcast::cosim::test_library_cache {
namespace {

const std::string kName = "a.so";

/// A cache, and how often something was made for it.
class LibraryCache : public testing::Test {
 protected:
  std::string file() {
    return cached_file(cache_.root(), kName, [&](const TemporaryFolder& workshop) {
      std::ofstream(workshop.path(kName)) << "made";
      ++made_;
    });
  }
  /// Calls what ends the process, or makes a file, in one of its own.
  template <typename Act>
  pid_t beside(const Act& act) const {
    const pid_t child = ::fork();
    if (child == 0) {
      act();
      ::_exit(0);
    }
    return child;
  }

  TempFolder cache_;
  int made_ = 0;
};

TEST_F(LibraryCache, KeepsWhatWasMade) {
  EXPECT_EQ(kept_file(cache_.root(), kName), std::nullopt);
  EXPECT_EQ(file(), cache_.path(kName));
  EXPECT_EQ(file(), cache_.path(kName));
  EXPECT_EQ(made_, 1);
  EXPECT_EQ(cache_.read(kName).rfind("made", 0), 0U);
  EXPECT_EQ(cache_.files(), std::vector<std::string>{kName});
}

TEST_F(LibraryCache, WhatIsDamagedIsMadeAgain) {
  file();
  const std::string whole = cache_.read(kName);
  for (const std::string& damaged :
       {std::string(), whole.substr(0, 2), whole.substr(1), whole.substr(0, whole.size() - 1),
        whole + "x", "M" + whole.substr(1)}) {
    made_ = 0;
    cache_.write(kName, damaged);
    file();
    EXPECT_EQ(made_, 1) << damaged;
    EXPECT_EQ(cache_.read(kName), whole);
  }
}

TEST_F(LibraryCache, WhatCannotBeReadIsAFileError) {
  std::filesystem::create_symlink(kName, cache_.path(kName));
  EXPECT_THROW(file(), FileError);
  std::filesystem::remove(cache_.path(kName));
  std::filesystem::create_directory(cache_.path(kName));
  EXPECT_THROW(file(), FileError);
  EXPECT_EQ(made_, 0);
}

TEST_F(LibraryCache, WhatCannotBeMadeLeavesNothing) {
  EXPECT_THROW(cached_file(cache_.root(), kName,
                           [](const TemporaryFolder& workshop) {
                             std::ofstream(workshop.path("b")) << "half";
                             throw std::runtime_error("no");
                           }),
               std::runtime_error);
  EXPECT_EQ(cache_.files(), std::vector<std::string>());
}

TEST_F(LibraryCache, IsMadeByOneOfSeveralProcesses) {
  const TempFolder makers;
  std::array<pid_t, 4> children{};
  for (pid_t& child : children) {
    child = beside([&] {
      file();
      if (made_ > 0) {
        makers.write(std::to_string(::getpid()), "");
      }
    });
  }
  for (const pid_t child : children) {
    ::waitpid(child, nullptr, 0);
  }
  EXPECT_EQ(makers.files().size(), 1U);
  EXPECT_EQ(cache_.files(), std::vector<std::string>{kName});
}

TEST_F(LibraryCache, WhatAKilledMakerLeavesIsNotTakenForTheFile) {
  const pid_t child = beside([&] {
    cached_file(cache_.root(), kName, [](const TemporaryFolder& workshop) {
      std::ofstream(workshop.path(kName)) << "half";
      ::raise(SIGKILL);
    });
  });
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(kept_file(cache_.root(), kName), std::nullopt);
  file();
  EXPECT_EQ(made_, 1);
  EXPECT_EQ(cache_.read(kName).rfind("made", 0), 0U);
  EXPECT_FALSE(std::filesystem::exists(cache_.path("." + kName + ".lock")));
}

}  // namespace
}  // namespace flitcast::cosim::test_library_cache
