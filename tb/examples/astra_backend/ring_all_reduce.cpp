// A ring all-reduce as ASTRA-sim would play it on flitcast: in 2(N - 1) steps every rank sends a
// part of the data to the next one, and goes on when it has the part of the one before it. Nothing
// here knows of flitcast but main(), which makes the network.
//
//     ring_all_reduce CONFIG BYTES        BYTES of every rank, to be reduced; a flit has 16

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <exception>
#include <iostream>
#include <vector>

#include "flitcast_backend.h"

/// A rank at work.
class Rank {
 public:
  Rank(AstraNetworkAPI& network, int ranks, std::uint64_t bytes)
      : network_(network), ranks_(ranks), part_((bytes + ranks - 1) / ranks) {}

  static void begin(void* self) { static_cast<Rank*>(self)->step(); }
  double finished_at() const { return finished_at_; }

 private:
  void step() {
    if (steps_ == 2 * (ranks_ - 1)) {
      finished_at_ = network_.sim_get_time().time_val;
      network_.sim_notify_finished();
      return;
    }
    const int next = (network_.rank + 1) % ranks_;
    const int previous = (network_.rank + ranks_ - 1) % ranks_;
    const int tag = steps_++;
    sim_request request;
    network_.sim_recv(nullptr, part_, 0, previous, tag, &request, begin, this);
    network_.sim_send(nullptr, part_, 0, next, tag, &request, nullptr, nullptr);
  }

  AstraNetworkAPI& network_;
  int ranks_;
  std::uint64_t part_;
  int steps_ = 0;
  double finished_at_ = 0;
};

int main(int argc, char* argv[]) try {
  const std::uint64_t bytes = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 4096;
  Fabric fabric(flitcast::Settings::read(argc > 1 ? argv[1] : "ring.ini"), 16);
  std::deque<FlitcastBackend> backends;
  std::deque<Rank> ranks;
  for (int rank = 0; rank < fabric.ranks(); ++rank) {
    backends.emplace_back(rank, fabric);
    ranks.emplace_back(backends.back(), fabric.ranks(), bytes);
    backends.back().sim_schedule({0}, Rank::begin, &ranks.back());
  }
  const int finished = fabric.run();
  double end = 0;
  for (const Rank& rank : ranks) {
    end = std::max(end, rank.finished_at());
  }
  std::cout << finished << " ranks finished after " << end << " ns\n";
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
