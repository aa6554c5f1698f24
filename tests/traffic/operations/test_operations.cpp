#include <algorithm>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/schedules/handmade_schedule.h"
#include "traffic/schedule/block_index.h"
#include "traffic/schedule/dual.h"

// What every kind of operation promises.

namespace flitcast::test_operations {
namespace {

/// Node by node the blocks for which `has(node, block)`: "0: 0->0 0->1; 1: -".
template <typename Has>
std::string blocks_by_node(const Operation& operation, Has&& has) {
  const BlockIndex index = operation.blocks();
  std::string text;
  for (NodeId node = 0; node < operation.nodes; ++node) {
    std::string held;
    for (std::size_t i = 0; i < index.size(); ++i) {
      held += has(node, index[i]) ? " " + to_string(index[i]) : "";
    }
    text += (text.empty() ? "" : "; ") + std::to_string(node) + ":" + (held.empty() ? " -" : held);
  }
  return text;
}

std::string before(const Operation& operation) {
  return blocks_by_node(
      operation, [&](NodeId node, const Block& b) { return operation.starts_with(node, b); });
}
std::string after(const Operation& operation) {
  return blocks_by_node(operation,
                        [&](NodeId node, const Block& b) { return operation.promises(node, b); });
}

/// Two nodes, of which node 1 is the root, a destination, or the end of a shift; one row.
Operation on_two_nodes(const OperationKind& kind) {
  Operation two = operation(kind, 2, kind.has_root() ? 1 : 0);
  two.shift = kind.has_shift() ? 1 : 0;
  two.columns = kind.has_columns() ? 2 : 1;
  if (kind.has_destinations()) {
    two.root = 0;
    two.destinations = {1};
  }
  return two;
}

struct Promise {
  const OperationKind& kind;
  const char* before;
  const char* after;
};

TEST(Operations, PromiseWhatTheirNamesSay) {
  const Promise promises[] = {
      {operations::all_to_all_scatter(), "0: 0->0 0->1; 1: 1->0 1->1",
       "0: 0->0 1->0; 1: 0->1 1->1"},
      {operations::one_to_all_scatter(), "0: -; 1: 1->0 1->1", "0: 1->0; 1: 1->1"},
      {operations::gather(), "0: 0->1; 1: 1->1", "0: -; 1: 0->1 1->1"},
      {operations::circular_shift(), "0: 0->1; 1: 1->0", "0: 1->0; 1: 0->1"},
      {operations::broadcast(), "0: -; 1: 1->*", "0: 1->*; 1: 1->*"},
      {operations::multicast(), "0: 0->*; 1: -", "0: 0->*; 1: 0->*"},
      {operations::all_to_all_broadcast(), "0: 0->*; 1: 1->*", "0: 0->* 1->*; 1: 0->* 1->*"},
      {operations::reduction(), "0: 0->*; 1: 0->*", "0: -; 1: 0->*"},
      {operations::all_to_all_reduction(), "0: 0->0 0->1; 1: 0->0 0->1", "0: 0->0; 1: 0->1"},
      {operations::all_reduce(), "0: 0->*; 1: 0->*", "0: 0->*; 1: 0->*"},
      {operations::prefix_sum(), "0: 0->* 1->*; 1: 0->* 1->*", "0: 0->*; 1: 0->*"},
      {operations::barrier(), "0: 0->*; 1: 0->*", "0: 0->*; 1: 0->*"},
      {operations::matrix_vector(), "0: 0->* 0->0; 1: 1->* 0->0", "0: 0->* 0->0; 1: 1->*"},
  };
  ASSERT_EQ(std::size(promises), all_operations().size());
  for (const Promise& promise : promises) {
    const Operation two = on_two_nodes(promise.kind);
    EXPECT_EQ(before(two), promise.before) << promise.kind.name();
    EXPECT_EQ(after(two), promise.after) << promise.kind.name();
  }
}

TEST(Operations, AreFoundByTheirNames) {
  std::set<std::string> names;
  for (const OperationKind* kind : all_operations()) {
    EXPECT_EQ(operation_called(kind->name()), kind);
    EXPECT_TRUE(names.insert(kind->name()).second) << kind->name();
  }
}

TEST(Operations, AnswerToWhatPeopleAndMpiCallThem) {
  struct Called {
    const OperationKind& kind;
    std::vector<const char*> words;
  };
  const Called called[] = {
      {operations::all_to_all_scatter(),
       {"all-to-all scatter", "aas", "alltoall", "all-to-all", "MPI_Alltoall", "Total exchange"}},
      {operations::one_to_all_scatter(), {"one-to-all scatter", "oas", "scatter", "MPI_Scatter"}},
      {operations::gather(), {"gather", "MPI_Gather"}},
      {operations::circular_shift(), {"circular shift", "circular_shift", "cshift", "shift"}},
      {operations::broadcast(), {"broadcast", "oab", "bcast", "MPI_Bcast"}},
      {operations::multicast(), {"multicast", "mc"}},
      {operations::all_to_all_broadcast(), {"all-to-all broadcast", "aab", "allgather"}},
      {operations::reduction(), {"reduction", "aor", "reduce", "MPI_Reduce"}},
      {operations::all_to_all_reduction(),
       {"all-to-all reduction", "aar", "reduce_scatter", "reduce-scatter", "ReduceScatter",
        "MPI_Reduce_scatter_block"}},
      {operations::all_reduce(), {"all-reduce", "allreduce", "ALLREDUCE", "MPI_Allreduce"}},
      {operations::prefix_sum(), {"prefix sum", "prefix sums", "prefix", "scan", "MPI_Scan"}},
      {operations::barrier(), {"barrier", "MPI_Barrier"}},
      {operations::matrix_vector(), {"matrix times vector"}},
  };
  ASSERT_EQ(std::size(called), all_operations().size());
  for (const Called& entry : called) {
    for (const char* const word : entry.words) {
      EXPECT_EQ(operation_called(word), &entry.kind) << word;
    }
  }
  for (const char* const word : {"", "-", "mpi", "exscan", "all", "allto"}) {
    EXPECT_EQ(operation_called(word), nullptr) << word;
  }
}

TEST(Operations, SayNoNameTwice) {
  std::set<std::string> once;
  for (const std::string& word : operation_words()) {
    EXPECT_FALSE(word.empty());
    const OperationKind* const kind = operation_called(word);
    ASSERT_NE(kind, nullptr) << word;
    const OperationNames names = kind->also_called();
    EXPECT_TRUE(once.insert(word).second || word == names.mpi) << word;
  }
}

/// Every block has a number of its own, from 0 on, whatever the number of nodes and parts.
TEST(Operations, NumberTheirBlocksWithoutGaps) {
  for (const OperationKind* kind : all_operations()) {
    for (const auto& [nodes, parts] : {std::pair(1U, 1U), {2U, 3U}, {12U, 1U}, {35U, 2U}}) {
      Operation some = operation(*kind, nodes, nodes - 1, parts);
      some.shift = nodes / 2;
      some.columns = nodes % 4 == 0 ? 4 : nodes;
      const BlockIndex index = some.blocks();
      ASSERT_GT(index.size(), 0U) << kind->name();
      for (std::size_t i = 0; i < index.size(); ++i) {
        ASSERT_EQ(index.find(index[i]), i) << kind->name() << ", " << nodes << " nodes";
      }
      std::size_t visited = 0;
      index.visit_while([&](std::size_t number, const Block& block) {
        EXPECT_EQ(number, visited++);
        EXPECT_EQ(block, index[number]) << kind->name();
        return visited < index.size() - 1;
      });
      EXPECT_EQ(visited, std::max<std::size_t>(index.size() - 1, 1)) << kind->name();
      const Block last = index[index.size() - 1];
      EXPECT_EQ(last.part, parts - 1);
      EXPECT_EQ(index.find(make_block(static_cast<NodeId>(last.origin),
                                      static_cast<NodeId>(last.final), parts)),
                BlockIndex::kUnknown)
          << kind->name();
      EXPECT_EQ(index.find(make_block(nodes + 1, 0)), BlockIndex::kUnknown) << kind->name();
    }
  }
}

/// Nothing is promised that nobody starts with, nor with operands that nobody has.
TEST(Operations, PromiseWhatThereIs) {
  for (const OperationKind* kind : all_operations()) {
    Operation some = operation(*kind, 12);
    some.columns = kind->has_columns() ? 4 : 1;
    some.shift = 5;
    const BlockIndex index = some.blocks();
    for (std::size_t i = 0; i < index.size(); ++i) {
      const Block block = index[i];
      const bool sums = kind->family() == BlockFamily::kReduction;
      NodeId sources = 0;
      for (NodeId node = 0; node < some.nodes; ++node) {
        sources += some.starts_with(node, block) ? 1 : 0;
        if (sums && some.promises(node, block)) {
          const OperandRange range = some.promised_operands(node, block);
          for (NodeId v = range.first; v < range.first + range.count; ++v) {
            EXPECT_TRUE(some.starts_with(v, block)) << kind->name() << " " << to_string(block);
          }
        }
      }
      EXPECT_GT(sources, 0U) << kind->name() << " " << to_string(block);
      if (!sums) {
        EXPECT_EQ(sources, 1U) << kind->name() << " " << to_string(block);
      }
    }
  }
}

/// The nodes of the ring need not be in the order of their numbers.
TEST(Operations, ShiftPlacesOfTheirRing) {
  Operation shift = operation(operations::circular_shift(), 4);
  shift.ring = {0, 1, 3, 2};
  shift.shift = 1;
  EXPECT_EQ(before(shift), "0: 0->1; 1: 1->3; 2: 2->0; 3: 3->2");
  EXPECT_EQ(after(shift), "0: 2->0; 1: 0->1; 2: 3->2; 3: 1->3");
}

/// On a grid of 2 columns and 2 rows: nodes 0 and 1 have the vector, nodes 0 and 2 get the product.
TEST(Operations, MultiplyRowByRow) {
  Operation product = operation(operations::matrix_vector(), 4);
  product.columns = 2;
  EXPECT_EQ(before(product), "0: 0->* 0->0; 1: 1->* 0->0; 2: 0->2; 3: 0->2");
  EXPECT_EQ(after(product), "0: 0->* 0->0; 1: 1->*; 2: 0->* 0->2; 3: 1->*");
  EXPECT_EQ(*product.ingredient(3, make_block(0, 2)), make_block(1, Block::kEveryone));
  EXPECT_FALSE(product.ingredient(3, make_block(1, Block::kEveryone)));
  EXPECT_EQ(product.promised_operands(2, make_block(0, 2)).first, 2U);
  EXPECT_EQ(product.promised_operands(2, make_block(0, 2)).count, 2U);
}

/// Where something started something ends in the dual.
TEST(Operations, EndInTheirDualsWhereTheyStarted) {
  std::vector<std::pair<std::string, std::string>> duals;
  for (const OperationKind* kind : all_operations()) {
    const auto dual = kind->dual();
    if (!dual) {
      continue;
    }
    duals.emplace_back(kind->name(), dual->kind->name());
    const Operation forward = operation(*kind, 5, 3);
    const Operation backward = operation(*dual->kind, 5, 3);
    const BlockIndex index = forward.blocks();
    for (std::size_t i = 0; i < index.size(); ++i) {
      const Block block = dual->block_of(index[i]);
      ASSERT_NE(backward.blocks().find(block), BlockIndex::kUnknown) << to_string(index[i]);
      for (NodeId node = 0; node < forward.nodes; ++node) {
        EXPECT_EQ(backward.promises(node, block), forward.starts_with(node, index[i]));
        EXPECT_EQ(backward.starts_with(node, block), forward.promises(node, index[i]));
      }
    }
  }
  EXPECT_EQ(duals, (std::vector<std::pair<std::string, std::string>>{
                       {"one-to-all scatter", "gather"},
                       {"broadcast", "reduction"},
                       {"all-to-all broadcast", "all-to-all reduction"}}));
}

TEST(Operations, HaveBlocksWrittenForPeople) {
  const Block everyone = make_block(0, Block::kEveryone);
  const auto text = [](const OperationKind& kind, const Block& block, std::uint32_t parts = 1) {
    return kind.text_of(operation(kind, 4, 0, parts), block, "0+1");
  };
  EXPECT_EQ(text(operations::broadcast(), everyone), "0->*");
  EXPECT_EQ(text(operations::circular_shift(), make_block(2, 3)), "(2)");
  EXPECT_EQ(text(operations::all_reduce(), everyone), "0+1");
  EXPECT_EQ(text(operations::all_reduce(), everyone, 2), "0->*=0+1");
  EXPECT_EQ(text(operations::all_to_all_reduction(), make_block(0, 2)), "0->2=0+1");
  EXPECT_EQ(text(operations::prefix_sum(), everyone), "[0+1]");
  EXPECT_EQ(text(operations::prefix_sum(), make_block(1, Block::kEveryone)), "(0+1)");
  EXPECT_EQ(text(operations::prefix_sum(), everyone, 2), "0->*=0+1");
}

}  // namespace
}  // namespace flitcast::test_operations
