// The program in circumstances that it does not choose.

#include <filesystem>

#include <gtest/gtest.h>

#include "tests/shell_run.h"

namespace flitcast {
namespace {

const std::string kDex =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n";

// A program whose file is replaced while it works starts itself all the same.
TEST(RunningProgram, GoesOnWhenItsFileIsReplaced) {
  const TempFolder folder;
  folder.write("sweep.ini", kDex + "[sweep]\nrun.seed = 1..40\n");
  std::filesystem::copy_file(FLITCAST_PROGRAM, folder.path("program"));
  const ProcessEnd end = run_shell(
      folder,
      "./program sweep sweep.ini --out=out --jobs=1 & "
      "until ls out/results/*.json; do sleep 0.01; done > /dev/null 2>&1; rm program; wait $!");
  EXPECT_TRUE(end.exited_with(0)) << end.describe() << end.err;
  EXPECT_TRUE(end.out.find("40: 40 done") != std::string::npos) << end.out;
}

TEST(RunningProgram, WorksWithoutStandardInput) {
  const TempFolder folder;
  folder.write("r.ini", kDex + "[expect]\nexcess_cycles = 0\n");
  const ProcessEnd end = run_shell(folder, "exec \"$0\" regress r.ini <&-");
  EXPECT_TRUE(end.exited_with(0)) << end.out << end.err;
}

TEST(RunningProgram, SaysThatItsWorkingFolderWasRemoved) {
  const std::string run =
      "run --topology.kind=hypercube --topology.dims=2 --traffic.algorithm=app-transpose ";
  const std::string gone = "the working folder was removed";
  const std::string unreadable = ": No such file or directory; " + gone;
  const std::vector<std::pair<std::string, std::string>> commands{
      {"sweep $UP/x.ini --sweep.router.delay=1,2 --out=s", gone},
      {"sweep x.ini --sweep.router.delay=1,2 --out=s", unreadable},
      {"sweep --only=l.json --out=s", gone},
      {"run x.ini", unreadable},
      {"check x.ini", unreadable},
      {"show x.ini", unreadable},
      {run + "--traffic.data=m.csv", gone},
      {"run --topology.kind=ring --topology.dims=4 --traffic.algorithm=aas-ring-dex "
       "--output.json=a.json",
       unreadable},
      {run + "--traffic.data=$UP/m.csv --output.json=a.json", gone},
      {run + "--traffic.data=$UP/m.csv --output.json=a.json --output.data=b.csv", gone},
      {run + "--traffic.data=$UP/m.csv --trace.vcd=t.vcd", gone},
      {"diff a.json b.json", unreadable},
      {"regress x.ini", unreadable},
      {"regress .", gone},
      {"crossover x.ini --over=message_flits --between=aas-hc-sex,aas-hc-dex", unreadable}};
  for (const auto& [arguments, message] : commands) {
    const TempFolder folder;
    folder.write("x.ini", kDex);
    folder.write("m.csv", "1,2,3,4\n1,2,3,4\n1,2,3,4\n1,2,3,4\n");
    const ProcessEnd end =
        run_shell(folder, "UP=$PWD; mkdir here; cd here; rmdir ../here; exec \"$0\" " + arguments);
    EXPECT_TRUE(end.exited_with(2)) << arguments << end.describe();
    EXPECT_NE(end.err.find(message), std::string::npos) << arguments << ": " << end.err;
  }
}

TEST(RunningProgram, WorksInAFolderThatWasRemovedWhereItNeedsNone) {
  const TempFolder folder;
  const ProcessEnd end =
      run_shell(folder,
                "mkdir here; cd here; rmdir ../here; exec \"$0\" run --topology.kind=hypercube "
                "--topology.dims=2 --traffic.algorithm=aas-hc-dex --output.json=" +
                    folder.path("a.json"));
  EXPECT_TRUE(end.exited_with(0)) << end.err;
  EXPECT_EQ(folder.files(), std::vector<std::string>{"a.json"});
}

// The log of links goes into a pipe that is not read on until something stands in the way of
// another output.
TEST(RunningProgram, LeavesNoOutputWhereOneCannotGetItsName) {
  for (const std::string late : {"m.csv", "t.vcd", "t.gtkw"}) {
    const TempFolder folder;
    const ProcessEnd end = run_shell(
        folder,
        "mkfifo pipe; exec 3<>pipe; "
        "\"$0\" run --topology.kind=hypercube --topology.dims=9 --traffic.algorithm=oab-hc-sbt "
        "--output.json=a.json --output.messages=m.csv --output.links=pipe --trace.vcd=t.vcd "
        "--trace.scope=tb.fabric.ni_0 > table 3<&- & run=$!; "
        "dd bs=1 count=1 <&3 >/dev/null 2>&1; mkdir " +
            late + "; cat <&3 >/dev/null & cat=$!; wait $run; code=$?; kill $cat; exit $code");
    EXPECT_TRUE(end.exited_with(2)) << end.describe();
    EXPECT_NE(end.err.find("cannot write " + late + ": Is a directory"), std::string::npos)
        << end.err;
    std::filesystem::remove(folder.path(late));
    EXPECT_EQ(folder.files(), (std::vector<std::string>{"pipe", "table"})) << late;
  }
}

}  // namespace
}  // namespace flitcast
