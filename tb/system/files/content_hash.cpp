#include "tb/system/files/content_hash.h"

#include <new>
#include <xxhash.h>

#include <fmt/format.h>

namespace flitcast {
namespace {

std::string hexadecimal(XXH64_hash_t hash) {
  return fmt::format("{:016x}", hash);
}

}  // namespace

struct ContentHash::State {
  State() : hash(XXH3_createState()) {
    if (hash == nullptr || XXH3_64bits_reset(hash) != XXH_OK) {
      throw std::bad_alloc();
    }
  }
  ~State() { XXH3_freeState(hash); }

  State(const State&) = delete;
  State& operator=(const State&) = delete;

  XXH3_state_t* hash;
};

ContentHash::ContentHash() : state_(std::make_unique<State>()) {}
ContentHash::~ContentHash() = default;

void ContentHash::add(std::string_view text) {
  XXH3_64bits_update(state_->hash, text.data(), text.size());
}

std::string ContentHash::digest() const {
  return hexadecimal(XXH3_64bits_digest(state_->hash));
}

bool is_content_hash(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  return text.size() == kDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string content_hash(std::string_view text) {
  return hexadecimal(XXH3_64bits(text.data(), text.size()));
}

}  // namespace flitcast
