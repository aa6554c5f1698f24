#include "tb/programs/written/msccl_blocks.h"

#include <algorithm>
#include <utility>

namespace flitcast {
namespace {

bool follows(const MscclPlace& first, std::uint32_t count, const MscclPlace& next) {
  return next.buffer == first.buffer && next.offset == first.offset + count;
}

}  // namespace

MscclBlocks::MscclBlocks(const Program& program, std::uint32_t rank, MscclLayout& layout)
    : program_(program),
      first_(program.rank(rank).first),
      layout_(layout),
      ends_(program.rank(rank).end - first_),
      after_(ends_.size()) {
  for (std::uint32_t op = first_; op < program.rank(rank).end; ++op) {
    program.for_each_edge(
        op, [&](const Program::Edge& edge) { after_[edge.then - first_].push_back(op); });
  }
  for (const auto& [from, to] : layout.first_copies) {
    MscclBlock& block = blocks_.emplace_back();
    block.steps.push_back({"cpy", from, to, 1});
  }
  for (std::uint32_t op = first_; op < program.rank(rank).end; ++op) {
    place(op);
  }
  for (const MscclBlock& block : blocks_) {
    for (const MscclStep& step : block.steps) {
      if (step.after != ProgramOp::kNone) {
        const End& end = end_of(step.after);
        blocks_[end.block].steps[end.step].awaited = true;
      }
    }
  }
}

void MscclBlocks::place(std::uint32_t number) {
  const ProgramOp& op = program_[number];
  std::vector<std::uint32_t> after = std::move(after_[number - first_]);
  const auto implied = std::find_if(after.begin(), after.end(), [&](std::uint32_t first) {
    return first < number && goes_on(op, first);
  });
  std::uint32_t home = 0;
  if (implied != after.end()) {
    home = end_of(*implied).block;
    after.erase(implied);
  } else {
    home = static_cast<std::uint32_t>(blocks_.size());
    blocks_.emplace_back();
  }
  MscclBlock& block = blocks_[home];
  steps_ = &block.steps;
  for (std::size_t i = 0; i + 1 < after.size(); ++i) {
    steps_->push_back({"nop"});
    steps_->back().after = after[i];
  }
  const std::size_t first = steps_->size();
  add_steps(op, block);
  if (!after.empty()) {
    (*steps_)[first].after = after.back();
  }
  block.last = number;
  ends_[number - first_] = {home, static_cast<std::uint32_t>(steps_->size() - 1)};
}

bool MscclBlocks::goes_on(const ProgramOp& op, std::uint32_t first) const {
  const MscclBlock& block = blocks_[end_of(first).block];
  return block.last == first && block.send < 0 && op.kind != OpKind::kSend &&
         (!receives(op.kind) || (block.receive == op.peer && block.channel == op.tag));
}

void MscclBlocks::add_steps(const ProgramOp& op, MscclBlock& block) {
  const Places source = places_of(op, op.source);
  const Places target = places_of(op, op.target);
  if (op.kind == OpKind::kSend) {
    block.send = op.peer;
    block.channel = op.tag;
    const Places gathered = is_run(source) ? source : scratch(source.size());
    if (!is_run(source)) {
      add_local("cpy", source, gathered);
    }
    steps_->push_back({"s", gathered[0], gathered[0], count_of(source)});
  } else if (receives(op.kind)) {
    block.receive = op.peer;
    block.channel = op.tag;
    add_receive(op.kind == OpKind::kReceiveAdd, source, target);
  } else if (op.kind == OpKind::kCopy || op.kind == OpKind::kReduce) {
    add_local(op.kind == OpKind::kCopy ? "cpy" : "re", source, target);
  } else {
    steps_->push_back({"nop"});
  }
}

void MscclBlocks::add_receive(bool adds, const Places& source, const Places& target) {
  if (is_run(target) && (!adds || is_run(source))) {
    steps_->push_back(
        {adds ? "rrc" : "r", adds ? source[0] : target[0], target[0], count_of(target)});
    return;
  }
  const Places received = scratch(target.size());
  steps_->push_back({"r", received[0], received[0], count_of(received)});
  if (adds && source != target) {
    add_local("cpy", source, target);
  }
  add_local(adds ? "re" : "cpy", received, target);
}

void MscclBlocks::add_local(const char* type, const Places& source, const Places& target) {
  for (std::size_t i = 0; i < source.size();) {
    std::uint32_t count = 1;
    while (i + count < source.size() && follows(source[i], count, source[i + count]) &&
           follows(target[i], count, target[i + count])) {
      ++count;
    }
    steps_->push_back({type, source[i], target[i], count});
    i += count;
  }
}

bool MscclBlocks::is_run(const Places& places) {
  for (std::uint32_t i = 1; i < places.size(); ++i) {
    if (!follows(places[0], i, places[i])) {
      return false;
    }
  }
  return true;
}

std::uint32_t MscclBlocks::count_of(const Places& places) {
  return static_cast<std::uint32_t>(places.size());
}

MscclBlocks::Places MscclBlocks::places_of(const ProgramOp& op, std::uint32_t first) const {
  Places places;
  for (std::uint32_t i = 0; first != ProgramOp::kNone && i < op.amount / program_.chunk_flits;
       ++i) {
    places.push_back(layout_.places[program_.place(op, first, i)]);
  }
  return places;
}

MscclBlocks::Places MscclBlocks::scratch(std::size_t count) {
  Places places;
  for (std::size_t i = 0; i < count; ++i) {
    places.push_back({'s', layout_.scratch_chunks++});
  }
  return places;
}

}  // namespace flitcast
