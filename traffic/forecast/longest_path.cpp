#include "traffic/forecast/longest_path.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "traffic/program/mapped_array.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kNobody = ProgramOp::kNone;

/// Every operation ends at the earliest that is known, and these dates are found in their order.
class EarliestPlay {
 public:
  EarliestPlay(const Program& program, const ProgramMachine::Costs& costs, LeastTimes& times)
      : program_(program),
        costs_(costs),
        times_(times),
        states_(program.size()),
        meetings_(program.ranks()),
        meeting_of_(program.ranks()) {}

  Cycle end() {
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
      for (std::uint32_t op = program_.rank(rank).first; op < program_.rank(rank).end; ++op) {
        states_[op] = {program_[op].dependencies, kNobody, 0, 0};
        constexpr std::uint32_t kRestAfter = std::uint32_t{1} << 20U;
        if (op % kRestAfter == 0) {
          program_.rest();
          states_.rest();
        }
      }
    }
    for (std::uint32_t op = 0; op < program_.size(); ++op) {
      if (program_[op].dependencies == 0) {
        ready_.push_back(op);
        start_ready();
      }
    }
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      now_ = event.at;
      event.arrives ? arrive(event.op) : finish(event.op);
      start_ready();
    }
    return end_;
  }

 private:
  struct State {
    std::uint32_t waits_for;
    std::uint32_t before;  // a receive of the rank that has ended before it could start, or kNobody
    std::uint32_t meeting;
    std::uint32_t place;  // among the receives there, at least; from 1 on
  };
  struct Event {
    Cycle at;
    std::uint32_t op;
    bool arrives;
    bool operator>(const Event& other) const { return at > other.at; }
  };
  /// Where messages of a channel, or of all of a rank, meet receives.
  struct Meeting {
    std::uint32_t came = 0;
    std::vector<std::uint32_t> waiting{};
  };

  void start_ready() {
    while (!ready_.empty()) {
      const std::uint32_t op = ready_.back();
      ready_.pop_back();
      start(op);
    }
  }

  void start(std::uint32_t op) {
    const ProgramOp& what = program_[op];
    if (what.tells_start) {
      release(op, true);
    }
    if (receives(what.kind)) {
      receive(op);
      return;
    }
    if (what.kind == OpKind::kSend) {
      const std::uint32_t rank = program_.rank_of(op);
      events_.push({now_ + times_.to_end(rank, what.peer, what.amount), op, true});
      events_.push({now_ + times_.at_port(rank, what.peer, what.amount) + 1, op, false});
      return;
    }
    events_.push({now_ + ProgramMachine::cycles_of(what, costs_, now_), op, false});
  }

  /// The first of a rank is that of any source or tag.
  std::uint32_t meeting(std::uint32_t rank, std::uint32_t peer, std::uint32_t tag) {
    if (peer == ProgramOp::kAny || tag == ProgramOp::kAny) {
      return rank;
    }
    const std::uint64_t key = std::uint64_t{peer} << 32U | tag;
    const auto [found, is_new] =
        meeting_of_[rank].try_emplace(key, static_cast<std::uint32_t>(meetings_.size()));
    if (is_new) {
      meetings_.emplace_back();
    }
    return found->second;
  }

  /// Counted from the last receive there of those that have ended before, if that is near.
  std::uint32_t place_of(std::uint32_t receive) const {
    constexpr int kFarthest = 256;
    std::uint32_t before = states_[receive].before;
    for (int steps = 0; before != kNobody && steps < kFarthest; ++steps) {
      if (states_[before].meeting == states_[receive].meeting) {
        return states_[before].place + 1;
      }
      before = states_[before].before;
    }
    return 1;
  }

  void receive(std::uint32_t op) {
    State& state = states_[op];
    state.meeting = meeting(program_.rank_of(op), program_[op].peer, program_[op].tag);
    state.place = place_of(op);
    if (meetings_[state.meeting].came >= state.place) {
      add(op);
    } else {
      meetings_[state.meeting].waiting.push_back(op);
    }
  }

  void arrive(std::uint32_t send) {
    const ProgramOp& what = program_[send];
    come(what.peer);
    come(meeting(what.peer, program_.rank_of(send), what.tag));
  }

  void come(std::uint32_t at) {
    Meeting& meeting = meetings_[at];
    ++meeting.came;
    const auto waits = [&](std::uint32_t op) { return states_[op].place > meeting.came; };
    const auto over = std::stable_partition(meeting.waiting.begin(), meeting.waiting.end(), waits);
    std::for_each(over, meeting.waiting.end(), [this](std::uint32_t op) { add(op); });
    meeting.waiting.erase(over, meeting.waiting.end());
  }

  /// The receive has its message.
  void add(std::uint32_t op) {
    const ProgramOp& what = program_[op];
    const Cycle flit = what.kind == OpKind::kReceiveAdd ? costs_.reduce_flit : 0;
    events_.push({now_ + static_cast<Cycle>(what.amount) * flit, op, false});
  }

  void finish(std::uint32_t op) {
    end_ = now_;
    const std::uint32_t last = receives(program_[op].kind) ? op : states_[op].before;
    const Program::Rank& rank = program_.rank(program_.rank_of(op));
    program_.for_each_edge(op, [&](const Program::Edge& edge) {
      if (last != kNobody && !edge.on_start && edge.then >= rank.first && edge.then < rank.end) {
        states_[edge.then].before = last;
      }
    });
    release(op, false);
  }

  void release(std::uint32_t op, bool on_start) {
    program_.for_each_edge(op, [&](const Program::Edge& edge) {
      if (edge.on_start == on_start && --states_[edge.then].waits_for == 0) {
        ready_.push_back(edge.then);
      }
    });
  }

  const Program& program_;
  const ProgramMachine::Costs& costs_;
  LeastTimes& times_;
  MappedArray<State> states_;
  std::vector<Meeting> meetings_;  // those of ranks first
  std::vector<std::unordered_map<std::uint64_t, std::uint32_t>> meeting_of_;  // by rank
  std::vector<std::uint32_t> ready_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  Cycle now_ = 0;
  Cycle end_ = 0;  // of operations; a message may come later that nobody receives
};

}  // namespace

Cycle longest_path(const Program& program, const ProgramMachine::Costs& costs, LeastTimes& times) {
  return EarliestPlay(program, costs, times).end();
}

}  // namespace flitcast
