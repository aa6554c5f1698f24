#include "traffic/program/communication_program.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitcast {
namespace {

/// After so many records the memory that they took is given back.
constexpr std::size_t kRest = std::size_t{1} << 20;

std::string number_or_any(std::uint32_t number) {
  return number == ProgramOp::kAny ? "any" : std::to_string(number);
}

std::string flits_of(std::uint64_t flits) {
  return std::to_string(flits) + (flits == 1 ? " flit" : " flits");
}

std::string deed_of(const ProgramOp& op) {
  switch (op.kind) {
    case OpKind::kSend:
      return "sends " + flits_of(op.amount) + " to " + std::to_string(op.peer) + " with tag " +
             std::to_string(op.tag);
    case OpKind::kReceive:
    case OpKind::kReceiveAdd:
      return "receives " + flits_of(op.amount) + " from " + number_or_any(op.peer) + " with tag " +
             number_or_any(op.tag);
    case OpKind::kCopy:
      return "copies";
    case OpKind::kReduce:
      return "reduces";
    case OpKind::kCompute:
      return "computes";
    case OpKind::kDelay:
      return "is a delay";
    case OpKind::kWait:
      return "waits" + (op.amount > 0 ? " until cycle " + std::to_string(op.amount) : "");
  }
  return "";
}

}  // namespace

void Program::begin_rank(std::uint32_t rank) {
  ranks_[rank].first = ranks_[rank].end = static_cast<std::uint32_t>(ops_.size());
  order_.push_back(rank);
}

std::uint32_t Program::add(const ProgramOp& op) {
  if (ops_.size() == kMost) {
    throw std::length_error("has more operations than " + std::to_string(kMost));
  }
  if (ops_.size() % kRest == kRest - 1) {
    rest();
  }
  Rank& rank = ranks_[order_.back()];
  rank.streams = std::max(rank.streams, op.stream + 1U);
  ops_.push_back(op);
  if (op.kind == OpKind::kSend) {
    ++messages_;
    flits_ += op.amount;
    largest_flits_ = std::max(largest_flits_, op.amount);
  }
  return rank.end++;
}

void Program::require(std::uint32_t then, std::uint32_t first, bool on_start) {
  if (edges_.size() == kMost) {
    throw std::length_error("has more dependencies than " + std::to_string(kMost));
  }
  ProgramOp& before = ops_[first];
  const auto edge = static_cast<std::uint32_t>(edges_.size());
  if (before.last_edge == ProgramOp::kNone) {
    edges_.push_back({then, edge, on_start});
  } else {
    edges_.push_back({then, edges_[before.last_edge].next, on_start});
    edges_[before.last_edge].next = edge;
  }
  before.last_edge = edge;
  before.tells_start = before.tells_start || on_start;
  ++ops_[then].dependencies;
}

std::uint32_t Program::list(const std::vector<std::uint32_t>& chunks) {
  if (places_.size() + chunks.size() > kMost) {
    throw std::length_error("lists more chunks than " + std::to_string(kMost));
  }
  const auto first = static_cast<std::uint32_t>(places_.size());
  for (const std::uint32_t chunk : chunks) {
    places_.push_back(chunk);
  }
  return first;
}

std::uint32_t Program::rank_of(std::uint32_t op) const {
  const auto after = std::upper_bound(
      order_.begin(), order_.end(), op,
      [&](std::uint32_t each, std::uint32_t rank) { return each < ranks_[rank].end; });
  return *after;
}

std::vector<std::uint32_t> Program::joined(std::uint32_t op) const {
  std::vector<std::uint32_t> joined;
  if (ops_[op].kind == OpKind::kSend && ops_[op].tells_start) {
    for_each_edge(op, [&](const Edge& edge) {
      if (ops_[edge.then].joins) {
        joined.push_back(edge.then);
      }
    });
  }
  return joined;
}

std::vector<std::vector<std::uint32_t>> Program::broadcasts() const {
  std::vector<std::vector<std::uint32_t>> broadcasts;
  for (std::uint32_t op = 0; op < ops_.size(); ++op) {
    std::vector<std::uint32_t> joined = this->joined(op);
    if (!joined.empty()) {
      joined.insert(joined.begin(), op);
      broadcasts.push_back(std::move(joined));
    }
  }
  return broadcasts;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> Program::pairs() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  std::vector<std::uint32_t> peers;
  for (std::uint32_t rank = 0; rank < ranks(); ++rank) {
    peers.clear();
    for (std::uint32_t op = ranks_[rank].first; op < ranks_[rank].end; ++op) {
      if (op % kRest == 0) {
        rest();
      }
      if (ops_[op].kind == OpKind::kSend && !forks(op)) {
        peers.push_back(ops_[op].peer);
      }
    }
    std::sort(peers.begin(), peers.end());
    peers.erase(std::unique(peers.begin(), peers.end()), peers.end());
    for (const std::uint32_t peer : peers) {
      pairs.emplace_back(rank, peer);
    }
  }
  return pairs;
}

std::string Program::describe(std::uint32_t op) const {
  const std::uint32_t rank = rank_of(op);
  return "rank " + std::to_string(rank) + ": operation " +
         std::to_string(op - ranks_[rank].first + 1) + ", which " + deed_of(ops_[op]);
}

void Program::rest() const {
  ops_.rest();
  edges_.rest();
  places_.rest();
}

}  // namespace flitcast
