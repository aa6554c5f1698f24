#include "tb/results/prediction_json.h"

#include "tb/results/load_parts_json.h"
#include "tb/results/measures_json.h"

namespace flitcast {
namespace {

using Json = nlohmann::ordered_json;

/// An integer where it is one.
Json ratio_json(const Ratio& ratio) {
  return ratio.denominator() == 1 ? Json(ratio.numerator()) : Json(ratio.as_double());
}

/// What both have first.
Json configured(const Config& config) {
  return {{"config", config_json(config)}, {"model", model_json(timing_model(config.network))}};
}

}  // namespace

Json terms_json(const std::optional<Coefficients>& terms) {
  if (!terms) {
    return nullptr;
  }
  return {{"t_s", terms->t_s},
          {"t_d", terms->t_d},
          {"mu_t_m", ratio_json(terms->mu_t_m)},
          {"t_m", terms->t_m},
          {"mu_t_r", ratio_json(terms->mu_t_r)},
          {"mu_t_op", ratio_json(terms->mu_t_op)}};
}

Json theory_json(const LoadForecast& forecast, const Topology& topology) {
  const LoadBounds& bounds = forecast.bounds;
  const bool has_channel = bounds.gamma_node != kNoNode;
  return {{"zero_load", finite(forecast.zero_load)},
          {"estimate", finite(forecast.estimate)},
          {"hops", finite(forecast.hops)},
          {"bound", finite(bounds.smallest())},
          {"gamma_max", finite(bounds.gamma_max)},
          {"gamma_from", has_channel ? Json(bounds.gamma_node) : Json(nullptr)},
          {"gamma_to", has_channel ? Json(topology.neighbour(bounds.gamma_node, bounds.gamma_port))
                                   : Json(nullptr)},
          {"bounds",
           {{"channel", finite(bounds.channel)},
            {"bisection", finite(bounds.bisection)},
            {"injection", finite(bounds.injection)},
            {"ejection", finite(bounds.ejection)}}}};
}

Json predicted_result(const Config& config, const Prediction& prediction) {
  Json json = configured(config);
  json["predicted_cycles"] = prediction.cycles;
  json["predicted_terms"] = terms_json(prediction.terms);
  json["lower_bound_cycles"] = prediction.lower_bound_cycles;
  return json;
}

Json predicted_result(const Config& config, const LoadForecast& forecast) {
  Json json = configured(config);
  json["theory"] = theory_json(forecast, *config.topology);
  return json;
}

}  // namespace flitcast
