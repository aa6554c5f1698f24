#pragma once

#include <map>
#include <pybind11/pybind11.h>
#include <string>
#include <tuple>

#include <flitcast/settings.h>

namespace flitcast::python {

/// A configuration as the package gives it: "file", "text" or "id"; its name or text; keys over it.
using Source = std::tuple<std::string, std::string, std::map<std::string, std::string>>;

/// Throws InputError.
Settings settings_of(const Source& source);

/// Makes InputError the ConfigError of the package.
void bind_errors(pybind11::module_& module);
/// The class Network.
void bind_network(pybind11::module_& module);
/// The functions run, check, schedule and processors.
void bind_run(pybind11::module_& module);

}  // namespace flitcast::python
