#include "tb/programs/chakra/chakra_node.h"

#include <algorithm>
#include <limits>
#include <protozero/pbf_reader.hpp>
#include <string_view>

namespace flitcast {
namespace {

using Reader = protozero::pbf_reader;
using protozero::pbf_wire_type;
using protozero::tag_and_type;

constexpr std::size_t kPiece = std::size_t{1} << 16;
constexpr std::uint64_t kLargestMessage = std::uint64_t{1} << 26;

std::int64_t bounded(std::uint64_t number) {
  constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::min<std::uint64_t>(number, kMost));
}

/// An attribute: its name, and what it is where that is a whole number or a text.
struct Attribute {
  std::string name{};
  std::string text{};
  std::optional<std::int64_t> number{};
};

Attribute read_attribute(Reader message) {
  constexpr auto kVarint = pbf_wire_type::varint;
  constexpr auto kBytes = pbf_wire_type::length_delimited;
  Attribute attribute;
  while (message.next()) {
    switch (message.tag_and_type()) {
      case tag_and_type(1, kBytes):
        attribute.name = message.get_string();
        break;
      case tag_and_type(29, kBytes):
        attribute.text = message.get_string();
        break;
      case tag_and_type(7, kVarint):
      case tag_and_type(9, kVarint):
        attribute.number = message.get_int64();
        break;
      case tag_and_type(11, kVarint):
      case tag_and_type(13, kVarint):
      case tag_and_type(27, kVarint):
        attribute.number = bounded(message.get_uint64());
        break;
      case tag_and_type(15, kVarint):
      case tag_and_type(17, kVarint):
        attribute.number = message.get_sint64();
        break;
      case tag_and_type(19, pbf_wire_type::fixed32):
        attribute.number = message.get_fixed32();
        break;
      case tag_and_type(21, pbf_wire_type::fixed64):
        attribute.number = bounded(message.get_fixed64());
        break;
      case tag_and_type(23, pbf_wire_type::fixed32):
        attribute.number = message.get_sfixed32();
        break;
      case tag_and_type(25, pbf_wire_type::fixed64):
        attribute.number = message.get_sfixed64();
        break;
      default:
        message.skip();
    }
  }
  return attribute;
}

void take(const Attribute& attribute, ChakraNode& node) {
  const struct {
    std::string_view name;
    std::optional<std::int64_t> ChakraNode::*member;
  } numbers[] = {{"comm_size", &ChakraNode::size},       {"comm_src", &ChakraNode::source},
                 {"comm_dst", &ChakraNode::destination}, {"comm_tag", &ChakraNode::tag},
                 {"comm_type", &ChakraNode::collective}, {"root", &ChakraNode::root}};
  for (const auto& each : numbers) {
    if (attribute.name == each.name) {
      node.*each.member = attribute.number;
    }
  }
  if (attribute.name == "pg_name") {
    node.group = attribute.number ? std::to_string(*attribute.number) : attribute.text;
  }
}

}  // namespace

ChakraFile::ChakraFile(const std::string& file) : name_(file), file_(file), buffer_(kPiece) {
  if (!read_message()) {
    throw FileError("{}: is empty; a Chakra trace begins with its GlobalMetadata", name_);
  }
  try {
    for (Reader message(message_); message.next(); message.skip()) {
      if (message.tag() > 2 || message.wire_type() != pbf_wire_type::length_delimited) {
        fail("is no GlobalMetadata, which a Chakra trace begins with");
      }
    }
  } catch (const protozero::exception& error) {
    fail("is no GlobalMetadata, which a Chakra trace begins with: {}", error.what());
  }
}

bool ChakraFile::next() {
  if (!read_message()) {
    return false;
  }
  try {
    parse_node();
  } catch (const protozero::exception& error) {
    fail("is no node: {}", error.what());
  }
  return true;
}

void ChakraFile::parse_node() {
  constexpr auto kVarint = pbf_wire_type::varint;
  constexpr auto kBytes = pbf_wire_type::length_delimited;
  node_ = {};
  Reader message(message_);
  while (message.next()) {
    switch (message.tag_and_type()) {
      case tag_and_type(1, kVarint):
        node_.id = message.get_uint64();
        break;
      case tag_and_type(3, kVarint):
        node_.type = message.get_uint64();
        break;
      case tag_and_type(4, kVarint):
      case tag_and_type(5, kVarint):
        node_.dependencies.push_back(message.get_uint64());
        break;
      case tag_and_type(4, kBytes):
      case tag_and_type(5, kBytes):
        for (const std::uint64_t id : message.get_packed_uint64()) {
          node_.dependencies.push_back(id);
        }
        break;
      case tag_and_type(7, kVarint):
        node_.micros = message.get_uint64();
        break;
      case tag_and_type(10, kBytes):
        take(read_attribute(message.get_message()), node_);
        break;
      default:
        message.skip();
    }
  }
}

int ChakraFile::read_byte() {
  if (begin_ == end_) {
    begin_ = 0;
    end_ = file_.read(buffer_.data(), buffer_.size());
    if (end_ == 0) {
      return -1;
    }
  }
  ++at_;
  return static_cast<unsigned char>(buffer_[begin_++]);
}

/// Nothing at the end of the file.
std::optional<std::uint64_t> ChakraFile::read_length() {
  constexpr unsigned kMostBits = 35;
  std::uint64_t length = 0;
  for (unsigned bits = 0;; bits += 7) {
    const int byte = read_byte();
    if (byte < 0 && bits == 0) {
      return std::nullopt;
    }
    if (byte < 0) {
      fail("the file ends within its length");
    }
    length |= static_cast<std::uint64_t>(byte & 0x7F) << bits;
    if (byte < 0x80 && length <= kLargestMessage) {
      return length;
    }
    if (byte < 0x80 || bits == kMostBits) {
      fail("its length is more than {} bytes", kLargestMessage);
    }
  }
}

bool ChakraFile::read_message() {
  from_ = at_;
  ++number_;
  const std::optional<std::uint64_t> length = read_length();
  if (!length) {
    return false;
  }
  message_.clear();
  while (message_.size() < *length) {  // as much memory as there is file
    const int byte = read_byte();
    if (byte < 0) {
      fail("the file ends after {} of its {} bytes", message_.size(), *length);
    }
    message_.push_back(static_cast<char>(byte));
    const std::size_t part = std::min(*length - message_.size(), end_ - begin_);
    message_.append(buffer_.data() + begin_, part);
    begin_ += part;
    at_ += part;
  }
  return true;
}

}  // namespace flitcast
