#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tests/support/program/run_flitcast.h"

namespace flitcast::test_slurm_backend {
namespace {

/// The programs of Slurm, as far as a sweep sees them: sbatch runs the tasks of an array at once,
/// the queue is empty. Tests that need a cluster are in test_slurm_sweep.cpp.
class SlurmBackend : public testing::Test {
 protected:
  SlurmBackend() {
    ::setenv("PATH", (bin_.root() + ":" + path_).c_str(), 1);
    program("scontrol", "echo 'MaxArraySize = 1001'");
    program("squeue", "");
    program("sbatch", run_tasks());
  }
  ~SlurmBackend() override { ::setenv("PATH", path_.c_str(), 1); }

  /// A program of Slurm, as a shell script that works in the folder of the programs.
  void program(const std::string& name, const std::string& script) const {
    bin_.write(name, "#!/bin/sh\ncd '" + bin_.root() + "'\n" + script + "\n");
    ::chmod(bin_.path(name).c_str(), 0700);
  }

  ProgramResult sweep(const std::vector<std::string>& options) const {
    work_.write("sweep.ini", kSweep);
    std::vector<std::string> words{"sweep", "sweep.ini"};
    words.insert(words.end(), options.begin(), options.end());
    return run_flitcast(words, work_.root());
  }
  ProgramResult slurm_sweep(std::vector<std::string> options) const {
    options.insert(options.end(), {"--out=far", "--backend=slurm"});
    return sweep(options);
  }

  std::string local_table() const {
    EXPECT_EQ(sweep({"--out=near"}).exit_code, 0);
    return work_.read("near/sweep.csv");
  }

  /// How often sbatch was called, and with what.
  std::string calls() const { return bin_.read("calls"); }

  static std::string run_tasks() { return std::string(kTakeWords) + kRun; }

  // 10 points.
  static constexpr const char* kSweep =
      "[topology]\nkind = hypercube\ndims = 2\n[traffic]\nalgorithm = aas-hc-dex\n"
      "[sweep]\nni.startup = 0..9\n";

  static constexpr const char* kTakeWords = R"(
    for word; do
      case $word in
        --array=0-*) last=${word#--array=0-} ;;
        --job-name=*) name=${word#--job-name=} ;;
      esac
      script=$word
    done
    folder=$(dirname "$script")
    echo "$*" >> calls
  )";
  /// A task that has the words of the file `fatal` among its points brings nothing.
  static constexpr const char* kRun = R"(
    task=0
    while [ "$task" -le "$last" ]; do
      if [ -f fatal ] && grep -q -f fatal "$folder/$task.json"; then
        echo 'out of luck' > "$folder/$task.out"
      else
        SLURM_ARRAY_TASK_ID=$task sh "$script" > "$folder/$task.out" 2>&1
      fi
      task=$((task + 1))
    done
    wc -l < calls
  )";

  const std::string path_ = std::getenv("PATH");
  TempFolder bin_;
  TempFolder work_;
};

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(SlurmBackend, MakesTheTableThatAnyOtherMakes) {
  const ProgramResult result = slurm_sweep({"--chunk=3"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "flitcast: job 1: 10 points in 4 tasks\n");
  EXPECT_EQ(work_.read("far/sweep.csv"), local_table());
  EXPECT_FALSE(std::filesystem::exists(work_.path("far/slurm")));
}

TEST_F(SlurmBackend, DoesNothingWhenEveryResultIsThere) {
  EXPECT_EQ(slurm_sweep({}).exit_code, 0);
  program("scontrol", "exit 1");
  program("sbatch", "exit 1");
  const ProgramResult again = slurm_sweep({});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(again.err, "");
}

TEST_F(SlurmBackend, SubmitsNoArrayLargerThanSlurmTakes) {
  program("scontrol", "echo 'MaxArraySize            = 4'");
  EXPECT_EQ(slurm_sweep({"--chunk=1"}).exit_code, 0);
  EXPECT_EQ(lines(calls()), 1U);
  EXPECT_NE(calls().find("--array=0-3 "), std::string::npos);  // 3, 3, 3 and 1 points
  EXPECT_EQ(work_.read("far/sweep.csv"), local_table());
}

TEST_F(SlurmBackend, PassesOptionsOnBeforeItsOwn) {
  EXPECT_EQ(slurm_sweep({"--slurm-options=--partition=long --comment='a b'"}).exit_code, 0);
  EXPECT_EQ(calls().rfind("--partition=long --comment=a b --parsable --job-name=flitcast-", 0), 0U)
      << calls();
}

TEST_F(SlurmBackend, TriesAPointThatEndsItsTasksAloneAndLetsItFail) {
  bin_.write("fatal", "startup\": \"7\"\n");
  const ProgramResult result = slurm_sweep({"--chunk=5"});
  EXPECT_EQ(result.exit_code, 1);
  const std::string all = calls();
  EXPECT_EQ(lines(all), 3U);
  EXPECT_NE(all.find("--array=0-1 "), std::string::npos);  // at first two tasks,
  EXPECT_NE(all.find("--array=0-4 "), std::string::npos);  // then five of one point,
  EXPECT_NE(all.find("--array=0-0 "), std::string::npos);  // at last the one
  const std::filesystem::directory_iterator failed(work_.path("far/failed"));
  const std::string text = work_.read("far/failed/" + failed->path().filename().string());
  EXPECT_NE(text.find("--ni.startup=7"), std::string::npos) << text;
  EXPECT_NE(text.find("\nno result in 3 attempts; the last: job 3, task "), std::string::npos)
      << text;
  EXPECT_NE(text.find("\nout of luck\n"), std::string::npos) << text;
  const std::string table = work_.read("far/sweep.csv");
  std::size_t done = 0;
  for (std::size_t at = table.find(",done,"); at != std::string::npos;
       at = table.find(",done,", at + 1)) {
    ++done;
  }
  EXPECT_EQ(done, 9U) << table;
}

TEST_F(SlurmBackend, DoesNotTryAPointAgainWhoseRunWasRefused) {
  const ProgramResult result = slurm_sweep({"--sweep.dims=2,17", "--sweep.ni.startup=0,1"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(lines(calls()), 1U);
}

TEST_F(SlurmBackend, DoesNotGoOnWithWhatSomebodyCancels) {
  program("sbatch", std::string(kTakeWords) + "echo \"$name|1|0|CANCELLED|None\" > queue; echo 1");
  program("squeue", "cat queue");
  const ProgramResult result = slurm_sweep({});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(lines(calls()), 1U);
  EXPECT_NE(result.err.find("no result: job 1, task 0: CANCELLED"), std::string::npos)
      << result.err;
}

// An array of a sweep that was killed has the rest of the results.
TEST_F(SlurmBackend, WaitsForTheArrayThatIsInTheQueueAlready) {
  EXPECT_EQ(slurm_sweep({}).exit_code, 0);
  std::filesystem::rename(work_.path("far/results"), work_.path("far/elsewhere"));
  std::filesystem::create_directories(work_.path("far/slurm/flitcast-0123456789abcdef"));
  program(
      "squeue",
      "[ -f asked ] || { touch asked; echo 'flitcast-0123456789abcdef|7|0|RUNNING|None'; exit; }\n"
      "mv '" +
          work_.path("far/elsewhere") + "'/* '" + work_.path("far/results") + "'");
  const ProgramResult result = slurm_sweep({});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "flitcast: 1 task in the queue already\n");
  EXPECT_EQ(lines(calls()), 1U);
  EXPECT_FALSE(std::filesystem::exists(work_.path("far/slurm")));
}

TEST_F(SlurmBackend, SaysWhatSlurmRefuses) {
  program("sbatch",
          "echo 'sbatch: error: invalid partition specified: long' >&2\n"
          "echo 'sbatch: error: Batch job submission failed: Invalid partition name' >&2; exit 1");
  const ProgramResult result = slurm_sweep({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "flitcast: sbatch: invalid partition specified: long; Batch job submission failed: "
            "Invalid partition name\n");
  EXPECT_FALSE(std::filesystem::exists(work_.path("far/slurm")));
}

TEST_F(SlurmBackend, WaitsForAControllerThatIsAway) {
  // The results appear when the queue answers.
  program("sbatch", std::string(kTakeWords) + "echo \"$script\" > accepted; echo 1");
  program("squeue",
          "[ -f asked ] || { touch asked\n"
          "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1; }\n"
          "SLURM_ARRAY_TASK_ID=0 sh $(cat accepted)");
  const ProgramResult result = slurm_sweep({});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err,
            "flitcast: job 1: 10 points in 1 task\n"
            "flitcast: squeue: slurm_load_jobs error: Unable to contact slurm controller; waiting\n"
            "flitcast: Slurm is there again\n");
}

TEST_F(SlurmBackend, DoesNotSubmitTwiceWhatSlurmTookWithoutSayingSo) {
  program("sbatch",
          std::string(kTakeWords) +
              "echo \"$name|9|0|RUNNING|None\" > queue\n"
              "SLURM_ARRAY_TASK_ID=0 sh \"$script\"\n"
              "echo 'sbatch: error: Socket timed out on send/recv operation' >&2; exit 1");
  program("squeue", "cat queue");
  const ProgramResult result = slurm_sweep({});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(lines(calls()), 1U);
  EXPECT_EQ(result.err,
            "flitcast: sbatch: Socket timed out on send/recv operation; waiting\n"
            "flitcast: Slurm is there again\n"
            "flitcast: job 9: 10 points in 1 task\n");
}

TEST_F(SlurmBackend, SubmitsAgainWhatSlurmDidNotTake) {
  program("sbatch",
          "[ -f asked ] || { touch asked\n"
          "echo 'sbatch: error: Socket timed out on send/recv operation' >&2; exit 1; }\n" +
              run_tasks());
  const ProgramResult result = slurm_sweep({});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err,
            "flitcast: sbatch: Socket timed out on send/recv operation; waiting\n"
            "flitcast: Slurm is there again\n"
            "flitcast: job 1: 10 points in 1 task\n");
}

TEST_F(SlurmBackend, NeedsTheProgramsOfSlurm) {
  ::setenv("PATH", work_.root().c_str(), 1);
  const ProgramResult result = slurm_sweep({});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "flitcast: --backend: slurm needs the program sbatch, which is not on the PATH; run "
            "this on a machine that submits jobs, or take --backend=local\n");
  EXPECT_FALSE(std::filesystem::exists(work_.path("far")));
}

// Slurm would write what the jobs say elsewhere, and launch none of them.
TEST_F(SlurmBackend, TakesNoFolderWithABackslash) {
  const ProgramResult result = sweep({"--out=far\\off", "--backend=slurm"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("far\\off\" has a backslash, which Slurm does not take"),
            std::string::npos)
      << result.err;
  EXPECT_FALSE(std::filesystem::exists(work_.path("far\\off")));
  EXPECT_EQ(calls(), "");
  EXPECT_EQ(sweep({"--out=far\\off"}).exit_code, 0);
}

TEST_F(SlurmBackend, TakesFoldersOfAnyOtherName) {
  for (const char* name : {"a b'\"%j%a$(x)`y`;&|<>*?[]~!", "-µ→"}) {
    const ProgramResult result = sweep({std::string("--out=./") + name, "--backend=slurm"});
    EXPECT_EQ(result.exit_code, 0) << name << "\n" << result.err;
    EXPECT_FALSE(std::filesystem::exists(work_.path(std::string(name) + "/slurm"))) << name;
  }
}

// Whoever can write into the folder could ask the queue for anything, or have anything removed.
TEST_F(SlurmBackend, KnowsItsArraysByTheirNames) {
  const std::string own = "far/slurm/flitcast-0123456789abcdef";
  for (const std::string& name : {own, std::string("far/slurm/flitcast-1,--user=me"),
                                  std::string("far/slurm/flitcast-"), std::string("far/slurm/x")}) {
    std::filesystem::create_directories(work_.path(name));
  }
  program("squeue", "echo \"$@\" >> asked");
  EXPECT_EQ(slurm_sweep({}).exit_code, 0);
  EXPECT_EQ(bin_.read("asked").find("--user=me"), std::string::npos) << bin_.read("asked");
  EXPECT_NE(bin_.read("asked").find("--name=flitcast-0123456789abcdef\n"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(work_.path(own)));
  EXPECT_TRUE(std::filesystem::exists(work_.path("far/slurm/flitcast-1,--user=me")));
  EXPECT_TRUE(std::filesystem::exists(work_.path("far/slurm/x")));
}

TEST_F(SlurmBackend, HasOptionsThatOthersDoNotHave) {
  const ProgramResult local = sweep({"--out=near", "--chunk=3"});
  EXPECT_EQ(local.exit_code, 2);
  EXPECT_EQ(local.err, "flitcast: --chunk: is for --backend=slurm; leave it out, or take that\n");
  EXPECT_EQ(slurm_sweep({"--jobs=3"}).exit_code, 2);
  EXPECT_EQ(slurm_sweep({"--chunk=0"}).exit_code, 2);
  EXPECT_EQ(slurm_sweep({"--slurm-options=--array=1-3"}).exit_code, 2);
}

}  // namespace
}  // namespace flitcast::test_slurm_backend
