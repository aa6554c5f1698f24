// The folder of a sweep, where others may write: lists of points, links, pipes.

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "tb/explore/points/backend.h"
#include "tb/explore/points/sweep_folder.h"
#include "tests/support/program/sweep_runs.h"

namespace flitcast::test_shared_folder {
namespace {

class SharedFolder : public SweepCommand {};

/// The hash of some file base-HASH.ini of a sweep.
std::string base_in(const std::string& out) {
  for (const auto& entry : std::filesystem::directory_iterator(out)) {
    const std::string name = entry.path().stem();
    if (name.rfind("base-", 0) == 0) {
      return name.substr(5);
    }
  }
  return "";
}

TEST_F(SharedFolder, RunsThePointsOfAListThatAreMissing) {
  ASSERT_EQ(sweep("out", {"--sweep.dims=2", "--sweep.message_flits=1, 2"}).exit_code, 0);
  const Words points = column(parsed(csv("out")), "point");
  const std::string base = base_in(folder().path("out"));
  const auto task = [&](const std::string& point, const std::string& dims) {
    return PointTask{point, base, {{"topology.dims", dims}}};
  };
  const std::string fresh(16, 'a');
  const std::string bad(16, 'b');
  const std::string old = folder().read("out/results/" + points[0] + ".json");
  write_tasks(folder().path("list"), {task(points[0], "3"), task(fresh, "3"), task(bad, "99")});
  const ProgramResult result = run_flitcast({"sweep", "--only=list", "--out=out"}, folder().root());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out + result.err, "");
  EXPECT_EQ(folder().read("out/results/" + points[0] + ".json"), old);
  EXPECT_TRUE(
      contains(folder().read("out/results/" + fresh + ".json"), "\"completion_cycles\": 47,"));
  EXPECT_TRUE(contains(folder().read("out/failed/" + bad + ".txt"), "\nexit code 2\n"));
}

// Lists and configurations lie where others may write.
TEST_F(SharedFolder, RunsNothingOfAListThatNoSweepWouldHaveWritten) {
  const std::string good(16, 'a');
  folder().write("victim.json", "{}");
  const auto listed = [](const std::string& name, const std::string& base, const std::string& key) {
    return "{\"" + name + "\": {\"base\": \"" + base + "\", \"keys\": {\"" + key + "\": \"x\"}}}";
  };
  const std::vector<std::pair<std::string, std::string>> cases{
      {listed("../../victim", good, "run.seed"),
       "\"../../victim\" is no hash of 16 hexadecimal digits"},
      {listed("AAAAAAAAAAAAAAAA", good, "run.seed"), "\"AAAAAAAAAAAAAAAA\" is no hash"},
      {listed("", good, "run.seed"), "\"\" is no hash"},
      {listed(good, "../x", "run.seed"), "\"../x\" is no hash"},
      {listed(good, good, "output.messages"),
       "\"output.messages\" is no key that points of a sweep differ in"},
      {listed(good, good, "trace.vcd"), "\"trace.vcd\" is no key"},
      {listed(good, good, "only-json"), "\"only-json\" is no key"},
      {"{\"" + good + "\": [\"run\"]}", "is no list of points that a sweep has left there"},
      {"[]", "is no list of points that a sweep has left there"},
  };
  for (const auto& [text, message] : cases) {
    folder().write("list", text);
    const ProgramResult result =
        run_flitcast({"sweep", "--only=list", "--out=out"}, folder().root());
    EXPECT_EQ(result.exit_code, 2) << text;
    EXPECT_TRUE(contains(result.err, "--only: list") && contains(result.err, message))
        << result.err;
    EXPECT_EQ(folder().files(), (Words{"list", "victim.json", "x.ini"})) << text;
  }
}

TEST_F(SharedFolder, WritesNothingThatAListOrItsConfigurationAsksFor) {
  const std::string good(16, 'a');
  std::filesystem::create_directory(folder().path("out"));
  folder().write("out/base-" + good + ".ini",
                 "[topology]\nkind = hypercube\ndims = 2\n[traffic]\nalgorithm = aas-hc-dex\n"
                 "[output]\njson = a\nmessages = b\nlinks = c\n[trace]\nvcd = d\n");
  write_tasks(folder().path("list"), {{good, good, {}}});
  EXPECT_EQ(run_flitcast({"sweep", "--only=list", "--out=out"}, folder().root()).exit_code, 0);
  EXPECT_EQ(results("out"), 1U);
  EXPECT_EQ(folder().files(), (Words{"list", "out", "x.ini"}));
}

TEST_F(SharedFolder, ReadsNoPipeThatSomebodyPutThere) {
  ASSERT_EQ(::mkfifo(folder().path("list").c_str(), 0600), 0);
  const ProgramResult result = run_flitcast({"sweep", "--only=list", "--out=out"}, folder().root());
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err, "flitcast: --only: cannot read list: it is no regular file\n");
}

TEST_F(SharedFolder, WritesNowhereThatLinksInItsFolderLead) {
  const Words options{"--sweep.dims=2, 17", "--sweep.message_flits=1"};
  ASSERT_EQ(sweep("out", options).exit_code, 1);
  const Words points = column(parsed(csv("out")), "point");
  const std::string table = csv("out");
  const Words names{"results/" + points[0] + ".json", "failed/" + points[1] + ".txt",
                    "base-" + base_in(folder().path("out")) + ".ini", "sweep.csv", "sweep.sqlite"};
  for (const bool dangling : {false, true}) {
    for (const std::string& name : names) {
      const std::filesystem::path file = folder().path("out/" + name);
      const std::string target = folder().path(file.filename().string() + ".target");
      std::filesystem::remove(file);
      std::filesystem::create_symlink(target, file);
      if (!dangling) {
        folder().write(file.filename().string() + ".target", "mine");
      }
    }
    EXPECT_EQ(sweep("out", options).exit_code, 1);
    EXPECT_EQ(csv("out"), table);
    for (const std::string& name : names) {
      const std::string target = std::filesystem::path(name).filename().string() + ".target";
      EXPECT_EQ(folder().read(target), dangling ? "" : "mine") << name;
      EXPECT_FALSE(std::filesystem::is_symlink(folder().path("out/" + name))) << name;
      std::filesystem::remove(folder().path(target));
    }
  }
  std::filesystem::remove(folder().path("out/lock"));
  std::filesystem::create_symlink(folder().path("mine"), folder().path("out/lock"));
  EXPECT_EQ(sweep("out", options).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(folder().path("mine")));
}

TEST_F(SharedFolder, LeavesNoFailureWhereALinkLeads) {
  const SweepFolder shared(folder().path("out"));
  shared.create();
  std::filesystem::create_symlink(folder().path("mine"), shared.failure_file("0123456789abcdef"));
  shared.record_failure("0123456789abcdef", {"flitcast"}, "exit code 4", "why");
  EXPECT_FALSE(std::filesystem::exists(folder().path("mine")));
  EXPECT_EQ(folder().read("out/failed/0123456789abcdef.txt"), "flitcast\nexit code 4\nwhy");
}

}  // namespace
}  // namespace flitcast::test_shared_folder
