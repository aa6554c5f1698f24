#pragma once

#include <exception>
#include <stdexcept>
#include <string>

#include <flitcast/export.h>

namespace flitcast {

/// Something that a user gave cannot be used: a configuration, a key, a file. what() is one
/// complete message that names the place and says what would be right.
class FLITCAST_EXPORT InputError : public std::runtime_error {
 public:
  InputError(const std::string& message, std::string file, int line, std::string key);
  ~InputError() override;

  /// The file that is to blame; empty where none is.
  const std::string& file() const { return file_; }
  /// Its line, from 1 on; 0 where it is not known.
  int line() const { return line_; }
  /// The key that is to blame, "router.delay"; empty where none is.
  const std::string& key() const { return key_; }

 private:
  std::string file_;
  int line_;
  std::string key_;
};

/// A run that has no result: a router in SystemVerilog differs from the model or breaks the
/// protocol of links, or an algorithm of the catalogue is wrong. what() says which, where and when.
class FLITCAST_EXPORT RunError : public std::runtime_error {
 public:
  explicit RunError(const std::string& message);
  ~RunError() override;
};

/// The caller wanted no more of it.
class FLITCAST_EXPORT Interrupted : public std::exception {
 public:
  ~Interrupted() override;
  const char* what() const noexcept override { return "interrupted"; }
};

}  // namespace flitcast
