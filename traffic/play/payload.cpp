#include "traffic/play/payload.h"

#include <algorithm>
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

Word first_word(std::uint64_t seed, const Block& block) {
  const Word key = Word{block.origin} | Word{block.final} << 24U | Word{block.part} << 48U;
  return mix(mix(key) + seed);
}

}  // namespace

Word generated_word(std::uint64_t seed, const Block& block, std::uint32_t index) {
  return first_word(seed, block) + index * kIndexStep;
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
  Word word = generated_word(seed_, block, first);
  for (std::uint32_t i = 0; i < count; ++i, word += kIndexStep) {
    out[i] = word;
  }
}

void GeneratedPayload::write(NodeId node, const Block& block, std::uint32_t first,
                             std::uint32_t count, const Word* in) {
  Word word = generated_word(seed_, block, first);
  for (std::uint32_t i = 0; i < count; ++i, word += kIndexStep) {
    if (in[i] != word) {
      report(node, block, first + i, word, in[i]);
    }
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
  for (std::uint32_t i = 0; i < count; ++i) {
    travels_[from + i] = true;
  }
}

void StoredPayload::write(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
                          const Word* in) {
  const std::size_t to = place(block) + first;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (in[i] != words_[to + i]) {
      report(node, block, first + i, words_[to + i], in[i]);
    }
    words_[to + i] = in[i];
    travels_[to + i] = false;
  }
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
      Word* memory = memory_of(node, index_[b]);
      for (std::uint32_t i = 0; i < block_flits; ++i) {
        memory[i] = operand(node, index_[b], i);
      }
    }
  }
}

Word* SumPayload::memory_of(NodeId node, const Block& block) {
  return sums_.data() + (node * index_.size() + index_.find(block)) * block_flits_;
}

Word SumPayload::operand(NodeId node, const Block& block, std::uint32_t index) const {
  const Block own =
      make_block(node, static_cast<NodeId>(block.final), static_cast<std::uint32_t>(block.part));
  return generated_word(seed_, own, index);
}

Word SumPayload::combined(Word a, Word b) const {
  return idempotent_ ? std::max(a, b) : a + b;
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
  for (std::uint32_t i = 0; i < count; ++i) {
    memory[i] = combined(memory[i], in[i]);
  }
}

void SumPayload::finish() {
  for (std::size_t b = 0; b < index_.size(); ++b) {
    for (std::uint32_t i = 0; i < block_flits_; ++i) {
      check_word(index_[b], i);
    }
  }
}

// With the sums over all first nodes, a sum over a range is a difference; the maximum of a barrier
// is always over all.
void SumPayload::check_word(const Block& block, std::uint32_t index) {
  sums_before_.assign(1, 0);
  for (NodeId node = 0; node < operation_.nodes; ++node) {
    sums_before_.push_back(combined(sums_before_.back(), operand(node, block, index)));
  }
  for (NodeId node = 0; node < operation_.nodes; ++node) {
    if (!operation_.promises(node, block)) {
      continue;
    }
    const OperandRange range = operation_.promised_operands(node, block);
    const Word expected = idempotent_
                              ? sums_before_.back()
                              : sums_before_[range.first + range.count] - sums_before_[range.first];
    if (const Word found = memory_of(node, block)[index]; found != expected) {
      report(node, block, index, expected, found);
    }
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
