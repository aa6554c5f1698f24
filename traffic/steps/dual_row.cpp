#include "traffic/steps/dual_row.h"

#include <algorithm>
#include <utility>

#include "traffic/schedule/dual.h"

namespace flitcast {
namespace {

/// What `forward` is asked where its dual is asked for the request.
RowRequest forward_request(const Row& forward, const std::vector<std::string_view>& variants,
                           const RowRequest& request) {
  RowRequest result = request;
  const auto named = std::find(variants.begin(), variants.end(), request.variant);
  if (named != variants.end()) {
    result.variant = forward.variants[static_cast<std::size_t>(named - variants.begin())];
  }
  return result;
}

/// Of what arrives in a round all is added at the same time: as many flits as its longest message
/// has, which is what a worm takes for them.
std::optional<Coefficients> cost_with_additions(const Row& forward, RowRequest request) {
  std::optional<Coefficients> cost = forward.closed_form(request);
  request.switching = Switching::kWormhole;
  if (cost) {
    cost->mu_t_op = forward.closed_form(request)->mu_t_m;
  }
  return cost;
}

}  // namespace

Row dual_of(Row forward, std::vector<std::string_view> variants) {
  Row row = forward;
  row.operation = dual(*forward.operation).kind;
  row.variants = variants;
  if (row.operation->family() == BlockFamily::kReduction) {
    row.closed_form = [forward, variants](const RowRequest& request) {
      return cost_with_additions(forward, forward_request(forward, variants, request));
    };
  }
  row.lay = [forward = std::move(forward), variants = std::move(variants)](
                const RowRequest& request, Schedule& schedule) {
    schedule = dual(forward.build(forward_request(forward, variants, request)), schedule.algorithm);
  };
  return row;
}

void lay_up_and_down(Schedule down, Schedule& schedule) {
  schedule.rounds = 2 * down.rounds;
  schedule.fill = [turn = down.rounds, up = dual(down, down.algorithm).fill,
                   down = std::move(down.fill)](std::uint64_t round, Round& out) {
    if (round < turn) {
      up(round, out);
    } else {
      out.set_transfer(Transfer::kCopy);
      down(round - turn, out);
    }
  };
}

}  // namespace flitcast
