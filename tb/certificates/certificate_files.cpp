#include "tb/certificates/certificate_files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/files/unpacked_file.h"
#include "traffic/satisfiability/hop_formula.h"
#include "traffic/satisfiability/lrat_proof.h"
#include "traffic/worms/worm_formula.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// Packed where it is long.
Certificate::File packed(const std::string& name, const std::string& text) {
  constexpr std::size_t kLong = 100'000;
  return text.size() > kLong ? Certificate::File{name + ".bz2", packed_text(text)}
                             : Certificate::File{name, text};
}

Json instance_json(const HopInstance& instance) {
  const Demand& demand = instance.demand;
  Json json{{"operation", to_string(demand.kind)},
            {"nodes", demand.nodes},
            {"chunks", demand.chunks},
            {"root", demand.root},
            {"destinations", demand.destinations}};
  json["links"] = Json::array();
  for (const HopLink& link : instance.links) {
    json["links"].push_back({link.from, link.to, link.chunks});
  }
  return json;
}

Json instance_json(const WormInstance& instance) {
  return {{"operation", to_string(instance.demand.kind)},
          {"nodes", instance.demand.nodes},
          {"root", instance.demand.root},
          {"destinations", instance.demand.destinations},
          {"ports", instance.ports},
          {"duplex", instance.half_duplex ? "half" : "full"},
          {"reception", instance.absorbs ? "way" : "end"},
          {"course", instance.joined ? "joined ways" : "way"},
          {"ways", instance.ways}};
}

Json reason_json(const WormBound& bound) {
  switch (bound.kind) {
    case WormBoundKind::kGrowth:
      return {{"growth", bound.node}};
    case WormBoundKind::kPorts:
      return {{"ports", bound.node}};
    case WormBoundKind::kLinks:
      break;
  }
  return {{"links", bound.links}};
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

Certificate certificate_of(const HopRefutation& refutation) {
  const HopInstance& instance = refutation.instance;
  Certificate certificate;
  Json json{
      {"schema", kCertificateSchema}, {"steps", refutation.steps}, {"rounds", refutation.rounds}};
  json["instance"] = instance_json(instance);
  json["splits"] = Json::array();
  for (const RefutedSplit& split : refutation.splits) {
    const HopFormula formula(instance, split.rounds);
    const std::string name = fmt::format("rounds-{}", fmt::join(split.rounds, "-"));
    const std::string title =
        fmt::format("{}, rounds of steps {}", describe(instance), to_string(split.rounds));
    json["splits"].push_back({{"rounds", split.rounds}, {"files", name}});
    add_refutation(formula.formula(), split.proof, title, name, certificate);
  }
  certificate.files.push_back({"certificate.json", json.dump(1) + "\n"});
  return certificate;
}

Certificate certificate_of(const HopInstance& instance, const CountingBound& bound, int ports,
                           Duplex duplex) {
  Json json{{"schema", kCertificateSchema}, {"rounds", bound.time - 1}};
  json["instance"] = instance_json(instance);
  json["instance"]["ports"] = ports;
  json["instance"]["duplex"] = duplex == Duplex::kHalf ? "half" : "full";
  const bool cut = bound.kind == BoundKind::kDegree || bound.kind == BoundKind::kCut;
  json["count"] = {{"kind", cut ? "cut" : to_string(bound.kind)}, {"nodes", bound.witness}};
  return {{{"certificate.json", json.dump(1) + "\n"}}};
}

Certificate certificate_of(const WormProof& proof) {
  const WormInstance& instance = proof.instance;
  const std::uint32_t rounds = proof.fewest.least - 1;
  Certificate certificate;
  Json json{{"schema", kWormsSchema}, {"rounds", rounds}};
  if (proof.fewest.proof.empty()) {
    json["by"] = reason_json(proof.fewest.bound);
  } else {
    const std::string name = fmt::format("rounds-{}", rounds);
    const std::string title = fmt::format("{}, {} rounds", describe(instance), rounds);
    json["by"] = {{"formula", name}};
    add_refutation(WormFormula(instance, rounds).formula(), proof.fewest.proof, title, name,
                   certificate);
  }
  json["milliseconds"] = proof.milliseconds;
  json["instance"] = instance_json(instance);
  if (!proof.schedule.empty()) {
    certificate.files.push_back({"schedule.json", proof.schedule});
  }
  certificate.files.push_back({"worms.json", lines_of(json)});
  return certificate;
}

}  // namespace flitcast
