#include "traffic/theory/cost_model.h"

#include <stdexcept>

namespace flitcast {
namespace {

/// Appends "factor·unit" with a plus sign before all but the first term.
void append_term(std::string& text, const Ratio& factor, const char* unit) {
  if (factor == 0) {
    return;
  }
  if (!text.empty()) {
    text += " + ";
  }
  if (factor.denominator() != 1) {
    text += std::to_string(factor.numerator()) + "/" + std::to_string(factor.denominator()) + "·";
  } else if (factor != 1) {
    text += std::to_string(factor.numerator()) + "·";
  }
  text += unit;
}

/// `share` of messages of `mu` flits.
std::int64_t flits_of(const Ratio& share, std::uint64_t mu) {
  const Ratio flits = share * static_cast<std::int64_t>(mu);
  if (flits.denominator() != 1) {
    throw std::logic_error("a message of " + std::to_string(mu) + " flits cannot be divided into " +
                           std::to_string(share.denominator()) + " equal parts");
  }
  return flits.numerator();
}

Cycle product(std::int64_t count, Cycle each) {
  Cycle cycles = 0;
  return __builtin_mul_overflow(count, each, &cycles) ? kEndlessCycles : cycles;
}

}  // namespace

Cycle Coefficients::cycles(const TimingModel& model, std::uint64_t mu) const {
  Cycle sum = 0;
  for (const Cycle term :
       {product(t_s, model.t_s), product(t_d, model.t_d),
        product(flits_of(mu_t_m, mu) + t_m, model.t_m), product(flits_of(mu_t_r, mu), model.t_r),
        product(flits_of(mu_t_op, mu), model.t_op)}) {
    if (__builtin_add_overflow(sum, term, &sum)) {
      return kEndlessCycles;
    }
  }
  return sum;
}

bool operator==(const Coefficients& a, const Coefficients& b) {
  return a.t_s == b.t_s && a.t_d == b.t_d && a.t_m == b.t_m && a.mu_t_m == b.mu_t_m &&
         a.mu_t_r == b.mu_t_r && a.mu_t_op == b.mu_t_op;
}

Coefficients& operator+=(Coefficients& a, const Coefficients& b) {
  a.t_s += b.t_s;
  a.t_d += b.t_d;
  a.mu_t_m += b.mu_t_m;
  a.t_m += b.t_m;
  a.mu_t_r += b.mu_t_r;
  a.mu_t_op += b.mu_t_op;
  return a;
}

std::string to_string(const Coefficients& c) {
  std::string text;
  append_term(text, c.t_s, "t_s");
  append_term(text, c.t_d, "t_d");
  append_term(text, c.mu_t_m, "μ·t_m");
  append_term(text, c.t_m, "t_m");
  append_term(text, c.mu_t_r, "μ·t_r");
  append_term(text, c.mu_t_op, "μ·t_op");
  return text.empty() ? "0" : text;
}

std::string to_string(const Coefficients& c, const TimingModel& model) {
  Coefficients shown = c;
  shown.mu_t_r *= model.t_r > 0 ? 1 : 0;
  shown.mu_t_op *= model.t_op > 0 ? 1 : 0;
  return to_string(shown);
}

Coefficients message_coefficients(Switching switching, std::uint64_t hops,
                                  std::uint64_t header_flits, std::uint64_t blocks,
                                  std::uint32_t parts) {
  const auto links = static_cast<std::int64_t>(hops);
  const std::int64_t passes = switching == Switching::kStoreAndForward ? links : 1;
  Coefficients c;
  c.t_s = 1;
  c.t_d = links;
  c.mu_t_m = {passes * static_cast<std::int64_t>(blocks), parts};
  c.t_m = passes * static_cast<std::int64_t>(header_flits - 1);
  return c;
}

}  // namespace flitcast
