#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include <flitcast/network.h>
#include <gtest/gtest.h>

#include "tests/support/draw.h"

namespace flitcast::test_network_threads {
namespace {

constexpr int kNetworks = 100;

/// Network number `number` of many, with traffic of its own.
class Guest {
 public:
  explicit Guest(int number)
      : network_(settings(number)), draw_(static_cast<std::uint64_t>(number)) {
    network_.on_received([this](const Network::Arrival& arrival) {
      dates_.emplace_back(arrival.number, arrival.injected, arrival.arrived);
    });
  }

  bool over() const { return posted_ == kPackets && network_.idle(); }
  /// Posts something and lets some time pass.
  void go_on() {
    if (posted_ < kPackets) {
      const std::uint32_t last = network_.nodes() - 1;
      posted_ += network_.post({draw_.between(0U, last), draw_.between(0U, last),
                                draw_.between(0U, 20U), 0, nullptr})
                     ? 1
                     : 0;
    }
    for (int steps = draw_.between(0, 20); steps > 0; --steps) {
      network_.step();
    }
  }

  /// Of packets, in the order of their arrival.
  using Dates = std::vector<std::tuple<std::uint64_t, Network::Cycle, Network::Cycle>>;
  const Dates& dates() const { return dates_; }

 private:
  static constexpr int kPackets = 150;

  static Settings settings(int number) {
    static const std::vector<std::string> kinds = {
        "kind = mesh\ndims = 4x4\n",
        "kind = mesh\ndims = 4x3\n[router]\nvcs = 4\n",
        "kind = torus\ndims = 4x4\n[router]\nvcs = 2\n",
        "kind = hypercube\ndims = 4\n[router]\nports = all\n[link]\nduplex = half\n",
        "kind = mesh\ndims = 4x4\n[router]\npipeline = staged\nvcs = 2\nrouting = adaptive\n",
        "kind = mesh\ndims = 4x4\n[router]\nvcs = 2\nrouting = valiant\n",
        "kind = fat_tree\ndims = 2x3\n[router]\nrouting = adaptive_up\n",
        "kind = line\ndims = 5\n[ni]\ninterface = retransmitting\n[link]\nfault = losses 0.001\n",
    };
    const std::string& kind = kinds[static_cast<std::size_t>(number) % kinds.size()];
    return Settings::parse("[topology]\n" + kind, "network.ini")
        .set("run.seed", std::to_string(number + 1));
  }

  Network network_;
  Draw draw_;
  int posted_ = 0;
  Dates dates_;
};

std::vector<Guest::Dates> one_after_the_other() {
  std::vector<Guest::Dates> dates;
  for (int number = 0; number < kNetworks; ++number) {
    Guest guest(number);
    while (!guest.over()) {
      guest.go_on();
    }
    dates.push_back(guest.dates());
  }
  return dates;
}

/// A thread has every other network, makes them, and goes on with each in turn.
std::vector<Guest::Dates> on_two_threads() {
  std::vector<Guest::Dates> dates(kNetworks);
  const auto serve = [&dates](int first) {
    std::vector<std::unique_ptr<Guest>> guests;
    for (int number = first; number < kNetworks; number += 2) {
      guests.push_back(std::make_unique<Guest>(number));
    }
    for (bool any = true; any;) {
      any = false;
      for (const auto& guest : guests) {
        if (!guest->over()) {
          guest->go_on();
          any = true;
        }
      }
    }
    for (std::size_t i = 0; i < guests.size(); ++i) {
      dates[static_cast<std::size_t>(first) + 2 * i] = guests[i]->dates();
    }
  };
  std::thread other(serve, 1);
  serve(0);
  other.join();
  return dates;
}

TEST(HundredNetworks, OnTwoThreadsAreAsIfEachRanAlone) {
  const std::vector<Guest::Dates> alone = one_after_the_other();
  const std::vector<Guest::Dates> together = on_two_threads();
  for (std::size_t number = 0; number < alone.size(); ++number) {
    EXPECT_EQ(alone[number].size(), 150U) << "of network " << number;
    EXPECT_TRUE(alone[number] == together[number]) << "of network " << number;
  }
}

}  // namespace
}  // namespace flitcast::test_network_threads
