#include <exception>

#include <flitcast/error.h>

#include "tb/python/extension/bindings.h"

namespace py = pybind11;

namespace flitcast::python {
namespace {

/// Raises an exception of the package, which is there when the first error is.
template <typename... Arguments>
void raise(const char* name, const Arguments&... arguments) {
  const py::object type = py::module_::import("flitcast.errors").attr(name);
  const py::object error = type(arguments...);
  PyErr_SetObject(type.ptr(), error.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    std::rethrow_exception(std::move(thrown));
  } catch (const InputError& error) {
    raise("ConfigError", error.what(), error.file(), error.line(), error.key());
  } catch (const RunError& error) {
    raise("ProgramError", error.what());
  }
}

}  // namespace

void bind_errors(py::module_& /*module*/) {
  py::register_exception_translator(&translate);
}

}  // namespace flitcast::python
