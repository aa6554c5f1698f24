#include <pybind11/stl.h>

#include <flitcast/check.h>
#include <flitcast/run.h>
#include <flitcast/schedule.h>
#include <flitcast/topology.h>

#include "tb/python/extension/bindings.h"
#include "tb/python/extension/long_calls.h"

namespace py = pybind11;

namespace flitcast::python {
namespace {

py::str run_source(const Source& source, bool host, bool files, const py::object& progress) {
  RunOptions options;
  options.host = host;
  options.files = files;
  options.watch = watch_of(progress);
  const Settings settings = settings_of(source);
  return made_unlocked([&] { return run(settings, options); }).json();
}

py::object as_object(const Value& value) {
  switch (value.kind) {
    case Value::Kind::kNothing:
      return py::none();
    case Value::Kind::kWhole:
      return py::int_(value.whole());
    case Value::Kind::kDecimal:
      return py::float_(value.number());
    case Value::Kind::kTruth:
      return py::bool_(value.text == "true");
    case Value::Kind::kText:
      break;
  }
  return py::str(value.text);
}

py::tuple check_source(const Source& source, const py::object& progress) {
  const Settings settings = settings_of(source);
  const Watch watch = watch_of(progress);
  const Check checked = made_unlocked([&] { return check(settings, watch); });
  py::dict values;
  for (const auto& [name, value] : checked.values) {
    values[py::str(name)] = as_object(value);
  }
  return py::make_tuple(checked.report, checked.settings, values);
}

std::string schedule_of(const Source& source, const py::object& progress) {
  const Settings settings = settings_of(source);
  const Watch watch = watch_of(progress);
  return made_unlocked([&] { return schedule_json(settings, watch); });
}

std::uint32_t processors_of(const Source& source) {
  return NetworkMap(settings_of(source)).processors();
}

}  // namespace

void bind_run(py::module_& module) {
  module.def("run", &run_source, py::arg("source"), py::arg("host"), py::arg("files"),
             py::arg("progress"));
  module.def("check", &check_source, py::arg("source"), py::arg("progress"));
  module.def("schedule", &schedule_of, py::arg("source"), py::arg("progress"));
  module.def("processors", &processors_of, py::arg("source"));
}

}  // namespace flitcast::python
