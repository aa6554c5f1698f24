#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace flitcast {

/// XXH3 (64 bits) of text that comes in pieces: 16 hexadecimal digits, the same on every machine;
/// `xxhsum -H3 FILE` prints it for a file. Good for names, not against forgery.
class ContentHash {
 public:
  ContentHash();
  ~ContentHash();

  ContentHash(const ContentHash&) = delete;
  ContentHash& operator=(const ContentHash&) = delete;

  void add(std::string_view text);
  /// Of what was added so far.
  std::string digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The hash of one text.
std::string content_hash(std::string_view text);

/// True for what a hash can be: 16 hexadecimal digits in small letters.
bool is_content_hash(std::string_view text);

}  // namespace flitcast
