// What counts as the result of a point, and what does not.

#include <cstdlib>
#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tb/explore/points/point_result.h"
#include "tb/results/result_file.h"
#include "tests/support/program/run_flitcast.h"
#include "traffic/schedule/random.h"

namespace flitcast::test_point_result {
namespace {

using Json = nlohmann::ordered_json;

/// One point with its result, to be damaged.
class PointResultFile : public testing::Test {
 protected:
  explicit PointResultFile(const std::vector<std::string>& more = {}) {
    std::vector<std::string> words{"run", "--topology.kind=mesh", "--topology.dims=4x2",
                                   "--traffic.algorithm=aas-mesh-dex", "--expect.rounds=1..99"};
    words.insert(words.end(), more.begin(), more.end());
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::size_t equal = words[i].find('=');
      give(asked_, words[i].substr(2, equal - 2), words[i].substr(equal + 1));
    }
    point_ = explore::PointNamer().name(asked_).hash;
    sweep_.create();
    words.push_back("--output.json=" + sweep_.result_file(point_));
    run_flitcast(words);
    text_ = files_.read("results/" + point_ + ".json");
  }

  void put(const std::string& text) const { files_.write("results/" + point_ + ".json", text); }
  void put(const Json& result) const { put(result.dump(2)); }
  /// As somebody would write it who knows how checksums are made.
  void forge(Json result) const {
    result["checksum"] = result_checksum(result);
    put(result);
  }
  Json original() const { return Json::parse(text_); }
  std::optional<explore::PointResult> read() { return reader_.read(point_, kExpectations); }
  /// Why it does not count, without the name of the file.
  std::string objection() {
    const std::string text = reader_.objection(point_, kExpectations, asked_);
    const std::string file = sweep_.result_file(point_) + ": ";
    return text.rfind(file, 0) == 0 ? text.substr(file.size()) : text;
  }
  std::string row() {
    const auto result = read();
    std::string text;
    if (result) {
      text = to_string(result->status);
      for (const ResultColumn& column : result->columns) {
        text += "\n" + column.name + "=" + column.value.json().dump();
      }
    }
    return text;
  }
  const std::string& text() const { return text_; }
  RawConfig& asked() { return asked_; }

 private:
  static constexpr const char* kExpectations = "expect.rounds=1 .. 99\n";

  TempFolder files_;
  explore::SweepFolder sweep_{files_.root()};
  explore::PointReader reader_{sweep_};
  RawConfig asked_;
  std::string point_;
  std::string text_;
};

/// A run that was given up leaves other members.
class StuckPointResultFile : public PointResultFile {
 protected:
  StuckPointResultFile() : PointResultFile({"--run.max_cycles=20"}) {}
};

TEST_F(PointResultFile, CountsAsARunLeavesIt) {
  EXPECT_EQ(read()->status, explore::PointStatus::kDone);
  EXPECT_EQ(objection(), "");
  put(original().dump());
  EXPECT_TRUE(read().has_value()) << "blanks are no part of it";
}

TEST_F(StuckPointResultFile, CountsAsARunLeavesIt) {
  EXPECT_EQ(read()->status, explore::PointStatus::kStuck);
  EXPECT_EQ(objection(), "");
}

TEST_F(PointResultFile, SaysWhyItDoesNotCount) {
  put(text().substr(0, text().size() / 2));
  EXPECT_EQ(objection().rfind("is no JSON: it ends at line ", 0), 0U) << objection();
  Json result = original();
  result["completion_cycles"] = 1;
  put(result);
  EXPECT_EQ(objection(), "its checksum is wrong: it is damaged, or was changed by hand");
  result = original();
  result.erase("host");
  put(result);
  EXPECT_EQ(objection(), "");  // as after run --no-host
}

TEST_F(PointResultFile, OfAnotherConfigurationNamesTheKey) {
  give(asked(), "router.delay", "3");
  put(text());
  EXPECT_EQ(objection(), "");  // it is the name that counts
  Json result = original();
  result["config"]["router.delay"] = 7;
  forge(result);
  EXPECT_FALSE(read().has_value());
  EXPECT_EQ(objection(), "is of another configuration: router.delay = 7, not 3");
}

TEST_F(PointResultFile, WithOtherExpectationsDoesNotCount) {
  Json result = original();
  result["config"]["expect.rounds"] = "1 .. 98";
  result["expectations"][0]["expected"] = "1 .. 98";
  forge(result);
  EXPECT_EQ(objection(), "was run with other expect.* keys");
}

/// All places of a JSON value that have something in them.
std::vector<Json::json_pointer> places_in(const Json& json) {
  std::vector<Json::json_pointer> places;
  const Json flat = json.flatten();
  for (const auto& [place, value] : flat.items()) {
    for (Json::json_pointer at(place); !at.empty(); at.pop_back()) {
      places.push_back(at);
    }
  }
  return places;
}

/// One small change of a result: of its JSON, or of one bit of its text.
class Mutation {
 public:
  Mutation(const std::string& text, std::uint64_t seed)
      : text_(text), json_(Json::parse(text)), places_(places_in(json_)), random_(seed) {}

  std::string next() {
    Json json = json_;
    const Json::json_pointer place = places_[random_.below(places_.size())];
    Json& parent = json[place.parent_pointer()];
    constexpr std::uint64_t kKinds = 5;
    switch (random_.below(kKinds)) {
      case 0:
        return flipped();
      case 1:
        json[place] = other_value();
        break;
      case 2:
        return doubled(place);
      default:
        if (parent.is_object()) {
          Json value = json[place];
          parent.erase(place.back());
          if (random_.below(2) == 0) {
            parent[renamed(place.back())] = std::move(value);
          }
        }
    }
    return json.dump(2);
  }

 private:
  std::string flipped() {
    std::string text = text_;
    const std::uint64_t bit = random_.below(text.size() * 8);
    text[bit / 8] = static_cast<char>(text[bit / 8] ^ (1 << bit % 8));
    return text;
  }
  Json other_value() {
    static const std::vector<Json> values{
        nullptr, 0,    -1,        18446744073709551615U, 1e-310,        1.5, "",
        "1",     true, "latency", Json::array(),         Json::object()};
    return values[random_.below(values.size())];
  }
  /// A name twice in one object: as it was, in capitals, or with another value.
  std::string doubled(const Json::json_pointer& place) {
    std::string text = text_;
    const std::string name = "\"" + place.back() + "\": ";
    const std::size_t at = text.find(name);
    if (at == std::string::npos) {
      return text;
    }
    const std::string written =
        random_.below(2) == 0 ? name : "\"" + renamed(place.back()) + "\": ";
    return text.insert(at, written + other_value().dump() + ",");
  }
  std::string renamed(std::string name) {
    if (name.empty() || random_.below(3) == 0) {
      return name + "x";
    }
    char& c = name[random_.below(name.size())];
    c = c >= 'a' && c <= 'z' && random_.below(2) == 0 ? static_cast<char>(c - 'a' + 'A')
                                                      : static_cast<char>('a' + random_.below(26));
    return name;
  }

  std::string text_;
  Json json_;
  std::vector<Json::json_pointer> places_;
  SplitMix64 random_;
};

/// How many, unless the environment asks for more.
std::size_t mutations() {
  const char* const asked = std::getenv("FLITCAST_MUTATIONS");
  return asked == nullptr ? 100 : std::strtoull(asked, nullptr, 10);
}

std::size_t count_of_those_that_count(Mutation& mutation, const std::string& right,
                                      const std::function<void(const std::string&)>& put,
                                      const std::function<std::string()>& row) {
  std::size_t counting = 0;
  for (std::size_t i = 0; i < mutations(); ++i) {
    const std::string text = mutation.next();
    put(text);
    const std::string now = row();
    if (!now.empty()) {
      ++counting;
      EXPECT_EQ(now, right) << "mutation " << i << "\n" << text;
    }
  }
  return counting;
}

// Whatever happens to a file, the tables stay as they are or its point runs again.
TEST_F(PointResultFile, ThatIsDamagedChangesNoTable) {
  const std::string right = row();
  ASSERT_NE(right, "");
  Mutation mutation(text(), 1);
  const auto put_text = [&](const std::string& damaged) { put(damaged); };
  const std::size_t counting =
      count_of_those_that_count(mutation, right, put_text, [&] { return row(); });
  EXPECT_LT(counting, mutations() / 2);  // those of what is no part of a result
}

TEST_F(StuckPointResultFile, ThatIsDamagedChangesNoTable) {
  const std::string right = row();
  ASSERT_NE(right, "");
  Mutation mutation(text(), 2);
  const auto put_text = [&](const std::string& damaged) { put(damaged); };
  count_of_those_that_count(mutation, right, put_text, [&] { return row(); });
}

}  // namespace
}  // namespace flitcast::test_point_result
