#include "tb/report/links/plane_picture.h"

#include <cmath>
#include <map>

#include <fmt/format.h>

#include "tb/report/page/columns.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr NodeId kMaxPlaneNodes = 4096;
constexpr NodeId kMostDrawnNodes = 64;
constexpr double kMaxPlaneWidth = 108;  // units of one node
constexpr double kMaxLineWidth = 48;
constexpr NodeId kMaxPlaneLeaves = 128;
constexpr double kMargin = 0.7;  // around the nodes, for stubs
constexpr double kUnitPixels = 64;
constexpr double kMinPixels = 320;
constexpr double kMaxPixels = 1060;
constexpr double kMinHeight = 64;
constexpr std::size_t kLettersWithin = 4;  // longer names are below their nodes

/// A set of data, and the largest use in it.
struct Drawing {
  double largest = 0;
  Json data = Json::object();

  void note(double use) { largest = std::max(largest, std::abs(use)); }
};

Drawing plane_links(const PlaneLayout& layout, const ShownUse& shown) {
  Drawing drawing;
  Columns columns(shown.columns({"from", "to", "x", "y", "x2", "y2", "use", "flits", "waits"}));
  for (const LinkUse& run : shown.runs) {
    for (std::size_t i = 0; i < run.channels.size(); ++i) {
      const LoggedChannel& channel = run.channels[i];
      if (channel.receive_port) {
        continue;
      }
      const PlaneLayout::Point start = layout.node(channel.from);
      const PlaneLayout::Point end = layout.channel_end(channel.from, channel.to);
      const Did did = did_of(run, [&](const LinkUse& of) {
        Sum one;
        one.add(of.channels[i]);
        return one;
      });
      drawing.note(did.use);
      columns.add(
          shown.row({channel.from, channel.to, rounded(start.x), rounded(start.y), rounded(end.x),
                     rounded(end.y), rounded(did.use), did.flits, did.waits},
                    run));
    }
  }
  drawing.data = columns.take();
  return drawing;
}

std::map<NodeId, Sum> ports_of(const LinkUse& run) {
  std::map<NodeId, Sum> ports;
  for (const LoggedChannel& channel : run.channels) {
    if (channel.receive_port) {
      ports[channel.to].add(channel);
    }
  }
  return ports;
}

Drawing plane_nodes(const PlaneLayout& layout, const Network& network, const ShownUse& shown) {
  Drawing drawing;
  Columns columns(shown.columns({"name", "x", "y", "is_switch", "port_use", "flits", "waits"}));
  for (const LinkUse& run : shown.runs) {
    const std::map<NodeId, Sum> ports = ports_of(run);
    const std::map<NodeId, Sum> base =
        run.base != nullptr ? ports_of(*run.base) : std::map<NodeId, Sum>{};
    for (NodeId node = 0; node < network.topology.nodes(); ++node) {
      const PlaneLayout::Point at = layout.node(node);
      std::vector<Json> row{network.names.empty() ? Json(node) : Json(network.names[node]),
                            rounded(at.x), rounded(at.y), node >= network.topology.processors()};
      if (ports.count(node) == 0) {
        row.insert(row.end(), 3, nullptr);
      } else {
        const Did did =
            did_of(run, [&](const LinkUse& of) { return (&of == &run ? ports : base).at(node); });
        drawing.note(did.mean);
        row.insert(row.end(), {rounded(did.mean), did.flits, did.waits});
      }
      columns.add(shown.row(std::move(row), run));
    }
  }
  drawing.data = columns.take();
  return drawing;
}

Json slice_names(const PlaneLayout& layout, const ShownUse& shown) {
  Columns columns(shown.columns({"name", "x", "y"}));
  for (const LinkUse& run : shown.runs) {
    for (const PlaneLayout::Label& label : layout.labels()) {
      columns.add(shown.row({label.text, rounded(label.at.x), rounded(label.at.y)}, run));
    }
  }
  return columns.take();
}

/// Two nodes on a ring have one link, without a way around.
bool has_stubs(const Topology& topology) {
  return topology.wraps() && std::any_of(topology.sides().begin(), topology.sides().end(),
                                         [](auto length) { return length > 2; });
}

/// How the picture is to be read.
std::string plane_text(const Topology& topology, bool differences) {
  std::string text =
      "The half of a line that touches a node is the channel that leaves the node; the ring of a "
      "node is the use of its receive ports.";
  if (differences) {
    text += " Red is what the second run used more, blue what it used less.";
  }
  if (has_stubs(topology)) {
    text += " Stubs at the edge lead around to the other side.";
  }
  if (topology.dimensions() > 2) {
    text += " Slanting stubs lead to the neighbouring slices.";
  }
  return text;
}

std::size_t longest_name(const Network& network) {
  std::size_t longest = std::to_string(network.topology.nodes() - 1).size();
  for (const std::string& name : network.names) {
    longest = std::max(longest, name.size());
  }
  return longest;
}

}  // namespace

bool drawn_on_plane(const Topology& topology) {
  if (!PlaneLayout::draws(topology) || topology.nodes() > kMaxPlaneNodes) {
    return false;
  }
  if (!topology.has_coordinates() && !topology.tree_depth()) {
    return topology.nodes() <= kMostDrawnNodes;
  }
  if (topology.tree_depth()) {
    return topology.processors() <= kMaxPlaneLeaves;
  }
  const double limit = topology.dimensions() == 1 ? kMaxLineWidth : kMaxPlaneWidth;
  return PlaneLayout(topology).width() <= limit;
}

PlaneFrame::PlaneFrame(const Network& network) : layout(network.topology) {
  const double above = layout.labels().empty() ? kMargin : kMargin + 0.5;
  const double width = layout.width() + 2 * kMargin;
  const double height = layout.height() + kMargin + above;
  const double pixels = std::clamp(width * kUnitPixels, kMinPixels, kMaxPixels);
  const double tall = std::max(pixels * height / width, kMinHeight);
  const std::size_t longest = longest_name(network);
  values = {{"height", std::lround(std::min(tall, 2 * kMaxPixels))},
            {"across", width},
            {"digits", longest},
            {"below", longest > kLettersWithin},
            {"x_domain", {-kMargin, layout.width() + kMargin}},
            {"y_domain", {-above, layout.height() + kMargin}}};
  frame = {static_cast<int>(pixels), tall > kMinHeight ? height / width : 0};
}

void add_plane_picture(Page& page, const Network& network, const ShownUse& shown) {
  PlaneFrame plane(network);
  Drawing links = plane_links(plane.layout, shown);
  Drawing nodes = plane_nodes(plane.layout, network, shown);
  page.add_data(shown.prefix + "links", std::move(links.data));
  page.add_data(shown.prefix + "nodes", std::move(nodes.data));
  page.add_data(shown.prefix + "slices", slice_names(plane.layout, shown));
  page.text(plane_text(network.topology, shown.differences()));
  SpecValues values = plane.values;
  values["description"] = use_description(network.topology, shown);
  values["link_scale"] = use_scale("link_top", false, shown.differences());
  values["port_scale"] = use_scale("port_top", true, shown.differences());
  values["link_title"] = use_title(shown, "link");
  values["port_title"] = use_title(shown, shown.differences() ? "port" : "receive ports");
  Json spec = fill_asset("links_plane.vl.json", values);
  const Json scales = use_params(links.largest, nodes.largest);
  spec["params"].insert(spec["params"].end(), scales.begin(), scales.end());
  page.picture(shown.spec(std::move(spec)),
               {shown.prefix + "links", shown.prefix + "nodes", shown.prefix + "slices"},
               plane.frame);
}

}  // namespace flitcast
