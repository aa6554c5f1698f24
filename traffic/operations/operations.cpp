#include "traffic/operations/operations.h"

#include <algorithm>
#include <cctype>

namespace flitcast {
namespace {

/// All that there are for a kind, its own name first.
std::vector<std::string> words_of(const OperationKind& kind) {
  const OperationNames names = kind.also_called();
  std::vector<std::string> words{kind.name(), names.ids, names.mpi};
  words.insert(words.end(), names.others.begin(), names.others.end());
  words.erase(std::remove(words.begin(), words.end(), ""), words.end());
  return words;
}

/// Letters and digits in lower case, without "mpi" in front.
std::string bare(std::string_view word) {
  std::string out;
  for (const char c : word) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return out.compare(0, 3, "mpi") == 0 ? out.substr(3) : out;
}

}  // namespace

const std::vector<const OperationKind*>& all_operations() {
  static const std::vector<const OperationKind*> kinds = {
#define FLITCAST_OPERATION(function) &operations::function(),
#include "traffic/operations/operations.inc"
#undef FLITCAST_OPERATION
  };
  return kinds;
}

const OperationKind* operation_called(std::string_view word) {
  const std::string wanted = bare(word);
  for (const OperationKind* const kind : all_operations()) {
    for (const std::string& known : words_of(*kind)) {
      if (bare(known) == wanted) {
        return kind;
      }
    }
  }
  return nullptr;
}

std::vector<std::string> operation_words() {
  std::vector<std::string> words;
  for (const OperationKind* const kind : all_operations()) {
    const std::vector<std::string> more = words_of(*kind);
    words.insert(words.end(), more.begin(), more.end());
  }
  return words;
}

}  // namespace flitcast
