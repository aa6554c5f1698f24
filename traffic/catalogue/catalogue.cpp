#include "traffic/catalogue/catalogue.h"

#include <algorithm>

#include "traffic/rows/rows.h"
#include "traffic/text/nearest_word.h"

namespace flitcast {
namespace {

/// The ids of the rows with that number, "gather-line or gather-mesh"; empty when there is none.
std::string ids_of_number(std::string_view number) {
  std::string ids;
  for (const Row& row : catalogue()) {
    if (!number.empty() && row.number == number) {
      ids.append(ids.empty() ? "" : " or ").append(row.id);
    }
  }
  return ids;
}

}  // namespace

const std::vector<Row>& catalogue() {
  static const std::vector<Row> rows = {
#define FLITCAST_ROW(function) function(),
#include "traffic/rows/rows.inc"
#undef FLITCAST_ROW
  };
  return rows;
}

const Row& find_row(std::string_view id) {
  std::vector<std::string> ids;
  for (const Row& row : catalogue()) {
    if (row.id == id) {
      return row;
    }
    ids.emplace_back(row.id);
  }
  if (const std::string numbered = ids_of_number(id); !numbered.empty()) {
    throw ParameterError("traffic.algorithm",
                         std::string(id) + " is a number of the catalogue; give " + numbered);
  }
  const std::string near = close_word(id, ids);
  throw ParameterError("traffic.algorithm",
                       "there is no algorithm \"" + std::string(id) + "\"; " +
                           (near.empty() ? "see flitcast list" : "the nearest is " + near));
}

}  // namespace flitcast
