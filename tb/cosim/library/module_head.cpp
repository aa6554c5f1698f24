#include <algorithm>
#include <cctype>

#include "tb/cosim/library/user_wrapper.h"

namespace flitcast::cosim {
namespace {

bool is_in_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

/// The words of some code one by one, and its other characters, each by itself; no space, comments
/// and strings.
class Tokens {
 public:
  explicit Tokens(std::string_view code) : rest_(code) {}

  /// Empty at the end.
  std::string_view next() {
    while (skip_one()) {
    }
    const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_in_word);
    const auto length = static_cast<std::size_t>(end - rest_.begin());
    return take(std::max<std::size_t>(length, 1));
  }

 private:
  // Something that is no token.
  bool skip_one() {
    if (rest_.empty()) {
      return false;
    }
    if (std::isspace(static_cast<unsigned char>(rest_[0])) != 0) {
      take(1);
    } else if (rest_.substr(0, 2) == "//") {
      take_to("\n", 2);
    } else if (rest_.substr(0, 2) == "/*") {
      take_to("*/", 2);
    } else if (rest_[0] == '"') {
      take_string();
    } else {
      return false;
    }
    return true;
  }

  void take_string() {
    std::size_t end = 1;
    while (end < rest_.size() && rest_[end] != '"') {
      end += rest_[end] == '\\' ? 2 : 1;
    }
    take(end + 1);
  }

  void take_to(std::string_view end, std::size_t from) {
    const std::size_t found = rest_.find(end, from);
    take(found == std::string_view::npos ? found : found + end.size());
  }

  std::string_view take(std::size_t count) {
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  std::string_view rest_;
};

// Up to its name.
bool go_to(std::string_view module, Tokens& tokens) {
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token == "module" || token == "macromodule") {
      token = tokens.next();
      if (token == "automatic" || token == "static") {
        token = tokens.next();
      }
      if (token == module) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

std::optional<std::set<std::string>> words_of_head(std::string_view code, std::string_view module) {
  Tokens tokens(code);
  if (!go_to(module, tokens)) {
    return std::nullopt;
  }
  std::set<std::string> words;
  bool imports = false;
  for (std::string_view token = tokens.next(); !token.empty(); token = tokens.next()) {
    if (token == "import") {
      imports = true;
    } else if (token == ";") {
      if (!imports) {
        break;
      }
      imports = false;
    } else if (!imports && is_in_word(token[0])) {
      words.emplace(token);
    }
  }
  return words;
}

}  // namespace flitcast::cosim
