#include <algorithm>

#include <fmt/format.h>

#include "tb/show/schedule_writers.h"
#include "tb/text/text_columns.h"
#include "traffic/rows/all_to_all/alltoall_hypercube_allport.h"
#include "traffic/steps/necklace_partition.h"

namespace flitcast {

void write_allport_table(int n, const TextSink& sink) {
  TextStream stream(sink);
  const auto add_line = [&](const std::string& first, const auto& cell) {
    std::string line = pad_right(first, std::string("Round").size());
    for (int j = 0; j < n; ++j) {
      const std::size_t width =
          std::max(static_cast<std::size_t>(n), fmt::formatted_size("j={}", j));
      line += "  " + pad_right(cell(j), j + 1 < n ? width : 0);
    }
    stream.text() += line + "\n";
    stream.pause();
  };
  add_line("Round", [](int j) { return fmt::format("j={}", j); });
  const std::uint64_t rounds = std::uint64_t{1} << (n - 1);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    add_line(std::to_string(round + 1),
             [&](int j) { return binary(allport_table_entry(n, round, j), n); });
  }
  stream.flush();
}

void write_necklace_table(int n, const TextSink& sink) {
  const NecklacePartition partition = necklace_partition(n);
  const auto columns = static_cast<std::size_t>(n);
  const std::size_t width = std::max(columns, fmt::formatted_size("D_{}", n - 1)) + 2;
  TextStream stream(sink);
  std::string heading;
  std::string sizes;
  for (std::size_t column = 0; column < columns; ++column) {
    heading += pad_right(fmt::format("D_{}", column), width);
    const std::size_t size = (partition.table.size() + columns - 1 - column) / columns;
    sizes += pad_right(std::to_string(size), width);
  }
  const auto add_line = [&](std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    stream.text() += line + "\n";
    stream.pause();
  };
  add_line(heading);
  for (std::size_t first = 0; first < partition.table.size(); first += columns) {
    std::string line;
    for (std::size_t i = first; i < std::min(first + columns, partition.table.size()); ++i) {
      line += pad_right(binary(partition.table[i], n), width);
    }
    add_line(line);
  }
  add_line("");
  add_line("nodes");
  add_line(sizes);
  stream.flush();
}

}  // namespace flitcast
