#include "traffic/row/application.h"

#include <cstring>

namespace flitcast {

static_assert(sizeof(double) == sizeof(Word), "a number is one word");

Word to_word(double value) {
  Word word = 0;
  std::memcpy(&word, &value, sizeof value);
  return word;
}

double to_double(Word word) {
  double value = 0;
  std::memcpy(&value, &word, sizeof word);
  return value;
}

}  // namespace flitcast
