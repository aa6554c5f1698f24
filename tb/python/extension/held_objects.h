#pragma once

#include <cstdint>
#include <pybind11/pybind11.h>
#include <utility>
#include <vector>

namespace flitcast::python {

/// Python's objects that packets under way carry, by numbers that fit a pointer. All use needs the
/// interpreter's lock.
class HeldObjects {
 public:
  /// Keeps an object until it is taken. Nothing of None.
  void* keep(pybind11::object object) {
    if (object.is_none()) {
      return nullptr;
    }
    if (free_.empty()) {
      free_.push_back(objects_.size());
      objects_.emplace_back();
    }
    const std::uintptr_t place = free_.back();
    free_.pop_back();
    objects_[place] = std::move(object);
    return reinterpret_cast<void*>(place + 1);
  }

  /// For the collector of garbage, which finds rings of objects.
  int visit(visitproc visitor, void* argument) const {
    for (const pybind11::object& object : objects_) {
      if (const int stop = object ? visitor(object.ptr(), argument) : 0; stop != 0) {
        return stop;
      }
    }
    return 0;
  }

  /// The object, which stays; None where nothing is kept under the number.
  pybind11::object see(const void* number) const {
    return holds(number) ? objects_[place_of(number)] : pybind11::none();
  }

  /// The object, which is no longer kept.
  pybind11::object take(const void* number) {
    if (!holds(number)) {
      return pybind11::none();
    }
    free_.push_back(place_of(number));
    return std::exchange(objects_[place_of(number)], pybind11::object());
  }

 private:
  static std::uintptr_t place_of(const void* number) {
    return reinterpret_cast<std::uintptr_t>(number) - 1;
  }

  bool holds(const void* number) const {
    return number != nullptr && place_of(number) < objects_.size();
  }

  std::vector<pybind11::object> objects_;
  std::vector<std::uintptr_t> free_;
};

}  // namespace flitcast::python
