#include "traffic/rows/reduce/allreduce_parts.h"

#include "traffic/row/row_support.h"

namespace flitcast {

void check_vector_parts(const RowRequest& request, std::uint64_t parts) {
  check_size(operations::all_to_all_reduction(), request);
  check_divides(request, parts,
                "the all-reduce cuts the vector into " + std::to_string(parts) + " equal parts");
}

}  // namespace flitcast
