#include "tb/report/run/run_head.h"

#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/waits.h"
#include "tb/report/page/columns.h"
#include "tb/results/result_file.h"
#include "tb/system/shown_text.h"
#include "tb/system/text_columns.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/schedule/operation.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;
using Tone = PageFact::Tone;

const Json& config(const Json& result, const char* key) {
  return result.at("config").at(key);
}

std::string cycles(const Json& value) {
  return value.is_null() ? "–" : fmt::format("{} cycles", plain_text(value));
}

std::string real_time(double nanoseconds) {
  const char* unit = "ns";
  for (const char* const next : {"µs", "ms", "s"}) {
    if (nanoseconds < 1000) {
      break;
    }
    nanoseconds /= 1000;
    unit = next;
  }
  return fmt::format("{:.4g} {}", nanoseconds, unit);
}

/// "63·t_s + 192·t_d + 63·μ·t_m".
std::string terms_text(const Json& terms) {
  if (terms.is_null()) {
    return "link by link, since links differ";
  }
  static constexpr std::pair<const char*, const char*> kSymbols[] = {
      {"t_s", "t_s"}, {"t_d", "t_d"},      {"mu_t_m", "μ·t_m"},
      {"t_m", "t_m"}, {"mu_t_r", "μ·t_r"}, {"mu_t_op", "μ·t_op"}};
  std::string text;
  for (const auto& [name, symbol] : kSymbols) {
    const double factor = terms.value(name, 0.0);
    if (factor != 0) {
      text += fmt::format("{}{:g}·{}", text.empty() ? "" : " + ", factor, symbol);
    }
  }
  return text;
}

/// Where an excess comes from: "17 for contention, 3 for credit, less 2 of slack".
std::string split_text(const Json& split, const Json& excess) {
  if (!split.is_object()) {
    return "";
  }
  std::vector<std::string> parts;
  std::int64_t waits = 0;
  for (const std::string_view cause : kWaitCauseNames) {
    const auto cycles = split.value(std::string(cause), std::int64_t{0});
    waits += cycles;
    if (cycles != 0) {
      parts.push_back(fmt::format("{} for {}", cycles, cause));
    }
  }
  const auto slack = split.value("slack", std::int64_t{0});
  if (slack != 0) {
    parts.push_back(fmt::format("less {} of slack", slack));
  }
  const std::int64_t rest = excess.is_null() ? 0 : excess.get<std::int64_t>() - (waits - slack);
  if (rest != 0) {
    parts.push_back(unexplained_text(rest, waits != 0));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string ratio_text(const Json& result) {
  const double bound = result.at("lower_bound_cycles").get<double>();
  return bound > 0 && result.at("deadlock").is_null()
             ? fmt::format("the run took {:.4g} times as long",
                           result.at("completion_cycles").get<double>() / bound)
             : "";
}

std::string model_text(const Json& model) {
  std::string text;
  for (const char* const name : {"t_s", "t_d", "t_m", "t_r", "t_op"}) {
    if (model.value(name, 0.0) != 0) {
      text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, model[name].dump());
    }
  }
  return text;
}

void add_checks(const Json& result, std::vector<PageFact>& facts) {
  const auto check = result.at("data_check").get<std::string>();
  facts.push_back({"data check", check, "",
                   check == "passed"   ? Tone::kGood
                   : check == "failed" ? Tone::kBad
                                       : Tone::kPlain});
  for (const Json& expectation : result.value("expectations", Json::array())) {
    const bool met = expectation.at("met").get<bool>();
    facts.push_back(
        {fmt::format("expected {}", plain_text(expectation.at("key"))),
         met ? "met" : fmt::format("not met: {}", plain_text(expectation.at("measured"))),
         plain_text(expectation.at("expected")), met ? Tone::kGood : Tone::kBad});
  }
}

/// Every message takes time: a maximum of 0 means that none arrived.
PageFact latency_fact(const Json& latency) {
  const char* const name = "latency of a message";
  if (latency.at("max") == 0) {
    return {name, "–"};
  }
  return {name, fmt::format("{:.5g} cycles", latency.at("mean").get<double>()),
          fmt::format("mean; {} to {}", latency.at("min").dump(), latency.at("max").dump())};
}

/// The name of the file with the schedule, without its folder; empty for a row of the catalogue.
std::string schedule_file(const Json& result) {
  const std::filesystem::path file = plain_text(result["config"].value("traffic.schedule", Json()));
  return printable_line(file.filename().string());
}

/// "broadcast", or "schedule of x.json".
std::string what_is_played(const Json& result) {
  const std::string file = schedule_file(result);
  return file.empty() ? find_row(plain_text(config(result, "traffic.algorithm"))).operation->name()
                      : fmt::format("schedule of {}", file);
}

}  // namespace

std::string run_title(const Json& result) {
  const std::string file = schedule_file(result);
  const Json& config_of_run = result.at("config");
  const std::string size =
      config_of_run.contains("topology.file")
          ? std::filesystem::path(plain_text(config_of_run["topology.file"])).filename().string()
          : plain_text(config(result, "topology.dims"));
  return fmt::format("{} on {} {}",
                     file.empty() ? plain_text(config(result, "traffic.algorithm")) : file,
                     plain_text(config(result, "topology.kind")), size);
}

std::string run_description(const Json& result) {
  const Json variant = result["config"].value("traffic.variant", Json());
  const Json ports = config(result, "router.ports");
  std::string text = fmt::format(
      "{}{}, messages of {} flits; {}, {} port{}", what_is_played(result),
      variant.is_null() ? "" : fmt::format(" ({})", plain_text(variant)),
      plain_text(config(result, "traffic.message_flits")),
      plain_text(config(result, "router.switching")), plain_text(ports), ports == 1 ? "" : "s");
  if (config(result, "traffic.sync") != "barrier") {
    text += fmt::format(", {}", plain_text(config(result, "traffic.sync")));
  }
  if (config(result, "link.duplex") != "full") {
    text += ", half duplex";
  }
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

std::vector<PageFact> run_facts(const Json& result) {
  const bool stuck = !result.at("deadlock").is_null();
  const Json& completion = result.at("completion_cycles");
  const double nanoseconds =
      completion.get<double>() * config(result, "clock.period").get<double>();
  const Json& excess = result.at("excess_cycles");
  std::vector<PageFact> facts{
      {stuck ? "gave up after" : "completion", cycles(completion), real_time(nanoseconds),
       stuck ? Tone::kBad : Tone::kPlain},
      {"predicted", cycles(result.at("predicted_cycles")),
       terms_text(result.at("predicted_terms"))},
      {"excess", cycles(excess), split_text(result.at("excess_split"), excess),
       excess == 0 ? Tone::kGood : Tone::kPlain},
      {"lower bound", cycles(result.at("lower_bound_cycles")), ratio_text(result)},
      {"critical path", cycles(result.at("critical_path_cycles"))},
      latency_fact(result.at("latency")),
      {"rounds", result.at("rounds").dump()},
      {"messages", result.at("messages").dump(),
       fmt::format("{} flits of payload", result.at("flits").dump())},
      {"model", model_text(result.at("model")), "cycles"},
  };
  add_checks(result, facts);
  return facts;
}

}  // namespace flitcast
