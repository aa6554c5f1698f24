#include <pybind11/stl.h>

#include <flitcast/run.h>

#include "tb/python/extension/bindings.h"

namespace py = pybind11;

namespace flitcast::python {
namespace {

/// Ctrl-C, which Python notes, ends the run; its exception is raised when that has ended.
bool interrupted() {
  const py::gil_scoped_acquire acquired;
  return PyErr_Occurred() != nullptr || PyErr_CheckSignals() != 0;
}

/// `progress` is told how far it is, in words; nothing of None. An exception of it ends the run.
Watch watch_of(const py::object& progress) {
  Watch watch;
  watch.stop = &interrupted;
  if (!progress.is_none()) {
    watch.progress = [callback = py::handle(progress)](const Progress& how_far) {
      const py::gil_scoped_acquire acquired;
      if (PyErr_Occurred() == nullptr) {
        try {
          callback(how_far.text);
        } catch (py::error_already_set& error) {
          error.restore();
        }
      }
    };
  }
  return watch;
}

py::str run_source(const Source& source, bool host, bool files, const py::object& progress) {
  RunOptions options;
  options.host = host;
  options.files = files;
  options.watch = watch_of(progress);
  const Settings settings = settings_of(source);
  try {
    const Result result = [&] {
      const py::gil_scoped_release released;
      return run(settings, options);
    }();
    if (PyErr_Occurred() == nullptr) {
      return py::str(result.json());
    }
  } catch (const Interrupted&) {
    // What Python has noted says why.
  }
  throw py::error_already_set();
}

}  // namespace

void bind_run(py::module_& module) {
  module.def("run", &run_source, py::arg("source"), py::arg("host"), py::arg("files"),
             py::arg("progress"));
}

}  // namespace flitcast::python
