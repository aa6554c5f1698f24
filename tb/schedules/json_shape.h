#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace flitcast {

struct JsonMember;

/// What a JSON document may hold at one of its places, and what becomes of it there: values are
/// taken in the order of the document. What takes them may throw JsonFault.
struct JsonShape {
  static constexpr std::uint64_t kAny = std::numeric_limits<std::uint64_t>::max();

  std::string wanted;                 ///< human-readable: "a node, 0 to 7"
  std::uint64_t least = 0;            ///< of a number, or of the elements of a list
  std::uint64_t most = kAny;          ///< likewise; a list is refused as soon as it has more
  bool null = false;                  ///< it may be null, which says nothing
  std::vector<JsonShape> items = {};  ///< of a list: its elements in order, the last for all others
  std::vector<JsonMember> members = {};  ///< of an object, 64 at most

  std::function<void(std::uint64_t)> number = {};     ///< takes a number: whole, not negative
  std::function<void(const std::string&)> text = {};  ///< takes a text
  std::function<void(bool)> truth = {};               ///< takes true or false
  std::function<void()> begin = {};                   ///< a list or object begins
  std::function<void()> end = {};                     ///< it is complete
};

struct JsonMember {
  std::string_view name;
  JsonShape shape;
  bool required = false;
};

/// What is wrong about the value at hand, or about `inside`, a place in it
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

/// A number whose range `wanted` is to be followed by; any number where there is none.
JsonShape json_number(std::string wanted, std::function<void(std::uint64_t)> take);
JsonShape json_number(std::string wanted, std::uint64_t least, std::uint64_t most,
                      std::function<void(std::uint64_t)> take);
/// A text; without `take`, any, which says nothing.
JsonShape json_text(
    std::string wanted, std::function<void(const std::string&)> take = [](const std::string&) {});
JsonShape json_truth(std::function<void(bool)> take);
JsonShape json_list(std::string wanted, std::vector<JsonShape> items, std::uint64_t least = 0,
                    std::uint64_t most = JsonShape::kAny);
JsonShape json_object(std::string wanted, std::vector<JsonMember> members);
JsonShape or_null(JsonShape shape);

/// Puts a number, which fits, into its place.
template <typename Number>
auto set(Number& place) {
  return [&place](std::uint64_t value) { place = static_cast<Number>(value); };
}
template <typename Number>
auto set(std::optional<Number>& place) {
  return [&place](std::uint64_t value) { place = static_cast<Number>(value); };
}
template <typename Number>
auto append(std::vector<Number>& list) {
  return [&list](std::uint64_t value) { list.push_back(static_cast<Number>(value)); };
}

/// Reads a file that holds one document of the shape, piece by piece: only what takes its values
/// needs memory. Throws FileError naming the file and the line of what is no JSON, or the
/// element that does not fit: "x.json: rounds[3][7].src: 9 does not fit; give a node, 0 to 7".
void read_json(const std::string& file, const JsonShape& shape);

}  // namespace flitcast
