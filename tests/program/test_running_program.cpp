// The program in circumstances that it does not choose.

#include <filesystem>

#include <gtest/gtest.h>

#include "tb/system/process_pool.h"
#include "tests/support/program/on_terminal.h"
#include "tests/support/program/run_flitcast.h"
#include "tests/support/program/shell_run.h"

namespace flitcast::test_running_program {
namespace {

const std::string kDex =
    "[topology]\nkind = hypercube\ndims = 3\n[traffic]\nalgorithm = aas-hc-dex\n";

// A program whose file is replaced while it works starts itself all the same; so does one beside it
// that it has become.
TEST(RunningProgram, GoesOnWhenItsFileIsReplaced) {
  const TempFolder folder;
  folder.write("sweep.ini", kDex + "[sweep]\nrun.seed = 1..40\n");
  std::filesystem::copy_file(FLITCAST_PROGRAM, folder.path("flitcast"));
  std::filesystem::copy_file(FLITCAST_PROGRAM "-explore", folder.path("flitcast-explore"));
  const ProcessEnd end = run_shell(
      folder,
      "./flitcast sweep sweep.ini --out=out --jobs=1 & "
      "until ls out/results/*.json; do sleep 0.01; done > /dev/null 2>&1; rm flitcast*; wait $!");
  EXPECT_TRUE(end.exited_with(0)) << end.describe() << end.err;
  EXPECT_TRUE(end.out.find("40: 40 done") != std::string::npos) << end.out;
}

// What is not built is told of, and known all the same.
TEST(RunningProgram, NamesTheProgramBesideItThatIsMissing) {
  const TempFolder folder;
  std::filesystem::copy_file(FLITCAST_PROGRAM, folder.path("flitcast"));
  folder.write("sweep.ini", kDex);
  const std::vector<std::pair<std::string, std::string>> commands{
      {"sweep sweep.ini --out=out", "flitcast-explore"},
      {"load sweep.ini --out=out", "flitcast-explore"},
      {"choose all-to-all --nodes=4", "flitcast-explore"},
      {"report a.json --out=a.html", "flitcast-report"},
      {"area sweep.ini", "flitcast-cosim"},
      {"probe sweep.ini", "flitcast-cosim"}};
  for (const auto& [arguments, program] : commands) {
    const std::string name = arguments.substr(0, arguments.find(' '));
    const ProcessEnd end = run_shell(folder, "./flitcast " + arguments);
    EXPECT_TRUE(end.exited_with(2)) << end.describe();
    EXPECT_EQ(end.err, "flitcast: " + name + " is done by " + folder.path(program) +
                           ", which has not been built; tb/run " + name +
                           " builds it, or cmake --build " + folder.root() + " --target " +
                           program + "\n");
    const ProcessEnd help = run_shell(folder, "./flitcast " + name + " --help");
    EXPECT_TRUE(help.exited_with(0)) << help.describe();
    EXPECT_EQ(help.out.rfind("flitcast " + name + " ", 0), 0U) << help.out;
  }
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

// The chain is predicted to take 3,990 rounds of 10^9 + 2·10^6 + 5 cycles, just less than simulated
// time holds at a microsecond each; but with buffers of a flit every round takes 2·10^6 more.
TEST(RunningProgram, EndsARunThatSimulatedTimeIsTooShortFor) {
  const TempFolder folder;
  const ProgramResult result = run_flitcast(
      {"run", "--topology.kind=line", "--topology.dims=2", "--traffic.algorithm=oab-chain",
       "--traffic.segments=3990", "--traffic.message_flits=3990", "--ni.startup=1000000000",
       "--router.delay=1000000", "--link.delay=1000000", "--router.buffer_flits=1",
       "--clock.period=1000", "--run.max_cycles=1000000000000000", "--trace.vcd=x.vcd",
       "--output.json=r.json", "--output.messages=m.csv"},
      folder.root());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err,
            "flitcast: --clock.period: the run is not over after 4000000000000 cycles of 1000 ns, "
            "and more than that simulated time cannot hold; give a shorter period, or "
            "run.max_cycles up to that\n");
  EXPECT_TRUE(folder.files().empty());
}

TEST(RunningProgram, ShowsHowFarAVerificationIs) {
  for (const char* command : {"check", "run"}) {
    const OnTerminal program({command, "--topology.kind=hypercube", "--topology.dims=12",
                              "--traffic.algorithm=aas-hc-dex"});
    const std::string said = program.said_until("/4095");
    EXPECT_NE(said.find("verifying round "), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace flitcast::test_running_program
