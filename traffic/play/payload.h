#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "traffic/play/word_series.h"
#include "traffic/schedule/block_index.h"

namespace flitcast {

/// The memory of all nodes, as far as an operation needs it: hands out the words of blocks that are
/// sent, and takes and checks those that arrive. The first wrong word is remembered.
class Payload {
 public:
  virtual ~Payload() = default;

  /// Words first … first + count − 1 of a block as `node` holds it.
  virtual void read(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
                    Word* out) = 0;
  /// The same words as they arrived at `node`, when they take effect there: at once, but those of a
  /// reduction not before the node has sent what does not include them.
  virtual void write(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
                     const Word* in) = 0;
  /// The same words, where they are added to what `node` has. Throws std::logic_error unless the
  /// operation is a reduction.
  virtual void add(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
                   const Word* in);
  /// The operation is complete: last chance to check what the nodes hold.
  virtual void finish() {}

  /// The first violation in words; empty when there was none.
  const std::string& error() const { return error_; }

 protected:
  void report(NodeId node, const Block& block, std::uint32_t index, Word expected, Word found);

 private:
  std::string error_;
};

/// The words of a block, as a function of the seed: different for any two indices of a block; for
/// other pairs all but certainly.
WordSeries generated_words(std::uint64_t seed, const Block& block);

/// Blocks that arrive as they left: every word is computed when it is sent and again when it
/// arrives; nothing is stored.
class GeneratedPayload final : public Payload {
 public:
  explicit GeneratedPayload(std::uint64_t seed) : seed_(seed) {}
  void read(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
            Word* out) override;
  void write(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
             const Word* in) override;

 private:
  std::uint64_t seed_;
};

/// Personalised blocks with given content. What is sent leaves its node's memory, what arrives
/// enters that of the receiver: words that do not arrive are gone.
class StoredPayload final : public Payload {
 public:
  /// `words`: block (o, f) of an all-to-all scatter among `nodes` at (o·nodes + f)·block_flits.
  StoredPayload(NodeId nodes, std::uint32_t block_flits, std::vector<Word> words);
  void read(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
            Word* out) override;
  void write(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
             const Word* in) override;

  void finish() override;

  /// What stands in place of a word that was sent and did not arrive.
  static constexpr Word kLost = 0xDEADDEADDEADDEADU;
  /// In the layout of the constructor's `words`.
  const std::vector<Word>& words() const { return words_; }

 private:
  std::size_t place(const Block& block) const;

  NodeId nodes_;
  std::uint32_t block_flits_;
  std::vector<Word> words_;
  std::vector<bool> travels_;  // per word: sent and not arrived yet
};

/// Reductions: addition modulo 2^64, or the maximum where operands may count several times. The
/// operand that node v has of a block (o, f) is the generated words of block (v, f); at the end
/// every node must hold exactly the sums that the operation promises it. A sum of series is one
/// again; a maximum is found word by word.
class SumPayload final : public Payload {
 public:
  SumPayload(std::uint64_t seed, const Operation& operation, std::uint32_t block_flits);
  void read(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
            Word* out) override;
  void write(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
             const Word* in) override;
  void add(NodeId node, const Block& block, std::uint32_t first, std::uint32_t count,
           const Word* in) override;
  void finish() override;

 private:
  Word* memory_of(NodeId node, const Block& block);
  /// The operand of `node`.
  WordSeries operand(NodeId node, const Block& block) const;
  /// The first word of a block that is not what it should be; past the end: there is none.
  struct Wrong {
    NodeId node;
    std::uint32_t index;
    Word expected;
  };
  void check_sums(const Block& block);
  void check_maxima(const Block& block);
  void report_wrong(const Block& block, const Wrong& wrong);

  std::uint64_t seed_;
  Operation operation_;
  bool idempotent_;
  BlockIndex index_;
  std::uint32_t block_flits_;
  std::vector<Word> sums_;         // node-major, then by block
  std::vector<Word> sums_before_;  // scratch of check_sums: of first words, over the first nodes
  std::vector<Word> maxima_;       // scratch of check_maxima: of a block
};

/// The memory that fits the operation, filled with generated words.
std::unique_ptr<Payload> make_payload(const Operation& operation, std::uint32_t block_flits,
                                      std::uint64_t seed);

}  // namespace flitcast
