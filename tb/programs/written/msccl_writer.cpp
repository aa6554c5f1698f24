#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tb/programs/written/msccl_blocks.h"
#include "tb/programs/written/piecewise_text.h"
#include "tb/programs/written/program_writers.h"
#include "tb/programs/written/written_collective.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kMostBlocks = 65535;
constexpr std::uint32_t kMostChannels = 65536;

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
        "fifo_depth=\"{}\" chunk_flits=\"{}\">\n",
        harmless(name), channels(), collective.chunks(), program_.ranks(), collective.word(),
        collective.in_place() ? 1 : 0, collective.in_place() ? 0 : 1, program_.fifo_depth,
        program_.chunk_flits);
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
    const MscclBlocks all(program_, rank, layout);
    text_.add("  <gpu id=\"{}\" i_chunks=\"{}\" o_chunks=\"{}\" s_chunks=\"{}\"", rank,
              layout.input_chunks, layout.output_chunks, layout.scratch_chunks);
    if (!collective.is_known()) {
      write_contents("starts_with", collective.starts_with(rank));
      write_contents("promises", collective.promises(rank));
    }
    text_.add(">\n");
    for (std::size_t id = 0; id < all.blocks().size(); ++id) {
      const MscclBlock& block = all.blocks()[id];
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

  void write_step(std::size_t number, const MscclStep& step, const MscclBlocks& all) {
    text_.add(
        "      <step s=\"{}\" type=\"{}\" srcbuf=\"{}\" srcoff=\"{}\" dstbuf=\"{}\" "
        "dstoff=\"{}\" cnt=\"{}\" ",
        number, step.type, step.source.buffer, step.source.offset, step.target.buffer,
        step.target.offset, step.count);
    if (step.after == ProgramOp::kNone) {
      text_.add("depid=\"-1\" deps=\"-1\" hasdep=\"{}\"/>\n", step.awaited ? 1 : 0);
    } else {
      const MscclBlocks::End& end = all.end_of(step.after);
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
  check_ranks(program);
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
  std::vector<std::string> unsaid{fmt::format(
      "MSCCL XML has no sizes: chunks of {0} flits are told in an attribute of our own, "
      "chunk_flits, which --traffic.message_flits={0} says, too",
      program.chunk_flits)};
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
