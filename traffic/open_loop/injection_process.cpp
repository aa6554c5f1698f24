#include "traffic/open_loop/injection_process.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <utility>

#include "traffic/open_loop/geometric_gaps.h"

namespace flitcast {
namespace {

constexpr double kDraws = 9007199254740992.0;  // 2^53: what a double counts

bool happens(double probability, SplitMix64& random) {
  return static_cast<double>(random.next() >> 11U) < probability * kDraws;
}

/// The trials of all sources, cycle after cycle, are one row of trials with the probability of the
/// busiest; a success of one less busy counts with the ratio of the two (thinning).
class Bernoulli final : public InjectionProcess {
 public:
  Bernoulli(const std::vector<double>& rates, SplitMix64& random)
      : random_(random), gaps_(*std::max_element(rates.begin(), rates.end())) {
    const double most = *std::max_element(rates.begin(), rates.end());
    for (NodeId node = 0; node < rates.size(); ++node) {
      if (rates[node] > 0) {
        sources_.push_back(node);
        kept_.push_back(rates[node] / most);
        even_ &= rates[node] == most;
      }
    }
    place_ = -1;
    next_ = 0;
    advance();
  }

  NodeId take() override {
    const NodeId source = sources_[static_cast<std::size_t>(place_)];
    advance();
    return source;
  }

 private:
  void advance() {
    const auto trials = static_cast<Cycle>(sources_.size());
    do {
      place_ += gaps_.draw(random_);
      if (place_ >= trials) {
        next_ += place_ / trials;
        place_ %= trials;
      }
    } while (!even_ && !happens(kept_[static_cast<std::size_t>(place_)], random_));
  }

  SplitMix64& random_;
  GeometricGaps gaps_;
  std::vector<NodeId> sources_;
  std::vector<double> kept_;  // probability that a success counts
  bool even_ = true;
  Cycle place_;  // of the next packet's source in sources_
};

/// Sources of which each knows its next packet, by a clock of its own.
class Clocks : public InjectionProcess {
 public:
  NodeId take() override {
    const NodeId source = due_.top().second;
    due_.pop();
    set(source);
    return source;
  }

 protected:
  /// The next packet of a source, not before the one it had.
  virtual Cycle packet_after(NodeId source) = 0;

  void set(NodeId source) {
    due_.emplace(packet_after(source), source);
    next_ = due_.top().first;
  }

 private:
  using Due = std::pair<Cycle, NodeId>;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
};

/// On and off in turn, both for geometric times; on, a packet comes in every cycle with the same
/// probability.
class Bursty final : public Clocks {
 public:
  Bursty(const LoadSettings& settings, const std::vector<double>& rates, double packet_rate_on,
         SplitMix64& random)
      : random_(random),
        packets_(packet_rate_on),
        on_(1 / settings.burst_cycles),
        sources_(rates.size()) {
    for (NodeId node = 0; node < rates.size(); ++node) {
      if (rates[node] <= 0) {
        continue;
      }
      const double duty = std::min(rates[node] / packet_rate_on, 1.0);
      const double off = settings.burst_cycles * (1 - duty) / duty;
      Source& source = sources_[node];
      source.off = &off_.try_emplace(off, 1 / (1 + off)).first->second;
      const bool begins_on = happens(duty, random_);
      source.next = begins_on ? -1 : source.off->draw(random_) - 1;
      source.end = source.next + 1 + on_.draw(random_);
      set(node);
    }
  }

 private:
  struct Source {
    const GeometricGaps* off = nullptr;  // one more than cycles off
    Cycle next = 0;                      // the packet before; from there on it draws
    Cycle end = 0;                       // the first cycle that is off
  };

  Cycle packet_after(NodeId node) override {
    Source& source = sources_[node];
    source.next += packets_.draw(random_);
    while (source.next >= source.end) {
      const Cycle begin = source.end + source.off->draw(random_) - 1;
      source.end = begin + on_.draw(random_);
      source.next = begin - 1 + packets_.draw(random_);
    }
    return source.next;
  }

  SplitMix64& random_;
  GeometricGaps packets_;
  GeometricGaps on_;
  std::map<double, GeometricGaps> off_;  // by mean
  std::vector<Source> sources_;
};

/// Times count in fractions of a cycle, so that periods need not be whole.
class Periodic final : public Clocks {
 public:
  Periodic(const std::vector<double>& rates, SplitMix64& random) : sources_(rates.size()) {
    for (NodeId node = 0; node < rates.size(); ++node) {
      if (rates[node] > 0) {
        sources_[node].period =
            static_cast<std::uint64_t>(static_cast<double>(kFractions) / rates[node]);
        sources_[node].next = random.below(sources_[node].period);
        set(node);
      }
    }
  }

 private:
  static constexpr std::uint64_t kFractions = std::uint64_t{1} << 20U;
  struct Source {
    std::uint64_t period = 0;
    std::uint64_t next = 0;
  };

  Cycle packet_after(NodeId node) override {
    Source& source = sources_[node];
    const auto cycle = static_cast<Cycle>(source.next / kFractions);
    source.next += source.period;
    return cycle;
  }

  std::vector<Source> sources_;
};

class Closed final : public InjectionProcess {
 public:
  Closed(const TrafficPattern& pattern, NodeId processors, int outstanding) {
    for (NodeId node = 0; node < processors; ++node) {
      for (int i = 0; i < outstanding && pattern.share(node) > 0; ++i) {
        due_.emplace(0, node);
      }
    }
    next_ = due_.empty() ? kNever : 0;
  }

  NodeId take() override {
    const NodeId source = due_.top().second;
    due_.pop();
    next_ = due_.empty() ? kNever : due_.top().first;
    return source;
  }
  void retire(NodeId source, Cycle at) override {
    due_.emplace(at, source);
    next_ = due_.top().first;
  }

 private:
  using Due = std::pair<Cycle, NodeId>;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
};

}  // namespace

std::unique_ptr<InjectionProcess> make_closed_injection(const TrafficPattern& pattern,
                                                        NodeId processors, int outstanding) {
  return std::make_unique<Closed>(pattern, processors, outstanding);
}

std::unique_ptr<InjectionProcess> make_injection(const LoadSettings& settings,
                                                 const std::vector<double>& rates,
                                                 double packet_rate_on, SplitMix64& random) {
  switch (settings.injection) {
    case Injection::kBursty:
      return std::make_unique<Bursty>(settings, rates, packet_rate_on, random);
    case Injection::kPeriodic:
      return std::make_unique<Periodic>(rates, random);
    case Injection::kBernoulli:
    case Injection::kClosed:
      break;
  }
  return std::make_unique<Bernoulli>(rates, random);
}

}  // namespace flitcast
