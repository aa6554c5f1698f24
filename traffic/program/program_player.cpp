#include "traffic/program/program_player.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "hw/routing/rectangle.h"

namespace flitcast {

ProgramMachine::Costs program_costs(const NetworkConfig& network) {
  // One message more than there are ports would do if a port that becomes free took a cycle or two;
  // all of them may become free at once.
  return {network.startup, network.copy_per_flit, network.reduce_per_flit,
          2 * static_cast<std::uint32_t>(network.ports)};
}

ProgramPlayer::ProgramPlayer(const Program& program, Placement nodes, const Routing& routing,
                             const NetworkConfig& network, std::uint64_t seed,
                             ProgramWatcher* watcher)
    : program_(program),
      routing_(routing),
      nodes_(std::move(nodes)),
      machine_(program, program_costs(network), program.fifo_depth, seed, *this),
      watcher_(watcher) {
  machine_.set_watcher(watcher);
}

WorkloadProgress ProgramPlayer::progress() const {
  return {"operation " + std::to_string(machine_.done()) + "/" + std::to_string(program_.size()),
          machine_.done(), program_.size()};
}

std::vector<std::string> ProgramPlayer::waiting() const {
  constexpr std::size_t kMost = 4;
  return machine_.waiting(kMost);
}

std::string ProgramPlayer::position() const {
  std::string words = "after " + std::to_string(machine_.done()) + " of " +
                      std::to_string(program_.size()) + " operations";
  for (const std::string& line : waiting()) {
    words += "; " + line;
  }
  return words;
}

void ProgramPlayer::act(Cycle now) {
  if (started_) {
    machine_.act(now);
  } else {
    started_ = true;
    machine_.start(now);
  }
  if (machine_.next() != ProgramMachine::kNever) {
    wake_at(machine_.next());
  }
}

void ProgramPlayer::carry(std::uint32_t message, Cycle now) {
  const ProgramMessage& told = machine_.message(message);
  const std::uint64_t flits = program_[told.op].amount;
  if (message >= carried_.size()) {
    carried_.resize(message + std::size_t{1});
  }
  Carried& carried = carried_[message];
  carried.words = 0;
  ++sent_;
  flits_ += flits;
  if (collect(message, now)) {
    return;
  }
  Packet packet{nodes_[told.source],
                &nodes_[told.destination],
                1,
                static_cast<std::uint32_t>(flits),
                nullptr,
                told.op};
  packet.message_class = program_[told.op].message_class;
  if (routing_.draw() != nullptr) {
    routing_.draw_route(packet, carried.route);
  }
  post_packet(packets().add(packet), message, now);
}

/// The message is one of a broadcast, which goes with the last of them.
bool ProgramPlayer::collect(std::uint32_t message, Cycle now) {
  const std::uint32_t op = machine_.message(message).op;
  if (!program_[op].joins) {
    const std::size_t joined = program_.joined(op).size();
    if (joined == 0) {
      return false;
    }
    broadcasts_.push_back({{}, machine_.message(message).words, joined + 1, joined + 1, {}});
  }
  Broadcast& broadcast = broadcasts_.back();
  broadcast.messages.push_back({message, nodes_[machine_.message(message).destination]});
  if (--broadcast.missing > 0) {
    return true;
  }
  const ProgramMessage& first = machine_.message(broadcast.messages.front().number);
  std::vector<NodeId> destinations;
  for (const Broadcast::Message& each : broadcast.messages) {
    destinations.push_back(each.destination);
  }
  broadcast.tree = tree_to(routing_, nodes_[first.source], destinations);
  Packet packet{nodes_[first.source],
                &nodes_[first.destination],
                1,
                static_cast<std::uint32_t>(program_[first.op].amount),
                nullptr,
                first.op};
  packet.message_class = program_[first.op].message_class;
  packet.tree = &*broadcast.tree;
  const PacketHandle handle = packets().add(packet);
  broadcast_of_[handle] = std::prev(broadcasts_.end());
  for (const Broadcast::Message& each : broadcast.messages) {
    carried_[each.number].packet = handle;
  }
  post_packet(handle, broadcast.messages.front().number, now);
  return true;
}

void ProgramPlayer::post_packet(PacketHandle packet, std::uint32_t message, Cycle now) {
  carried_[message].packet = packet;
  if (packet >= message_of_.size()) {
    message_of_.resize(packet + std::size_t{1});
  }
  message_of_[packet] = message;
  post(packet, now);
}

void ProgramPlayer::forget(std::uint32_t message) {
  const PacketHandle packet = carried_[message].packet;
  const auto broadcast = broadcast_of_.find(packet);
  if (broadcast != broadcast_of_.end()) {
    if (--broadcast->second->under_way > 0) {
      return;
    }
    broadcasts_.erase(broadcast->second);
    broadcast_of_.erase(broadcast);
  }
  packets().remove(packet);
}

std::uint32_t ProgramPlayer::message_to(PacketHandle packet, NodeId at) const {
  const auto broadcast = broadcast_of_.find(packet);
  if (broadcast == broadcast_of_.end()) {
    return message_of_[packet];
  }
  const auto& messages = broadcast->second->messages;
  return std::find_if(messages.begin(), messages.end(),
                      [at](const Broadcast::Message& each) { return each.destination == at; })
      ->number;
}

const std::vector<WordSeries>& ProgramPlayer::words_of(PacketHandle packet) const {
  const auto broadcast = broadcast_of_.find(packet);
  return broadcast == broadcast_of_.end() ? machine_.message(message_of_[packet]).words
                                          : broadcast->second->words;
}

// As if it went to the destination of the message alone.
Packet ProgramPlayer::told_of(PacketHandle packet, std::uint32_t message) const {
  Packet told = packets()[packet];
  told.destinations = &nodes_[machine_.message(message).destination];
  return told;
}

// ---- what the network interfaces ask and tell ----

template <typename Visit>
void ProgramPlayer::for_each_piece(PacketHandle packet, std::uint32_t first, std::uint32_t count,
                                   Visit&& visit) const {
  const std::vector<WordSeries>& words = words_of(packet);
  if (words.size() == 1) {
    visit(words.front().from(first), count, 0);
    return;
  }
  const auto chunk = static_cast<std::uint32_t>(program_.chunk_flits);
  for (std::uint32_t done = 0; done < count;) {
    const std::uint32_t word = first + done;
    const std::uint32_t piece = std::min(count - done, chunk - word % chunk);
    visit(words[word / chunk].from(word % chunk), piece, done);
    done += piece;
  }
}

void ProgramPlayer::read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) {
  for_each_piece(packet, first, count,
                 [&](WordSeries series, std::uint32_t words, std::uint32_t offset) {
                   make_words(series, words, out + offset);
                 });
}

void ProgramPlayer::write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
                          const Word* in) {
  const std::uint32_t message = message_to(packet, at);
  for_each_piece(
      packet, first, count, [&](WordSeries series, std::uint32_t words, std::uint32_t offset) {
        const std::size_t wrong = find_mismatch(series, words, in + offset);
        if (wrong < words && word_error_.empty()) {
          word_error_ = program_.describe(machine_.message(message).op) + ": word " +
                        std::to_string(first + offset + wrong) + " came to node " +
                        std::to_string(at) + " as " + std::to_string(in[offset + wrong]) +
                        " instead of " + std::to_string(series[wrong]);
        }
      });
  carried_[message].words += count;
}

void ProgramPlayer::sent(PacketHandle packet, Cycle issued, Cycle injected) {
  const auto tell = [&](std::uint32_t message) {
    carried_[message].issued = issued;
    machine_.sent(message, now());
    if (watcher_ != nullptr) {
      watcher_->left_source(machine_.message(message).op, told_of(packet, message), issued,
                            injected, now());
    }
  };
  const auto broadcast = broadcast_of_.find(packet);
  if (broadcast == broadcast_of_.end()) {
    tell(message_of_[packet]);
  } else {
    for (const Broadcast::Message& each : broadcast->second->messages) {
      tell(each.number);
    }
  }
  wake_at(now() + 1);
}

void ProgramPlayer::received(PacketHandle packet, NodeId at, Cycle head_arrived,
                             Cycle tail_arrived) {
  const std::uint32_t message = message_to(packet, at);
  const Carried& carried = carried_[message];
  const std::uint64_t flits = packets()[packet].payload_flits;
  if (carried.words != flits && word_error_.empty()) {
    word_error_ = program_.describe(machine_.message(message).op) + ": " +
                  std::to_string(carried.words) + " words of " + std::to_string(flits) + " came";
  }
  count_latency(tail_arrived - carried.issued);
  machine_.arrived(message, tail_arrived);
  if (watcher_ != nullptr) {
    watcher_->came(machine_.message(message).op, told_of(packet, message), head_arrived,
                   tail_arrived);
  }
  wake_at(tail_arrived);
}

std::string ProgramPlayer::data_error() const {
  return word_error_.empty() ? machine_.data_error() : word_error_;
}

}  // namespace flitcast
