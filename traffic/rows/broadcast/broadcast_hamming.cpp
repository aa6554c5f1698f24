#include <algorithm>
#include <vector>

#include "traffic/row/row_support.h"
#include "traffic/schedule/messages.h"
#include "traffic/steps/hypercube_steps.h"

namespace flitcast {
namespace rows::broadcast_hamming {

NodeId bit_of(NodeId d) {
  return NodeId{1} << d;
}

NodeId ones(NodeId label) {
  return static_cast<NodeId>(__builtin_popcount(label));
}

/// The Hamming code of length 2^m − 1, m = ⌊log2(n + 1)⌋, in the lowest bits of an n-bit label, and
/// anything in the others: bit d < 2^m − 1 has the syndrome d + 1, the other ones have none. Bits
/// with a power of two as their syndrome check the others, which carry the information.
class HammingCode {
 public:
  explicit HammingCode(int n) {
    const auto length = static_cast<NodeId>(n);
    while (bit_of(checks_ + 1) <= length + 1) {
      ++checks_;
    }
    for (NodeId d = 0; d < length; ++d) {
      if ((syndrome_of_bit(d) & (syndrome_of_bit(d) - 1)) != 0 || syndrome_of_bit(d) == 0) {
        information_.push_back(d);
      }
    }
  }

  /// m.
  NodeId checks() const { return checks_; }
  /// Bits that have a syndrome, every nonzero one of m bits once: the lowest.
  NodeId proper_bits() const { return bit_of(checks_) - 1; }
  /// The bits with information, ascending.
  const std::vector<NodeId>& information() const { return information_; }

  NodeId syndrome_of_bit(NodeId d) const { return d < proper_bits() ? d + 1 : 0; }
  NodeId syndrome(NodeId word) const {
    NodeId sum = 0;
    for (; word != 0; word &= word - 1) {
      sum ^= syndrome_of_bit(static_cast<NodeId>(__builtin_ctz(word)));
    }
    return sum;
  }
  /// The check bit with the syndrome 2^b.
  static NodeId check_bit(NodeId b) { return bit_of(b) - 1; }
  /// The code word with the given information.
  NodeId word(NodeId information) const {
    NodeId word = information;
    for (NodeId rest = syndrome(information); rest != 0; rest &= rest - 1) {
      word ^= bit_of(check_bit(static_cast<NodeId>(__builtin_ctz(rest))));
    }
    return word;
  }

 private:
  NodeId checks_ = 0;
  std::vector<NodeId> information_;
};

/// Round i of all but the last one. m bits of information are new (or as many as are left); a code
/// word with earlier information only sends a worm for every value of the new bits other than 0.
/// The worm takes the new bits, and then the check bits that its information asks for. Where there
/// are several new bits it begins with a bit that is not new, a different one for every worm. A
/// check bit or an earlier one it can leave so, since the check bits make good for it; a later one
/// it flips back at its end.
///
/// Worms of different words share no link, nor do two of the same. Count labels that differ by a
/// code word of earlier information as one. Then all worms begin at one place, where the first bits
/// are different; from then on they are at places with different values of the new bits, or, as
/// long as they take these, of first bits, which have different syndromes.
class HammingRound {
 public:
  HammingRound(const HammingCode& code, std::size_t round) : code_(code) {
    const std::vector<NodeId>& information = code.information();
    const std::size_t begin = round * code.checks();
    const std::size_t end = std::min(begin + code.checks(), information.size());
    for (std::size_t i = 0; i < end; ++i) {
      (i < begin ? earlier_ : fresh_) |= bit_of(information[i]);
    }
    for (NodeId b = 0; b < code.checks(); ++b) {
      check_bits_ |= bit_of(HammingCode::check_bit(b));
    }
  }

  NodeId earlier() const { return earlier_; }

  /// Calls visit(fresh, first, rest) for every worm of a word: the new bits it takes, 0 or the bit
  /// it takes before them, and the syndrome for which it takes check bits behind them.
  template <typename Visit>
  void for_each_worm(Visit&& visit) const {
    NodeId d = 0;  // for the next first bit
    for_each_subset(fresh_, [&](NodeId fresh) {
      if (ones(fresh) <= 1) {
        if (fresh != 0) {
          visit(fresh, NodeId{0}, code_.syndrome(fresh));
        }
        return;
      }
      while ((fresh_ & bit_of(d)) != 0) {
        ++d;
      }
      const NodeId first = bit_of(d++);
      visit(fresh, first, code_.syndrome(is_undone(first) ? fresh : fresh ^ first));
    });
  }

  /// Whether a worm that began with this bit has to flip it back.
  bool is_undone(NodeId first) const { return (first & ~(earlier_ | check_bits_)) != 0; }

 private:
  const HammingCode& code_;
  NodeId earlier_ = 0;
  NodeId fresh_ = 0;
  NodeId check_bits_ = 0;
};

class HammingBroadcast {
 public:
  explicit HammingBroadcast(const RowRequest& request)
      : code_(request.topology.dimensions()), root_(request.root) {}

  /// ⌈n/m⌉.
  std::uint64_t rounds() const {
    return (code_.information().size() + code_.checks() - 1) / code_.checks() + 1;
  }

  void fill(std::uint64_t round, Round& out) const {
    const HammingRound step(code_, round);
    const bool last = round + 1 == rounds();
    for_each_subset(step.earlier(), [&](NodeId information) {
      const NodeId node = root_ ^ code_.word(information);
      last ? fill_neighbours(node, out) : fill_worms(step, node, out);
    });
  }

  /// Links of the longest worms of all rounds.
  std::int64_t hops() const {
    std::int64_t sum = 1;
    for (std::uint64_t round = 0; round + 1 < rounds(); ++round) {
      const HammingRound step(code_, round);
      NodeId longest = 0;
      step.for_each_worm([&](NodeId fresh, NodeId first, NodeId rest) {
        const NodeId extra = first == 0 ? 0 : step.is_undone(first) ? 2 : 1;
        longest = std::max(longest, ones(fresh) + ones(rest) + extra);
      });
      sum += longest;
    }
    return sum;
  }

 private:
  /// All words inform their neighbours along the bits that have a syndrome.
  void fill_neighbours(NodeId node, Round& out) const {
    for (NodeId d = 0; d < code_.proper_bits(); ++d) {
      begin_hop(out, node, node ^ bit_of(d));
      out.add_block(make_block(root_, Block::kEveryone));
    }
  }

  void fill_worms(const HammingRound& step, NodeId node, Round& out) const {
    step.for_each_worm([&](NodeId fresh, NodeId first, NodeId rest) {
      NodeId at = node;
      out.begin(node);
      const auto take = [&](NodeId bit) {
        at ^= bit;
        out.add_hop(at);
      };
      if (first != 0) {
        take(first);
      }
      for (NodeId bits = fresh; bits != 0; bits &= bits - 1) {
        take(bits & (~bits + 1));
      }
      for (; rest != 0; rest &= rest - 1) {
        take(bit_of(HammingCode::check_bit(static_cast<NodeId>(__builtin_ctz(rest)))));
      }
      if (step.is_undone(first)) {
        take(first);
      }
      out.add_destination(at);
      out.add_block(make_block(root_, Block::kEveryone));
    });
  }

  HammingCode code_;
  NodeId root_;
};

void lay(const RowRequest& request, Schedule& schedule) {
  HammingBroadcast broadcast(request);
  schedule.rounds = broadcast.rounds();
  schedule.fill = [broadcast = std::move(broadcast)](std::uint64_t round, Round& out) {
    broadcast.fill(round, out);
  };
}

std::optional<Coefficients> closed_form(const RowRequest& request) {
  if (request.stores_and_forwards()) {
    return std::nullopt;
  }
  const HammingBroadcast broadcast(request);
  Coefficients cost;
  cost.t_s = static_cast<std::int64_t>(broadcast.rounds());
  cost.t_d = broadcast.hops();
  cost.mu_t_m = cost.t_s;
  return cost;
}

}  // namespace rows::broadcast_hamming

Row oab_hc_allport_hokao() {
  Row row{};
  row.id = "oab-hc-allport-hokao";
  row.operation = &operations::broadcast();
  row.topologies = "hypercube";
  row.source =
      "Ho and Kao, \"Optimal broadcast in all-port wormhole-routed hypercubes\", IEEE Trans. "
      "Parallel Distrib. Syst. 6, 1995; here with the Hamming code of length 2^m-1";
  row.conditions = "n ≥ 1; all ports";
  row.definition =
      "Worms inform the words of a Hamming code with m = ⌊log2(n+1)⌋ check bits, m bits of its "
      "information more in every round; in the last round every word informs its neighbours. The "
      "lower bound is ⌈n/log2(n+1)⌉ rounds.";
  row.rounds = "⌈n/m⌉, m = ⌊log2(n+1)⌋";
  row.latency = "⌈n/m⌉·(t_s + μ·t_m) + D·t_d, D the sum over the rounds of the longest worms";
  row.model.ports = RowModel::kAllPorts;
  row.validate = check_hypercube;
  row.lay = rows::broadcast_hamming::lay;
  row.closed_form = rows::broadcast_hamming::closed_form;
  return row;
}

}  // namespace flitcast
