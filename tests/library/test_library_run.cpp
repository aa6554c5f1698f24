// Runs of the library: what they give, what they refuse, and how they are ended.

#include <chrono>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <flitcast/network.h>
#include <flitcast/run.h>
#include <flitcast/schedule.h>
#include <flitcast/version.h>
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace flitcast::test_library_run {
namespace {

const std::string kConfigs = std::string(FLITCAST_ROOT) + "/configs/";

RunOptions without_host() {
  RunOptions options;
  options.host = false;
  return options;
}

/// Direct exchange on a hypercube of that dimension: by the closed form 63·4 + 192 + 63·4 = 696
/// cycles for dimension 6.
Settings exchange(int dimension) {
  Settings settings = Settings::example("aas-hc-dex");
  settings.set("dims", dimension).set("message_flits", 4);
  return settings;
}

/// A run of minutes: the whole of it is never wanted.
Settings long_run() {
  Settings settings;
  settings.set("topology.kind", "mesh").set("dims", "16x16").set("load.rate", 0.3);
  settings.set("load.precision", 0.0001).set("load.warm_up", 1000);
  return settings;
}

template <typename Act>
InputError refusal(const Act& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error;
  }
  ADD_FAILURE() << "nothing was refused";
  return {"", "", 0, ""};
}

void expect_place(const InputError& error, const std::string& file, int line,
                  const std::string& key) {
  EXPECT_EQ(error.file(), file) << error.what();
  EXPECT_EQ(error.line(), line) << error.what();
  EXPECT_EQ(error.key(), key) << error.what();
}

TEST(Run, GivesWhatTheClosedFormSays) {
  const Result result = run(exchange(6));
  EXPECT_EQ(result["completion_cycles"].whole(), 696);
  EXPECT_EQ(result.number("latency.max"), 14);  // 4 + 6·1 + 4·1
  EXPECT_EQ(result["traffic.algorithm"].text, "aas-hc-dex");
  EXPECT_EQ(result["data_check"].text, "passed");
  EXPECT_NE(result.json().find("\"version\": \"" + version() + '"'), std::string::npos);
  EXPECT_EQ(result.exit_code(), 0);
  EXPECT_TRUE(result.messages().empty());
  EXPECT_TRUE(result.links().empty());
  EXPECT_THROW(result["completion"], std::out_of_range);
  EXPECT_THROW(result.number("data_check"), std::out_of_range);
  EXPECT_THROW(result["data_check"].whole(), std::logic_error);
}

TEST(Run, GivesMessagesAndLinksThatAreAskedFor) {
  RunOptions options;
  options.messages = options.links = true;
  const Result result = run(exchange(3), options);
  ASSERT_EQ(result.messages().size(), 56U);  // 8·7
  std::uint64_t hops = 0;
  for (const Result::Message& each : result.messages()) {
    EXPECT_EQ(each.hops, each.path.size() - 1);
    EXPECT_EQ(each.path.front(), each.source);
    EXPECT_EQ(each.path.back(), each.destination);
    EXPECT_EQ(each.tail_arrived - each.issued, static_cast<std::int64_t>(4 + each.hops + 4));
    hops += each.hops + 1;
  }
  std::uint64_t flits = 0;
  for (const Result::Link& each : result.links()) {
    flits += each.flits;
  }
  EXPECT_EQ(result.links().size(), 8U * 3 + 8);
  EXPECT_EQ(flits, hops * 5);  // of 4 flits and a header
  EXPECT_EQ(result["flit_hops"].whole(), static_cast<std::int64_t>(flits));
}

TEST(Run, IsTheSameAgainAndOnEveryThread) {
  const std::vector<Settings> settings{exchange(4), exchange(6),
                                       Settings::read(kConfigs + "vcd/deadlock.ini"),
                                       Settings::read(kConfigs + "fft2d.ini")};
  std::vector<std::string> alone;
  for (const Settings& each : settings) {
    alone.push_back(run(each, without_host()).json());
  }
  std::vector<std::string> together(4 * settings.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < together.size(); ++i) {
    threads.emplace_back(
        [&, i] { together[i] = run(settings[i % settings.size()], without_host()).json(); });
  }
  for (std::thread& each : threads) {
    each.join();
  }
  for (std::size_t i = 0; i < together.size(); ++i) {
    EXPECT_TRUE(together[i] == alone[i % settings.size()]) << i;
  }
}

TEST(Run, WritesFilesFromEveryThread) {
  constexpr int kThreads = 8;
  const TempFolder folder;
  const auto file = [&](int i) { return "r" + std::to_string(i) + ".json"; };
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      Settings settings = exchange(3);
      run(settings.set("output.json", folder.path(file(i))), without_host());
    });
  }
  for (std::thread& each : threads) {
    each.join();
  }
  const std::string expected = run(exchange(3), without_host()).json();
  for (int i = 0; i < kThreads; ++i) {
    EXPECT_TRUE(folder.read(file(i)) == expected) << i;
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.root()), {}), kThreads);
}

TEST(Run, SaysWhatEndsItOrIsNotMet) {
  const Result stuck = run(Settings::read(kConfigs + "vcd/deadlock.ini"));
  EXPECT_EQ(stuck.exit_code(), 3);
  EXPECT_EQ(stuck.stuck().rfind("deadlock: ", 0), 0U) << stuck.stuck();
  Settings settings = exchange(6);
  const Result unmet = run(settings.set("expect.completion_cycles", 700));
  EXPECT_EQ(unmet.exit_code(), 1);
  ASSERT_EQ(unmet.unmet().size(), 1U);
  EXPECT_EQ(unmet.unmet().front().rfind("expect.completion_cycles: ", 0), 0U);
  EXPECT_EQ(unmet.data_error(), "");
}

TEST(Run, WritesTheFilesOfItsKeysUnlessTold) {
  const TempFolder folder;
  Settings settings = exchange(3);
  settings.set("output.json", folder.path("r.json")).set("trace.vcd", folder.path("w.vcd"));
  RunOptions options = without_host();
  options.files = false;
  run(settings, options);
  EXPECT_TRUE(std::filesystem::is_empty(folder.root()));
  options.files = true;
  const Result result = run(settings, options);
  EXPECT_EQ(folder.read("r.json"), result.json());
  EXPECT_TRUE(std::filesystem::exists(folder.path("w.vcd")));
  EXPECT_TRUE(std::filesystem::exists(folder.path("w.gtkw")));
  EXPECT_EQ(run(Settings::read(folder.path("r.json")), without_host()).json(), result.json());
}

TEST(Run, EndsWithinAFifthOfASecondWhenItIsToStop) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  Clock::time_point asked;
  RunOptions options;
  options.watch.stop = [&] {
    const bool stop = Clock::now() - start > std::chrono::milliseconds(300);
    asked = stop ? Clock::now() : asked;
    return stop;
  };
  EXPECT_THROW(run(long_run(), options), Interrupted);
  const std::chrono::duration<double> since_wanted = Clock::now() - start;
  const std::chrono::duration<double> since_asked = Clock::now() - asked;
  EXPECT_LT(since_asked.count(), 0.2);
  EXPECT_LT(since_wanted.count(), 0.3 + 1);  // on a machine that does other things, too
}

TEST(Run, TellsHowFarItIsFromTheProofToTheEnd) {
  std::vector<Progress> told;
  RunOptions options;
  options.watch.progress = [&](const Progress& progress) { told.push_back(progress); };
  Settings settings = long_run();
  run(settings.set("run.max_cycles", 20000), options);
  ASSERT_GE(told.size(), 2U);
  EXPECT_EQ(told.front().text, "proving the routing");
  EXPECT_NE(told.back().text.find("cycle "), std::string::npos) << told.back().text;
  for (const Progress& each : told) {
    EXPECT_LE(each.done, each.of);
  }
}

TEST(Run, HandsOnWhatItsCallerThrows) {
  for (const bool while_planned : {true, false}) {
    RunOptions options;
    int calls = 0;
    options.watch.stop = [&]() -> bool {
      if (++calls > (while_planned ? 0 : 3)) {
        throw std::length_error("mine");
      }
      return false;
    };
    EXPECT_THROW(run(long_run(), options), std::length_error);
  }
}

TEST(SettingsErrors, NameFileLineAndKey) {
  const auto parse = [](const std::string& text) {
    return refusal([&] { Settings::parse(text, "x.ini"); });
  };
  expect_place(parse("[router]\n\nvcs = many\n"), "x.ini", 3, "router.vcs");
  expect_place(parse("[router]\nvcz = 2\n"), "x.ini", 2, "router.vcz");
  expect_place(parse("[router]\nvcs = 2\nvcs = 3\n"), "x.ini", 3, "router.vcs");
  expect_place(parse("[router\n"), "x.ini", 1, "");
  expect_place(parse("[sweep]\nrouter.vcz = 1, 2\n"), "x.ini", 2, "sweep.router.vcz");
  expect_place(refusal([] { Settings::read("/none/x.ini"); }), "/none/x.ini", 0, "");
  expect_place(refusal([] { Settings().set("router.vcs", 0); }), "", 0, "router.vcs");
  expect_place(refusal([] { Settings().set("delay", 3); }), "", 0, "delay");
  expect_place(refusal([] { Settings().set("vcz", 3); }), "", 0, "vcz");
  expect_place(refusal([] { Settings::example("aas-hc-dx"); }), "", 0, "traffic.algorithm");
}

TEST(SettingsErrors, NameThePlaceOfWhatDoesNotFitTheRest) {
  const std::string text =
      "[topology]\nkind = hypercube\ndims = 4\n[traffic]\nalgorithm = aas-mesh-dex\n";
  expect_place(refusal([&] { run(Settings::parse(text, "x.ini")); }), "x.ini", 2, "topology.kind");
  Settings settings;
  settings.set("topology.kind", "hypercube").set("topology.dims", 2);
  settings.set("traffic.schedule", "/none/s.json");
  expect_place(refusal([&] { run(settings); }), "/none/s.json", 0, "traffic.schedule");
  expect_place(refusal([] { run(Settings::parse("[sweep]\nrouter.vcs = 1, 2\n", "x.ini")); }),
               "x.ini", 2, "sweep.router.vcs");
}

TEST(SettingsErrors, NameTheFileThatCannotBeReadOrWrittenAndItsKey) {
  Settings output = exchange(4);
  output.set("output.json", "/dev/null/r.json");
  expect_place(refusal([&] { run(output); }), "/dev/null/r.json", 0, "output.json");
  Settings waveform = exchange(4);
  waveform.set("trace.vcd", "/dev/null/w.vcd");
  expect_place(refusal([&] { run(waveform); }), "/dev/null/w.vcd", 0, "trace.vcd");
  const std::string text = "[topology]\nkind = graph\nfile = /none/t.json\n";
  expect_place(refusal([&] { Network(Settings::parse(text, "x.ini")); }), "x.ini", 3,
               "topology.file");
  Settings topology;
  topology.set("topology.kind", "graph").set("topology.file", "/none/t.json");
  expect_place(refusal([&] { Network network(topology); }), "/none/t.json", 0, "topology.file");
  expect_place(refusal([] { ScheduleBuilder("all-to-all broadcast", 2).save("/dev/null/s.json"); }),
               "/dev/null/s.json", 0, "");
}

TEST(SettingsErrors, NameTheKeyInAResult) {
  const TempFolder folder;
  const std::string file =
      folder.write("r.json", R"({"schema": "flitcast.result/1", "config": {"router.vcs": 0}})");
  expect_place(refusal([&] { Settings::read(file); }), file, 0, "router.vcs");
}

TEST(SettingsValues, AreTakenAsTheyComeAndCopied) {
  Settings settings;
  EXPECT_EQ(settings.set("vcs", '4').given("router.vcs"), "4");
  settings.set("vcs", 2U).set("clock.period", 0.5).set("irc", true).set("ports", "all");
  Settings copy = settings;
  copy.set("vcs", std::size_t{4});
  EXPECT_EQ(settings.given("router.vcs"), "2");
  EXPECT_EQ(copy.given("router.vcs"), "4");
  EXPECT_EQ(settings.given("clock.period"), "0.5");
  EXPECT_EQ(settings.given("router.irc"), "on");
  EXPECT_EQ(settings.given("router.ports"), "all");
  EXPECT_EQ(settings.given("router.delay"), std::nullopt);
  copy = std::move(settings);
  EXPECT_EQ(copy.given("router.vcs"), "2");
}

}  // namespace
}  // namespace flitcast::test_library_run
