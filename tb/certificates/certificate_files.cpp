#include "tb/certificates/certificate_files.h"

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/files/atomic_file.h"
#include "tb/system/files/unpacked_file.h"
#include "traffic/satisfiability/hop_formula.h"
#include "traffic/satisfiability/lrat_proof.h"
#include "traffic/worms/worm_formula.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// Several files that appear together.
class FilesTogether {
 public:
  explicit FilesTogether(std::string folder) : folder_(std::move(folder)) {}

  void write(const std::string& name, const std::string& text) {
    files_.push_back(std::make_unique<AtomicFile>(folder_ + "/" + name));
    files_.back()->write(text);
    files_.back()->flush();
  }

  /// Packed where it is long.
  void write_packed(const std::string& name, const std::string& text) {
    constexpr std::size_t kLong = 100'000;
    if (text.size() > kLong) {
      write(name + ".bz2", packed_text(text));
    } else {
      write(name, text);
    }
  }

  void commit() {
    std::vector<AtomicFile*> all;
    for (const auto& file : files_) {
      all.push_back(file.get());
    }
    commit_together(all);
  }

 private:
  std::string folder_;
  std::vector<std::unique_ptr<AtomicFile>> files_;
};

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

void write_refutation(const Formula& formula, const std::string& proof, const std::string& title,
                      const std::string& name, FilesTogether& files) {
  const Refutation refutation = core_of(formula, check_and_trim(formula, proof));
  files.write_packed(name + ".cnf", refutation.core.dimacs(title));
  files.write_packed(name + ".lrat", lrat_text(refutation.proof, refutation.core));
}

}  // namespace

void write_certificate(const std::string& folder, const HopRefutation& refutation) {
  const HopInstance& instance = refutation.instance;
  FilesTogether files(folder);
  Json certificate{
      {"schema", kCertificateSchema}, {"steps", refutation.steps}, {"rounds", refutation.rounds}};
  certificate["instance"] = instance_json(instance);
  certificate["splits"] = Json::array();
  for (const RefutedSplit& split : refutation.splits) {
    const HopFormula formula(instance, split.rounds);
    const std::string name = fmt::format("rounds-{}", fmt::join(split.rounds, "-"));
    const std::string title =
        fmt::format("{}, rounds of steps {}", describe(instance), to_string(split.rounds));
    certificate["splits"].push_back({{"rounds", split.rounds}, {"files", name}});
    write_refutation(formula.formula(), split.proof, title, name, files);
  }
  files.write("certificate.json", certificate.dump(1) + "\n");
  files.commit();
}

void write_certificate(const std::string& folder, const HopInstance& instance,
                       const CountingBound& bound, int ports, Duplex duplex) {
  Json certificate{{"schema", kCertificateSchema}, {"rounds", bound.time - 1}};
  certificate["instance"] = instance_json(instance);
  certificate["instance"]["ports"] = ports;
  certificate["instance"]["duplex"] = duplex == Duplex::kHalf ? "half" : "full";
  const bool cut = bound.kind == BoundKind::kDegree || bound.kind == BoundKind::kCut;
  certificate["count"] = {{"kind", cut ? "cut" : to_string(bound.kind)}, {"nodes", bound.witness}};
  FilesTogether files(folder);
  files.write("certificate.json", certificate.dump(1) + "\n");
  files.commit();
}

void write_certificate(const std::string& folder, const WormProof& proof) {
  const WormInstance& instance = proof.instance;
  const std::uint32_t rounds = proof.fewest.least - 1;
  FilesTogether files(folder);
  Json certificate{{"schema", kWormsSchema}, {"rounds", rounds}};
  if (proof.fewest.proof.empty()) {
    certificate["by"] = reason_json(proof.fewest.bound);
  } else {
    const std::string name = fmt::format("rounds-{}", rounds);
    const std::string title = fmt::format("{}, {} rounds", describe(instance), rounds);
    certificate["by"] = {{"formula", name}};
    write_refutation(WormFormula(instance, rounds).formula(), proof.fewest.proof, title, name,
                     files);
  }
  certificate["milliseconds"] = proof.milliseconds;
  certificate["instance"] = instance_json(instance);
  files.write("worms.json", lines_of(certificate));
  if (!proof.schedule.empty()) {
    files.write("schedule.json", proof.schedule);
  }
  files.commit();
}

}  // namespace flitcast
