#include <sys/stat.h>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/report/logs/run_logs.h"
#include "tb/report/run/loaded_run.h"
#include "tb/report/run/timeline.h"
#include "tb/results/run_csv.h"
#include "tests/support/temp_folder.h"

namespace flitcast::report::test_report_runs {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kMessageHead =
    "id,round,src,dst,hops,flits,issued,injected,head_arrived,tail_arrived,path\n";
constexpr const char* kLinkHead =
    "from,to,kind,flits,busy_cycles,contention,credit,port,serialisation\n";

template <typename Act>
std::string refusal(Act&& act) {
  try {
    act();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

class RunLogs : public testing::Test {
 protected:
  std::string message_refusal(const std::string& text) const {
    const std::string file = folder_.write("m.csv", text);
    std::string what = refusal([&] { read_message_log(file, [](const LoggedDelivery&) {}); });
    return what.substr(std::min(what.size(), folder_.root().size() + 1));
  }
  std::string link_refusal(const std::string& text) const {
    const std::string file = folder_.write("l.csv", text);
    std::string what = refusal([&] { read_link_log(file); });
    return what.substr(std::min(what.size(), folder_.root().size() + 1));
  }

  TempFolder folder_;
};

TEST_F(RunLogs, AreReadLineByLine) {
  std::vector<LoggedDelivery> found;
  read_message_log(
      folder_.write("m.csv", std::string(kMessageHead) + "0,0,1,2,1,4,0,21,26,30,1>2\n" +
                                 "7,3,2,1,1,4,30,51,56,61,2>1\n"),
      [&](const LoggedDelivery& delivery) { found.push_back(delivery); });
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].id, 7U);
  EXPECT_EQ(found[1].round, 3U);
  EXPECT_EQ(found[1].source, 2U);
  EXPECT_EQ(found[1].destination, 1U);
  EXPECT_EQ(found[1].issued, 30);
  EXPECT_EQ(found[1].tail_arrived, 61);

  const std::vector<LoggedChannel> channels = read_link_log(folder_.write(
      "l.csv", std::string(kLinkHead) + "0,1,link,9,18,1,2,3,4\n" + "1,1,receive,5,5,0,0,0,0\n"));
  ASSERT_EQ(channels.size(), 2U);
  EXPECT_EQ(channels[0].flits, 9U);
  EXPECT_EQ(channels[0].busy_cycles, 18);
  EXPECT_EQ(channels[0].waits, 1 + 2 + 3 + 4);
  EXPECT_FALSE(channels[0].receive_port);
  EXPECT_TRUE(channels[1].receive_port);
}

TEST_F(RunLogs, HaveWaitsOfATrace) {
  const std::string head = std::string(kWaitColumns) + "\n";
  const std::vector<LoggedWait> waits =
      read_wait_log(folder_.write("w.csv", head + "7,1-2 A,3,10,100,11,85,-0.1667,7>8:4 8:2\n"
                                                  "1,1-0 B,9,0,5,0,5,0.0000,\n"));
  ASSERT_EQ(waits.size(), 2U);
  EXPECT_EQ(waits[0].processor, "1-2 A");
  EXPECT_EQ(waits[0].end, 100);
  EXPECT_EQ(waits[0].simulated_start, 11);
  EXPECT_EQ(waits[0].simulated_end, 85);
  EXPECT_EQ(waits[0].blame, "7>8:4 8:2");
  EXPECT_EQ(waits[1].blame, "");
}

TEST_F(RunLogs, MayHoldNothing) {
  EXPECT_EQ(message_refusal(kMessageHead), "");
  EXPECT_EQ(link_refusal(kLinkHead), "");
}

TEST_F(RunLogs, AreRefusedByLine) {
  EXPECT_EQ(message_refusal(""),
            "m.csv:1: is not a log as output.messages writes it; its first line is "
            "id,round,src,dst,hops,flits,issued,injected,head_arrived,tail_arrived,path");
  EXPECT_EQ(message_refusal(kLinkHead).substr(0, 50),
            "m.csv:1: is not a log as output.messages writes it");
  EXPECT_EQ(message_refusal(std::string(kMessageHead) + "0,0,1\n"),
            "m.csv:2: \"\" is not a number that belongs here");
  EXPECT_EQ(message_refusal(std::string(kMessageHead) + "0,0,1,-2,1,4,0,21,26,30,1>2\n"),
            "m.csv:2: \"-2\" is not a number that belongs here");
  EXPECT_EQ(message_refusal(std::string(kMessageHead) + "0,0,1,2,1,4,31,21,26,30,1>2\n"),
            "m.csv:2: a message arrives before it is issued");
  EXPECT_EQ(link_refusal(std::string(kLinkHead) + "0,1,link,9,18,1,2,3,4\n0,1,wire,1,1,0,0,0,0\n"),
            "l.csv:3: \"wire\" is no kind of channel; link and receive are");
  EXPECT_NE(refusal([] { read_link_log("/no/such/file"); }).find("No such file"),
            std::string::npos);
  const std::string pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal([&] { read_link_log(pipe); }),
            "cannot read " + pipe + ": it is a pipe that nobody writes to");
}

TEST_F(RunLogs, AreReadToTheirEndWhateverIsInABlock) {
  std::string text = kLinkHead;  // lines of many lengths across blocks, the last without its break
  for (int i = 0; i < 20000; ++i) {
    text += std::to_string(i) + ",1,link,9,18,1,2,3," + std::to_string(i * 7 % 1000) + "\n";
  }
  text.pop_back();
  const std::vector<LoggedChannel> channels = read_link_log(folder_.write("l.csv", text));
  ASSERT_EQ(channels.size(), 20000U);
  for (int i = 0; i < 20000; ++i) {
    ASSERT_EQ(channels[static_cast<std::size_t>(i)].from, static_cast<NodeId>(i));
    ASSERT_EQ(channels[static_cast<std::size_t>(i)].waits, 6 + i * 7 % 1000);
  }
}

LoggedDelivery delivery(std::uint64_t round, NodeId from, NodeId to, Cycle issued, Cycle arrived) {
  return {0, round, from, to, issued, arrived};
}

TEST(Timeline, HasABarPerNodeAndRound) {
  Timeline timeline(4, 2, 4);
  timeline.add(delivery(1, 2, 3, 50, 70));
  timeline.add(delivery(0, 2, 0, 10, 30));
  timeline.add(delivery(0, 2, 1, 5, 25));
  timeline.add(delivery(0, 1, 3, 0, 20));
  EXPECT_EQ(timeline.deliveries(), 4U);
  EXPECT_EQ(timeline.sends(), Json::parse(R"({"node": [1, 2, 2], "last_node": [1, 2, 2],
      "round": [0, 0, 1], "start": [0, 5, 50], "end": [20, 30, 70], "deliveries": [1, 2, 1],
      "to": [3, null, 3]})"));
  EXPECT_TRUE(timeline.has_listeners());
  const Json receives = timeline.receives();
  EXPECT_EQ(receives["node"], Json({0, 1, 3, 3}));
  EXPECT_EQ(receives["from"], Json({2, 2, 1, 2}));
}

TEST(Timeline, HasNoListenersWhereEverybodySends) {
  Timeline timeline(2, 1, 2);
  timeline.add(delivery(0, 0, 1, 0, 9));
  EXPECT_TRUE(timeline.has_listeners());
  timeline.add(delivery(0, 1, 0, 0, 9));
  EXPECT_FALSE(timeline.has_listeners());
}

TEST(Timeline, HasRowsThatCanBeSeen) {
  // 2400 nodes: 150 rows of 16 are at most 256, also where messages are few.
  const Timeline few_messages(2400, 2399, 2399);
  EXPECT_EQ(few_messages.joined_nodes(), 16U);
  EXPECT_EQ(few_messages.joined_rounds(), 1U);
  EXPECT_EQ(Timeline(256, 1, 10).joined_nodes(), 1U);
  EXPECT_EQ(Timeline(257, 1, 10).joined_nodes(), 2U);
}

TEST(Timeline, JoinsRoundsOnlyWhereThereAreTooManyBars) {
  const Timeline few_messages(1024, 100'000, Timeline::kMaxBars);
  EXPECT_EQ(few_messages.joined_rounds(), 1U);
  const Timeline few_bars(200, 250, 1'000'000);
  EXPECT_EQ(few_bars.joined_nodes(), 1U);
  EXPECT_EQ(few_bars.joined_rounds(), 1U);
  // 1024 nodes become 256 rows; 256·1023 bars are too many, 256·⌈1023/8⌉ = 32768 are not.
  Timeline many(1024, 1023, 1024 * 1023);
  EXPECT_EQ(many.joined_nodes(), 4U);
  EXPECT_EQ(many.joined_rounds(), 8U);
  many.add(delivery(1022, 1021, 5, 100, 130));
  many.add(delivery(1017, 1023, 6, 90, 110));
  const Json sends = many.sends();
  EXPECT_EQ(sends["node"], Json({1020}));
  EXPECT_EQ(sends["last_node"], Json({1023}));
  EXPECT_EQ(sends["round"], Json({1016}));
  EXPECT_EQ(sends["last_round"], Json({1022}));
  EXPECT_EQ(sends["start"], Json({90}));
  EXPECT_EQ(sends["end"], Json({130}));
}

TEST(Timeline, CountsLatencies) {
  Timeline timeline(2, 1, 3);
  EXPECT_EQ(timeline.latencies()["deliveries"], Json::array());
  timeline.add(delivery(0, 0, 1, 0, 10));
  timeline.add(delivery(0, 0, 1, 5, 15));
  timeline.add(delivery(0, 1, 0, 0, 12));
  EXPECT_EQ(timeline.latencies(),
            Json::parse(R"({"low": [9.5, 11.5], "high": [10.5, 12.5], "from": [10, 12],
                            "to": [10, 12], "deliveries": [2, 1]})"));
}

TEST(Timeline, JoinsLatenciesIntoAtMostSixtyBars) {
  Timeline timeline(1, 1, 601);
  for (Cycle latency = 100; latency <= 700; ++latency) {
    timeline.add(delivery(0, 0, 0, 0, latency));
  }
  const Json bars = timeline.latencies();
  EXPECT_EQ(bars["deliveries"].size(), 55U);  // ⌈601 / 11⌉
  EXPECT_EQ(bars["deliveries"][0], 11);
  EXPECT_EQ(bars["from"][1], 111);
  EXPECT_EQ(bars["to"][1], 121);
}

TEST(RepeatedRun, SaysWhichOfManyWordsDiffer) {
  const auto notes = [](const std::string& second) {
    return Json{{"notes", Json::array({"the same", second})}};
  };
  EXPECT_NE(refusal([&] {
              require_same_result(notes(std::string(70, 'a')), notes("b"), "r.json");
            }).find("differs in notes[1]: \"b\", not \"" + std::string(59, 'a') + "...;"),
            std::string::npos);
}

TEST(RepeatedRun, MustHaveTheSameResult) {
  const Json result = Json::parse(R"({"rounds": 3, "links": {"x": 1}, "host": {"wall": 1}})");
  Json repeat = Json::parse(R"({"rounds": 3, "links": {"x": 1}, "host": {"wall": 2}, "new": 1})");
  EXPECT_NO_THROW(require_same_result(result, repeat, "r.json"));
  repeat["messages_hash"] = "0123456789abcdef";
  EXPECT_NO_THROW(require_same_result(Json::parse(R"({"rounds": 3, "messages_hash": null})"),
                                      repeat, "r.json"));
  repeat["rounds"] = 4;
  EXPECT_EQ(refusal([&] { require_same_result(result, repeat, "r.json"); }),
            "r.json: the run cannot be drawn, because a repeat differs in rounds: 4, not 3; run it "
            "anew with flitcast run");
  repeat["rounds"] = 3;
  repeat["links"]["x"] = nullptr;
  EXPECT_NE(refusal([&] {
              require_same_result(result, repeat, "r.json");
            }).find("differs in links.x: null, not 1;"),
            std::string::npos);
  repeat.erase("rounds");
  EXPECT_NE(refusal([&] { require_same_result(result, repeat, "r.json"); }).find("null, not 3"),
            std::string::npos);
}

TEST(Timeline, TellsHowManyNodesWereSending) {
  Timeline timeline(4, 1, 2);
  timeline.add(delivery(0, 0, 1, 0, 600));
  timeline.add(delivery(0, 2, 3, 150, 152));
  // Parts of 601 / 240 + 1 = 3 cycles; the last has one.
  const Json activity = timeline.activity(601);
  EXPECT_EQ(activity["from"].size(), 200U);
  EXPECT_EQ(activity["nodes"][0], 1);
  EXPECT_EQ(activity["nodes"][50], 1.66667);  // 2 of its 3 cycles have another
  EXPECT_EQ(activity["to"][199], 600);
}

TEST(Timeline, TellsActivityOfARunOfOneCycle) {
  Timeline timeline(2, 1, 1);
  timeline.add(delivery(0, 0, 1, 0, 1));
  EXPECT_EQ(timeline.activity(1), Json::parse(R"({"from": [0], "to": [1], "nodes": [1]})"));
}

}  // namespace
}  // namespace flitcast::report::test_report_runs
