#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "tb/report/sweep/axes.h"
#include "tb/report/sweep/point_table.h"

namespace flitcast {

// How columns of a point table become axes, colours and shapes: Vega-Lite encodings as JSON. In the
// data of a page a column is called field_of its index.

std::string field_of(std::size_t column);

/// A value as the data of a page has it: seven digits, and "none" for what a point lacks among
/// names.
nlohmann::ordered_json drawn_value(const PointTable::Column& column,
                                   const nlohmann::ordered_json& value);

/// Different values of a column as the data of a page has them, in the order of ordered_values.
std::vector<nlohmann::ordered_json> drawn_values(const PointTable::Column& column);

/// The largest of a column by its smallest, where they are so far apart that its axis is
/// logarithmic; else 0.
double log_spread(const PointTable::Column& column);

/// Numbers from left to right, or categories in their order.
nlohmann::ordered_json x_encoding(const PointTable& table, std::size_t column);
/// Logarithmic where the values spread.
nlohmann::ordered_json y_encoding(const PointTable& table, std::size_t column);
/// Every value a colour: ordered ones for numbers, told apart by the colour-blind for names.
nlohmann::ordered_json color_encoding(const PointTable& table, std::size_t column);
/// Every name a shape too, while there are enough; numbers have their order.
nlohmann::ordered_json shape_encoding(const PointTable& table, std::size_t column);

}  // namespace flitcast
