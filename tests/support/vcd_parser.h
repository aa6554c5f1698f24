#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace flitcast {

/// A value change dump, read strictly by the grammar: header before changes, scopes balanced, every
/// identifier declared once and no name twice in a scope, values of the declared kind and not wider
/// than declared, all variables dumped once at the first time, times increasing and none without
/// a change, every change a change. Throws std::runtime_error with the line otherwise.
class Vcd {
 public:
  struct Change {
    std::uint64_t time;
    std::string value;  ///< a word, or a number in decimal, "z" for none
  };
  struct Variable {
    std::string name;  ///< with its scopes: "tb.fabric.router_0.to_1.valid"
    std::string type;  ///< wire or string
    unsigned width;
    std::vector<Change> changes;
  };

  explicit Vcd(const std::string& text) : in_(text) {
    read_header();
    read_changes();
  }

  const std::vector<Variable>& variables() const { return variables_; }
  const Variable& variable(const std::string& name) const {
    const auto found = by_name_.find(name);
    if (found == by_name_.end()) {
      throw std::runtime_error("no variable " + name);
    }
    return variables_[found->second];
  }
  bool has(const std::string& name) const { return by_name_.count(name) != 0; }
  /// Value of a variable at a time not before the first.
  const std::string& at(const std::string& name, std::uint64_t time) const {
    const std::vector<Change>& changes = variable(name).changes;
    auto after = std::upper_bound(changes.begin(), changes.end(), time,
                                  [](std::uint64_t t, const Change& c) { return t < c.time; });
    if (after == changes.begin()) {
      throw std::runtime_error(name + " has no value yet");
    }
    return std::prev(after)->value;
  }
  std::uint64_t first_time() const { return first_time_; }
  std::uint64_t last_time() const { return time_; }
  const std::string& date() const { return date_; }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw std::runtime_error("line " + std::to_string(line_) + ": " + why);
  }
  void require(bool condition, const char* why) const {
    if (!condition) {
      fail(why);
    }
  }
  bool next_line(std::string& line) {
    ++line_;
    return static_cast<bool>(std::getline(in_, line));
  }
  static std::vector<std::string> words_of(const std::string& line) {
    std::istringstream in(line);
    std::vector<std::string> words;
    for (std::string word; in >> word;) {
      words.push_back(word);
    }
    return words;
  }

  void read_header() {
    std::vector<std::set<std::string>> names(1);
    std::vector<std::string> scopes;
    for (std::string line; next_line(line);) {
      const std::vector<std::string> words = words_of(line);
      require(!words.empty(), "empty line");
      if (words[0] == "$date" || words[0] == "$version") {
        std::string text;
        while (next_line(line) && line != "$end") {
          text += line;
        }
        (words[0] == "$date" ? date_ : version_) = text;
        continue;
      }
      require(words.back() == "$end", "a declaration without $end");
      if (words[0] == "$timescale") {
        require(words.size() == 4 && words[1] == "1" && words[2] == "ps", "time scale");
        has_timescale_ = true;
      } else if (words[0] == "$scope") {
        require(words.size() == 4 && words[1] == "module", "scope");
        require(names.back().insert(words[2]).second, "a name twice in a scope");
        scopes.push_back(words[2]);
        names.emplace_back();
      } else if (words[0] == "$upscope") {
        require(words.size() == 2 && !scopes.empty(), "upscope without scope");
        scopes.pop_back();
        names.pop_back();
      } else if (words[0] == "$var") {
        require(words.size() == 6 && !scopes.empty(), "variable");
        require(names.back().insert(words[4]).second, "a name twice in a scope");
        declare(words, scopes);
      } else {
        require(words[0] == "$enddefinitions" && words.size() == 2, "unknown declaration");
        require(scopes.empty() && has_timescale_, "scopes or time scale missing at the end");
        return;
      }
    }
    fail("no $enddefinitions");
  }

  void declare(const std::vector<std::string>& words, const std::vector<std::string>& scopes) {
    const std::string& type = words[1];
    const auto width = static_cast<unsigned>(std::stoul(words[2]));
    require(type == "wire" || type == "string", "type of a variable");
    require(width >= 1 && width <= 64 && (type == "wire" || width == 1), "width of a variable");
    for (const char c : words[3]) {
      require(c >= '!' && c <= '~', "identifier");
    }
    std::string name;
    for (const std::string& scope : scopes) {
      name += scope + ".";
    }
    name += words[4];
    require(by_id_.emplace(words[3], variables_.size()).second, "identifier twice");
    by_name_[name] = variables_.size();
    variables_.push_back({name, type, width, {}});
  }

  void read_changes() {
    std::string line;
    bool any = true;
    bool dumping = false;
    bool dumped = false;
    while (next_line(line)) {
      if (line.empty()) {
        fail("empty line");
      }
      if (line[0] == '#') {
        require(any && !dumping, "a time without a change");
        const std::uint64_t time = std::stoull(line.substr(1));
        require(first_ || time > time_, "times do not increase");
        first_time_ = first_ ? time : first_time_;
        time_ = time;
        first_ = false;
        any = false;
      } else if (line == "$dumpvars") {
        require(!first_ && !dumped && !any, "$dumpvars in the wrong place");
        dumping = true;
      } else if (line == "$end") {
        require(dumping, "$end without $dumpvars");
        dumping = false;
        dumped = true;
        for (const Variable& variable : variables_) {
          require(variable.changes.size() == 1, "a variable without initial value");
        }
      } else {
        require(dumping || dumped, "a change before $dumpvars");
        change(line);
        any = true;
      }
    }
    require(any && !dumping, "the file ends within a time");
  }

  void change(const std::string& line) {
    const bool scalar = line[0] == '0' || line[0] == '1';
    const std::size_t blank = line.find(' ');
    require(scalar == (blank == std::string::npos), "form of a change");
    const auto found = by_id_.find(line.substr(scalar ? 1 : blank + 1));
    require(found != by_id_.end(), "an identifier that is not declared");
    Variable& variable = variables_[found->second];
    std::string value = line.substr(scalar ? 0 : 1, scalar ? 1 : blank - 1);
    if (scalar) {
      require(variable.type == "wire" && variable.width == 1, "kind of a value");
    } else if (line[0] == 'b') {
      require(variable.type == "wire" && variable.width > 1, "kind of a value");
      require(
          value == "z" || (value.size() <= variable.width &&
                           value.find_first_not_of("01") == std::string::npos && !value.empty()),
          "value of a number");
      value = value == "z" ? value : std::to_string(std::stoull(value, nullptr, 2));
    } else {
      require(line[0] == 's' && variable.type == "string" && !value.empty(), "kind of a value");
    }
    require(variable.changes.empty() || variable.changes.back().value != value,
            "a change that is none");
    require(variable.changes.empty() || variable.changes.back().time < time_,
            "two changes at one time");
    variable.changes.push_back({time_, value});
  }

  std::istringstream in_;
  std::size_t line_ = 0;
  bool has_timescale_ = false;
  bool first_ = true;
  std::uint64_t time_ = 0;
  std::uint64_t first_time_ = 0;
  std::string date_;
  std::string version_;
  std::vector<Variable> variables_;
  std::map<std::string, std::size_t> by_id_;
  std::map<std::string, std::size_t> by_name_;
};

}  // namespace flitcast
