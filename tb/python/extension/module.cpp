#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <flitcast/version.h>

#include "tb/python/extension/bindings.h"

namespace flitcast::python {
namespace {

Settings settings_below(const std::string& kind, const std::string& given) {
  if (kind == "file") {
    return Settings::read(given);
  }
  if (kind == "id") {
    return Settings::example(given);
  }
  return kind == "keys" ? Settings() : Settings::parse(given, "text");
}

}  // namespace

Settings settings_of(const Source& source) {
  const auto& [kind, given, keys] = source;
  Settings settings = settings_below(kind, given);
  for (const auto& [key, value] : keys) {
    settings.set(key, value);
  }
  return settings;
}

}  // namespace flitcast::python

PYBIND11_MODULE(_flitcast, module) {
  module.doc() = "The model itself, in C++.";
  module.attr("__version__") = flitcast::version();
  flitcast::python::bind_errors(module);
  flitcast::python::bind_network(module);
  flitcast::python::bind_run(module);
}
