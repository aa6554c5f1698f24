#include "traffic/row/row_support.h"
#include "traffic/rows/applications/matrix_vector_data.h"
#include "traffic/schedule/messages.h"
#include "traffic/theory/powers_of_two.h"

namespace flitcast {
namespace rows::matrix_vector_mesh {

/// The broadcast from the first row down the columns by recursive halving, the reduction to the
/// first column along the rows by recursive doubling: messages of a round go over lines of nodes of
/// which no two overlap.
class GridSteps {
 public:
  explicit GridSteps(const Routing& mesh)
      : mesh_(mesh), columns_(mesh.topology().side(0)), rows_(mesh.topology().side(1)) {}

  void fill(std::uint64_t round, Round& out) const {
    const std::uint64_t broadcasts = halvings(rows_);
    if (round < broadcasts) {
      fill_broadcast(rows_ >> (round + 1), out);
    } else {
      fill_reduction(NodeId{1} << (round - broadcasts), out);
    }
  }

 private:
  void fill_broadcast(NodeId stride, Round& out) const {
    out.set_transfer(Transfer::kCopy);
    for (NodeId y = 0; y < rows_; y += 2 * stride) {
      for (NodeId x = 0; x < columns_; ++x) {
        begin_unicast(out, mesh_, id(x, y), id(x, y + stride));
        out.add_block(make_block(x, Block::kEveryone));
      }
    }
  }

  void fill_reduction(NodeId stride, Round& out) const {
    out.set_transfer(Transfer::kMoveAndAdd);
    for (NodeId y = 0; y < rows_; ++y) {
      for (NodeId x = stride; x < columns_; x += 2 * stride) {
        begin_unicast(out, mesh_, id(x, y), id(x - stride, y));
        out.add_block(make_block(0, id(0, y)));
      }
    }
  }

  NodeId id(NodeId x, NodeId y) const { return x + columns_ * y; }

  const Routing& mesh_;
  NodeId columns_;
  NodeId rows_;
};

void lay(const RowRequest& request, Schedule& schedule) {
  const Topology& mesh = request.topology;
  schedule.rounds = halvings(mesh.side(1)) + halvings(mesh.side(0));
  schedule.fill = [steps = GridSteps(request.routing)](std::uint64_t round, Round& out) {
    steps.fill(round, out);
  };
}

/// Strides of 1, 2, … b/2 rows are b − 1 links in all, those of columns a − 1.
std::optional<Coefficients> closed_form(const RowRequest& request) {
  const std::int64_t a = request.topology.side(0);
  const std::int64_t b = request.topology.side(1);
  const auto reductions = static_cast<std::int64_t>(halvings(request.topology.side(0)));
  Coefficients cost;
  cost.t_s = static_cast<std::int64_t>(halvings(request.topology.side(1))) + reductions;
  cost.t_d = a + b - 2;
  cost.mu_t_m = request.stores_and_forwards() ? cost.t_d : cost.t_s;
  cost.mu_t_op = reductions;
  return cost;
}

}  // namespace rows::matrix_vector_mesh

Row app_matvec() {
  Row row{};
  row.id = "app-matvec";
  row.number = "M18";
  row.operation = &operations::matrix_vector();
  row.topologies = "two-dimensional mesh";
  row.source = "Grama et al. ch. 4, broadcast and reduction in matrix-vector multiplication";
  row.conditions = "sides powers of two, 2 nodes or more; a matrix of w·a columns and w·b rows";
  row.definition =
      "A matrix spread over a mesh times a vector that starts in the first row: broadcasts of its "
      "pieces down all columns, products in the nodes, reductions along all rows to the first "
      "column.";
  row.rounds = "log2 a + log2 b";
  row.latency =
      "(log2 a + log2 b)·(t_s + μ·t_m) + (a+b-2)·t_d + log2 a·μ·t_op on a columns and b rows";
  row.parameters = {"traffic.vector"};
  row.validate = check_power_of_two_mesh;
  row.lay = rows::matrix_vector_mesh::lay;
  row.closed_form = rows::matrix_vector_mesh::closed_form;
  row.application = matrix_vector_application;
  return row;
}

}  // namespace flitcast
