#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tb/programs/piecewise_text.h"
#include "tb/programs/program_writers.h"
#include "tb/programs/written_collective.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kNoOp = ProgramOp::kNone;
constexpr std::uint32_t kMostBlocks = 65535;
constexpr std::uint32_t kMostChannels = 65536;

bool follows(const MscclPlace& first, std::uint32_t count, const MscclPlace& next) {
  return next.buffer == first.buffer && next.offset == first.offset + count;
}

struct Step {
  const char* type;
  MscclPlace source{'i', 0};
  MscclPlace target{'i', 0};
  std::uint32_t count = 0;
  std::uint32_t after = kNoOp;  // an operation
  bool awaited = false;
};

/// A thread block.
struct ThreadBlock {
  std::int64_t send = -1;
  std::int64_t receive = -1;
  std::uint32_t channel = 0;
  std::vector<Step> steps;
  std::uint32_t last = kNoOp;  // operation
};

/// The blocks of a rank.
class RankBlocks {
 public:
  RankBlocks(const Program& program, std::uint32_t rank, MscclLayout& layout)
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
      ThreadBlock& block = blocks_.emplace_back();
      block.steps.push_back({"cpy", from, to, 1});
    }
    for (std::uint32_t op = first_; op < program.rank(rank).end; ++op) {
      place(op);
    }
    for (const ThreadBlock& block : blocks_) {
      for (const Step& step : block.steps) {
        if (step.after != kNoOp) {
          const End& end = end_of(step.after);
          blocks_[end.block].steps[end.step].awaited = true;
        }
      }
    }
  }

  const std::vector<ThreadBlock>& blocks() const { return blocks_; }
  /// Of an operation: its block, and its last step there.
  struct End {
    std::uint32_t block = 0;
    std::uint32_t step = 0;
  };
  const End& end_of(std::uint32_t op) const { return ends_[op - first_]; }

 private:
  using Places = std::vector<MscclPlace>;

  void place(std::uint32_t number) {
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
    ThreadBlock& block = blocks_[home];
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

  /// The operation may be the next one of the block of `first`, which it waits for: sends have
  /// blocks of their own, so that none waits until another has left.
  bool goes_on(const ProgramOp& op, std::uint32_t first) const {
    const ThreadBlock& block = blocks_[end_of(first).block];
    return block.last == first && block.send < 0 && op.kind != OpKind::kSend &&
           (!receives(op.kind) || (block.receive == op.peer && block.channel == op.tag));
  }

  void add_steps(const ProgramOp& op, ThreadBlock& block) {
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

  void add_receive(bool adds, const Places& source, const Places& target) {
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

  void add_local(const char* type, const Places& source, const Places& target) {
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

  static bool is_run(const Places& places) {
    for (std::uint32_t i = 1; i < places.size(); ++i) {
      if (!follows(places[0], i, places[i])) {
        return false;
      }
    }
    return true;
  }
  static std::uint32_t count_of(const Places& places) {
    return static_cast<std::uint32_t>(places.size());
  }

  Places places_of(const ProgramOp& op, std::uint32_t first) const {
    Places places;
    for (std::uint32_t i = 0; first != kNoOp && i < op.amount / program_.chunk_flits; ++i) {
      places.push_back(layout_.places[program_.place(op, first, i)]);
    }
    return places;
  }
  Places scratch(std::size_t count) {
    Places places;
    for (std::size_t i = 0; i < count; ++i) {
      places.push_back({'s', layout_.scratch_chunks++});
    }
    return places;
  }

  const Program& program_;
  std::uint32_t first_;
  MscclLayout& layout_;
  std::vector<ThreadBlock> blocks_;
  std::vector<End> ends_;                          // by operation of the rank
  std::vector<std::vector<std::uint32_t>> after_;  // likewise: what it waits for
  std::vector<Step>* steps_ = nullptr;             // of the block that is added to
};

/// What stands in an attribute.
std::string harmless(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return c == '<' || c == '>' || c == '&' || c == '"' || c < ' '; }, '_');
  return text;
}

class MscclWriter {
 public:
  MscclWriter(const Program& program, const ProgramSink& sink) : program_(program), text_(sink) {}

  void write(const std::vector<std::string>& remarks) {
    const WrittenCollective collective(program_);
    for (const std::string& remark : remarks) {
      std::string comment = remark;
      for (std::size_t at = 0; (at = comment.find("--", at)) != std::string::npos;) {
        comment.replace(at, 2, "- -");
      }
      text_.add("<!-- {} -->\n", comment);
    }
    const std::string name = program_.title.substr(0, program_.title.find(':'));
    text_.add(
        "<algo name=\"{}\" proto=\"Simple\" nchannels=\"{}\" nchunksperloop=\"{}\" ngpus=\"{}\" "
        "coll=\"{}\" inplace=\"{}\" outofplace=\"{}\" minBytes=\"0\" maxBytes=\"0\" "
        "fifo_depth=\"{}\">\n",
        harmless(name), channels(), collective.chunks(), program_.ranks(), collective.word(),
        collective.in_place() ? 1 : 0, collective.in_place() ? 0 : 1, program_.fifo_depth);
    for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
      write_rank(rank, collective);
    }
    text_.add("</algo>\n");
    text_.flush();
  }

 private:
  std::uint32_t channels() const {
    std::uint32_t most = 0;
    for (std::uint32_t op = 0; op < program_.size(); ++op) {
      most = program_[op].kind == OpKind::kSend ? std::max(most, program_[op].tag) : most;
    }
    return most + 1;
  }

  void write_rank(std::uint32_t rank, const WrittenCollective& collective) {
    MscclLayout layout = collective.layout(rank);
    const RankBlocks all(program_, rank, layout);
    text_.add("  <gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\"", rank,
              layout.input_chunks, layout.output_chunks, layout.scratch_chunks);
    if (!collective.is_known()) {
      write_contents("starts_with", collective.starts_with(rank));
      write_contents("promises", collective.promises(rank));
    }
    text_.add(">\n");
    for (std::size_t id = 0; id < all.blocks().size(); ++id) {
      const ThreadBlock& block = all.blocks()[id];
      text_.add("    <tb id=\"{}\" send=\"{}\" recv=\"{}\" chan=\"{}\">\n", id, block.send,
                block.receive, block.channel);
      for (std::size_t s = 0; s < block.steps.size(); ++s) {
        write_step(s, block.steps[s], all);
      }
      text_.add("    </tb>\n");
    }
    text_.add("  </gpu>\n");
  }

  void write_contents(const char* name, const std::vector<ChunkContent>& contents) {
    const char* before = "";
    text_.add(" {}=\"", name);
    for (const ChunkContent& content : contents) {
      text_.add("{}{}:{}:{}:{}", std::exchange(before, " "), content.place, content.origin,
                content.piece, content.summed);
    }
    text_.add("\"");
  }

  void write_step(std::size_t number, const Step& step, const RankBlocks& all) {
    text_.add(
        "      <step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" "
        "dstoff=\"{}\" cnt=\"{}\" ",
        number, step.type, step.source.buffer, step.source.offset, step.target.buffer,
        step.target.offset, step.count);
    if (step.after == kNoOp) {
      text_.add("depid=\"-1\" deps=\"-1\" hasdep=\"{}\"/>\n", step.awaited ? 1 : 0);
    } else {
      const RankBlocks::End& end = all.end_of(step.after);
      text_.add("depid=\"{}\" deps=\"{}\" hasdep=\"{}\"/>\n", end.block, end.step,
                step.awaited ? 1 : 0);
    }
  }

  const Program& program_;
  PiecewiseText text_;
};

/// Throws UnsaidProgram.
void check_sayable(const Program& program) {
  if (program.chunk_flits == 0) {
    throw UnsaidProgram("it says how large messages are, MSCCL XML which chunks they carry");
  }
  for (std::uint32_t number = 0; number < program.size(); ++number) {
    const ProgramOp& op = program[number];
    bool on_start = false;
    program.for_each_edge(number, [&](const Program::Edge& edge) { on_start |= edge.on_start; });
    const bool messages = receives(op.kind) || op.kind == OpKind::kSend;
    const char* const why = on_start ? "something waits until it has started"
                            : messages && op.peer == ProgramOp::kAny
                                ? "it takes messages of anybody"
                            : messages && op.tag >= kMostChannels ? "there are not so many channels"
                                                                  : nullptr;
    if (why != nullptr) {
      throw UnsaidProgram(program.describe(number) + ": " + why + ", which MSCCL XML cannot say");
    }
  }
  for (std::uint32_t rank = 0; rank < program.ranks(); ++rank) {
    if (program.rank(rank).end - program.rank(rank).first > kMostBlocks) {
      throw UnsaidProgram(
          fmt::format("rank {} has more operations than MSCCL XML has thread blocks", rank));
    }
  }
}

}  // namespace

std::vector<std::string> unsaid_in_msccl(const Program& program) {
  std::uint64_t times = 0;
  for (std::uint32_t op = 0; op < program.size(); ++op) {
    const OpKind kind = program[op].kind;
    const bool takes = kind == OpKind::kCompute || kind == OpKind::kDelay || kind == OpKind::kWait;
    times += takes && program[op].amount > 0 ? 1 : 0;
  }
  std::vector<std::string> unsaid;
  if (times > 0) {
    unsaid.push_back(fmt::format(
        "MSCCL XML has no times: {} computations, delays or dates are left out", times));
  }
  return unsaid;
}

void write_msccl(const Program& program, const std::vector<std::string>& remarks,
                 const ProgramSink& sink) {
  check_sayable(program);
  MscclWriter(program, sink).write(remarks);
}

}  // namespace flitcast
