#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flitcast::show {

/// A table or figure of the sources as `flitcast show --figure=NAME` prints it: one configuration
/// or several, each in one of the formats of show.
struct Figure {
  using Keys = std::vector<std::pair<std::string, std::string>>;

  std::string_view name;
  std::string_view title;   ///< what is to be seen
  std::string_view source;  ///< document, and number or place of the figure
  std::string_view format;
  std::vector<Keys> configs;
};

/// Throws ConfigError naming the nearest.
const Figure& find_figure(const std::string& name);

std::vector<std::string> figure_names();

/// "  name  title (source)", a line each.
std::string figure_help();

}  // namespace flitcast::show
