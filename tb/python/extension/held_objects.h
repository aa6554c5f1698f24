#pragma once

#include <deque>
#include <pybind11/pybind11.h>
#include <utility>
#include <vector>

namespace flitcast::python {

/// Python's objects that packets under way carry, by pointers to where they are kept. All use needs
/// the interpreter's lock.
class HeldObjects {
 public:
  /// Keeps an object until it is taken. Null for None.
  void* keep(pybind11::object object) {
    if (object.is_none()) {
      return nullptr;
    }
    if (free_.empty()) {
      free_.push_back(&places_.emplace_back());
    }
    pybind11::object* const place = free_.back();
    free_.pop_back();
    *place = std::move(object);
    return place;
  }

  /// The object, which stays.
  static pybind11::object see(const void* place) {
    const auto* const object = static_cast<const pybind11::object*>(place);
    return object == nullptr || !*object ? pybind11::none() : *object;
  }

  /// The object, which is no longer kept.
  pybind11::object take(void* place) {
    if (place == nullptr) {
      return pybind11::none();
    }
    auto* const object = static_cast<pybind11::object*>(place);
    free_.push_back(object);
    return *object ? std::exchange(*object, pybind11::object()) : pybind11::none();
  }

  /// For the collector of garbage, which finds rings of objects.
  int visit(visitproc visitor, void* argument) const {
    for (const pybind11::object& object : places_) {
      if (const int stop = object ? visitor(object.ptr(), argument) : 0; stop != 0) {
        return stop;
      }
    }
    return 0;
  }

  /// Packets carry nothing any more. What goes away may run code of Python, which may post others.
  void let_go() {
    std::vector<pybind11::object> dropped;
    for (pybind11::object& object : places_) {
      dropped.push_back(std::exchange(object, pybind11::object()));
    }
  }

 private:
  std::deque<pybind11::object> places_;
  std::vector<pybind11::object*> free_;
};

}  // namespace flitcast::python
