#include "tb/programs/msccl_collective.h"

#include <algorithm>
#include <charconv>
#include <string_view>

namespace flitcast {
namespace {

constexpr std::int64_t kMostGpus = 65536;

}  // namespace

MscclCollective::MscclCollective(const XmlFile& file, const pugi::xml_node& algo)
    : file_(file),
      ranks_(static_cast<std::uint32_t>(file.number(algo, "ngpus", 1, kMostGpus))),
      chunks_(static_cast<std::uint32_t>(file.number(algo, "nchunksperloop", 1, kMostChunks))),
      collective_(algo.attribute("coll").value()),
      in_place_(algo.attribute("inplace").as_int() != 0) {
  const bool divided =
      collective_ == "allgather" || collective_ == "alltoall" || collective_ == "reduce_scatter";
  if (!divided && collective_ != "allreduce" && collective_ != "custom") {
    file_.fail(
        algo,
        "coll = \"{}\" is not known; there are allgather, alltoall, allreduce, reduce_scatter "
        "and custom",
        collective_.substr(0, 40));
  }
  if (divided && chunks_ % ranks_ != 0) {
    file_.fail(algo, "{} chunks are not the same number for each of {} ranks", chunks_, ranks_);
  }
  if (std::uint64_t{chunks_} * ranks_ > kMostInAll) {
    file_.fail(algo, "{} chunks on {} ranks are too many", chunks_, ranks_);
  }
  share_ = chunks_ / ranks_;
}

void MscclCollective::begin_rank(std::uint32_t rank, const pugi::xml_node& gpu) {
  rank_ = rank;
  const std::uint64_t in = file_.count(gpu, "i_chunks", kMostChunks);
  const std::uint64_t out = file_.count(gpu, "o_chunks", kMostChunks);
  const std::uint64_t scratch = file_.count(gpu, "s_chunks", kMostChunks);
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
  buffers_ = both + scratch;
}

std::uint32_t MscclCollective::chunk_at(const pugi::xml_node& node, const Buffer& buffer,
                                        std::uint64_t offset, std::uint64_t chunks) const {
  if (offset + chunks > buffer.size) {
    file_.fail(node, "{} chunks from {} on are not in a buffer of {}", chunks, offset, buffer.size);
  }
  return static_cast<std::uint32_t>(buffer.first + offset);
}

const MscclCollective::Buffer& MscclCollective::buffer_of(const pugi::xml_node& step,
                                                          const char* name) const {
  const std::string_view word = step.attribute(name).value();
  if (word != "i" && word != "o" && word != "s") {
    file_.fail(step, "{} = \"{}\" is no buffer; there are i, o and s", name, word.substr(0, 40));
  }
  return word == "i" ? input_ : word == "o" ? output_ : scratch_;
}

std::uint32_t MscclCollective::source_of(const pugi::xml_node& step, std::uint64_t chunks) const {
  return chunk_at(step, buffer_of(step, "srcbuf"), file_.count(step, "srcoff", kMostChunks),
                  chunks);
}

std::uint32_t MscclCollective::target_of(const pugi::xml_node& step, std::uint64_t chunks) const {
  return chunk_at(step, buffer_of(step, "dstbuf"), file_.count(step, "dstoff", kMostChunks),
                  chunks);
}

/// As the writer of flitcast has it for collectives that MSCCL does not know.
void MscclCollective::read_contents(const pugi::xml_node& gpu, const char* name,
                                    std::vector<ChunkContent>& contents) const {
  std::string_view text = gpu.attribute(name).value();
  const auto next = [&](char end, std::uint64_t most) {
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string_view rest = text.substr(static_cast<std::size_t>(stop - text.data()));
    const bool ends = rest.empty() ? end == ' ' : rest.front() == end;
    if (error != std::errc{} || !ends || value > most) {
      file_.fail(gpu, "{} is no list of place:origin:piece:summed at \"{}\"", name,
                 text.substr(0, 40));
    }
    text = rest.substr(rest.empty() ? 0 : 1);
    return value;
  };
  while (!text.empty()) {
    ChunkContent content{};
    content.rank = rank_;
    content.place = chunk_at(gpu, input_, next(':', kMostChunks), 1);
    content.origin = static_cast<std::uint32_t>(next(':', ranks_ - 1));
    content.piece = static_cast<std::uint32_t>(next(':', ProgramOp::kNone - 1));
    content.summed = static_cast<std::uint32_t>(next(' ', ranks_ - content.origin));
    contents.push_back(content);
  }
}

void MscclCollective::state_contents(const pugi::xml_node& gpu, Program& program) const {
  if (collective_ == "custom" && gpu.attribute("starts_with")) {
    read_contents(gpu, "starts_with", program.starts_with);
    read_contents(gpu, "promises", program.promises);
    return;
  }
  const bool gathers = collective_ == "allgather";
  const std::uint64_t own = gathers ? share_ : collective_ == "custom" ? input_.size : chunks_;
  const std::uint32_t in = chunk_at(gpu, input_, 0, own);
  for (std::uint32_t chunk = 0; chunk < own; ++chunk) {
    program.starts_with.push_back({rank_, in + chunk, rank_, chunk});
  }
  for (const pugi::xml_node copy : gpu.children("copy")) {
    const auto from = static_cast<std::uint32_t>(file_.count(copy, "i_off", kMostChunks));
    chunk_at(copy, input_, from, 1);
    program.starts_with.push_back(
        {rank_, chunk_at(copy, output_, file_.count(copy, "o_off", kMostChunks), 1), rank_, from});
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

}  // namespace flitcast
