#include <gtest/gtest.h>

#include "tb/config/config.h"
#include "tb/explore/slurm/slurm_backend.h"
#include "tb/explore/slurm/slurm_text.h"
#include "tb/system/process_pool.h"
#include "tests/support/temp_folder.h"

namespace flitcast::explore::test_slurm_text {
namespace {

using Words = std::vector<std::string>;

TEST(SlurmQueue, HasATaskOnEveryLine) {
  const auto tasks = parse_queue(
      "flitcast-1|17|0|RUNNING|None\n"
      "flitcast-1|17|12|PENDING|Resources\n");
  ASSERT_EQ(tasks.size(), 2U);
  EXPECT_EQ(tasks[0].name, "flitcast-1");
  EXPECT_EQ(tasks[0].job, "17");
  EXPECT_EQ(tasks[0].index, 0U);
  EXPECT_EQ(tasks[0].state, "RUNNING");
  EXPECT_FALSE(tasks[0].pending());
  EXPECT_EQ(tasks[1].index, 12U);
  EXPECT_EQ(tasks[1].reason, "Resources");
  EXPECT_TRUE(tasks[1].pending());
}

TEST(SlurmQueue, PassesOverWhatIsNoTaskOfAnArray) {
  EXPECT_TRUE(parse_queue("").empty());
  EXPECT_TRUE(parse_queue("\n\n").empty());
  EXPECT_TRUE(parse_queue("CLUSTER: far\n").empty());
  EXPECT_TRUE(parse_queue("name|17|N/A|RUNNING|None\n").empty());
  EXPECT_TRUE(parse_queue("name|17|1-3|PENDING|None\n").empty());
  EXPECT_TRUE(parse_queue("name|-u me|1|RUNNING|None\n").empty());
  EXPECT_EQ(parse_queue("warning\nname|17|4|RUNNING|None").size(), 1U);
}

TEST(SlurmQueue, KnowsWhichTasksMayStillWriteResults) {
  const auto alive = [](const std::string& state) {
    return parse_queue("name|1|0|" + state + "|None\n").at(0).alive();
  };
  for (const char* state : {"PENDING", "RUNNING", "COMPLETING", "SUSPENDED", "REQUEUED", "NEW"}) {
    EXPECT_TRUE(alive(state)) << state;
  }
  for (const char* state : {"COMPLETED", "FAILED", "NODE_FAIL", "TIMEOUT", "CANCELLED", "PREEMPTED",
                            "OUT_OF_MEMORY", "BOOT_FAIL", "DEADLINE"}) {
    EXPECT_FALSE(alive(state)) << state;
  }
}

TEST(SlurmQueue, SaysHowATaskEnded) {
  EXPECT_EQ(parse_queue("name|1|0|NODE_FAIL|None\n").at(0).end(), "NODE_FAIL");
  EXPECT_EQ(parse_queue("name|1|0|FAILED|NonZeroExitCode\n").at(0).end(), "FAILED NonZeroExitCode");
  EXPECT_EQ(QueuedTask().end(), "ended");
}

TEST(SlurmAnswer, OfASubmissionIsTheNumberOfAJob) {
  EXPECT_EQ(parse_job("17\n"), "17");
  EXPECT_EQ(parse_job("17;far\n"), "17");
  EXPECT_EQ(parse_job("4294967295"), "4294967295");
  EXPECT_EQ(parse_job(""), "");
  EXPECT_EQ(parse_job("\n"), "");
  EXPECT_EQ(parse_job("Submitted batch job 17\n"), "");
}

TEST(SlurmAnswer, ToldTheLargestArray) {
  EXPECT_EQ(parse_max_array_size("Configuration data as of 2024\n"
                                 "MaxArraySize            = 1001\n"
                                 "MaxJobCount             = 10000\n"),
            1001U);
  EXPECT_EQ(parse_max_array_size("MaxArraySize=4000001"), 4'000'001U);
  EXPECT_EQ(parse_max_array_size("MaxArraySize = (null)\n"), 0U);
  EXPECT_EQ(parse_max_array_size("NotMaxArraySize = 7\n"), 0U);
  EXPECT_EQ(parse_max_array_size(""), 0U);
}

TEST(SlurmAnswer, TellsAControllerThatIsAwayFromARefusal) {
  for (const char* message :
       {"squeue: slurm_load_jobs error: Unable to contact slurm controller (connect failure)",
        "sbatch: Batch job submission failed: Socket timed out on send/recv operation",
        "sbatch: Batch job submission failed: Slurm backup controller in standby mode",
        "squeue: killed after 60 s"}) {
    EXPECT_TRUE(is_passing(message)) << message;
  }
  for (const char* message :
       {"sbatch: invalid partition specified: nope; Batch job submission failed: Invalid partition "
        "name specified",
        "sbatch: unrecognized option '--bogus'", "sbatch: exit code 1"}) {
    EXPECT_FALSE(is_passing(message)) << message;
  }
}

TEST(SlurmOptions, AreTakenApartAsAShellDoes) {
  EXPECT_EQ(parse_slurm_options(""), Words{});
  EXPECT_EQ(parse_slurm_options("  "), Words{});
  EXPECT_EQ(parse_slurm_options("--partition=long -A me  --comment \"two words\""),
            (Words{"--partition=long", "-A", "me", "--comment", "two words"}));
}

TEST(SlurmOptions, LeaveTheNameAndNumberOfTheJobAlone) {
  for (const char* text : {"--array=1-3", "-a 1", "-a1-3", "--job-name me", "-Jme", "--output=x",
                           "-o x", "-e x", "--error=x", "--wait", "-W", "--wrap=true", "-M far",
                           "--clusters=far", "--cluster=far", "--mem=1G --test-only"}) {
    EXPECT_THROW(parse_slurm_options(text), ConfigError) << text;
  }
  // Names that only begin like these.
  for (const char* text : {"--wait-all-nodes=1", "--array-like", "-A me", "--export=NONE"}) {
    EXPECT_NO_THROW(parse_slurm_options(text)) << text;
  }
}

TEST(SlurmOptions, AreWordsAndNothingElse) {
  for (const char* text : {"--comment='a b", "--mem=1G; reboot", "$(reboot)", "`reboot`",
                           "--account=$FLITCAST_HAS_NO_SUCH_VARIABLE"}) {
    EXPECT_THROW(parse_slurm_options(text), ConfigError) << text;
  }
}

TEST(SlurmScript, RunsTheTaskOfItsNumber) {
  const TempFolder folder;
  const std::string place = folder.path("it's a 100 % $HOME");
  const std::string script =
      folder.write("script", array_script({"/usr/bin/printf", "%s\\n", "two words"}, place));
  ProcessPool pool(1, ProcessPool::Seconds(60));
  pool.start(0, {"/bin/sh", "-c", "SLURM_ARRAY_TASK_ID=12 exec /bin/sh \"$0\"", script});
  EXPECT_EQ(pool.wait()->end.out, "two words\n--only=" + place + "/12.json\n");
}

TEST(SlurmScript, HasPlainNamesInThePatternOfItsOutput) {
  EXPECT_EQ(output_pattern("/a/b.out"), "/a/b.out");
  EXPECT_EQ(output_pattern("/100%/%a"), "/100%%/%%a");
}

TEST(SlurmChunk, LetsTasksHaveEnoughToDo) {
  EXPECT_EQ(usual_chunk(1), 10U);
  EXPECT_EQ(usual_chunk(2560), 10U);
  EXPECT_EQ(usual_chunk(2561), 11U);
  EXPECT_EQ(usual_chunk(1'000'000), 3907U);  // 256 tasks
}

}  // namespace
}  // namespace flitcast::explore::test_slurm_text
