#include "tb/report/links/link_pictures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "tb/report/links/matrix_layout.h"
#include "tb/report/links/plane_layout.h"
#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr NodeId kMaxPlaneNodes = 4096;
constexpr double kMaxPlaneWidth = 108;  // units of one node
constexpr double kMaxLineWidth = 48;
constexpr NodeId kMaxPlaneLeaves = 128;
constexpr double kMargin = 0.7;  // around the nodes, for stubs
constexpr double kUnitPixels = 64;
constexpr double kMinPixels = 320;
constexpr double kMaxPixels = 1060;
constexpr double kMinHeight = 64;

/// What all ports of a node, or all channels of a cell, did.
struct Sum {
  Cycle busy = 0;
  Cycle busiest = 0;
  std::uint64_t flits = 0;
  Cycle waits = 0;
  Cycle channels = 0;
  NodeId from = 0;  // of one of them
  NodeId to = 0;

  void add(const LoggedChannel& channel) {
    busy += channel.busy_cycles;
    busiest = std::max(busiest, channel.busy_cycles);
    flits += channel.flits;
    waits += channel.waits;
    ++channels;
    from = channel.from;
    to = channel.to;
  }
  double mean(Cycle cycles) const { return use_of_time(busy, cycles * channels); }
};

/// One run, or several to choose from.
struct Shown {
  const std::vector<LinkUse>& runs;
  const Choice* choice = nullptr;  // null: there is one run
  std::string prefix = {};         // of the names of data

  std::vector<std::string> columns(std::vector<std::string> names) const {
    if (choice != nullptr) {
      names.emplace_back(kChoiceField);
    }
    return names;
  }
  std::vector<Json> row(std::vector<Json> values, const LinkUse& run) const {
    if (choice != nullptr) {
      values.emplace_back(run.name);
    }
    return values;
  }
  /// A filled spec with names and choice of this.
  Json spec(Json filled) const {
    if (choice == nullptr) {
      return filled;
    }
    for (Json* part : parts(filled)) {
      (*part)["data"]["name"] = prefix + (*part)["data"]["name"].get<std::string>();
    }
    add_choice(filled, *choice);
    return filled;
  }

 private:
  static std::vector<Json*> parts(Json& spec) {
    std::vector<Json*> parts;
    if (spec.contains("data")) {
      parts.push_back(&spec);
    } else {
      for (Json& layer : spec["layer"]) {
        parts.push_back(&layer);
      }
    }
    return parts;
  }
};

/// Ends and steps of a scale of five colours that begins at no use.
Json use_domain(double largest) {
  const double top = largest > 0 ? largest : 1;
  return {0, top / 4, top / 2, top * 3 / 4, top};
}

struct Drawing {
  double largest = 0;  // use
  Json links = Json::object();
};

Drawing plane_links(const PlaneLayout& layout, const Shown& shown) {
  Drawing drawing;
  Columns columns(shown.columns({"from", "to", "x", "y", "x2", "y2", "use", "flits", "waits"}));
  for (const LinkUse& run : shown.runs) {
    for (const LoggedChannel& channel : run.channels) {
      if (channel.receive_port) {
        continue;
      }
      const PlaneLayout::Point start = layout.node(channel.from);
      const PlaneLayout::Point end = layout.channel_end(channel.from, channel.to);
      const double use = use_of_time(channel.busy_cycles, run.cycles);
      drawing.largest = std::max(drawing.largest, use);
      columns.add(
          shown.row({channel.from, channel.to, rounded(start.x), rounded(start.y), rounded(end.x),
                     rounded(end.y), rounded(use), channel.flits, channel.waits},
                    run));
    }
  }
  drawing.links = columns.take();
  return drawing;
}

void add_plane_nodes(const PlaneLayout& layout, const Topology& topology, const Shown& shown,
                     const LinkUse& run, Columns& columns) {
  std::map<NodeId, Sum> ports;
  for (const LoggedChannel& channel : run.channels) {
    if (channel.receive_port) {
      ports[channel.to].add(channel);
    }
  }
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const PlaneLayout::Point at = layout.node(node);
    const auto port = ports.find(node);
    const bool known = port != ports.end();
    columns.add(shown.row({node, rounded(at.x), rounded(at.y),
                           known ? Json(rounded(port->second.mean(run.cycles))) : Json(nullptr),
                           known ? Json(port->second.flits) : Json(nullptr),
                           known ? Json(port->second.waits) : Json(nullptr)},
                          run));
  }
}

Json plane_nodes(const PlaneLayout& layout, const Topology& topology, const Shown& shown) {
  Columns columns(shown.columns({"name", "x", "y", "use", "flits", "waits"}));
  for (const LinkUse& run : shown.runs) {
    add_plane_nodes(layout, topology, shown, run, columns);
  }
  return columns.take();
}

Json slice_names(const PlaneLayout& layout, const Shown& shown) {
  Columns columns(shown.columns({"name", "x", "y"}));
  for (const LinkUse& run : shown.runs) {
    for (const PlaneLayout::Label& label : layout.labels()) {
      columns.add(shown.row({label.text, rounded(label.at.x), rounded(label.at.y)}, run));
    }
  }
  return columns.take();
}

std::string description(const Topology& topology) {
  return fmt::format("Share of the time that every channel of {} was in use", topology.describe());
}

/// Two nodes on a ring have one link, without a way around.
bool has_stubs(const Topology& topology) {
  return topology.wraps() && std::any_of(topology.sides().begin(), topology.sides().end(),
                                         [](auto length) { return length > 2; });
}

/// How the picture is to be read.
std::string plane_text(const Topology& topology) {
  std::string text =
      "The half of a line that touches a node is the channel that leaves the node; the ring of a "
      "node is the use of its receive ports.";
  if (has_stubs(topology)) {
    text += " Stubs at the edge lead around to the other side.";
  }
  if (topology.dimensions() > 2) {
    text += " Slanting stubs lead to the neighbouring slices.";
  }
  return text;
}

void add_plane(Page& page, const Topology& topology, const Shown& shown) {
  const PlaneLayout layout(topology);
  Drawing drawing = plane_links(layout, shown);
  Json nodes = plane_nodes(layout, topology, shown);
  for (const Json& use : nodes["use"]) {
    drawing.largest = std::max(drawing.largest, use.is_null() ? 0 : use.get<double>());
  }
  page.add_data(shown.prefix + "links", std::move(drawing.links));
  page.add_data(shown.prefix + "nodes", std::move(nodes));
  page.add_data(shown.prefix + "slices", slice_names(layout, shown));

  const double above = layout.labels().empty() ? kMargin : kMargin + 0.5;
  const double width = layout.width() + 2 * kMargin;
  const double height = layout.height() + kMargin + above;
  const double pixels = std::clamp(width * kUnitPixels, kMinPixels, kMaxPixels);
  const double tall = std::max(pixels * height / width, kMinHeight);
  page.text(plane_text(topology));
  page.picture(shown.spec(fill_asset("links_plane.vl.json",
                                     {{"description", description(topology)},
                                      {"height", std::lround(std::min(tall, 2 * kMaxPixels))},
                                      {"across", width},
                                      {"digits", std::to_string(topology.nodes() - 1).size()},
                                      {"x_domain", {-kMargin, layout.width() + kMargin}},
                                      {"y_domain", {-above, layout.height() + kMargin}},
                                      {"use_domain", use_domain(drawing.largest)}})),
               {shown.prefix + "links", shown.prefix + "nodes", shown.prefix + "slices"},
               {static_cast<int>(pixels), tall > kMinHeight ? height / width : 0});
}

void add_cells(const MatrixLayout& layout, const Shown& shown, const LinkUse& run, Drawing& drawing,
               Columns& columns) {
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, Sum> cells;
  for (const LoggedChannel& channel : run.channels) {
    if (!channel.receive_port || layout.shows_receive_ports()) {
      const MatrixLayout::Cell cell = layout.cell(channel.from, channel.to);
      cells[{cell.row, cell.first, cell.last}].add(channel);
    }
  }
  for (const auto& [place, sum] : cells) {
    const auto& [row, first, last] = place;
    const double use = use_of_time(sum.busiest, run.cycles);
    drawing.largest = std::max(drawing.largest, use);
    columns.add(shown.row(
        {layout.rows()[row], static_cast<double>(first) - 0.5, static_cast<double>(last) + 0.5,
         sum.channels > 1     ? fmt::format("{} channels", sum.channels)
         : sum.from == sum.to ? fmt::format("receive port of {}", sum.to)
                              : fmt::format("{} → {}", sum.from, sum.to),
         rounded(use), rounded(sum.mean(run.cycles)), sum.flits, sum.waits},
        run));
  }
}

Drawing matrix_links(const MatrixLayout& layout, const Shown& shown) {
  Drawing drawing;
  Columns columns(shown.columns({"row", "from", "to", "name", "use", "mean", "flits", "waits"}));
  for (const LinkUse& run : shown.runs) {
    add_cells(layout, shown, run, drawing, columns);
  }
  drawing.links = columns.take();
  return drawing;
}

void add_matrix(Page& page, const Topology& topology, const Shown& shown) {
  constexpr std::size_t kFewRows = 20;
  const MatrixLayout layout(topology);
  Drawing drawing = matrix_links(layout, shown);
  std::size_t channels = 0;
  for (const LinkUse& run : shown.runs) {
    channels += run.channels.size();
  }
  const bool joined = drawing.links["row"].size() < channels;
  page.add_data(shown.prefix + "links", std::move(drawing.links));
  page.text(joined
                ? "A cell shows the busiest of its channels: those that leave the same node, or "
                  "neighbouring nodes where there are too many."
                : fmt::format("A cell is the channel that leaves the node {} of the row.",
                              layout.row_title() == "port" ? "by the port" : "in the direction"));
  const bool few = layout.rows().size() <= kFewRows;
  const double right = static_cast<double>(layout.columns()) - 0.5;
  page.picture(
      shown.spec(fill_asset(
          "links_matrix.vl.json",
          {{"description", description(topology)},
           {"height", layout.rows().size() *
                          (few ? 26 : std::max<std::size_t>(5, 640 / layout.rows().size()))},
           {"padding", few ? 0.08 : 0},
           {"x_domain", {-0.5, right}},
           {"x_title", layout.column_title()},
           {"y_title", layout.row_title()},
           {"use_title", joined ? "cycles in use, busiest" : "cycles in use"},
           {"use_domain", use_domain(drawing.largest)}})),
      {shown.prefix + "links"}, {});
}

void add_drawing(Page& page, const Topology& topology, const Shown& shown) {
  if (drawn_on_plane(topology)) {
    add_plane(page, topology, shown);
  } else {
    add_matrix(page, topology, shown);
  }
}

}  // namespace

bool drawn_on_plane(const Topology& topology) {
  if (!PlaneLayout::draws(topology) || topology.nodes() > kMaxPlaneNodes) {
    return false;
  }
  if (topology.tree_depth()) {
    return topology.processors() <= kMaxPlaneLeaves;
  }
  const double limit = topology.dimensions() == 1 ? kMaxLineWidth : kMaxPlaneWidth;
  return PlaneLayout(topology).width() <= limit;
}

void add_link_picture(Page& page, const Topology& topology, const LinkUse& run) {
  const std::vector<LinkUse> one{run};
  add_drawing(page, topology, {one});
}

void add_link_choice(Page& page, const Topology& topology, const std::vector<LinkUse>& runs,
                     const Choice& choice, const std::string& prefix) {
  add_drawing(page, topology, {runs, &choice, prefix});
}

}  // namespace flitcast
