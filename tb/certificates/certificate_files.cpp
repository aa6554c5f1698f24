#include "tb/certificates/certificate_files.h"

#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tb/system/files/atomic_file.h"
#include "traffic/satisfiability/hop_formula.h"
#include "traffic/satisfiability/lrat_proof.h"

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
    const Refutation found =
        core_of(formula.formula(), check_and_trim(formula.formula(), split.proof));
    const std::string name = fmt::format("rounds-{}", fmt::join(split.rounds, "-"));
    const std::string title =
        fmt::format("{}, rounds of steps {}", describe(instance), to_string(split.rounds));
    certificate["splits"].push_back({{"rounds", split.rounds}, {"files", name}});
    files.write(name + ".cnf", found.core.dimacs(title));
    files.write(name + ".lrat", lrat_text(found.proof, found.core));
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

}  // namespace flitcast
