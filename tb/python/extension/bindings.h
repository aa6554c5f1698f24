#pragma once

#include <pybind11/pybind11.h>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <flitcast/settings.h>

namespace flitcast::python {

/// A configuration as the package gives it: "file", "text", "id" or "keys"; its name or text; keys
/// over it, of which later ones hold.
using Source =
    std::tuple<std::string, std::string, std::vector<std::pair<std::string, std::string>>>;

/// Throws InputError.
Settings settings_of(const Source& source);

/// Makes InputError the ConfigError of the package.
void bind_errors(pybind11::module_& module);
/// The class Network.
void bind_network(pybind11::module_& module);
/// The functions run, check, schedule and processors.
void bind_run(pybind11::module_& module);

}  // namespace flitcast::python
