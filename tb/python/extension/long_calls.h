#pragma once

#include <pybind11/pybind11.h>

#include <flitcast/error.h>
#include <flitcast/watch.h>

namespace flitcast::python {

/// Ctrl-C, which Python notes, ends the run; its exception is raised when that has ended.
inline bool interrupted() {
  const pybind11::gil_scoped_acquire acquired;
  return PyErr_Occurred() != nullptr || PyErr_CheckSignals() != 0;
}

/// `progress` is told how far it is, in words; nothing of None. An exception of it ends the run.
inline Watch watch_of(const pybind11::object& progress) {
  Watch watch;
  watch.stop = &interrupted;
  if (!progress.is_none()) {
    watch.progress = [callback = pybind11::handle(progress)](const Progress& how_far) {
      const pybind11::gil_scoped_acquire acquired;
      if (PyErr_Occurred() == nullptr) {
        try {
          callback(how_far.text);
        } catch (pybind11::error_already_set& error) {
          error.restore();
        }
      }
    };
  }
  return watch;
}

/// Makes something without the interpreter's lock, unless Python has noted an exception meanwhile.
template <typename Make>
auto made_unlocked(const Make& make) {
  try {
    auto made = [&] {
      const pybind11::gil_scoped_release released;
      return make();
    }();
    if (PyErr_Occurred() == nullptr) {
      return made;
    }
  } catch (const Interrupted&) {
    // What Python has noted says why.
  }
  throw pybind11::error_already_set();
}

}  // namespace flitcast::python
