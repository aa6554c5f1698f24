#include "tb/report/links/matrix_picture.h"

#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "tb/report/links/matrix_layout.h"
#include "tb/report/page/columns.h"
#include "tb/report/page/spec.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

using Place = std::tuple<std::size_t, std::size_t, std::size_t>;  // row, first and last column

struct Cells {
  Json links = Json::object();
  Json ports = Json::object();
  double largest_link = 0;  // use
  double largest_port = 0;
};

std::map<Place, Sum> sums_of(const MatrixLayout& layout, const LinkUse& run) {
  std::map<Place, Sum> sums;
  for (const LoggedChannel& channel : run.channels) {
    if (!channel.receive_port || layout.shows_receive_ports()) {
      const MatrixLayout::Cell cell = layout.cell(channel.from, channel.to);
      sums[{cell.row, cell.first, cell.last}].add(channel);
    }
  }
  return sums;
}

std::string cell_name(const Network& network, const Sum& sum) {
  return sum.channels > 1 ? fmt::format("{} channels", sum.channels)
         : sum.from == sum.to
             ? fmt::format("receive port of {}", network.name(sum.to))
             : fmt::format("{} → {}", network.name(sum.from), network.name(sum.to));
}

Cells cells_of(const MatrixLayout& layout, const Network& network, const ShownUse& shown) {
  const auto names = [&](const char* use) {
    return shown.columns({"row", "from", "to", "name", use, "mean", "flits", "waits"});
  };
  Columns links(names("use"));
  Columns ports(names("port_use"));  // a field of its own has a legend of its own
  Cells cells;
  for (const LinkUse& run : shown.runs) {
    const std::map<Place, Sum> sums = sums_of(layout, run);
    const std::map<Place, Sum> base =
        run.base != nullptr ? sums_of(layout, *run.base) : std::map<Place, Sum>{};
    for (const auto& [place, sum] : sums) {
      const Place& cell = place;
      const auto& [row, first, last] = cell;
      const Did did =
          did_of(run, [&](const LinkUse& of) { return (&of == &run ? sums : base).at(cell); });
      const bool receive = sum.from == sum.to;
      double& largest = receive ? cells.largest_port : cells.largest_link;
      largest = std::max(largest, std::abs(did.use));
      (receive ? ports : links)
          .add(shown.row({layout.rows()[row], static_cast<double>(first) - 0.5,
                          static_cast<double>(last) + 0.5, cell_name(network, sum),
                          rounded(did.use), rounded(did.mean), did.flits, did.waits},
                         run));
    }
  }
  cells.links = links.take();
  cells.ports = ports.take();
  return cells;
}

}  // namespace

void add_matrix_picture(Page& page, const Network& network, const ShownUse& shown) {
  constexpr std::size_t kFewRows = 20;
  const MatrixLayout layout(network.topology);
  Cells cells = cells_of(layout, network, shown);
  std::size_t channels = 0;
  for (const LinkUse& run : shown.runs) {
    channels += static_cast<std::size_t>(
        std::count_if(run.channels.begin(), run.channels.end(),
                      [](const LoggedChannel& channel) { return !channel.receive_port; }));
  }
  const bool joined = cells.links["row"].size() < channels;
  page.add_data(shown.prefix + "links", std::move(cells.links));
  page.add_data(shown.prefix + "ports", std::move(cells.ports));
  page.text(fmt::format(
      "{}{}",
      joined ? "A cell shows the busiest of its channels: those that leave the same node, or "
               "neighbouring nodes where there are too many."
             : fmt::format("A cell is the channel that leaves the node {} of the row.",
                           layout.row_title() == "port" ? "by the port" : "in the direction"),
      shown.differences() ? " Red is what the second run used more, blue what it used less." : ""));
  const bool few = layout.rows().size() <= kFewRows;
  Json spec =
      fill_asset("links_matrix.vl.json",
                 {{"description", use_description(network.topology, shown)},
                  {"height", layout.rows().size() *
                                 (few ? 26 : std::max<std::size_t>(5, 640 / layout.rows().size()))},
                  {"padding", few ? 0.08 : 0},
                  {"x_domain", {-0.5, static_cast<double>(layout.columns()) - 0.5}},
                  {"rows", layout.rows()},
                  {"x_title", layout.column_title()},
                  {"y_title", layout.row_title()},
                  {"link_title", use_title(shown, joined ? "busiest link" : "link")},
                  {"port_title", use_title(shown, shown.differences() ? "port" : "receive port")},
                  {"link_scale", use_scale("link_top", false, shown.differences())},
                  {"port_scale", use_scale("port_top", true, shown.differences())}});
  spec["params"] = use_params(cells.largest_link, cells.largest_port);
  page.picture(shown.spec(std::move(spec)), {shown.prefix + "links", shown.prefix + "ports"}, {});
}

}  // namespace flitcast
