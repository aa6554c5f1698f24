#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/msccl_collective.h"
#include "tb/programs/program_file.h"
#include "tb/programs/xml_file.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

using Text = std::string_view;

/// algo, gpu, tb, step; one more for what others may add.
constexpr int kDeepest = 5;
constexpr std::uint64_t kMostPacketFlits = std::numeric_limits<std::uint32_t>::max() - 1;
/// Messages that MSCCL's channels hold.
constexpr std::uint32_t kFifoDepth = 8;

/// What a type of step consists of.
struct StepType {
  Text word;
  bool receives;
  bool adds;    ///< what is received, to the source
  bool stores;  ///< what is received, or a copy, in the destination
  bool sends;
  OpKind local = OpKind::kWait;  ///< what it does where it neither receives nor sends
};
constexpr std::array<StepType, 9> kTypes{{
    {"s", false, false, false, true},
    {"r", true, false, true, false},
    {"rcs", true, false, true, true},
    {"rrs", true, true, false, true},
    {"rrc", true, true, true, false},
    {"rrcs", true, true, true, true},
    {"cpy", false, false, true, false, OpKind::kCopy},
    {"re", false, false, true, false, OpKind::kReduce},
    {"nop", false, false, false, false},
}};

class MscclReader {
 public:
  MscclReader(const std::string& file, const ProgramUnits& units)
      : units_(units),
        file_(file, kDeepest),
        algo_(algo_of(file_)),
        chunk_flits_(chunk_flits()),
        collective_(file_, algo_),
        ranks_(collective_.ranks()) {}

  Program read() {
    Program program(ranks_);
    program.chunk_flits = chunk_flits_;
    program.fifo_depth =
        algo_.attribute("fifo_depth")
            ? static_cast<std::uint32_t>(file_.count(algo_, "fifo_depth", ProgramOp::kNone - 1))
            : kFifoDepth;
    program.title =
        fmt::format("{}: {} of {}, {}", algo_.attribute("name").value(), collective_.name(),
                    count_of(ranks_, "rank"), count_of(collective_.chunks(), "chunk"));
    std::vector<bool> read(ranks_);
    for (const pugi::xml_node gpu : algo_.children("gpu")) {
      rank_ = static_cast<std::uint32_t>(file_.number(gpu, "id", 0, ranks_ - 1));
      if (read[rank_]) {
        file_.fail(gpu, "gpu {} stands there twice", rank_);
      }
      read[rank_] = true;
      read_gpu(gpu, program);
    }
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      if (!read[rank]) {
        file_.fail(algo_, "there is no gpu {}, of {}", rank, ranks_);
      }
    }
    return program;
  }

 private:
  /// A thread block: a stream of its rank.
  struct Block {
    std::vector<pugi::xml_node> steps;  // in their order
    std::vector<std::uint32_t> first;   // operations of each step
    std::vector<std::uint32_t> last;
    std::uint32_t send = ProgramOp::kNone;
    std::uint32_t receive = ProgramOp::kNone;
    std::uint32_t channel = 0;
    std::uint32_t scratch = 0;  // what is received and only sent on
  };

  static pugi::xml_node algo_of(const XmlFile& file) {
    const pugi::xml_node algo = file.document().child("algo");
    if (!algo) {
      file.fail(0, "no MSCCL: it has no element algo");
    }
    return algo;
  }

  /// MSCCL itself does not say it; what flitcast writes does.
  std::uint64_t chunk_flits() const {
    constexpr const char* kName = "chunk_flits";
    const bool told = !units_.own_chunks && algo_.attribute(kName);
    return told ? static_cast<std::uint64_t>(
                      file_.number(algo_, kName, 1, std::int64_t{kMostPacketFlits}))
                : units_.chunk_flits;
  }

  void read_gpu(const pugi::xml_node& gpu, Program& program) {
    collective_.begin_rank(rank_, gpu);
    collective_.state_contents(gpu, program);
    memory_ = collective_.buffers();
    program.begin_rank(rank_);
    std::map<std::int64_t, Block> blocks;
    for (const pugi::xml_node node : gpu.children("tb")) {
      const std::int64_t id = file_.number(node, "id", 0, 65534);
      if (blocks.count(id) != 0) {
        file_.fail(node, "tb {} stands there twice", id);
      }
      add_block(node, static_cast<std::uint16_t>(blocks.size()), blocks[id], program);
    }
    for (auto& [id, block] : blocks) {
      for (std::size_t step = 0; step < block.steps.size(); ++step) {
        add_dependencies(blocks, block, step, program);
      }
    }
    program.set_chunks(rank_, static_cast<std::uint32_t>(memory_));
    in_all_ += memory_;
    if (in_all_ > MscclCollective::kMostInAll) {
      file_.fail(gpu, "the chunks of all buffers are more than {}", MscclCollective::kMostInAll);
    }
  }

  std::uint32_t peer(const pugi::xml_node& node, const char* name) const {
    const std::int64_t peer = file_.number(node, name, -1, std::int64_t{ranks_} - 1);
    if (peer == std::int64_t{rank_}) {
      file_.fail(node, "{} = \"{}\" is the rank itself", name, peer);
    }
    return peer < 0 ? ProgramOp::kNone : static_cast<std::uint32_t>(peer);
  }

  void add_block(const pugi::xml_node& node, std::uint16_t stream, Block& block, Program& program) {
    block.send = peer(node, "send");
    block.receive = peer(node, "recv");
    block.channel = static_cast<std::uint32_t>(file_.count(node, "chan", 65535));
    block.scratch = static_cast<std::uint32_t>(memory_);
    for (const pugi::xml_node step : node.children("step")) {
      const std::uint64_t place = file_.count(step, place_name(step), MscclCollective::kMostChunks);
      if (place != block.steps.size()) {
        file_.fail(step, "step {} stands where step {} is due", place, block.steps.size());
      }
      block.steps.push_back(step);
      add_step(step, stream, block, program);
    }
  }

  /// The dialects differ in what they call the number of a step.
  static const char* place_name(const pugi::xml_node& step) {
    return step.attribute("s") ? "s" : "op";
  }

  const StepType& type_of(const pugi::xml_node& step) const {
    const Text word = step.attribute("type").value();
    const auto* const type = std::find_if(kTypes.begin(), kTypes.end(),
                                          [&](const StepType& each) { return each.word == word; });
    if (type == kTypes.end()) {
      file_.fail(step, "type = \"{}\" is not known", word.substr(0, 40));
    }
    return *type;
  }

  void add_step(const pugi::xml_node& step, std::uint16_t stream, Block& block, Program& program) {
    const StepType& type = type_of(step);
    const bool moves = type.receives || type.sends || type.local != OpKind::kWait;
    const std::uint64_t chunks = moves ? file_.count(step, "cnt", MscclCollective::kMostChunks) : 0;
    if (moves && (chunks == 0 || chunks * chunk_flits_ > kMostPacketFlits)) {
      file_.fail(step, "cnt = \"{}\" is no size of a message", chunks);
    }
    ProgramOp op;
    op.amount = chunks * chunk_flits_;
    op.tag = block.channel;
    op.stream = stream;
    if (type.adds || type.local != OpKind::kWait || (type.sends && !type.receives)) {
      op.source = collective_.source_of(step, chunks);
    }
    if (type.stores) {
      op.target = collective_.target_of(step, chunks);
    } else if (type.receives) {
      op.target = block.scratch;
      memory_ = std::max(memory_, block.scratch + chunks);
    }
    op.kind = type.local;
    if (type.receives) {
      op.kind = type.adds ? OpKind::kReceiveAdd : OpKind::kReceive;
      op.peer = required(step, block.receive, "recv");
    } else if (type.sends) {
      op.kind = OpKind::kSend;
      op.peer = required(step, block.send, "send");
    }
    block.first.push_back(program.add(op));
    if (type.receives && type.sends) {
      op.source = op.target;
      op.target = ProgramOp::kNone;
      op.kind = OpKind::kSend;
      op.peer = required(step, block.send, "send");
      const std::uint32_t received = block.first.back();
      program.require(program.add(op), received);
    }
    block.last.push_back(program.rank(rank_).end - 1);
  }

  std::uint32_t required(const pugi::xml_node& step, std::uint32_t peer, const char* name) const {
    if (peer == ProgramOp::kNone) {
      file_.fail(step, "needs a peer, and its tb has {} = \"-1\"", name);
    }
    return peer;
  }

  void add_dependencies(const std::map<std::int64_t, Block>& blocks, const Block& block,
                        std::size_t step, Program& program) const {
    const pugi::xml_node& node = block.steps[step];
    if (step > 0) {
      program.require(block.first[step], block.last[step - 1]);
    }
    const std::int64_t id = file_.number(node, "depid", -1, 65534);
    if (id < 0) {
      return;
    }
    const auto other = blocks.find(id);
    if (other == blocks.end()) {
      file_.fail(node, "depid = \"{}\" is no tb of gpu {}", id, rank_);
    }
    const std::uint64_t place = file_.count(node, "deps", MscclCollective::kMostChunks);
    if (place >= other->second.last.size()) {
      file_.fail(node, "deps = \"{}\" is no step of tb {}", place, id);
    }
    program.require(block.first[step], other->second.last[place]);
  }

  ProgramUnits units_;
  XmlFile file_;
  pugi::xml_node algo_;
  std::uint64_t chunk_flits_;
  MscclCollective collective_;
  std::uint32_t ranks_;
  std::uint64_t in_all_ = 0;  // chunks of the ranks so far
  // of the rank that is read
  std::uint32_t rank_ = 0;
  std::uint64_t memory_ = 0;
};

}  // namespace

Program read_msccl(const std::string& file, const ProgramUnits& units) {
  return MscclReader(file, units).read();
}

}  // namespace flitcast
