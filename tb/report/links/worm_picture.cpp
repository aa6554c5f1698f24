#include "tb/report/links/worm_picture.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/links/matrix_layout.h"
#include "tb/report/links/plane_picture.h"
#include "tb/report/page/columns.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// A channel that a worm holds or wants; a receive port where both ends are one.
struct WormChannel {
  const Json& worm;
  NodeId from;
  NodeId to;
  const char* part;
};

std::vector<WormChannel> channels_of(const Json& worms) {
  std::vector<WormChannel> channels;
  for (const Json& worm : worms) {
    for (const Json& held : worm.at("holds")) {
      channels.push_back(
          {worm, held.at("from").get<NodeId>(), held.at("to").get<NodeId>(), "holds"});
    }
    const Json& wants = worm.at("wants");
    if (wants.is_object() && wants.contains("receive")) {
      const auto node = wants["receive"].get<NodeId>();
      channels.push_back({worm, node, node, "wants"});
    } else if (wants.is_object()) {
      channels.push_back(
          {worm, wants.at("from").get<NodeId>(), wants.at("to").get<NodeId>(), "wants"});
    }
  }
  return channels;
}

const char* in_circle(const Json& worm, const Json& circle) {
  return std::find(circle.begin(), circle.end(), worm.at("message")) != circle.end() ? "yes" : "no";
}

std::string channel_name(const Network& network, const WormChannel& channel) {
  return channel.from == channel.to
             ? fmt::format("receive port of {}", network.name(channel.to))
             : fmt::format("{} → {}", network.name(channel.from), network.name(channel.to));
}

Json messages_of(const Json& worms) {
  Json messages = Json::array();
  for (const Json& worm : worms) {
    messages.push_back(worm.at("message"));
  }
  return messages;
}

/// All channels of the network, pale, to see the worms on.
Json paths(const Network& network, const PlaneLayout& layout) {
  Columns columns({"x", "y", "x2", "y2"});
  const Topology& topology = network.topology;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      const NodeId neighbour = topology.neighbour(node, static_cast<PortId>(port));
      if (neighbour != kNoNode) {
        const PlaneLayout::Point start = layout.node(node);
        const PlaneLayout::Point end = layout.channel_end(node, neighbour);
        columns.add({rounded(start.x), rounded(start.y), rounded(end.x), rounded(end.y)});
      }
    }
  }
  return columns.take();
}

Json places(const Network& network, const PlaneLayout& layout) {
  Columns columns({"name", "x", "y", "is_switch"});
  for (NodeId node = 0; node < network.topology.nodes(); ++node) {
    const PlaneLayout::Point at = layout.node(node);
    columns.add(
        {network.name(node), rounded(at.x), rounded(at.y), node >= network.topology.processors()});
  }
  return columns.take();
}

void add_on_plane(Page& page, const Network& network, const Json& worms, const Json& circle) {
  const PlaneFrame plane(network);
  Columns channels({"message", "channel", "part", "in_circle", "x", "y", "x2", "y2"});
  for (const WormChannel& channel : channels_of(worms)) {
    const PlaneLayout::Point start = plane.layout.node(channel.from);
    const PlaneLayout::Point end =
        channel.from == channel.to ? start : plane.layout.channel_end(channel.from, channel.to);
    channels.add({channel.worm.at("message"), channel_name(network, channel), channel.part,
                  in_circle(channel.worm, circle), rounded(start.x), rounded(start.y),
                  rounded(end.x), rounded(end.y)});
  }
  Columns headers({"message", "in_circle", "name", "x", "y"});
  for (const Json& worm : worms) {
    const auto router = worm.at("router").get<NodeId>();
    const PlaneLayout::Point at = plane.layout.node(router);
    headers.add({worm.at("message"), in_circle(worm, circle), network.name(router), rounded(at.x),
                 rounded(at.y)});
  }
  page.add_data("worm paths", paths(network, plane.layout));
  page.add_data("worm nodes", places(network, plane.layout));
  page.add_data("worm channels", channels.take());
  page.add_data("worm headers", headers.take());
  SpecValues values = plane.values;
  values["description"] = "Where the worms stand that got stuck";
  page.picture(fill_asset("worms_plane.vl.json", values),
               {"worm paths", "worm nodes", "worm channels", "worm headers"}, plane.frame);
}

void add_in_matrix(Page& page, const Network& network, const Json& worms, const Json& circle) {
  const MatrixLayout layout(network.topology);
  Columns channels({"message", "channel", "part", "in_circle", "row", "from", "to"});
  for (const WormChannel& channel : channels_of(worms)) {
    if (channel.from == channel.to && !layout.shows_receive_ports()) {
      continue;
    }
    const MatrixLayout::Cell cell = layout.cell(channel.from, channel.to);
    channels.add({channel.worm.at("message"), channel_name(network, channel), channel.part,
                  in_circle(channel.worm, circle), layout.rows()[cell.row],
                  static_cast<double>(cell.first) - 0.5, static_cast<double>(cell.last) + 0.5});
  }
  page.add_data("worm channels", channels.take());
  constexpr std::size_t kRowPixels = 26;
  page.picture(
      fill_asset("worms_matrix.vl.json",
                 {{"description", "Channels of the worms that got stuck"},
                  {"height", std::min<std::size_t>(layout.rows().size() * kRowPixels, 640)},
                  {"x_domain", {-0.5, static_cast<double>(layout.columns()) - 0.5}},
                  {"rows", layout.rows()},
                  {"messages", messages_of(worms)},
                  {"x_title", layout.column_title()},
                  {"y_title", layout.row_title()}}),
      {"worm channels"}, {});
}

}  // namespace

void add_worm_picture(Page& page, const Network& network, const Json& worms, const Json& circle) {
  if (worms.empty()) {
    return;
  }
  page.text(
      "Every worm has a colour: the channels that it holds, up to its header, and, dashed, the one "
      "that it wants. Worms outside the circle are pale.");
  if (drawn_on_plane(network.topology)) {
    add_on_plane(page, network, worms, circle);
  } else {
    add_in_matrix(page, network, worms, circle);
  }
}

}  // namespace flitcast
