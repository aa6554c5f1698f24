#include "traffic/theory/ratio.h"

#include <numeric>
#include <stdexcept>

namespace flitcast {

Ratio::Ratio(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) {
    throw std::domain_error("a fraction has a denominator of 0");
  }
  const std::int64_t common = std::gcd(numerator, denominator) * (denominator < 0 ? -1 : 1);
  numerator_ = numerator / common;
  denominator_ = denominator / common;
}

double Ratio::as_double() const {
  return static_cast<double>(numerator_) / static_cast<double>(denominator_);
}

Ratio& Ratio::operator+=(const Ratio& other) {
  const std::int64_t common = std::gcd(denominator_, other.denominator_);
  const std::int64_t own_part = denominator_ / common;
  const std::int64_t sum = numerator_ * (other.denominator_ / common) + other.numerator_ * own_part;
  // own_part divides one of the two terms, and has no factor in common with the other.
  const std::int64_t cut = std::gcd(sum, common);
  numerator_ = sum / cut;
  denominator_ = own_part * (other.denominator_ / cut);
  return *this;
}

Ratio& Ratio::operator*=(const Ratio& other) {
  const std::int64_t down = std::gcd(numerator_, other.denominator_);
  const std::int64_t across = std::gcd(other.numerator_, denominator_);
  numerator_ = (numerator_ / down) * (other.numerator_ / across);
  denominator_ = (denominator_ / across) * (other.denominator_ / down);
  return *this;
}

}  // namespace flitcast
