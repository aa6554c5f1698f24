#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "tb/area/network_area.h"
#include "tb/system/files/content_hash.h"
#include "tb/text/json_members.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::area {

using Json = nlohmann::ordered_json;

/// Null where they are not known.
FLITCAST_JSON_MEMBERS(RouterArea, cells, flip_flops, lut4, gates, period_ns)

void to_json(Json& json, const RouterKind& each) {
  json = {{"count", each.routers},
          {"links", each.links},
          {"interface", each.build.has_interface},
          {"wrapper", known_if(!each.build.wrapper.empty(), each.build.wrapper)}};
  json.update(Json(each.area));
}

namespace {

constexpr double kMhzOfNs = 1000;

std::string number_text(const std::optional<double>& number, const char* format) {
  return number ? fmt::format(fmt::runtime(format), *number) : "–";
}
std::string gates_text(const RouterArea& area) {
  return number_text(area.gates, "{:.1f}");
}
std::string period_text(const RouterArea& area) {
  return number_text(area.period_ns, "{:.3f}");
}

std::string file_name(const std::string& path) {
  return printable_line(std::filesystem::path(path).filename().string());
}
std::string liberty_name(const AreaTools& tools) {
  return file_name(tools.liberty);
}

/// Where the configuration's clock is faster than these routers; empty otherwise.
std::string clock_text(const NetworkArea& network, double clock_ns) {
  const std::optional<double> period = network.all().period_ns;
  return period && *period > clock_ns
             ? fmt::format(
                   "these routers do not reach clock.period = {} ns; nanoseconds of a run are "
                   "theirs with --clock.period={}",
                   clock_ns, *period)
             : "";
}

std::string router_facts(const NetworkArea& network, const AreaTools& tools) {
  const RouterArea& router = network.router();
  Facts facts;
  facts.add("cells", std::to_string(router.cells),
            tools.liberty.empty() ? "gates of yosys" : "of " + liberty_name(tools));
  facts.add("flip-flops", std::to_string(router.flip_flops));
  facts.add("gates", gates_text(router), router.gates ? "areas of a NAND2" : "");
  facts.add("LUT4", std::to_string(router.lut4), "of an FPGA");
  facts.add(
      "period", period_text(router),
      router.period_ns ? fmt::format("ns at least, {:.0f} MHz", kMhzOfNs / *router.period_ns) : "");
  return facts.text();
}

std::vector<std::string> table_row(const std::string& routers, const std::string& links,
                                   const RouterArea& area) {
  return {routers,
          links,
          std::to_string(area.cells),
          std::to_string(area.flip_flops),
          gates_text(area),
          std::to_string(area.lut4),
          period_text(area)};
}

/// Whose the routers are, where some are a user's.
void add_owners(const NetworkArea& network, std::vector<std::vector<std::string>>& rows) {
  const bool none = network.kinds.front().build.wrapper.empty();
  for (std::size_t row = 0; !none && row < rows.size(); ++row) {
    if (row == 0) {
      rows[row].emplace_back("from");
    } else if (row <= network.kinds.size()) {
      const std::string& wrapper = network.kinds[row - 1].build.wrapper;
      rows[row].push_back(wrapper.empty() ? "flitcast" : file_name(wrapper));
    } else {
      rows[row].emplace_back("all");
    }
  }
}

std::string network_table(const NetworkArea& network) {
  std::vector<std::vector<std::string>> rows{
      {"routers", "links", "cells", "flip-flops", "gates", "LUT4", "period"}};
  for (const RouterKind& each : network.kinds) {
    rows.push_back(table_row(std::to_string(each.routers), std::to_string(each.links), each.area));
  }
  if (rows.size() > 2 || network.routers() > 1) {
    rows.push_back(table_row(std::to_string(network.routers()), "all", network.all()));
  }
  add_owners(network, rows);
  return indented(aligned(rows), 2);
}

Json tools_json(const AreaTools& tools) {
  const bool maps = !tools.liberty.empty();
  return {{"synthesis", tools.yosys_version},
          {"timing", known_if(!tools.sta.empty(), "OpenSTA " + tools.sta_version)},
          {"liberty", known_if(maps, liberty_name(tools))},
          {"liberty_hash", known_if(maps, content_hash(tools.cells))}};
}

}  // namespace

std::string area_text(const std::string& heading, const NetworkArea& network,
                      const AreaTools& tools, double clock_ns) {
  Facts remarks;
  remarks.words("tools", tools.describe());
  if (const std::string clock = clock_text(network, clock_ns); !clock.empty()) {
    remarks.words("note", clock);
  }
  remarks.words("note", kAreaCaveat);
  for (const std::string& missing : tools.missing) {
    remarks.words("note", missing);
  }
  return fmt::format("{}{}\n{}\n{}", heading, router_facts(network, tools), network_table(network),
                     remarks.text());
}

std::string area_report_json(const Config& config, const NetworkArea& network,
                             const AreaTools& tools) {
  Json parameters = Json::object();
  for (const auto& [name, value] : network.kinds.front().build.named()) {
    parameters[name] = value;
  }
  Json all{{"count", network.routers()}};
  all.update(Json(network.all()));
  const Json report{{"schema", "flitcast.area/1"},
                    {"topology", config.topology->describe()},
                    {"caveat", kAreaCaveat},
                    {"tools", tools_json(tools)},
                    {"missing", tools.missing},
                    {"router", network.router()},
                    {"parameters", parameters},
                    {"routers", network.kinds},
                    {"network", all},
                    {"clock_period_ns", config.clock_period_ns}};
  return report.dump(2) + "\n";
}

RouterArea NetworkArea::all() const {
  RouterArea all{0, 0, 0, 0.0, 0.0};
  for (const RouterKind& each : kinds) {
    const RouterArea& area = each.area;
    all.cells += each.routers * area.cells;
    all.flip_flops += each.routers * area.flip_flops;
    all.lut4 += each.routers * area.lut4;
    all.gates =
        all.gates && area.gates
            ? std::optional(tenths(*all.gates + static_cast<double>(each.routers) * *area.gates))
            : std::nullopt;
    all.period_ns = all.period_ns && area.period_ns
                        ? std::optional(std::max(*all.period_ns, *area.period_ns))
                        : std::nullopt;
  }
  return all;
}

std::uint64_t NetworkArea::routers() const {
  std::uint64_t routers = 0;
  for (const RouterKind& each : kinds) {
    routers += each.routers;
  }
  return routers;
}

NetworkArea network_area(std::vector<RouterKind> kinds, const RouterSynthesis& synthesis) {
  for (RouterKind& kind : kinds) {
    kind.area = synthesis.area(kind.build);
  }
  return {std::move(kinds)};
}

}  // namespace flitcast::area
