#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "hw/types.h"

namespace flitcast {

/// A line of the messages CSV.
struct CsvRow {
  std::string id, round, source, destination;
  Cycle issued, injected, head_arrived, tail_arrived;
  std::vector<NodeId> path;
};

inline std::vector<CsvRow> read_messages(const std::string& csv) {
  std::vector<CsvRow> rows;
  std::istringstream in(csv);
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::vector<std::string> cells;
    std::istringstream row(line);
    for (std::string cell; std::getline(row, cell, ',');) {
      cells.push_back(cell);
    }
    CsvRow message{cells[0],
                   cells[1],
                   cells[2],
                   cells[3],
                   std::stoll(cells[6]),
                   std::stoll(cells[7]),
                   std::stoll(cells[8]),
                   std::stoll(cells[9]),
                   {}};
    std::istringstream path(cells[10]);
    for (std::string node; std::getline(path, node, '>');) {
      message.path.push_back(static_cast<NodeId>(std::stoul(node)));
    }
    rows.push_back(message);
  }
  return rows;
}

}  // namespace flitcast
