#include "traffic/forecast/program_races.h"

#include <algorithm>
#include <utility>

namespace flitcast {
namespace {

std::uint64_t channel_of(std::uint32_t source, std::uint32_t tag) {
  return std::uint64_t{source} << 32U | tag;
}

/// Numbers whose sums tell what is summed.
std::uint64_t number_of(std::uint32_t origin, std::uint32_t piece) {
  std::uint64_t number = (std::uint64_t{origin} << 32U | piece) + 0x9E3779B97F4A7C15U;
  number = (number ^ number >> 30U) * 0xBF58476D1CE4E5B9U;
  number = (number ^ number >> 27U) * 0x94D049BB133111EBU;
  return number ^ number >> 31U;
}

}  // namespace

ProgramRaces::ProgramRaces(const Program& program)
    : program_(program),
      states_(program.size()),
      memory_(program.ranks()),
      sends_(program.ranks()),
      receives_(program.ranks()) {
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    memory_[rank].resize(program.rank(rank).chunks);
  }
  for (const ChunkContent& content : program.starts_with) {
    Content& held = memory_[content.rank][content.place].content;
    held = 0;
    for (std::uint32_t i = 0; i < content.summed; ++i) {
      held += number_of(content.origin + i, content.piece);
    }
  }
}

// ---- what comes before what ----

void ProgramRaces::join(Clock& clock, const Clock& other) {
  work_ += other.size();
  clock.resize(std::max(clock.size(), other.size()));
  for (std::size_t chain = 0; chain < other.size(); ++chain) {
    clock[chain] = std::max(clock[chain], other[chain]);
  }
}

/// After an operation that nothing has followed yet, or in a chain of its own.
void ProgramRaces::enter_chain(std::uint32_t op) {
  State& state = states_[op];
  const std::uint32_t before = state.follows;
  if (before != kNone && tails_[states_[before].chain] == before) {
    state.chain = states_[before].chain;
    state.place = states_[before].place + 1;
    tails_[state.chain] = op;
  } else {
    state.chain = static_cast<std::uint32_t>(tails_.size());
    state.place = 1;
    tails_.push_back(op);
  }
}

bool ProgramRaces::over(std::uint32_t op, const Clock& clock) const {
  const State& state = states_[op];
  return state.chain < clock.size() && clock[state.chain] >= state.place;
}

void ProgramRaces::ready(std::uint32_t op, const Cause& /*cause*/, Cycle /*at*/) {
  if (states_[op].chain != kNone || !complete()) {
    return;  // held up before
  }
  enter_chain(op);
  const ProgramOp& what = program_[op];
  const std::uint32_t rank = program_.rank_of(op);
  if (what.kind == OpKind::kSend) {
    keep_order(sends_[what.peer], channel_of(rank, what.tag), op);
  }
  program_.for_each_edge(op, [&](const Program::Edge& edge) {
    if (edge.on_start) {
      join(states_[edge.then].before, states_[op].before);
    }
  });
}

void ProgramRaces::matched(std::uint32_t receive, std::uint32_t send, const Cause& /*cause*/,
                           Cycle /*at*/) {
  if (!complete()) {
    return;
  }
  keep_order(receives_[program_.rank_of(receive)],
             channel_of(program_.rank_of(send), program_[send].tag), receive);
  State& sent = states_[send];
  State& received = states_[receive];
  join(received.before, sent.before);
  received.before.resize(std::max<std::size_t>(received.before.size(), sent.chain + 1));
  received.before[sent.chain] = std::max(received.before[sent.chain], sent.place);
  messages_[receive] = std::move(messages_[send]);
  messages_.erase(send);
  release(sent);
}

void ProgramRaces::finished(std::uint32_t op, Cycle /*at*/) {
  if (!complete()) {
    return;
  }
  access(op);
  State& state = states_[op];
  Clock after = state.before;
  after.resize(std::max<std::size_t>(after.size(), state.chain + 1));
  after[state.chain] = std::max(after[state.chain], state.place);
  program_.for_each_edge(op, [&](const Program::Edge& edge) {
    if (!edge.on_start) {
      join(states_[edge.then].before, after);
      states_[edge.then].follows = op;
    }
  });
  state.uses -= program_[op].kind == OpKind::kSend ? 0 : 1;
  release(state);
}

/// Its clock has been told to one of those that it is told to.
void ProgramRaces::release(State& state) {
  if (--state.uses == 0) {
    state.before = {};
  }
}

// ---- what no order is for ----

std::vector<ProgramRaces::Content> ProgramRaces::contents(std::uint32_t number,
                                                          std::uint32_t first) {
  const ProgramOp& op = program_[number];
  std::vector<Content> contents;
  for (std::uint32_t i = 0; first != kNone && i < op.amount / program_.chunk_flits; ++i) {
    contents.push_back(memory_[program_.rank_of(number)][program_.place(op, first, i)].content);
  }
  return contents;
}

void ProgramRaces::posted(std::uint32_t op, Cycle /*at*/) {
  if (program_.chunk_flits > 0 && complete()) {
    messages_[op] = contents(op, program_[op].source);
  }
}

/// In the order in which operations end.
void ProgramRaces::access(std::uint32_t number) {
  const ProgramOp& op = program_[number];
  if (program_.chunk_flits == 0) {
    return;
  }
  const bool message = receives(op.kind);
  const bool adds = op.kind == OpKind::kReceiveAdd || op.kind == OpKind::kReduce;
  std::vector<Content> read = contents(number, op.source);
  std::vector<Content> other;  // what is added to
  if (message) {
    other = std::exchange(read, std::move(messages_[number]));
    messages_.erase(number);
  } else if (adds) {
    other = contents(number, op.target);
  }
  for (std::uint32_t i = 0; op.source != kNone && i < op.amount / program_.chunk_flits; ++i) {
    use(number, program_.place(op, op.source, i));
  }
  for (std::uint32_t i = 0; op.target != kNone && i < read.size(); ++i) {
    write(number, program_.place(op, op.target, i),
          read[i] + (adds && i < other.size() ? other[i] : 0));
  }
}

void ProgramRaces::use(std::uint32_t op, std::uint32_t place) {
  Chunk& chunk = memory_[program_.rank_of(op)][place];
  check(chunk.writer, op, place);
  chunk.readers.push_back(op);
}

void ProgramRaces::write(std::uint32_t op, std::uint32_t place, Content content) {
  Chunk& chunk = memory_[program_.rank_of(op)][place];
  if (chunk.content == content) {
    use(op, place);
    return;
  }
  check(chunk.writer, op, place);
  for (const std::uint32_t reader : chunk.readers) {
    check(reader, op, place);
  }
  chunk.readers.clear();
  chunk.writer = op;
  chunk.content = content;
}

/// The other one has ended before.
void ProgramRaces::check(std::uint32_t other, std::uint32_t op, std::uint32_t place) {
  if (other != kNone && other != op && !over(other, states_[op].before)) {
    tell(other, op, "race for chunk " + std::to_string(place) + " of its memory");
  }
}

/// Those of a channel are in order where one is ready when the other is, and comes first in the
/// program.
void ProgramRaces::keep_order(std::unordered_map<std::uint64_t, Last>& lasts, std::uint64_t channel,
                              std::uint32_t op) {
  Last& last = lasts[channel];
  const Clock& before = states_[op].before;
  work_ += before.size();
  if (last.op != kNone && !over(last.op, before)) {
    bool no_later = last.op < op;
    for (std::size_t chain = 0; chain < last.before.size() && no_later; ++chain) {
      no_later = last.before[chain] <= (chain < before.size() ? before[chain] : 0);
    }
    if (!no_later) {
      tell(last.op, op, "race for their place in a channel");
    }
  }
  last = {op, before};
}

void ProgramRaces::tell(std::uint32_t a, std::uint32_t b, const std::string& what) {
  if (first_.empty()) {
    first_ = program_.describe(std::min(a, b)) + ", and operation " +
             std::to_string(std::max(a, b) - program_.rank(program_.rank_of(a)).first + 1) + " " +
             what;
  }
}

}  // namespace flitcast
