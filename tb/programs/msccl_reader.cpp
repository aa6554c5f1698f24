#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tb/programs/program_file.h"
#include "tb/system/file_error.h"
#include "tb/system/files/input_file.h"

namespace flitcast {
namespace {

using Text = std::string_view;

constexpr std::size_t kMaxBytes = std::size_t{1} << 28;
/// algo, gpu, tb, step; one more for what others may add.
constexpr int kDeepest = 5;
constexpr std::uint64_t kMostGpus = 65536;
constexpr std::uint64_t kMostChunks = 1'000'000;
/// In the memories of all ranks.
constexpr std::uint64_t kMostInAll = 20 * kMostChunks;
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
      : file_(file), units_(units), text_(read_text_file(file, kMaxBytes)) {}

  Program read() {
    check_nesting();
    pugi::xml_document document;
    const pugi::xml_parse_result parsed = document.load_buffer(text_.data(), text_.size());
    if (!parsed) {
      fail(parsed.offset, "no XML: {}", parsed.description());
    }
    const pugi::xml_node algo = document.child("algo");
    if (!algo) {
      fail(0, "no MSCCL: it has no element algo");
    }
    read_algo(algo);
    Program program(ranks_);
    program.chunk_flits = units_.chunk_flits;
    program.fifo_depth = kFifoDepth;
    program.title = fmt::format("{}: {} of {} ranks, {} chunks", algo.attribute("name").value(),
                                collective_, ranks_, chunks_);
    std::vector<bool> read(ranks_);
    for (const pugi::xml_node gpu : algo.children("gpu")) {
      rank_ = static_cast<std::uint32_t>(number(gpu, "id", 0, ranks_ - 1));
      if (read[rank_]) {
        fail(gpu, "gpu {} stands there twice", rank_);
      }
      read[rank_] = true;
      read_gpu(gpu, program);
    }
    for (std::uint32_t rank = 0; rank < ranks_; ++rank) {
      if (!read[rank]) {
        fail(algo, "there is no gpu {}, of {}", rank, ranks_);
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
  struct Buffer {
    std::uint64_t first = 0;
    std::uint64_t size = 0;
  };

  template <typename... Parts>
  [[noreturn]] void fail(std::ptrdiff_t offset, fmt::format_string<Parts...> format,
                         Parts&&... parts) const {
    const auto end =
        text_.begin() + std::min<std::ptrdiff_t>(offset, static_cast<std::ptrdiff_t>(text_.size()));
    throw FileError("{}:{}: {}", file_, 1 + std::count(text_.begin(), end, '\n'),
                    fmt::format(format, std::forward<Parts>(parts)...));
  }
  template <typename... Parts>
  [[noreturn]] void fail(const pugi::xml_node& node, fmt::format_string<Parts...> format,
                         Parts&&... parts) const {
    fail(node.offset_debug(), format, std::forward<Parts>(parts)...);
  }

  /// Before a tree is made of it: elements within one another would take a hundred times the memory
  /// of the file, and nothing needs a document type.
  void check_nesting() const {
    int depth = 0;
    for (std::size_t at = text_.find('<'); at != std::string::npos; at = text_.find('<', at + 1)) {
      const Text rest = Text(text_).substr(at);
      if (rest.substr(0, 4) == "<!--") {
        at = std::min(text_.find("-->", at), text_.size() - 1);
      } else if (rest.substr(0, 2) == "<!") {
        fail(static_cast<std::ptrdiff_t>(at), "has a document type; give elements alone");
      } else if (rest.substr(0, 2) == "</") {
        --depth;
      } else if (rest.substr(0, 2) != "<?") {
        const std::size_t end = text_.find('>', at);
        depth += end != std::string::npos && text_[end - 1] == '/' ? 0 : 1;
      }
      if (depth > kDeepest) {
        fail(static_cast<std::ptrdiff_t>(at), "is nested too deep");
      }
    }
  }

  std::int64_t number(const pugi::xml_node& node, const char* name, std::int64_t least,
                      std::int64_t most) const {
    const pugi::xml_attribute attribute = node.attribute(name);
    if (!attribute) {
      fail(node, "{} has no {}", node.name(), name);
    }
    const Text text = attribute.value();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
      fail(node, "{} = \"{}\" is no number from {} to {}", name, text.substr(0, 40), least, most);
    }
    return value;
  }
  std::uint64_t count(const pugi::xml_node& node, const char* name, std::uint64_t most) const {
    return static_cast<std::uint64_t>(number(node, name, 0, static_cast<std::int64_t>(most)));
  }

  void read_algo(const pugi::xml_node& algo) {
    ranks_ = static_cast<std::uint32_t>(number(algo, "ngpus", 1, kMostGpus));
    chunks_ = static_cast<std::uint32_t>(number(algo, "nchunksperloop", 1, kMostChunks));
    collective_ = algo.attribute("coll").value();
    in_place_ = algo.attribute("inplace").as_int() != 0;
    const bool divided =
        collective_ == "allgather" || collective_ == "alltoall" || collective_ == "reduce_scatter";
    if (!divided && collective_ != "allreduce" && collective_ != "custom") {
      fail(algo,
           "coll = \"{}\" is not known; there are allgather, alltoall, allreduce, reduce_scatter "
           "and custom",
           collective_.substr(0, 40));
    }
    if (divided && chunks_ % ranks_ != 0) {
      fail(algo, "{} chunks are not the same number for each of {} ranks", chunks_, ranks_);
    }
    if (std::uint64_t{chunks_} * ranks_ > kMostInAll) {
      fail(algo, "{} chunks on {} ranks are too many", chunks_, ranks_);
    }
    share_ = chunks_ / ranks_;
  }

  // ---- memory ----

  /// Input, output and scratch buffer, one after the other; in place the input is the output, or
  /// its part of it.
  void place_buffers(const pugi::xml_node& gpu) {
    const std::uint64_t in = count(gpu, "i_chunks", kMostChunks);
    const std::uint64_t out = count(gpu, "o_chunks", kMostChunks);
    const std::uint64_t scratch = count(gpu, "s_chunks", kMostChunks);
    const std::uint64_t both = in_place_ ? std::max(in, out) : in + out;
    const std::uint64_t own = std::uint64_t{rank_} * share_;
    input_ = {0, in_place_ ? both : in};
    output_ = {in_place_ ? 0 : in, in_place_ ? both : out};
    if (in_place_ && collective_ == "allgather") {
      input_ = {own, both - std::min(both, own)};
    } else if (in_place_ && collective_ == "reduce_scatter") {
      output_ = {own, both - std::min(both, own)};
    }
    scratch_ = {both, scratch};
    memory_ = both + scratch;
  }

  std::uint32_t chunk_at(const pugi::xml_node& node, const Buffer& buffer, std::uint64_t offset,
                         std::uint64_t chunks) const {
    if (offset + chunks > buffer.size) {
      fail(node, "{} chunks from {} on are not in a buffer of {}", chunks, offset, buffer.size);
    }
    return static_cast<std::uint32_t>(buffer.first + offset);
  }

  const Buffer& buffer_of(const pugi::xml_node& step, const char* name) const {
    const Text word = step.attribute(name).value();
    if (word != "i" && word != "o" && word != "s") {
      fail(step, "{} = \"{}\" is no buffer; there are i, o and s", name, word.substr(0, 40));
    }
    return word == "i" ? input_ : word == "o" ? output_ : scratch_;
  }
  std::uint32_t source_of(const pugi::xml_node& step, std::uint64_t chunks) const {
    return chunk_at(step, buffer_of(step, "srcbuf"), count(step, "srcoff", kMostChunks), chunks);
  }
  std::uint32_t target_of(const pugi::xml_node& step, std::uint64_t chunks) const {
    return chunk_at(step, buffer_of(step, "dstbuf"), count(step, "dstoff", kMostChunks), chunks);
  }

  void state_contents(const pugi::xml_node& gpu, Program& program) const {
    const bool gathers = collective_ == "allgather";
    const std::uint64_t own = gathers ? share_ : collective_ == "custom" ? input_.size : chunks_;
    const std::uint32_t in = chunk_at(gpu, input_, 0, own);
    for (std::uint32_t chunk = 0; chunk < own; ++chunk) {
      program.starts_with.push_back({rank_, in + chunk, rank_, chunk});
    }
    for (const pugi::xml_node copy : gpu.children("copy")) {
      const auto from = static_cast<std::uint32_t>(count(copy, "i_off", kMostChunks));
      chunk_at(copy, input_, from, 1);
      program.starts_with.push_back(
          {rank_, chunk_at(copy, output_, count(copy, "o_off", kMostChunks), 1), rank_, from});
    }
    const bool sums = collective_ == "allreduce" || collective_ == "reduce_scatter";
    const std::uint32_t promised = collective_ == "custom"           ? 0
                                   : collective_ == "reduce_scatter" ? share_
                                                                     : chunks_;
    const std::uint32_t out = chunk_at(gpu, output_, 0, promised);
    for (std::uint32_t chunk = 0; chunk < promised; ++chunk) {
      const std::uint32_t piece = gathers                      ? chunk % share_
                                  : collective_ == "alltoall"  ? rank_ * share_ + chunk % share_
                                  : collective_ == "allreduce" ? chunk
                                                               : rank_ * share_ + chunk;
      program.promises.push_back(
          {rank_, out + chunk, sums ? 0 : chunk / share_, piece, sums ? ranks_ : 1});
    }
  }

  // ---- steps ----

  void read_gpu(const pugi::xml_node& gpu, Program& program) {
    place_buffers(gpu);
    state_contents(gpu, program);
    program.begin_rank(rank_);
    std::map<std::int64_t, Block> blocks;
    for (const pugi::xml_node node : gpu.children("tb")) {
      const std::int64_t id = number(node, "id", 0, 65534);
      if (blocks.count(id) != 0) {
        fail(node, "tb {} stands there twice", id);
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
    if (in_all_ > kMostInAll) {
      fail(gpu, "the chunks of all buffers are more than {}", kMostInAll);
    }
  }

  std::uint32_t peer(const pugi::xml_node& node, const char* name) const {
    const std::int64_t peer = number(node, name, -1, std::int64_t{ranks_} - 1);
    if (peer == std::int64_t{rank_}) {
      fail(node, "{} = \"{}\" is the rank itself", name, peer);
    }
    return peer < 0 ? ProgramOp::kNone : static_cast<std::uint32_t>(peer);
  }

  void add_block(const pugi::xml_node& node, std::uint16_t stream, Block& block, Program& program) {
    block.send = peer(node, "send");
    block.receive = peer(node, "recv");
    block.channel = static_cast<std::uint32_t>(count(node, "chan", 65535));
    block.scratch = static_cast<std::uint32_t>(memory_);
    for (const pugi::xml_node step : node.children("step")) {
      const std::uint64_t place = count(step, place_name(step), kMostChunks);
      if (place != block.steps.size()) {
        fail(step, "step {} stands where step {} is due", place, block.steps.size());
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
      fail(step, "type = \"{}\" is not known", word.substr(0, 40));
    }
    return *type;
  }

  void add_step(const pugi::xml_node& step, std::uint16_t stream, Block& block, Program& program) {
    const StepType& type = type_of(step);
    const bool moves = type.receives || type.sends || type.local != OpKind::kWait;
    const std::uint64_t chunks = moves ? count(step, "cnt", kMostChunks) : 0;
    if (moves && (chunks == 0 || chunks * units_.chunk_flits > kMostPacketFlits)) {
      fail(step, "cnt = \"{}\" is no size of a message", chunks);
    }
    ProgramOp op;
    op.amount = chunks * units_.chunk_flits;
    op.tag = block.channel;
    op.stream = stream;
    if (type.adds || type.local != OpKind::kWait || (type.sends && !type.receives)) {
      op.source = source_of(step, chunks);
    }
    if (type.stores) {
      op.target = target_of(step, chunks);
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
      fail(step, "needs a peer, and its tb has {} = \"-1\"", name);
    }
    return peer;
  }

  void add_dependencies(const std::map<std::int64_t, Block>& blocks, const Block& block,
                        std::size_t step, Program& program) const {
    const pugi::xml_node& node = block.steps[step];
    if (step > 0) {
      program.require(block.first[step], block.last[step - 1]);
    }
    const std::int64_t id = number(node, "depid", -1, 65534);
    if (id < 0) {
      return;
    }
    const auto other = blocks.find(id);
    if (other == blocks.end()) {
      fail(node, "depid = \"{}\" is no tb of gpu {}", id, rank_);
    }
    const std::uint64_t place = count(node, "deps", kMostChunks);
    if (place >= other->second.last.size()) {
      fail(node, "deps = \"{}\" is no step of tb {}", place, id);
    }
    program.require(block.first[step], other->second.last[place]);
  }

  std::string file_;
  ProgramUnits units_;
  std::string text_;
  std::uint32_t ranks_ = 0;
  std::uint32_t chunks_ = 0;  // of a loop
  std::uint32_t share_ = 0;   // of one rank
  std::string collective_;
  bool in_place_ = false;
  std::uint64_t in_all_ = 0;  // chunks of the ranks so far
  // of the rank that is read
  std::uint32_t rank_ = 0;
  Buffer input_;
  Buffer output_;
  Buffer scratch_;
  std::uint64_t memory_ = 0;
};

}  // namespace

Program read_msccl(const std::string& file, const ProgramUnits& units) {
  return MscclReader(file, units).read();
}

}  // namespace flitcast
