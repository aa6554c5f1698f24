#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

struct JsonMember;

/// What a JSON document may hold at one of its places.
struct JsonShape {
  static constexpr unsigned kNumber = 1;  ///< whole, not negative
  static constexpr unsigned kText = 2;
  static constexpr unsigned kNull = 4;
  static constexpr unsigned kList = 8;
  static constexpr unsigned kObject = 16;

  unsigned types = 0;       ///< those that it may be
  int what = 0;             ///< what it is to the taker
  std::string wanted;       ///< human-readable: "a node, 0 to 7"
  std::uint64_t least = 0;  ///< of a number, or of the elements of a list
  /// Likewise; a list is refused as soon as it has more.
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::vector<JsonShape> items = {};  ///< of a list: its elements in order, the last for all others
  std::vector<JsonMember> members = {};  ///< of an object, 64 at most
};

struct JsonMember {
  std::string_view name;
  JsonShape shape;
  bool required = false;
};

/// What the taker does not like about the value at hand, or about `inside`, a place in it
/// ("path[2]").
class JsonFault : public std::invalid_argument {
 public:
  explicit JsonFault(const std::string& message, std::string inside = "")
      : std::invalid_argument(message), inside_(std::move(inside)) {}
  const std::string& inside() const { return inside_; }

 private:
  std::string inside_;
};

/// A word that is none of those that there are.
JsonFault unknown_word(const std::string& word, const std::vector<std::string>& words);

/// Is handed the values of a document, in its order, each with what its shape says it is. May throw
/// JsonFault.
class JsonTaker {
 public:
  virtual ~JsonTaker() = default;
  virtual void number(int what, std::uint64_t value) = 0;
  virtual void text(int what, const std::string& value) = 0;
  virtual void null(int what) = 0;
  /// A list or object begins, or is complete.
  virtual void begin(int what) = 0;
  virtual void end(int what) = 0;
};

/// Reads a file that holds one document of the shape, piece by piece: what it takes in memory is
/// the taker's matter. Throws FileError naming the file and the line of what is no JSON, or the
/// element that does not fit: "x.json: rounds[3][7].src: 9 does not fit; give a node, 0 to 7".
void read_json(const std::string& file, const JsonShape& shape, JsonTaker& taker);

}  // namespace flitcast
