#include "tb/schedules/round_reader.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/schedules/schedule_file.h"

namespace flitcast {
namespace {

constexpr Transfer kTransfers[] = {Transfer::kMove, Transfer::kCopy, Transfer::kAdd,
                                   Transfer::kMoveAndAdd, Transfer::kAddToBoth};

}  // namespace

JsonShape processor_shape(const Topology& topology, std::function<void(std::uint64_t)> take) {
  return json_number(fmt::format("a {} of {}", topology.has_switches() ? "processor" : "node",
                                 topology.describe()),
                     0, topology.processors() - 1, std::move(take));
}

JsonShape RoundReader::shape() {
  JsonShape round = json_list("a list of messages", {message()});
  round.end = [this] {
    rounds_.push_back(round_);  // takes no more memory than it needs
    round_.clear();
  };
  return json_list("a list of rounds", {std::move(round)}, 0, kMostRounds);
}

JsonShape RoundReader::message() {
  JsonShape node = json_number(fmt::format("a node of {}", topology_.describe()), 0,
                               topology_.nodes() - 1, append(message_.path));
  JsonShape shape = json_object(
      "a message with src, dst and blocks",
      {{"id", json_number("the number of the message, from 0", set(message_.id))},
       {"src", processor_shape(topology_, set(message_.source)), true},
       {"dst",
        json_list("a list of one node or more",
                  {processor_shape(topology_, append(message_.destinations))}, 1,
                  topology_.processors()),
        true},
       {"path",
        topology_.shares_routers()
            ? json_list("a list of nodes with routers, that of src first", {std::move(node)}, 1)
            : json_list("a list of two nodes or more, src first", {std::move(node)}, 2)},
       {"blocks", json_list("a list of one block or more", {block()}, 1), true},
       {"flits", json_number("a number of flits", set(message_.flits))},
       {"joins", json_truth([this](bool joins) { message_.joins = joins; })},
       {"transfer", json_text("what becomes of the blocks",
                              [this](const std::string& word) { set_transfer(word); })}});
  shape.begin = [this] { begin(); };
  shape.end = [this] { end(); };
  return shape;
}

/// A block is for everyone until its destination is told.
JsonShape RoundReader::block() {
  const auto origin = [this](std::uint64_t value) {
    message_.blocks.push_back(make_block(static_cast<NodeId>(value), Block::kEveryone));
  };
  const auto final = [this](std::uint64_t value) {
    message_.blocks.back().final = value & 0xFFFFFFU;
  };
  const auto part = [this](std::uint64_t value) { message_.blocks.back().part = value & 0xFFFFU; };
  return json_list(
      "a block, [origin, final] or [origin, final, part]",
      {json_number("the origin of a block", 0, std::max(topology_.processors() - 1, 1U), origin),
       or_null(processor_shape(topology_, final)),
       json_number("a part of a block", 0, kMostParts - 1, part)},
      2, 3);
}

void RoundReader::begin() {
  message_.id.reset();
  message_.destinations.clear();
  message_.path.clear();
  message_.blocks.clear();
  message_.flits.reset();
  message_.joins = false;
  message_.transfer = Transfer::kNatural;
}

void RoundReader::set_transfer(const std::string& word) {
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

void RoundReader::end() {
  const Message& m = message_;
  if (m.id && *m.id != messages_) {
    throw JsonFault(fmt::format("{} is not the number of this message; give {}, or leave it out",
                                *m.id, messages_),
                    "id");
  }
  ++messages_;
  check_path();
  check_joining();
  note_flits();
  note_parts();
  several_destinations_ = several_destinations_ || m.destinations.size() > 1;
  round_.set_transfer(m.transfer);
  round_.begin(m.source);
  for (std::size_t i = 1; i < m.path.size(); ++i) {
    round_.add_hop(m.path[i]);
  }
  for (const NodeId node : m.destinations) {
    round_.add_destination(node);
  }
  for (const Block& block : m.blocks) {
    round_.add_block(block);
  }
  if (m.joins) {
    round_.join();
    forks_ = true;
  }
}

// Whether the ways of the two make a tree, the routing tells.
void RoundReader::check_joining() const {
  if (!message_.joins) {
    return;
  }
  if (round_.empty()) {
    throw JsonFault("the first message of a round has none before it whose worm it could join",
                    "joins");
  }
  const MessageView before = round_[round_.size() - 1];
  const std::vector<Block>& blocks = message_.blocks;
  if (message_.source != before.source) {
    throw JsonFault(fmt::format("{} is not the source of the message whose worm it joins, {}",
                                message_.source, before.source),
                    "src");
  }
  if (!std::equal(blocks.begin(), blocks.end(), before.blocks.begin(), before.blocks.end())) {
    throw JsonFault("they are not those of the message whose worm it joins", "blocks");
  }
  if (message_.transfer != before.transfer) {
    throw JsonFault("it is not that of the message whose worm it joins", "transfer");
  }
  for (const std::size_t destinations :
       {message_.destinations.size(), before.destinations.size()}) {
    if (destinations > 1) {
      throw JsonFault("a message has one destination where worms fork", "dst");
    }
  }
}

void RoundReader::check_path() const {
  const std::vector<NodeId>& path = message_.path;
  const NodeId last = topology_.router_of(message_.destinations.back());
  const NodeId first = topology_.router_of(message_.source);
  if (path.empty()) {
    if (message_.destinations.back() == message_.source) {
      throw JsonFault(
          fmt::format("{} is the source of the message; it has its blocks", message_.source),
          "dst");
    }
    return;
  }
  if (path.front() != first) {
    throw JsonFault(fmt::format("{} is not the source of the message, {}", path.front(), first),
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
void RoundReader::note_flits() {
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

void RoundReader::note_parts() {
  for (std::size_t i = 0; i < message_.blocks.size(); ++i) {
    const auto part = static_cast<std::uint32_t>(message_.blocks[i].part);
    if (part > largest_part_) {
      largest_part_ = part;
      place_of_part_ = fmt::format("rounds[{}][{}].blocks[{}]", rounds_.size(), round_.size(), i);
    }
  }
}

void RoundReader::check_blocks(std::uint32_t message_flits, std::uint32_t parts) const {
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
