#include "tb/schedules/json_shape.h"

#include <algorithm>
#include <array>
#include <streambuf>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"
#include "tb/text/shown_text.h"
#include "traffic/text/nearest_word.h"

namespace flitcast {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 32U;
constexpr std::size_t kLongestWord = 60;  // that is compared with others

/// The bytes of a file, and the line and column of the last that was taken.
class FileBytes : public std::streambuf {
 public:
  explicit FileBytes(const std::string& path) : path_(path), file_(path) {}

  bool at_end() const { return at_end_; }
  std::pair<std::uint64_t, std::uint64_t> line_and_column() const {
    std::uint64_t line = line_;
    std::uint64_t column = column_;
    count(line, column);
    return {line, std::max<std::uint64_t>(column, 1)};
  }

 protected:
  int_type underflow() override {
    count(line_, column_);
    const std::size_t size = file_.read(buffer_.data(), buffer_.size());
    setg(buffer_.data(), buffer_.data(), buffer_.data() + size);
    total_ += size;
    if (total_ > kMaxBytes) {
      throw FileError("cannot read {}: it has more than {} bytes", path_, kMaxBytes);
    }
    at_end_ = size == 0;
    return at_end_ ? traits_type::eof() : traits_type::to_int_type(*gptr());
  }

 private:
  void count(std::uint64_t& line, std::uint64_t& column) const {
    for (const char* at = eback(); at != gptr(); ++at) {
      column = *at == '\n' ? 0 : column + 1;
      line += *at == '\n' ? 1 : 0;
    }
  }

  std::string path_;
  InputFile file_;
  std::array<char, 1 << 16> buffer_{};
  std::uint64_t total_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 0;
  bool at_end_ = false;
};

/// Follows a document through its shape.
class ShapeReader : public nlohmann::json_sax<Json> {
 public:
  ShapeReader(const std::string& file, const FileBytes& bytes, const JsonShape& shape)
      : file_(file), bytes_(bytes), shape_(shape) {}

  bool null() override {
    const JsonShape& shape = next();
    return shape.null ? true : refuse(shape, "null");
  }
  bool boolean(bool value) override {
    const JsonShape& shape = next();
    if (!shape.truth) {
      refuse(shape, value ? "true" : "false");
    }
    return take([&] { shape.truth(value); });
  }
  bool number_integer(std::int64_t value) override { return refuse(next(), std::to_string(value)); }
  bool number_unsigned(std::uint64_t value) override {
    const JsonShape& shape = next();
    if (!shape.number || value < shape.least || value > shape.most) {
      refuse(shape, std::to_string(value));
    }
    return take([&] { shape.number(value); });
  }
  bool number_float(double /*value*/, const std::string& text) override {
    return refuse(next(), brief(text));
  }
  bool string(std::string& text) override {
    const JsonShape& shape = next();
    if (!shape.text) {
      refuse(shape, in_quotes(text));
    }
    return take([&] { shape.text(text); });
  }
  bool binary(Json::binary_t& /*value*/) override { return false; }

  bool start_object(std::size_t /*size*/) override {
    const JsonShape& shape = next();
    return shape.members.empty() ? refuse(shape, "an object") : open(shape);
  }
  bool end_object() override {
    Level& level = levels_.back();
    level.member = nullptr;  // what is said now is of the object
    for (std::size_t i = 0; i < level.shape->members.size(); ++i) {
      const JsonMember& member = level.shape->members[i];
      if (member.required && (level.seen >> i & 1U) == 0) {
        fail(fmt::format("{} is missing; give {}", member.name, member.shape.wanted));
      }
    }
    return close();
  }
  bool start_array(std::size_t /*size*/) override {
    const JsonShape& shape = next();
    return shape.items.empty() ? refuse(shape, "a list") : open(shape);
  }
  bool end_array() override {
    const Level& level = levels_.back();
    if (level.elements < level.shape->least) {
      const JsonShape& shape = *level.shape;
      levels_.pop_back();
      refuse(shape, fmt::format("a list of {}", level.elements));
    }
    return close();
  }

  bool key(std::string& name) override {
    Level& level = levels_.back();
    level.member = nullptr;
    const std::vector<JsonMember>& members = level.shape->members;
    const auto found = std::find_if(members.begin(), members.end(),
                                    [&](const JsonMember& member) { return member.name == name; });
    if (found == members.end()) {
      std::vector<std::string> names;
      names.reserve(members.size());
      for (const JsonMember& member : members) {
        names.emplace_back(member.name);
      }
      fail(fmt::format("there is no member {}; the nearest is {}", in_quotes(name),
                       nearest(std::string_view(name).substr(0, kLongestWord), names)));
    }
    const auto place = static_cast<unsigned>(found - members.begin());
    if ((level.seen >> place & 1U) != 0) {
      fail(fmt::format("{} is given twice", name));
    }
    level.seen |= std::uint64_t{1} << place;
    level.member = &*found;
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const Json::exception& /*error*/) override {
    const auto [line, column] = bytes_.line_and_column();
    throw FileError(
        "{}:{}: column {}: {}", file_, line, column,
        bytes_.at_end() ? "the file ends in the middle of its JSON" : "this is not JSON");
  }

 private:
  /// A list or object that has begun.
  struct Level {
    const JsonShape* shape;
    const JsonMember* member = nullptr;  // of an object, the last
    std::uint64_t elements = 0;          // of a list, so far
    std::uint64_t seen = 0;              // of an object: bits of its members
  };

  /// Moves on to the next value; its shape.
  const JsonShape& next() {
    if (levels_.empty()) {
      return shape_;
    }
    Level& level = levels_.back();
    if (level.member != nullptr) {
      return level.member->shape;
    }
    if (level.elements == level.shape->most) {
      const JsonShape& list = *level.shape;
      levels_.pop_back();
      refuse(list, fmt::format("a list of more than {}", list.most));
    }
    const std::vector<JsonShape>& items = level.shape->items;
    return items[std::min<std::size_t>(level.elements++, items.size() - 1)];
  }
  bool open(const JsonShape& shape) {
    if (shape.begin) {
      shape.begin();
    }
    levels_.push_back({&shape});
    return true;
  }
  bool close() {
    const JsonShape& shape = *levels_.back().shape;
    levels_.pop_back();
    return !shape.end || take(shape.end);
  }
  template <typename Act>
  bool take(Act&& act) const {
    try {
      act();
    } catch (const JsonFault& fault) {
      fail(fault.what(), fault.inside());
    }
    return true;
  }

  [[noreturn]] bool refuse(const JsonShape& shape, const std::string& found) const {
    fail(fmt::format("{} does not fit; give {}", found, shape.wanted));
  }
  /// An error of the value at hand, or of a place in it.
  [[noreturn]] void fail(const std::string& text, const std::string& inside = "") const {
    std::string place;
    for (const Level& level : levels_) {
      if (level.member != nullptr) {
        place += (place.empty() ? "" : ".") + std::string(level.member->name);
      } else if (level.elements > 0) {
        place += fmt::format("[{}]", level.elements - 1);
      }
    }
    place += (place.empty() || inside.empty() ? "" : ".") + inside;
    throw FileError("{}: {}{}{}", file_, place, place.empty() ? "" : ": ", text);
  }

  const std::string& file_;
  const FileBytes& bytes_;
  const JsonShape& shape_;
  std::vector<Level> levels_;
};

}  // namespace

JsonFault unknown_word(const std::string& word, const std::vector<std::string>& words) {
  return JsonFault(fmt::format("{} is not known; the nearest is \"{}\"", in_quotes(word),
                               nearest(word.substr(0, kLongestWord), words)));
}

JsonShape json_number(std::string wanted, std::function<void(std::uint64_t)> take) {
  JsonShape shape{std::move(wanted)};
  shape.number = std::move(take);
  return shape;
}

JsonShape json_number(std::string wanted, std::uint64_t least, std::uint64_t most,
                      std::function<void(std::uint64_t)> take) {
  JsonShape shape = json_number(fmt::format("{}, {} to {}", wanted, least, most), std::move(take));
  shape.least = least;
  shape.most = most;
  return shape;
}

JsonShape json_text(std::string wanted, std::function<void(const std::string&)> take) {
  JsonShape shape{std::move(wanted)};
  shape.text = std::move(take);
  return shape;
}

JsonShape json_truth(std::function<void(bool)> take) {
  JsonShape shape{"true or false"};
  shape.truth = std::move(take);
  return shape;
}

JsonShape json_list(std::string wanted, std::vector<JsonShape> items, std::uint64_t least,
                    std::uint64_t most) {
  return {std::move(wanted), least, most, false, std::move(items)};
}

JsonShape json_object(std::string wanted, std::vector<JsonMember> members) {
  JsonShape shape{std::move(wanted)};
  shape.members = std::move(members);
  return shape;
}

JsonShape or_null(JsonShape shape) {
  shape.null = true;
  shape.wanted += ", or null";
  return shape;
}

void read_json(const std::string& file, const JsonShape& shape) {
  FileBytes bytes(file);
  std::istream stream(&bytes);
  stream.exceptions(std::ios::badbit);  // what FileBytes throws is thrown on
  ShapeReader reader(file, bytes, shape);
  Json::sax_parse(stream, &reader);
}

}  // namespace flitcast
