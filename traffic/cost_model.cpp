#include "traffic/cost_model.h"

#include <numeric>
#include <stdexcept>

namespace flitcast {
namespace {

/// Appends "factor·unit" with a plus sign before all but the first term.
void append_term(std::string& text, std::int64_t factor, std::int64_t divisor, const char* unit) {
  if (factor == 0) {
    return;
  }
  if (!text.empty()) {
    text += " + ";
  }
  if (divisor != 1) {
    text += std::to_string(factor) + "/" + std::to_string(divisor) + "·";
  } else if (factor != 1) {
    text += std::to_string(factor) + "·";
  }
  text += unit;
}

void reduce_fraction(Coefficients& c) {
  const std::int64_t divisor = std::gcd(c.mu_t_m_num, c.mu_t_m_den);
  if (divisor > 1) {
    c.mu_t_m_num /= divisor;
    c.mu_t_m_den /= divisor;
  }
}

}  // namespace

Cycle Coefficients::cycles(const TimingModel& model, std::uint64_t mu) const {
  const std::int64_t words = static_cast<std::int64_t>(mu) * mu_t_m_num;
  if (words % mu_t_m_den != 0) {
    throw std::logic_error("a message of " + std::to_string(mu) + " flits cannot be divided into " +
                           std::to_string(mu_t_m_den) + " equal parts");
  }
  return t_s * model.t_s + t_d * model.t_d + (words / mu_t_m_den + t_m) * model.t_m;
}

bool operator==(const Coefficients& a, const Coefficients& b) {
  return a.t_s == b.t_s && a.t_d == b.t_d && a.t_m == b.t_m &&
         a.mu_t_m_num * b.mu_t_m_den == b.mu_t_m_num * a.mu_t_m_den;
}

Coefficients& operator+=(Coefficients& a, const Coefficients& b) {
  a.t_s += b.t_s;
  a.t_d += b.t_d;
  a.t_m += b.t_m;
  a.mu_t_m_num = a.mu_t_m_num * b.mu_t_m_den + b.mu_t_m_num * a.mu_t_m_den;
  a.mu_t_m_den *= b.mu_t_m_den;
  reduce_fraction(a);
  return a;
}

std::string to_string(const Coefficients& c) {
  std::string text;
  append_term(text, c.t_s, 1, "t_s");
  append_term(text, c.t_d, 1, "t_d");
  append_term(text, c.mu_t_m_num, c.mu_t_m_den, "μ·t_m");
  append_term(text, c.t_m, 1, "t_m");
  return text.empty() ? "0" : text;
}

Cycle message_cycles(const TimingModel& model, Switching switching, std::uint64_t hops,
                     std::uint64_t header_flits, std::uint64_t payload_flits) {
  const auto links = static_cast<Cycle>(hops);
  const Cycle body = static_cast<Cycle>(header_flits - 1 + payload_flits) * model.t_m;
  const Cycle passes = switching == Switching::kStoreAndForward ? links : 1;
  return model.t_s + links * model.t_d + passes * body;
}

Coefficients message_coefficients(Switching switching, std::uint64_t hops,
                                  std::uint64_t header_flits, std::uint64_t blocks,
                                  std::uint32_t parts) {
  const auto links = static_cast<std::int64_t>(hops);
  const std::int64_t passes = switching == Switching::kStoreAndForward ? links : 1;
  Coefficients c;
  c.t_s = 1;
  c.t_d = links;
  c.mu_t_m_num = passes * static_cast<std::int64_t>(blocks);
  c.mu_t_m_den = parts;
  c.t_m = passes * static_cast<std::int64_t>(header_flits - 1);
  reduce_fraction(c);
  return c;
}

void LockstepCost::add(const Schedule& schedule, const Round& round) {
  if (round.empty()) {
    return;
  }
  std::size_t slowest = 0;
  Cycle longest = -1;
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView m = round[i];
    const Cycle duration =
        message_cycles(model_, switching_, m.hops(), m.header_flits(), schedule.payload_flits(m));
    if (duration > longest) {
      longest = duration;
      slowest = i;
    }
  }
  const MessageView m = round[slowest];
  cycles_ += longest;
  coefficients_ += message_coefficients(switching_, m.hops(), m.header_flits(), m.blocks.size(),
                                        schedule.operation.parts);
}

}  // namespace flitcast
