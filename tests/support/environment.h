#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace flitcast {

/// A variable of the environment that has another value, or none, until this goes.
class OtherVariable {
 public:
  OtherVariable(std::string name, const std::optional<std::string>& value)
      : name_(std::move(name)) {
    if (const char* const before = std::getenv(name_.c_str())) {
      before_ = before;
    }
    set(value);
  }
  ~OtherVariable() { set(before_); }

  OtherVariable(const OtherVariable&) = delete;
  OtherVariable& operator=(const OtherVariable&) = delete;

 private:
  void set(const std::optional<std::string>& value) const {
    if (value) {
      ::setenv(name_.c_str(), value->c_str(), 1);
    } else {
      ::unsetenv(name_.c_str());
    }
  }

  std::string name_;
  std::optional<std::string> before_;
};

}  // namespace flitcast
