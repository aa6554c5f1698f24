#include <algorithm>
#include <filesystem>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tb/certificates/certificate_files.h"
#include "tb/proof_check/proof_check.h"
#include "tb/system/file_error.h"
#include "tests/support/hops/hop_networks.h"
#include "tests/support/temp_folder.h"

namespace flitcast::test_planted_faults {
namespace {

using Lines = std::vector<std::string>;

/// A right certificate, of which every test spoils a copy.
const TempFolder& right_one() {
  static const TempFolder folder;
  static const bool written = [] {
    const HopInstance instance = dgx1_all_gather(3);
    CertificateFolder(folder.root())
        .write(certificate_of({instance, 2, 4, search_hops(instance, 2, 4).refuted}));
    return true;
  }();
  EXPECT_TRUE(written);
  return folder;
}

class PlantedFaults : public testing::Test {
 protected:
  PlantedFaults() {
    for (const std::string& file : right_one().files()) {
      folder_.write(file, right_one().read(file));
    }
  }

  Lines lines(const std::string& file) const {
    Lines all;
    std::istringstream text(folder_.read(file));
    for (std::string line; std::getline(text, line);) {
      all.push_back(line);
    }
    return all;
  }
  void write(const std::string& file, const Lines& all) const {
    folder_.write(file, fmt::format("{}\n", fmt::join(all, "\n")));
  }
  /// Puts a text in the place of one that is there, once; the line where that was.
  std::size_t replace(const std::string& file, const std::string& from, const std::string& to) {
    std::string text = folder_.read(file);
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    const auto line =
        std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    folder_.write(file, text.replace(at, from.size(), to));
    return static_cast<std::size_t>(line) + 1;
  }
  /// Changes the number of clauses that the formula says it has.
  void count_clauses(int more) {
    Lines all = lines(kCnf);
    for (std::string& line : all) {
      int variables = 0;
      int clauses = 0;
      if (std::sscanf(line.c_str(), "p cnf %d %d", &variables, &clauses) == 2) {
        line = fmt::format("p cnf {} {}", variables, clauses + more);
      }
    }
    write(kCnf, all);
  }
  /// The line after the one with this text, counted from 0.
  std::size_t after(const std::string& text) const {
    const Lines all = lines(kCnf);
    const auto found = std::find(all.begin(), all.end(), text);
    EXPECT_NE(found, all.end()) << text;
    return static_cast<std::size_t>(found - all.begin()) + 1;
  }

  /// What the checker says, without the folder; "" when it is content.
  std::string objection() const {
    try {
      proof::check_certificate(folder_.root());
    } catch (const FileError& error) {
      std::string text = error.what();
      const std::size_t at = text.find(folder_.root());
      return at == std::string::npos ? text : text.erase(at, folder_.root().size() + 1);
    }
    return "";
  }
  /// It names file and line first, then this.
  void expect_refused(const std::string& file, std::size_t line, const std::string& why) const {
    const std::string text = objection();
    const std::string place = fmt::format("{}:{}: ", file, line);
    EXPECT_EQ(text.substr(0, place.size()), place) << text;
    EXPECT_NE(text.find(why), std::string::npos) << text;
  }

  static constexpr const char* kJson = "certificate.json";
  static constexpr const char* kCnf = "rounds-2-2.cnf";
  static constexpr const char* kLrat = "rounds-2-2.lrat";
  static constexpr const char* kArrivals =
      "c a chunk that is at a node was there a step before or came over a link";
  static constexpr const char* kDepartures =
      "c a chunk goes over a link only from where it was before the step";

  TempFolder folder_;
};

TEST_F(PlantedFaults, NothingIsWrongWithoutOne) {
  EXPECT_EQ(objection(), "");
}

TEST_F(PlantedFaults, ClauseDropped) {
  Lines all = lines(kCnf);
  all.erase(all.begin() + static_cast<std::ptrdiff_t>(after(kArrivals)));
  write(kCnf, all);
  expect_refused(kCnf, all.size(), "ends after ");
  count_clauses(-1);
  expect_refused(kLrat, 1, "the next clause has the number ");
}

TEST_F(PlantedFaults, LastClauseDropped) {
  Lines all = lines(kCnf);
  all.pop_back();
  write(kCnf, all);
  count_clauses(-1);
  expect_refused(kLrat, 1, "the next clause has the number ");
}

TEST_F(PlantedFaults, ClauseAdded) {
  Lines all = lines(kCnf);
  const std::size_t at = after(kDepartures);
  all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), "-1 -2 0");
  write(kCnf, all);
  count_clauses(1);
  expect_refused(kCnf, at + 1, "no rule makes this clause");
}

TEST_F(PlantedFaults, EmptyClauseAdded) {
  Lines all = lines(kCnf);
  all.emplace_back("0");
  write(kCnf, all);
  count_clauses(1);
  expect_refused(kCnf, all.size(), "no rule makes this clause");
}

TEST_F(PlantedFaults, ClauseTwice) {
  Lines all = lines(kCnf);
  all.push_back(all[after(kDepartures)]);
  write(kCnf, all);
  count_clauses(1);
  expect_refused(kLrat, 1, "the next clause has the number ");
}

TEST_F(PlantedFaults, LiteralNegated) {
  Lines all = lines(kCnf);
  const std::size_t at = after(kDepartures);
  all[at].erase(0, 1);
  write(kCnf, all);
  expect_refused(kCnf, at + 1, "no rule makes this clause");
}

TEST_F(PlantedFaults, LiteralDropped) {
  Lines all = lines(kCnf);
  const std::size_t at = after(kArrivals) + 1;
  all[at] = all[at].substr(all[at].find(' ') + 1);
  write(kCnf, all);
  expect_refused(kCnf, at + 1, "no rule makes this clause");
}

TEST_F(PlantedFaults, StepShifted) {
  Lines all = lines(kCnf);
  EXPECT_EQ(all[1].substr(0, 10), "c 1 = chun");
  all[1].back() = '3';  // there are 2
  write(kCnf, all);
  EXPECT_NE(objection().find("no rule makes this clause"), std::string::npos);
}

TEST_F(PlantedFaults, StepsExchanged) {
  Lines all = lines(kCnf);
  const auto step_of = [](const std::string& line) { return line.substr(0, line.size() - 1); };
  const auto meaning_of = [](const std::string& line) { return line.substr(line.find('=')); };
  std::size_t line = 2;
  while (step_of(meaning_of(all[line])) != step_of(meaning_of(all[line - 1]))) {
    ++line;
  }
  std::swap(all[line].back(), all[line - 1].back());
  write(kCnf, all);
  EXPECT_NE(objection().find("no rule makes this clause"), std::string::npos);
}

TEST_F(PlantedFaults, TwoVariablesOfOneMeaning) {
  Lines all = lines(kCnf);
  all[2] = "c 2" + all[1].substr(3);
  write(kCnf, all);
  expect_refused(kCnf, 3, "two variables mean the same");
}

TEST_F(PlantedFaults, MeaningDropped) {
  Lines all = lines(kCnf);
  all.erase(all.begin() + 5);
  write(kCnf, all);
  EXPECT_NE(objection().find("of which 4 have a meaning"), std::string::npos) << objection();
}

TEST_F(PlantedFaults, VariableThatThereIsNot) {
  Lines all = lines(kCnf);
  all.back() = "99999 " + all.back();
  write(kCnf, all);
  expect_refused(kCnf, all.size(), "there is no variable 99999");
}

TEST_F(PlantedFaults, CountThatIsNoneOfTheRule) {
  replace(kCnf, " or more of chunks", "9 or more of chunks");
  EXPECT_NE(objection().find("no rule makes this clause"), std::string::npos) << objection();
}

TEST_F(PlantedFaults, FormulaCutOff) {
  const std::string text = folder_.read(kCnf);
  folder_.write(kCnf, text.substr(0, text.size() - 2));
  expect_refused(kCnf, lines(kCnf).size(), "cut off within this line");
  folder_.write(kCnf, "");
  expect_refused(kCnf, 1, "ends after 0 of 0 clauses");
}

TEST_F(PlantedFaults, ProofCutOff) {
  const std::string text = folder_.read(kLrat);
  folder_.write(kLrat, text.substr(0, text.size() - 3));
  expect_refused(kLrat, lines(kLrat).size(), "cut off within this line");
  folder_.write(kLrat, "");
  expect_refused(kLrat, 1, "ends without the empty clause");
}

TEST_F(PlantedFaults, LastLineOfTheProofDropped) {
  Lines all = lines(kLrat);
  all.pop_back();
  write(kLrat, all);
  expect_refused(kLrat, all.size(), "ends without the empty clause: nothing is proved");
}

TEST_F(PlantedFaults, LineOfTheProofDropped) {
  Lines all = lines(kLrat);
  all.erase(all.begin() + 1);
  write(kLrat, all);
  expect_refused(kLrat, 2, "the next clause has the number ");
}

TEST_F(PlantedFaults, HintDropped) {
  Lines all = lines(kLrat);
  const std::size_t hints = all.back().find(" 0 ") + 3;
  all.back().erase(hints, all.back().find(' ', hints) + 1 - hints);
  write(kLrat, all);
  EXPECT_EQ(objection().rfind(fmt::format("{}:{}: ", kLrat, all.size()), 0), 0U) << objection();
}

TEST_F(PlantedFaults, HintWrong) {
  Lines all = lines(kLrat);
  const std::size_t hints = all.front().find(" 0 ") + 3;
  const int last = std::stoi(all.front()) - 1;  // of the formula, about a link's capacity
  all.front().replace(hints, all.front().find(' ', hints) - hints, std::to_string(last));
  write(kLrat, all);
  EXPECT_EQ(objection().rfind(fmt::format("{}:1: ", kLrat), 0), 0U) << objection();
}

TEST_F(PlantedFaults, HintOfALaterClause) {
  Lines all = lines(kLrat);
  const std::string own = all.front().substr(0, all.front().find(' '));
  const std::size_t hints = all.front().find(" 0 ") + 3;
  all.front().replace(hints, all.front().find(' ', hints) - hints, own);
  write(kLrat, all);
  expect_refused(kLrat, 1, fmt::format("hint {} is no clause before this one", own));
}

TEST_F(PlantedFaults, HintOfAnotherKind) {
  Lines all = lines(kLrat);
  const std::size_t hints = all.front().find(" 0 ") + 3;
  all.front().insert(hints, "-");
  write(kLrat, all);
  EXPECT_EQ(objection().rfind(fmt::format("{}:1: hint -", kLrat), 0), 0U) << objection();
}

TEST_F(PlantedFaults, NoHints) {
  Lines all = lines(kLrat);
  all.front().erase(all.front().find(" 0 ") + 3);
  all.front() += "0";
  write(kLrat, all);
  expect_refused(kLrat, 1, "the clause does not follow from its hints");
}

TEST_F(PlantedFaults, HintsAfterTheContradiction) {
  Lines all = lines(kLrat);
  all.front().insert(all.front().size() - 2, " 1");
  write(kLrat, all);
  expect_refused(kLrat, 1, "there are hints after the contradiction");
}

TEST_F(PlantedFaults, ClauseOfTheProofStronger) {
  Lines all = lines(kLrat);
  const std::size_t literal = all.front().find(' ') + 1;
  all.front().erase(literal, all.front().find(' ', literal) + 1 - literal);
  write(kLrat, all);
  EXPECT_EQ(objection().rfind(fmt::format("{}:1: ", kLrat), 0), 0U) << objection();
}

TEST_F(PlantedFaults, WordInTheProof) {
  Lines all = lines(kLrat);
  all.front() += " x";
  write(kLrat, all);
  expect_refused(kLrat, 1, "there is more in the line than should be");
  all.front() = "x";
  write(kLrat, all);
  expect_refused(kLrat, 1, "there is a word where a number should be");
}

TEST_F(PlantedFaults, LinesAfterTheEmptyClause) {
  Lines all = lines(kLrat);
  all.push_back(all.back());
  write(kLrat, all);
  expect_refused(kLrat, all.size(), "there is more after the empty clause");
}

TEST_F(PlantedFaults, ProofOfAnotherSplit) {
  folder_.write(kLrat, right_one().read("rounds-1-3.lrat"));
  EXPECT_EQ(objection().rfind(kLrat, 0), 0U) << objection();
}

TEST_F(PlantedFaults, FormulaOfAnotherSplit) {
  replace(kJson, "\"rounds-2-2\"", "\"rounds-1-3\"");
  EXPECT_EQ(objection().rfind("rounds-1-3.cnf:", 0), 0U) << objection();
}

/// Where it begins and ends.
std::pair<std::size_t, std::size_t> last_split(const std::string& text) {
  const std::size_t end = text.find("}]}");
  return {text.rfind("{", end), end + 1};
}

TEST_F(PlantedFaults, SplitMissing) {
  const std::string text = folder_.read(kJson);
  const auto [begin, end] = last_split(text);
  const std::size_t comma = text.rfind(",", begin);
  folder_.write(kJson, text.substr(0, comma) + text.substr(end));
  EXPECT_EQ(objection(), "certificate.json: splits: 3+1 is left out");
}

TEST_F(PlantedFaults, SplitTwice) {
  const std::string text = folder_.read(kJson);
  const auto [begin, end] = last_split(text);
  folder_.write(kJson, text.substr(0, end) + "," + text.substr(begin));
  EXPECT_EQ(objection(), "certificate.json: splits: 3+1 is there twice");
}

TEST_F(PlantedFaults, SplitsOfManySteps) {
  folder_.write(kJson, R"({"schema": "flitcast.certificate/2", "model": "hops", "steps": 65535,
    "rounds": 65535, "operation": "broadcast", "by": {"kind": "formulas", "splits": []},
    "network": {"nodes": 2, "links": [[0, 1, 1]]}})");
  EXPECT_EQ(objection().rfind("certificate.json: splits: 1+1+1+", 0), 0U);
}

TEST_F(PlantedFaults, ClaimOfMoreRounds) {
  replace(kJson, "\"rounds\":4", "\"rounds\":5");
  EXPECT_EQ(objection(), "certificate.json: splits: 1+3 are not 5 rounds in 2 steps");
}

TEST_F(PlantedFaults, ClaimOfMoreSteps) {
  replace(kJson, "\"steps\":2", "\"steps\":3");
  EXPECT_EQ(objection(), "certificate.json: splits: 1+3 are not 4 rounds in 3 steps");
}

TEST_F(PlantedFaults, LinkAdded) {
  replace(kJson, "\"links\":[", "\"links\":[[0,5,9],");
  EXPECT_EQ(objection().rfind("rounds-1-3.cnf:", 0), 0U) << objection();
}

TEST_F(PlantedFaults, LinkElsewhere) {
  const std::string text = right_one().read("rounds-1-3.cnf");
  const std::size_t rule = text.find("chunks go over ") + 15;
  const std::string from = text.substr(rule, 1);
  const std::string to = text.substr(rule + 2, 1);
  for (const std::string& link : {from + to, to + from}) {  // takes both away
    replace(kJson, fmt::format("[{},{},", link[0], link[1]), link == from + to ? "[0,5," : "[5,0,");
  }
  EXPECT_EQ(objection().rfind("rounds-1-3.cnf:", 0), 0U) << objection();
}

TEST_F(PlantedFaults, LinkTwice) {
  replace(kJson, "\"links\":[", "\"links\":[[0,1,1],");
  EXPECT_EQ(objection(), "certificate.json: network.links: 0 to 1 is no link, or is there twice");
}

TEST_F(PlantedFaults, LinkCarriesMore) {
  const std::string text = right_one().read("rounds-1-3.cnf");
  const std::size_t rule = text.find("chunks go over ") + 15;  // of a link that matters
  const std::string from = text.substr(rule, 1);
  const std::string to = text.substr(rule + 2, 1);
  const std::string ends = fmt::format("[{},{},", from, to);
  replace(kJson, ends, ends + "1");
  EXPECT_EQ(objection().rfind("rounds-1-3.cnf:", 0), 0U) << objection();
}

TEST_F(PlantedFaults, OtherInstance) {
  const std::string right = folder_.read(kJson);
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\"nodes\":8", "\"nodes\":9"},
                                                        {"\"chunks\":3", "\"chunks\":2"},
                                                        {"\"chunks\":3", "\"chunks\":4"},
                                                        {"\"all-gather\"", "\"broadcast\""},
                                                        {"\"all-gather\"", "\"all-to-all\""}}) {
    folder_.write(kJson, right);
    replace(kJson, from, to);
    EXPECT_EQ(objection().rfind("rounds-1-3.cnf:", 0), 0U) << from << " " << objection();
  }
}

TEST_F(PlantedFaults, InstanceOutOfRange) {
  replace(kJson, "\"nodes\":8", "\"nodes\":7");
  EXPECT_EQ(objection(), "certificate.json: network.links: 3 to 7 is no link, or is there twice");
  replace(kJson, "\"nodes\":7", "\"nodes\":4097");
  EXPECT_EQ(objection().rfind("certificate.json: network.nodes: 4097 does not fit", 0), 0U)
      << objection();
}

TEST_F(PlantedFaults, DestinationsOfNoMulticast) {
  replace(kJson, "\"destinations\":[]", "\"destinations\":[1]");
  EXPECT_EQ(objection(), "certificate.json: destinations: those of all-gather are all others");
}

TEST_F(PlantedFaults, TooLargeToCheck) {
  replace(kJson, "\"chunks\":3", "\"chunks\":65535");
  EXPECT_EQ(objection(), "rounds-1-3.cnf: the instance is too large to check");
  replace(kJson, "\"all-gather\"", "\"all-to-all\"");
  EXPECT_EQ(objection(), "certificate.json: the instance is too large to check");
}

TEST_F(PlantedFaults, OtherCertificate) {
  const std::string right = folder_.read(kJson);
  replace(kJson, "certificate/2", "certificate/3");
  EXPECT_NE(objection().find("certificate.json: schema"), std::string::npos) << objection();
  folder_.write(kJson, right.substr(0, right.size() / 2));
  EXPECT_EQ(objection().rfind("certificate.json:", 0), 0U) << objection();
  folder_.write(kJson, right);
  replace(kJson, "\"rounds-2-2\"", "\"../rounds-2-2\"");
  EXPECT_NE(objection().find("by.splits[1].files"), std::string::npos) << objection();
}

TEST_F(PlantedFaults, FileMissing) {
  for (const char* file : {kLrat, kCnf, kJson}) {
    std::filesystem::remove(folder_.path(file));
    const std::string why = fmt::format("cannot read {}: No such file or directory", file);
    EXPECT_EQ(objection().substr(0, why.size()), why);
  }
}

}  // namespace
}  // namespace flitcast::test_planted_faults
