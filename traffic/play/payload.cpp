#include "traffic/play/payload.h"

#include <algorithm>
#include <functional>
#include <stdexcept>

namespace flitcast {
namespace {

constexpr Word kIndexStep = 0x9E3779B97F4A7C15U;  // odd, so that words of one block all differ

// The finaliser of SplitMix64: a bijection that spreads every bit.
Word mix(Word x) {
  x = (x ^ (x >> 30U)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27U)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31U);
}

}  // namespace

WordSeries generated_words(std::uint64_t seed, const Block& block) {
  const Word key = Word{block.origin} | Word{block.final} << 24U | Word{block.part} << 48U;
  return {mix(mix(key) + seed), kIndexStep};
}

void Payload::report(NodeId node, const Block& block, std::uint32_t index, Word expected,
                     Word found) {
  if (error_.empty()) {
    error_ = "node " + std::to_string(node) + ", block " + to_string(block) + ", word " +
             std::to_string(index) + ": " + std::to_string(found) + " instead of " +
             std::to_string(expected);
  }
}

void Payload::add(NodeId node, const Block& block, std::uint32_t /*first*/, std::uint32_t /*count*/,
                  const Word* /*in*/) {
  throw std::logic_error("node " + std::to_string(node) + " has no sum of block " +
                         to_string(block));
}

// ---- generated ----

void GeneratedPayload::read(NodeId /*node*/, const Block& block, std::uint32_t first,
                            std::uint32_t count, Word* out) {
  make_words(generated_words(seed_, block).from(first), count, out);
}

void GeneratedPayload::write(NodeId node, const Block& block, std::uint32_t first,
                             std::uint32_t count, const Word* in) {
  const WordSeries expected = generated_words(seed_, block).from(first);
  const auto wrong = static_cast<std::uint32_t>(find_mismatch(expected, count, in));
  if (wrong < count) {
    report(node, block, first + wrong, expected[wrong], in[wrong]);
  }
}

// ---- stored ----

StoredPayload::StoredPayload(NodeId nodes, std::uint32_t block_flits, std::vector<Word> words)
    : nodes_(nodes),
      block_flits_(block_flits),
      words_(std::move(words)),
      travels_(words_.size(), false) {
  if (words_.size() != std::size_t{nodes} * nodes * block_flits) {
    throw std::invalid_argument("stored payload needs nodes x nodes blocks of words");
  }
}

std::size_t StoredPayload::place(const Block& block) const {
  return (std::size_t{block.origin} * nodes_ + std::size_t{block.final}) * block_flits_;
}

void StoredPayload::read(NodeId /*node*/, const Block& block, std::uint32_t first,
                         std::uint32_t count, Word* out) {
  const std::size_t from = place(block) + first;
  std::copy_n(words_.data() + from, count, out);
  std::fill_n(travels_.begin() + static_cast<std::ptrdiff_t>(from), count, true);
}

void StoredPayload::write(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
                          const Word* in) {
  const std::size_t to = place(block) + first;
  Word* const memory = words_.data() + to;
  const auto right = static_cast<std::uint32_t>(std::mismatch(in, in + count, memory).first - in);
  if (right < count) {
    report(node, block, first + right, memory[right], in[right]);
  }
  std::copy_n(in, count, memory);
  std::fill_n(travels_.begin() + static_cast<std::ptrdiff_t>(to), count, false);
}

void StoredPayload::finish() {
  for (std::size_t i = 0; i < words_.size(); ++i) {
    if (travels_[i]) {
      words_[i] = kLost;
    }
  }
}

// ---- sums ----

SumPayload::SumPayload(std::uint64_t seed, const Operation& operation, std::uint32_t block_flits)
    : seed_(seed),
      operation_(operation),
      idempotent_(operation.kind->idempotent()),
      index_(operation.blocks()),
      block_flits_(block_flits),
      sums_(std::size_t{operation.nodes} * index_.size() * block_flits) {
  for (NodeId node = 0; node < operation.nodes; ++node) {
    for (std::size_t b = 0; b < index_.size(); ++b) {
      if (!operation.starts_with(node, index_[b])) {
        continue;
      }
      make_words(operand(node, index_[b]), block_flits, memory_of(node, index_[b]));
    }
  }
}

Word* SumPayload::memory_of(NodeId node, const Block& block) {
  return sums_.data() + (node * index_.size() + index_.find(block)) * block_flits_;
}

WordSeries SumPayload::operand(NodeId node, const Block& block) const {
  const Block own =
      make_block(node, static_cast<NodeId>(block.final), static_cast<std::uint32_t>(block.part));
  return generated_words(seed_, own);
}

void SumPayload::read(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
                      Word* out) {
  std::copy_n(memory_of(node, block) + first, count, out);
}

void SumPayload::write(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
                       const Word* in) {
  std::copy_n(in, count, memory_of(node, block) + first);
}

void SumPayload::add(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
                     const Word* in) {
  Word* memory = memory_of(node, block) + first;
  if (idempotent_) {
    std::transform(in, in + count, memory, memory, [](Word a, Word b) { return std::max(a, b); });
  } else {
    std::transform(in, in + count, memory, memory, std::plus<>());
  }
}

void SumPayload::finish() {
  for (std::size_t b = 0; b < index_.size(); ++b) {
    if (idempotent_) {
      check_maxima(index_[b]);
    } else {
      check_sums(index_[b]);
    }
  }
}

// With the sums over all first nodes, a sum over a range is a difference. Of several wrong words
// the first of the block counts, at the first node.
void SumPayload::check_sums(const Block& block) {
  sums_before_.assign(1, 0);
  for (NodeId node = 0; node < operation_.nodes; ++node) {
    sums_before_.push_back(sums_before_.back() + operand(node, block).first);
  }
  Wrong wrong{0, block_flits_, 0};
  for (NodeId node = 0; node < operation_.nodes; ++node) {
    if (!operation_.promises(node, block)) {
      continue;
    }
    const OperandRange range = operation_.promised_operands(node, block);
    const WordSeries expected{sums_before_[range.first + range.count] - sums_before_[range.first],
                              range.count * kIndexStep};
    const std::size_t place = find_mismatch(expected, wrong.index, memory_of(node, block));
    if (place < wrong.index) {
      wrong = {node, static_cast<std::uint32_t>(place), expected[place]};
    }
  }
  report_wrong(block, wrong);
}

// The maximum of a barrier is always over all.
void SumPayload::check_maxima(const Block& block) {
  maxima_.assign(block_flits_, 0);
  for (NodeId node = 0; node < operation_.nodes; ++node) {
    const WordSeries words = operand(node, block);
    for (std::uint32_t i = 0; i < block_flits_; ++i) {
      maxima_[i] = std::max(maxima_[i], words[i]);
    }
  }
  Wrong wrong{0, block_flits_, 0};
  for (NodeId node = 0; node < operation_.nodes; ++node) {
    if (!operation_.promises(node, block)) {
      continue;
    }
    const Word* memory = memory_of(node, block);
    const Word* place = std::mismatch(memory, memory + wrong.index, maxima_.begin()).first;
    if (place != memory + wrong.index) {
      const auto index = static_cast<std::uint32_t>(place - memory);
      wrong = {node, index, maxima_[index]};
    }
  }
  report_wrong(block, wrong);
}

void SumPayload::report_wrong(const Block& block, const Wrong& wrong) {
  if (wrong.index < block_flits_) {
    report(wrong.node, block, wrong.index, wrong.expected,
           memory_of(wrong.node, block)[wrong.index]);
  }
}

std::unique_ptr<Payload> make_payload(const Operation& operation, std::uint32_t block_flits,
                                      std::uint64_t seed) {
  if (operation.family() == BlockFamily::kReduction) {
    return std::make_unique<SumPayload>(seed, operation, block_flits);
  }
  return std::make_unique<GeneratedPayload>(seed);
}

}  // namespace flitcast
