#include "traffic/program/program_player.h"

#include <algorithm>
#include <utility>

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
  carried.words = 0;
  carried.packet = packets().add(packet);
  if (carried.packet >= message_of_.size()) {
    message_of_.resize(carried.packet + std::size_t{1});
  }
  message_of_[carried.packet] = message;
  ++sent_;
  flits_ += flits;
  post(carried.packet, now);
}

// ---- what the network interfaces ask and tell ----

template <typename Visit>
void ProgramPlayer::for_each_piece(std::uint32_t message, std::uint32_t first, std::uint32_t count,
                                   Visit&& visit) const {
  const std::vector<WordSeries>& words = machine_.message(message).words;
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
  for_each_piece(message_of_[packet], first, count,
                 [&](WordSeries series, std::uint32_t words, std::uint32_t offset) {
                   make_words(series, words, out + offset);
                 });
}

void ProgramPlayer::write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
                          const Word* in) {
  const std::uint32_t message = message_of_[packet];
  for_each_piece(
      message, first, count, [&](WordSeries series, std::uint32_t words, std::uint32_t offset) {
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
  const std::uint32_t message = message_of_[packet];
  carried_[message].issued = issued;
  machine_.sent(message, now());
  if (watcher_ != nullptr) {
    watcher_->left_source(machine_.message(message).op, packets()[packet], issued, injected, now());
  }
  wake_at(now() + 1);
}

void ProgramPlayer::received(PacketHandle packet, NodeId /*at*/, Cycle head_arrived,
                             Cycle tail_arrived) {
  const std::uint32_t message = message_of_[packet];
  const Carried& carried = carried_[message];
  const std::uint64_t flits = packets()[packet].payload_flits;
  if (carried.words != flits && word_error_.empty()) {
    word_error_ = program_.describe(machine_.message(message).op) + ": " +
                  std::to_string(carried.words) + " words of " + std::to_string(flits) + " came";
  }
  count_latency(tail_arrived - carried.issued);
  machine_.arrived(message, tail_arrived);
  if (watcher_ != nullptr) {
    watcher_->came(machine_.message(message).op, packets()[packet], head_arrived, tail_arrived);
  }
  wake_at(tail_arrived);
}

std::string ProgramPlayer::data_error() const {
  return word_error_.empty() ? machine_.data_error() : word_error_;
}

}  // namespace flitcast
