#pragma once

#include <cstdint>

namespace flitcast {

/// An exact fraction in lowest terms; its denominator is positive. Sums and products are right as
/// long as they, and what they are made of over a common denominator, fit.
class Ratio {
 public:
  Ratio(std::int64_t whole = 0) : numerator_(whole) {}
  /// Throws std::domain_error for a denominator of 0.
  Ratio(std::int64_t numerator, std::int64_t denominator);

  std::int64_t numerator() const { return numerator_; }
  std::int64_t denominator() const { return denominator_; }
  double as_double() const;
  /// Without the digits behind the point.
  std::int64_t truncated() const { return numerator_ / denominator_; }

  Ratio& operator+=(const Ratio& other);
  Ratio& operator-=(const Ratio& other) { return *this += {-other.numerator_, other.denominator_}; }
  Ratio& operator*=(const Ratio& other);
  Ratio& operator/=(const Ratio& other) {
    return *this *= Ratio(other.denominator_, other.numerator_);
  }

  friend Ratio operator+(Ratio one, const Ratio& other) { return one += other; }
  friend Ratio operator-(Ratio one, const Ratio& other) { return one -= other; }
  friend Ratio operator*(Ratio one, const Ratio& other) { return one *= other; }
  friend Ratio operator/(Ratio one, const Ratio& other) { return one /= other; }
  friend bool operator==(const Ratio& one, const Ratio& other) {
    return one.numerator_ == other.numerator_ && one.denominator_ == other.denominator_;
  }
  friend bool operator!=(const Ratio& one, const Ratio& other) { return !(one == other); }

 private:
  std::int64_t numerator_;
  std::int64_t denominator_ = 1;
};

}  // namespace flitcast
