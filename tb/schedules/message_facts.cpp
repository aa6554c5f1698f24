#include "tb/schedules/message_facts.h"

#include <algorithm>

#include <fmt/format.h>

namespace flitcast {
namespace {

using Value = ScheduleValue;

constexpr Transfer kTransfers[] = {Transfer::kMove, Transfer::kCopy, Transfer::kAdd,
                                   Transfer::kMoveAndAdd, Transfer::kAddToBoth};

}  // namespace

void MessageFacts::begin() {
  message_.id.reset();
  message_.destinations.clear();
  message_.path.clear();
  message_.blocks.clear();
  message_.flits.reset();
  message_.transfer = Transfer::kNatural;
}

bool MessageFacts::number(ScheduleValue what, std::uint64_t value) {
  switch (what) {
    case Value::kId:
      message_.id = value;
      return true;
    case Value::kSource:
      message_.source = static_cast<NodeId>(value);
      return true;
    case Value::kTarget:
      message_.destinations.push_back(static_cast<NodeId>(value));
      return true;
    case Value::kPathNode:
      message_.path.push_back(static_cast<NodeId>(value));
      return true;
    case Value::kOrigin:
      message_.blocks.push_back(make_block(static_cast<NodeId>(value), Block::kEveryone));
      return true;
    case Value::kFinal:
      message_.blocks.back().final = value & 0xFFFFFFU;
      return true;
    case Value::kPart:
      message_.blocks.back().part = value & 0xFFFFU;
      return true;
    case Value::kFlits:
      message_.flits = value;
      return true;
    default:
      return false;
  }
}

void MessageFacts::set_transfer(const std::string& word) {
  std::vector<std::string> words;
  for (const Transfer transfer : kTransfers) {
    words.emplace_back(to_string(transfer));
    if (word == words.back()) {
      message_.transfer = transfer;
      return;
    }
  }
  throw unknown_word(word, words);
}

void MessageFacts::add_to(Round& round, std::size_t round_number) {
  const Message& m = message_;
  if (m.id && *m.id != messages_) {
    throw JsonFault(fmt::format("{} is not the number of this message; give {}, or leave it out",
                                *m.id, messages_),
                    "id");
  }
  ++messages_;
  check_path();
  note_flits();
  note_parts(round_number, round.size());
  several_destinations_ = several_destinations_ || m.destinations.size() > 1;
  round.set_transfer(m.transfer);
  round.begin(m.source);
  for (std::size_t i = 1; i < m.path.size(); ++i) {
    round.add_hop(m.path[i]);
  }
  for (const NodeId node : m.destinations) {
    round.add_destination(node);
  }
  for (const Block& block : m.blocks) {
    round.add_block(block);
  }
}

void MessageFacts::check_path() const {
  const std::vector<NodeId>& path = message_.path;
  const NodeId last = message_.destinations.back();
  if (path.empty()) {
    if (last == message_.source) {
      throw JsonFault(fmt::format("{} is the source of the message; it has its blocks", last),
                      "dst");
    }
    return;
  }
  if (path.front() != message_.source) {
    throw JsonFault(
        fmt::format("{} is not the source of the message, {}", path.front(), message_.source),
        "path[0]");
  }
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (topology_.port_towards(path[i - 1], path[i]) == kNoPort) {
      throw JsonFault(
          fmt::format("{} is no neighbour of {} in {}", path[i], path[i - 1], topology_.describe()),
          fmt::format("path[{}]", i));
    }
  }
  const auto* const early = std::find(path.data(), path.data() + path.size() - 1, last);
  if (early != path.data() + path.size() - 1) {
    throw JsonFault(fmt::format("{} is the last destination, where the message ends; the path goes "
                                "on",
                                last),
                    fmt::format("path[{}]", early - path.data()));
  }
  if (path.back() != last) {
    throw JsonFault(
        fmt::format("{} is not the last destination of the message, {}", path.back(), last),
        fmt::format("path[{}]", path.size() - 1));
  }
}

// All blocks have as many flits, which is known at the end of the file at the latest.
void MessageFacts::note_flits() {
  if (!message_.flits) {
    return;
  }
  const std::uint64_t blocks = message_.blocks.size();
  const std::uint64_t each = *message_.flits / blocks;
  if (each * blocks != *message_.flits || each != block_flits_.value_or(each)) {
    throw JsonFault(fmt::format("{} do not make {} blocks of message_flits / parts each",
                                *message_.flits, blocks),
                    "flits");
  }
  block_flits_ = each;
}

void MessageFacts::note_parts(std::size_t round, std::size_t place) {
  for (std::size_t i = 0; i < message_.blocks.size(); ++i) {
    const auto part = static_cast<std::uint32_t>(message_.blocks[i].part);
    if (part > largest_part_) {
      largest_part_ = part;
      place_of_part_ = fmt::format("rounds[{}][{}].blocks[{}]", round, place, i);
    }
  }
}

void MessageFacts::check_blocks(std::uint32_t message_flits, std::uint32_t parts) const {
  if (largest_part_ >= parts) {
    throw JsonFault(fmt::format("there is no part {}; parts is {}", largest_part_, parts),
                    place_of_part_);
  }
  if (block_flits_ && *block_flits_ * parts != message_flits) {
    throw JsonFault(fmt::format("{} in {} parts are not the {} flits of a block that messages have",
                                message_flits, parts, *block_flits_),
                    "message_flits");
  }
}

}  // namespace flitcast
