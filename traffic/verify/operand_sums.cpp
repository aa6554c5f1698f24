#include "traffic/verify/operand_sums.h"

#include "hw/bits.h"

namespace flitcast {

OperandSums::OperandSums(NodeId operands, std::size_t copies)
    : operands_(operands),
      copies_(copies),
      slices_((operands + kSliceBits - 1) / kSliceBits),
      sums_(slices_ * copies) {}

void OperandSums::put(std::size_t copy, NodeId operand) {
  Slice& sum = sums_[operand / kSliceBits * copies_ + copy];
  sum[operand % kSliceBits / kWordBits] |= std::uint64_t{1} << operand % kWordBits;
}

bool OperandSums::has(std::size_t copy, NodeId operand) const {
  return (word(copy, operand) >> operand % kWordBits & 1U) != 0;
}

std::optional<OperandSums::Fault> OperandSums::fault(std::size_t copy,
                                                     const OperandRange& promised) const {
  const auto bits_from = [](std::size_t bit, std::size_t first) {
    return bit <= first ? (first - bit < kWordBits ? ~std::uint64_t{0} << (first - bit) : 0)
                        : ~std::uint64_t{0};
  };
  for (NodeId first = 0; first < operands_; first += kWordBits) {
    const std::uint64_t wanted =
        bits_from(first, promised.first) & ~bits_from(first, promised.first + promised.count);
    const std::uint64_t found = word(copy, first);
    if (found != wanted) {
      const auto bit = static_cast<NodeId>(lowest(found ^ wanted));
      return Fault{first + bit, (wanted >> bit & 1U) != 0};
    }
  }
  return std::nullopt;
}

void OperandSums::carry(const std::vector<Carried>& carried, const Twice& twice) {
  for (std::size_t slice = 0; slice < slices_; ++slice) {
    carry_slice(carried, slice, twice);
  }
}

void OperandSums::carry_slice(const std::vector<Carried>& carried, std::size_t slice,
                              const Twice& twice) {
  Slice* const sums = sums_.data() + slice * copies_;
  in_flight_.clear();
  for (const Carried& each : carried) {
    in_flight_.push_back(sums[each.from]);
  }
  for (const Carried& each : carried) {
    if (!each.kept) {
      sums[each.from] = {};
    }
  }
  for (std::size_t i = 0; i < carried.size(); ++i) {
    Slice& sum = sums[carried[i].to];
    for (std::size_t w = 0; w < sum.size(); ++w) {
      const std::uint64_t both = sum[w] & in_flight_[i][w];
      if (both != 0 && twice) {
        twice(carried[i].to,
              slice * kSliceBits + w * kWordBits + static_cast<std::size_t>(lowest(both)));
      }
      sum[w] |= in_flight_[i][w];
    }
  }
}

}  // namespace flitcast
