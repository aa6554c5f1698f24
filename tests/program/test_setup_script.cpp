// tb/setup.sh: what it says while it builds, with a ninja that builds nothing.

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/support/program/shell_run.h"

namespace flitcast::test_setup_script {
namespace {

class SetupScript : public testing::Test {
 protected:
  /// Runs lines of bash that have read the script; `ninja` prints `steps`.
  ProcessEnd run(const std::string& lines, const std::string& steps) const {
    folder_.write("ninja", "#!/bin/sh\ncat <<'END'\n" + steps + "END\n");
    std::filesystem::permissions(folder_.path("ninja"), std::filesystem::perms::owner_all);
    folder_.write("script", "source '" + std::string(FLITCAST_ROOT) +
                                "/tb/setup.sh'\nPATH=$PWD:$PATH\n" + lines + "\n");
    return run_shell(folder_, "bash script");
  }

 private:
  TempFolder folder_;
};

// Ninja looks at folders first, and again when it has configured; these are no steps to count.
TEST_F(SetupScript, SaysHowManyStepsThereAre) {
  const ProcessEnd end =
      run("compile here flitcast",
          "[0/2] Re-checking globbed directories...\n[1/2] Re-running CMake...\n"
          "[1/3] Asking for the commit\n[2/3] Building a.o\n[3/3] Linking flitcast\n");
  EXPECT_TRUE(end.exited_with(0)) << end.err;
  EXPECT_EQ(end.err.rfind("building flitcast in here: 3 steps on ", 0), 0U) << end.err;
  EXPECT_EQ(end.err.find('\n'), end.err.size() - 1) << end.err;
}

TEST_F(SetupScript, SaysNothingWhereAllIsUpToDate) {
  const ProcessEnd end = run("compile here flitcast",
                             "[0/2] Re-checking globbed directories...\n"
                             "[1/1] Asking for the commit\nninja: no work to do.\n");
  EXPECT_TRUE(end.exited_with(0)) << end.err;
  EXPECT_EQ(end.err, "");
}

// Sources that are compiled as one read their headers once. What is there is not compiled.
TEST_F(SetupScript, WeighsObjectsByTheirSources) {
  const std::string steps =
      "mkdir -p here/hw; for i in 1 2 3 4 5; do echo '#include \"a.cpp\"'; done > "
      "here/hw/unity_0_cxx.cxx\n"
      "touch here/hw/b.cpp.o\n"
      "folder=here\n"
      "work_of hw/unity_0_cxx.cxx.o\n"
      "work_of hw/a.cpp.o\n"
      "work_of_objects flitcast\n";
  EXPECT_EQ(run(steps, "hw/a.cpp\nhw/unity_0_cxx.cxx.o\nhw/a.cpp.o\nhw/b.cpp.o\nhw/libhw.a\n").out,
            "8\n20\n28\n");
}

// With a quarter done in 20 s, 60 s are to go; before nobody can tell.
TEST_F(SetupScript, TellsTheTimeToGoByThePaceSoFarAndNotTooEarly) {
  EXPECT_EQ(run("seconds_to_go 25 100 20", "").out, "60\n");
  EXPECT_EQ(run("seconds_to_go 75 100 60", "").out, "20\n");
  EXPECT_EQ(run("seconds_to_go 24 100 20", "").out, "");
  EXPECT_EQ(run("seconds_to_go 0 0 0", "").out, "");
  EXPECT_EQ(run("seconds_to_go 9 8 7", "").out, "");
}

// First there is no dpkg-query, then no way to become root.
TEST_F(SetupScript, NamesPackagesThatItCannotInstallAndGoesOn) {
  const ProcessEnd end =
      run("mkdir tools; for tool in cat chmod grep id sed sh; do ln -s \"$(command -v $tool)\" "
          "tools; done\n"
          "PATH=$PWD/tools; hash -r\n"
          "install_packages cmake g++; echo one\n"
          "for tool in dpkg-query apt-get; do\n"
          "  printf '#!/bin/sh\\necho cmake installed\\n' > tools/$tool; chmod +x tools/$tool\n"
          "done\n"
          "id() { echo 1000; }\n"
          "install_packages cmake g++; echo two\n",
          "");
  EXPECT_EQ(end.out, "one\ntwo\n");
  EXPECT_EQ(end.err,
            "cannot install packages: there is no dpkg-query here. What these Debian packages have "
            "may be missing, going on without: cmake g++\n"
            "cannot install packages: it takes root, or sudo. What these Debian packages have may "
            "be missing, going on without: g++\n");
}

}  // namespace
}  // namespace flitcast::test_setup_script
