#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/proof_check/proof_check.h"
#include "tb/system/file_error.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_schedule_replay {
namespace {

/// What the checker says of a certificate that is shipped, when a text of its schedule is another.
std::string said(const std::string& name, const std::string& from = "",
                 const std::string& to = "") {
  const TempFolder folder;
  const std::filesystem::path shipped = std::string(FLITCAST_ROOT) + "/configs/optimal/" + name;
  std::filesystem::copy(shipped, folder.root());
  std::string text = folder.read("schedule.json");
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << text;
  folder.write("schedule.json", text.replace(at, from.size(), to));
  try {
    return in_words(proof::check_certificate(folder.root()));
  } catch (const FileError& error) {
    return std::string(error.what()).erase(0, folder.root().size() + 1);
  }
}

constexpr const char* kDirect = "all-to-all-ring-4-1-port";
constexpr const char* kAbsorbing = "broadcast-mesh-5x3-absorption";
constexpr const char* kHops = "hops-all-gather-ring-5-1-port";

void expect_refused(const std::string& text, const std::string& place, const std::string& words) {
  EXPECT_EQ(text.rfind("schedule.json: " + place, 0), 0U) << text;
  EXPECT_NE(text.find(words), std::string::npos) << text;
}

TEST(ScheduleReplay, CallsOptimalWhatIs) {
  for (const char* const name : {kDirect, kAbsorbing, kHops}) {
    const std::string text = said(name);
    EXPECT_NE(text.find("rounds: optimal\n"), std::string::npos) << text;
  }
}

TEST(ScheduleReplay, CallsNothingOptimalThatTakesLonger) {
  const std::string text = said(kDirect, "\"rounds\":[\n", "\"rounds\":[\n[],");
  EXPECT_NE(text.find("schedule.json ends after 5 rounds\n"), std::string::npos) << text;
}

TEST(ScheduleReplay, RefusesPortsUsedTwice) {
  // Node 0 sends in both of the rounds that become one.
  expect_refused(said(kDirect, "}],\n[{\"id\":3", "},\n{\"id\":3"),
                 "rounds[0][3]: ", "node 0 sends 2 in the round");
  expect_refused(said(kDirect, "\"src\":1,\"dst\":[3],\"path\":[1,2,3],\"blocks\":[[1,3]]",
                      "\"src\":2,\"dst\":[1],\"path\":[2,1],\"blocks\":[[2,1]]"),
                 "rounds[0][1]: ", "node 1 receives 2 in the round");
}

TEST(ScheduleReplay, RefusesLinksUsedTwice) {
  expect_refused(said(kDirect, "\"src\":1,\"dst\":[2],\"path\":[1,2],\"blocks\":[[1,2]]",
                      "\"src\":0,\"dst\":[2],\"path\":[0,1,2],\"blocks\":[[0,2]]"),
                 "rounds[2][2]: ", "link 0>1 carries 2 in the round");
}

TEST(ScheduleReplay, RefusesDataFromNowhere) {
  // What a node has received is not its own to send where data go straight.
  expect_refused(said(kDirect, "\"blocks\":[[0,1]]", "\"blocks\":[[3,1]]"),
                 "rounds[0][0]: ", "data [3, 1, 0] are not at node 0 before the round");
  // A round earlier than it arrives.
  expect_refused(said(kAbsorbing, "}],\n[{\"id\":1", "},\n{\"id\":1"),
                 "rounds[0][1]: ", "data [7, -1, 0] are not at node 5 before the round");
  expect_refused(said(kHops, "}],\n[{\"id\":5", "},\n{\"id\":5"),
                 "rounds[0][5]: ", "node 0 sends 2");
  expect_refused(said(kDirect, "[[0,1]]", "[[0,9]]"), "rounds[0][0]: ", "none of the operation's");
}

TEST(ScheduleReplay, RefusesRelaysWhereDataGoStraight) {
  expect_refused(said(kDirect, "\"dst\":[1],\"path\":[0,1],\"blocks\":[[0,1]]",
                      "\"dst\":[1],\"path\":[0,1],\"blocks\":[[0,2]]"),
                 "rounds[0][0]: ", "do not go straight to where they are for");
}

TEST(ScheduleReplay, RefusesWaysThatAreNone) {
  expect_refused(said(kDirect, "\"path\":[0,1,2]", "\"path\":[0,3,2]"),
                 "rounds[1][0]: ", "0>3>2 is none of the ways");
  expect_refused(said(kHops, "\"path\":[0,1]", "\"path\":[0,2]"),
                 "rounds[0][0]: ", "0>2 is none of the ways");
  expect_refused(said(kDirect, "\"path\":[0,1]", "\"path\":[1,0]"),
                 "rounds[0][0]: ", "path from src on");
  expect_refused(said(kDirect, "\"path\":[0,1],", ""), "rounds[0][0]: ", "path from src on");
}

TEST(ScheduleReplay, RefusesReceiversElsewhere) {
  expect_refused(said(kAbsorbing, "\"dst\":[6,5,10]", "\"dst\":[5,6,10]"),
                 "rounds[0][0]: ", "receiver 6 is not on its way, or not in its order");
  expect_refused(said(kAbsorbing, "\"dst\":[6,5,10]", "\"dst\":[6,5]"),
                 "rounds[0][0]: ", "received at its end");
  expect_refused(said(kDirect, "\"dst\":[3],\"path\":[1,2,3]", "\"dst\":[2,3],\"path\":[1,2,3]"),
                 "rounds[0][1]: ", "received at its end, and nowhere else");
}

TEST(ScheduleReplay, RefusesDataThatDoNotArrive) {
  expect_refused(
      said(kDirect,
           "{\"id\":0,\"src\":0,\"dst\":[1],\"path\":[0,1],\"blocks\":[[0,1]],\"flits\":1},\n", ""),
      "", "data [0, 1, 0] do not arrive at node 1");
  expect_refused(said(kAbsorbing, "\"dst\":[14]", "\"dst\":[13]"), "rounds[2][1]: ", "receiver 13");
}

TEST(ScheduleReplay, RefusesNumbersThatAreNoNodesAndParts) {
  for (const char* const number : {"-4294967295", "4294967297", "1.5", "true"}) {
    expect_refused(said(kDirect, "\"path\":[0,1]", fmt::format("\"path\":[0,{}]", number)),
                   "rounds[0][0]: ", fmt::format("{} is no node or part", number));
    expect_refused(said(kDirect, "[[0,1]]", fmt::format("[[0,{}]]", number)),
                   "rounds[0][0]: ", fmt::format("{} is no node or part", number));
  }
}

TEST(ScheduleReplay, RefusesFewerRoundsThanAreProved) {
  // All that rounds[3] has is in rounds[2], where there are ports left: then a proof is wrong.
  expect_refused(said("broadcast-hypercube-2", "}],\n[{", "},\n{"), "rounds[0][",
                 "before the round");
  expect_refused(said(kDirect, "{\"schema\"", "{\"schem"), "", "no schedule with rounds");
}

/// Another network with as many nodes, at most.
std::string other_than(const std::string& kind) {
  return kind == "mesh"    ? "torus"
         : kind == "torus" ? "mesh"
         : kind == "ring"  ? "line"
         : kind == "line"  ? "ring"
         : kind == "tree"  ? "hypercube"
                           : "tree";
}

// Some would prove the same of it; but the schedule is not for it.
TEST(ScheduleReplay, RefusesWhatIsOfAnotherNetwork) {
  int refused = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::string(FLITCAST_ROOT) + "/configs/optimal")) {
    if (!std::filesystem::exists(entry.path() / "schedule.json")) {
      continue;
    }
    const TempFolder folder;
    std::filesystem::copy(entry.path(), folder.root());
    std::string text = folder.read("certificate.json");
    const std::size_t at = text.find("\"kind\":\"", text.find("\"network\"")) + 8;
    const std::string kind = text.substr(at, text.find('"', at) - at);
    folder.write("certificate.json", text.replace(at, kind.size(), other_than(kind)));
    EXPECT_THROW(proof::check_certificate(folder.root()), FileError) << entry.path();
    ++refused;
  }
  EXPECT_EQ(refused, 51);
}

TEST(ScheduleReplay, RefusesSchedulesOfAnotherNetwork) {
  expect_refused(said(kAbsorbing, "\"dims\":[5,3]", "\"dims\":[3,5]"), "it is for another network",
                 "{\"dims\":[5,3],\"kind\":\"mesh\"}");
}

}  // namespace
}  // namespace flitcast::test_schedule_replay
