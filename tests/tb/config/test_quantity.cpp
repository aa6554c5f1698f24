#include <gtest/gtest.h>

#include "tb/config/config_value.h"
#include "tb/config/quantity.h"

namespace flitcast::test_quantity {
namespace {

constexpr Scale kUsual{};             // 1 ns, 8 B
constexpr Scale kOther{1250, 32};     // 800 MHz, 32 B
constexpr Scale kOddFlits{1000, 12};  // 12 B

struct Example {
  Dimension dimension;
  const char* text;
  const Scale& scale;
  const char* plain;
};

std::ostream& operator<<(std::ostream& out, const Example& example) {
  return out << example.text;
}

class Quantity : public testing::TestWithParam<Example> {};

TEST_P(Quantity, IsWhatItComesToByHand) {
  const auto& [dimension, text, scale, plain] = GetParam();
  EXPECT_EQ(plain_numbers(dimension, text, scale), plain);
}

constexpr Example kExamples[] = {
    // Bytes over 8, 32 and 12.
    {Dimension::kSize, "8B", kUsual, "1"},
    {Dimension::kSize, "64KiB", kUsual, "8192"},
    {Dimension::kSize, "64 KiB", kOther, "2048"},
    {Dimension::kSize, "1.5kB", kOddFlits, "125"},
    {Dimension::kSize, "256MiB", kOther, "8388608"},
    {Dimension::kSize, "0B", kUsual, "0"},
    {Dimension::kSize, "64B:0.25,512B:0.75", kUsual, "8:0.25,64:0.75"},
    {Dimension::kSize, "5, 1 KiB", kUsual, "5,128"},
    // Picoseconds over 1,000 and 1,250.
    {Dimension::kTime, "1us", kUsual, "1000"},
    {Dimension::kTime, "1us", kOther, "800"},
    {Dimension::kTime, "2.5ns", kOther, "2"},
    {Dimension::kTime, "0.000001 s", kUsual, "1000"},
    {Dimension::kTime, "1µs:2µs", kUsual, "1000:2000"},
    {Dimension::kTime, "100:0.2us", kUsual, "100:200"},
    // 8 B in a nanosecond are 8 GB/s; 32 B in 1.25 ns 25.6 GB/s, or 204.8 Gbit/s.
    {Dimension::kPace, "8GB/s", kUsual, "1"},
    {Dimension::kPace, "16 Gbit/s", kUsual, "4"},
    {Dimension::kPace, "3ns", kUsual, "3"},
    {Dimension::kPace, "204.8Gbit/s", kOther, "1"},
    {Dimension::kRate, "4GB/s", kUsual, "0.5"},
    {Dimension::kRate, "1.28 GB/s", kOther, "0.05"},
    // Nanoseconds of a period.
    {Dimension::kPeriod, "1.25GHz", kUsual, "0.8"},
    {Dimension::kPeriod, "800 MHz", kUsual, "1.25"},
    {Dimension::kPeriod, "500ps", kUsual, "0.5"},
    // What is none stays as it is.
    {Dimension::kSize, "64", kUsual, "64"},
    {Dimension::kSize, "64 flits", kUsual, "64 flits"},
    {Dimension::kSize, "1us", kUsual, "1us"},
    {Dimension::kSize, "1.B", kUsual, "1.B"},
    {Dimension::kSize, ".5KiB", kUsual, ".5KiB"},
    {Dimension::kSize, "-8B", kUsual, "-8B"},
    {Dimension::kSize, "1e3B", kUsual, "1e3B"},
    {Dimension::kSize, "1234567890123456B", kUsual, "1234567890123456B"},
    {Dimension::kTime, "64KiB", kUsual, "64KiB"},
    {Dimension::kNone, "64KiB", kUsual, "64KiB"},
    {Dimension::kTime, "", kUsual, ""},
};
INSTANTIATE_TEST_SUITE_P(All, Quantity, testing::ValuesIn(kExamples));

std::string refusal(Dimension dimension, const char* text, const Scale& scale) {
  try {
    return "taken as " + plain_numbers(dimension, text, scale);
  } catch (const ValueError& error) {
    return error.what();
  }
}

TEST(QuantityThatIsNoWholeNumber, IsRefusedWithBothNeighbours) {
  EXPECT_EQ(refusal(Dimension::kSize, "100B", kUsual),
            "\"100B\" is no whole number of flits of 8 B; give 96 B (12 flits) or 104 B (13 "
            "flits)");
  EXPECT_EQ(refusal(Dimension::kSize, "1B", kOther),
            "\"1B\" is no whole number of flits of 32 B; give 0 B (0 flits) or 32 B (1 flit)");
  EXPECT_EQ(refusal(Dimension::kTime, "1.5ns", kOther),
            "\"1.5ns\" is no whole number of cycles of 1.25 ns; give 1.25 ns (1 cycle) or 2.5 ns "
            "(2 cycles)");
  EXPECT_EQ(refusal(Dimension::kPace, "3GB/s", kUsual),
            "\"3GB/s\" is no whole number of cycles for a flit of 8 B; give 4 GB/s (2 cycles) or "
            "2.66667 GB/s (3 cycles)");
  EXPECT_EQ(refusal(Dimension::kPace, "9GB/s", kUsual),
            "\"9GB/s\" is no whole number of cycles for a flit of 8 B; give 8 GB/s (1 cycle)");
  EXPECT_EQ(refusal(Dimension::kPeriod, "3GHz", kUsual),
            "\"3GHz\" is no whole number of picoseconds; give 333 or 334 ps");
}

TEST(QuantityOutOfRange, IsRefused) {
  EXPECT_EQ(refusal(Dimension::kPeriod, "0GHz", kUsual), "\"0GHz\" is out of range");
  EXPECT_EQ(refusal(Dimension::kPace, "0B/s", kUsual), "\"0B/s\" is out of range");
  EXPECT_EQ(refusal(Dimension::kSize, "999999999999999TiB", kUsual),
            "\"999999999999999TiB\" is out of range");
  EXPECT_EQ(refusal(Dimension::kTime, "999999999999999s", {1, 1}),
            "\"999999999999999s\" is out of range");
  EXPECT_EQ(refusal(Dimension::kPace, "0.00000000000001B/s", {1'000'000, 65536}),
            "\"0.00000000000001B/s\" is out of range");
}

TEST(ShownOutside, HasFourDigitsAndTheNextLargerUnitFrom1024On) {
  EXPECT_EQ(shown_bytes(0, kUsual), "0 B");
  EXPECT_EQ(shown_bytes(127, kUsual), "1016 B");
  EXPECT_EQ(shown_bytes(128, kUsual), "1 KiB");
  EXPECT_EQ(shown_bytes(16128, kUsual), "126 KiB");
  EXPECT_EQ(shown_bytes(8'388'608, kOther), "256 MiB");
  EXPECT_EQ(shown_rate(0.1994, kUsual), "1.595 GB/s");
  EXPECT_EQ(shown_rate(1, kOther), "25.6 GB/s");
}

}  // namespace
}  // namespace flitcast::test_quantity
