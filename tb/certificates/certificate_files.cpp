#include "tb/certificates/certificate_files.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "hw/routing/routing.h"
#include "hw/topology/family.h"
#include "tb/system/files/unpacked_file.h"
#include "traffic/satisfiability/hop_formula.h"
#include "traffic/satisfiability/lrat_proof.h"
#include "traffic/worms/worm_formula.h"
#include "traffic/worms/worm_ways.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// Packed where it is long.
Certificate::File packed(const std::string& name, const std::string& text) {
  constexpr std::size_t kLong = 100'000;
  return text.size() > kLong ? Certificate::File{name + ".bz2", packed_text(text)}
                             : Certificate::File{name, text};
}

/// The checker makes links of the name.
bool has_known_name(const Topology* network) {
  constexpr std::array<std::string_view, 6> kNames{"hypercube", "mesh", "torus",
                                                   "line",      "ring", "tree"};
  return network != nullptr &&
         std::find(kNames.begin(), kNames.end(), network->family().word) != kNames.end();
}

/// All links of the network, which carry equally many chunks.
bool are_all_links(const std::vector<HopLink>& links, const Topology& network) {
  std::set<std::pair<NodeId, NodeId>> all;
  for (NodeId node = 0; node < network.nodes(); ++node) {
    for (int port = 0; port < network.network_ports(); ++port) {
      const NodeId next = network.neighbour(node, static_cast<PortId>(port));
      if (next != kNoNode) {
        all.emplace(node, next);
      }
    }
  }
  std::size_t found = 0;
  for (const HopLink& link : links) {
    found += link.chunks == links.front().chunks ? all.count({link.from, link.to}) : 0;
  }
  return found == all.size() && links.size() == all.size();
}

Json network_json(NodeId nodes, const std::vector<HopLink>& links, const Topology* network) {
  if (has_known_name(network) && are_all_links(links, *network)) {
    return {{"kind", network->family().word},
            {"dims", network->dims()},
            {"carries", links.front().chunks}};
  }
  Json json{{"nodes", nodes}, {"links", Json::array()}};
  for (const HopLink& link : links) {
    json["links"].push_back({link.from, link.to, link.chunks});
  }
  return json;
}

void add_operation(const Demand& demand, Json& json) {
  json["operation"] = to_string(demand.kind);
  json["root"] = demand.root;
  json["destinations"] = demand.destinations;
  json["chunks"] = demand.chunks;
}

void add_hardware(std::uint32_t ports, bool half_duplex, bool absorbs, Json& json) {
  json["ports"] = ports;
  json["duplex"] = half_duplex ? "half" : "full";
  json["reception"] = absorbs ? "way" : "end";
}

/// The name of ways that are those of the network; empty where they have none.
std::string routes_of(const WormInstance& instance, const Topology& network) {
  const Routing base(network, RoutingOrder::kAscending);
  for (const char* const name : {"base", "base backwards", "shortest"}) {
    WormInstance named = instance;
    named.ways = std::string_view(name) == "shortest" ? shortest_ways(network) : base_ways(base);
    if (std::string_view(name) == "base backwards") {
      turn_ways(named.ways);
    }
    keep_ways_of_members(named);
    if (named.ways == instance.ways) {
      return name;
    }
  }
  return "";
}

void add_ways(const WormInstance& instance, const Topology* network, Json& json) {
  std::vector<HopLink> links;
  for (const WormWay& way : instance.ways) {
    links.push_back({way.front(), way.back()});
  }
  const std::string routes = instance.joined           ? "any"
                             : has_known_name(network) ? routes_of(instance, *network)
                                                       : "";
  if (instance.joined) {
    json["network"] = network_json(instance.demand.nodes, links, network);
  } else if (routes.empty()) {
    json["network"] = {{"nodes", instance.demand.nodes}};
  } else {
    json["network"] = {{"kind", network->family().word}, {"dims", network->dims()}};
  }
  json[routes.empty() ? "ways" : "routes"] = routes.empty() ? Json(instance.ways) : Json(routes);
}

Json reason_json(const WormBound& bound) {
  switch (bound.kind) {
    case WormBoundKind::kGrowth:
      return {{"kind", "growth"}, {"nodes", {bound.node}}};
    case WormBoundKind::kPorts:
      return {{"kind", "ports"}, {"nodes", {bound.node}}};
    case WormBoundKind::kLinks:
      break;
  }
  return {{"kind", "links"}, {"links", bound.links}};
}

/// Members of the document, and of what it says of the instance, have a line each; so has each way.
std::string lines_of(const Json& document) {
  std::string text = document.dump();
  std::string lines;
  for (std::size_t at = 0; at < text.size(); ++at) {
    lines += text[at];
    const bool way = text.compare(at, 3, "],[") == 0;
    const bool member = text[at] == ',' && at + 1 < text.size() && text[at + 1] == '"';
    if (way || member) {
      at += way ? 1U : 0U;
      lines += way ? ",\n" : "\n";
    }
  }
  return lines + "\n";
}

void add_refutation(const Formula& formula, const std::string& proof, const std::string& title,
                    const std::string& name, Certificate& certificate) {
  const Refutation refutation = core_of(formula, check_and_trim(formula, proof));
  certificate.files.push_back(packed(name + ".cnf", refutation.core.dimacs(title)));
  certificate.files.push_back(packed(name + ".lrat", lrat_text(refutation.proof, refutation.core)));
}

}  // namespace

Certificate certificate_of(const HopRefutation& refutation, const Topology* network) {
  const HopInstance& instance = refutation.instance;
  Certificate certificate;
  Json json{{"schema", kCertificateSchema},
            {"model", "hops"},
            {"rounds", refutation.rounds},
            {"steps", refutation.steps}};
  Json& by = json["by"] = {{"kind", "formulas"}, {"splits", Json::array()}};
  for (const RefutedSplit& split : refutation.splits) {
    const HopFormula formula(instance, split.rounds);
    const std::string name = fmt::format("rounds-{}", fmt::join(split.rounds, "-"));
    const std::string title =
        fmt::format("{}, rounds of steps {}", describe(instance), to_string(split.rounds));
    by["splits"].push_back({{"rounds", split.rounds}, {"files", name}});
    add_refutation(formula.formula(), split.proof, title, name, certificate);
  }
  add_operation(instance.demand, json);
  json["network"] = network_json(instance.demand.nodes, instance.links, network);
  certificate.files.push_back({"certificate.json", lines_of(json)});
  return certificate;
}

Certificate certificate_of(const HopInstance& instance, const CountingBound& bound, int ports,
                           Duplex duplex, const Topology* network) {
  Json json{{"schema", kCertificateSchema}, {"model", "hops"}, {"rounds", bound.time - 1}};
  const bool cut = bound.kind == BoundKind::kDegree || bound.kind == BoundKind::kCut;
  json["by"] = {{"kind", cut ? "cut" : to_string(bound.kind)}, {"nodes", bound.witness}};
  add_operation(instance.demand, json);
  const bool all = network != nullptr && ports >= network->degree();
  add_hardware(all ? 0 : static_cast<std::uint32_t>(ports), duplex == Duplex::kHalf, false, json);
  json["network"] = network_json(instance.demand.nodes, instance.links, network);
  return {{{"certificate.json", lines_of(json)}}};
}

Certificate certificate_of(const WormProof& proof) {
  const WormInstance& instance = proof.instance;
  const std::uint32_t rounds = proof.fewest.least - 1;
  Certificate certificate;
  Json json{{"schema", kCertificateSchema}, {"model", "worms"}, {"rounds", rounds}};
  if (proof.fewest.proof.empty()) {
    json["by"] = reason_json(proof.fewest.bound);
  } else {
    const std::string name = fmt::format("rounds-{}", rounds);
    const std::string title = fmt::format("{}, {} rounds", describe(instance), rounds);
    const Json split{{"rounds", {rounds}}, {"files", name}};
    json["by"] = {{"kind", "formulas"}, {"splits", Json::array({split})}};
    add_refutation(WormFormula(instance, rounds).formula(), proof.fewest.proof, title, name,
                   certificate);
  }
  json["milliseconds"] = proof.milliseconds;
  add_operation(instance.demand, json);
  add_hardware(instance.ports, instance.half_duplex, instance.absorbs, json);
  add_ways(instance, proof.network, json);
  if (!proof.schedule.empty()) {
    certificate.files.push_back({"schedule.json", proof.schedule});
  }
  certificate.files.push_back({"certificate.json", lines_of(json)});
  return certificate;
}

}  // namespace flitcast
