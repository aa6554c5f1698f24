#include "tb/show/source_figures.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tb/config/config_value.h"
#include "tb/show/schedule_writers.h"
#include "tb/text/text_columns.h"
#include "traffic/rows/all_to_all/alltoall_hypercube_allport.h"
#include "traffic/steps/necklace_partition.h"
#include "traffic/text/nearest_word.h"

namespace flitcast::show {
namespace {

Figure::Keys keys(const char* algorithm, const char* kind, const char* dims,
                  Figure::Keys more = {}) {
  Figure::Keys all = {
      {"traffic.algorithm", algorithm}, {"topology.kind", kind}, {"topology.dims", dims}};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

Figure figure(const char* name, const char* title, const char* source, const char* format,
              Figure::Keys config) {
  return {name, title, source, format, {std::move(config)}};
}

/// Every circular shift of the nodes of Q_3.
std::vector<Figure::Keys> shifts_on_a_cube() {
  std::vector<Figure::Keys> all;
  for (const char* shift : {"1", "2", "3", "4", "5", "6", "7"}) {
    all.push_back(keys("cshift-hc-ecube", "hypercube", "3", {{"traffic.shift", shift}}));
  }
  return all;
}

/// All of them, in the order of the catalogue.
const std::vector<Figure>& figures() {
  static const std::vector<Figure> all = {
      figure("ring-of-six", "all-to-all scatter on a ring of six nodes", "Grama et al., Fig. 4.18",
             "data", keys("aas-ring-1port", "ring", "6")),
      figure("mesh-3x3", "all-to-all scatter on 3×3 nodes, along rows and then columns",
             "Grama et al., Fig. 4.19", "data", keys("aas-torus-nd-sf", "torus", "3x3")),
      figure("cube-exchange", "standard exchange on Q_3", "Grama et al., Fig. 4.20", "data",
             keys("aas-hc-sex", "hypercube", "3", {{"traffic.variant", "ascending"}})),
      figure("cube-in-seven-steps", "direct exchange on Q_3", "Grama et al., Fig. 4.21", "text",
             keys("aas-hc-dex", "hypercube", "3")),
      figure("schedule-table-4", "scheduling table of the all-port exchange on Q_4",
             "Tvrdík CS838 §14", "table", keys("aas-hc-allport-sf", "hypercube", "4")),
      figure("mesh-permutations", "the seven permutations of the direct exchange on M(4,2)",
             "Tvrdík CS838 §14", "links",
             keys("aas-mesh-dex", "mesh", "4x2", {{"traffic.variant", "raw"}})),
      figure("torus-interleaving", "64 rounds on T(8,8), every directed link busy in each",
             "Tvrdík CS838 §14", "links", keys("aas-torus2d-dex", "torus", "8x8")),
      figure("necklaces-4", "necklace partition of Q_4", "Tvrdík CS838 §12", "table",
             keys("oas-hc-necklace", "hypercube", "4")),
      figure("necklaces-6", "necklace partition of Q_6", "Tvrdík CS838 §12, table for Q_6", "table",
             keys("oas-hc-necklace", "hypercube", "6")),
      figure("multicast-chain", "multicast from 0000 to six nodes of Q_4 in three rounds",
             "Tvrdík CS838 §12", "text",
             keys("mc-hc-chain", "hypercube", "4", {{"traffic.destinations", "1,4,7,10,11,12"}})),
      figure("ring-broadcast", "broadcast on a ring of eight nodes", "Grama et al. ch. 4", "text",
             keys("oab-line", "ring", "8")),
      figure("mesh-broadcast", "broadcast on a mesh of 16 nodes", "Grama et al. ch. 4", "data",
             keys("oab-mesh", "mesh", "4x4")),
      figure("tree-broadcast", "broadcast among the eight leaves of a binary tree",
             "Grama et al. ch. 4", "text", keys("oab-tree", "tree", "3")),
      figure("prefix-sums", "prefix sums on eight nodes", "Grama et al. ch. 4", "data",
             keys("prefix-hc", "hypercube", "3")),
      figure("mesh-shift", "circular 5-shift on 4×4 nodes", "Grama et al. ch. 4", "data",
             keys("cshift-mesh", "torus", "4x4", {{"traffic.shift", "5"}})),
      {"cube-shifts", "circular q-shifts on Q_3 for q = 1 … 7", "Grama et al. ch. 4", "text",
       shifts_on_a_cube()},
      figure("line-contention", "all-to-all broadcast of a hypercube on a line of eight nodes",
             "Grama et al. ch. 4", "links", keys("aab-line-hc", "line", "8")),
  };
  return all;
}

}  // namespace

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

const Figure& find_figure(const std::string& name) {
  for (const Figure& figure : figures()) {
    if (figure.name == name) {
      return figure;
    }
  }
  throw ConfigError("--figure: there is no {}; the nearest is {}", in_quotes(name),
                    nearest(name.substr(0, 60), figure_names()));
}

std::vector<std::string> figure_names() {
  std::vector<std::string> names;
  for (const Figure& figure : figures()) {
    names.emplace_back(figure.name);
  }
  return names;
}

std::string figure_help() {
  std::size_t width = 0;
  for (const Figure& figure : figures()) {
    width = std::max(width, figure.name.size());
  }
  std::string text;
  for (const Figure& figure : figures()) {
    text +=
        fmt::format("  {}  {} ({})\n", pad_right(figure.name, width), figure.title, figure.source);
  }
  return text;
}

}  // namespace flitcast::show
