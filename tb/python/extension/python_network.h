#pragma once

#include <chrono>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <pybind11/pybind11.h>
#include <thread>

#include <flitcast/network.h>

#include "tb/python/extension/held_objects.h"

namespace flitcast::python {

/// A Network whose packets carry objects and whose callbacks are Python's.
///
/// Time goes on without the interpreter's lock. Meanwhile the thread that lets it go on may post,
/// in a callback; whatever else asks for the network gets an error. An exception of a callback ends
/// the call after the cycle in which it was called; Ctrl-C does within some tens of milliseconds.
class PythonNetwork {
 public:
  using Cycle = Network::Cycle;

  explicit PythonNetwork(Network network);

  /// The network itself, for what takes no time and is no business of Python's objects.
  const Network& seen() const;

  bool post(const Network::Packet& packet, pybind11::object user);
  /// The first packet in the end of a destination, as a tuple; nothing where there is none.
  pybind11::object pop(std::uint32_t destination, std::optional<std::uint8_t> message_class);

  void on_received(const pybind11::object& received);
  void on_sent(const pybind11::object& sent);

  /// For the collector of garbage: what is held, and letting go of it.
  int visit(visitproc visitor, void* argument) const;
  void let_go();

  void step();
  void run_until(Cycle cycle);
  bool run_to_next_event();

 private:
  /// Lets time go on without the interpreter's lock, then tells of what a callback threw.
  void let_run(const std::function<void()>& run);
  /// Packets, since the beginning.
  std::uint64_t arrived() const { return posted_ - network_.in_flight(); }
  /// Runs up to `cycle`, or until packets arrive or nothing is to come, in pieces that are short
  /// for a person, and ends after a callback's error.
  void run_in_pieces(Cycle cycle, bool to_arrival);
  /// Calls back with the lock; the first error is kept.
  void call(const pybind11::object& callback, const std::function<pybind11::object()>& argument);
  void not_while_running() const;
  void not_in_another_thread() const;

  Network network_;
  HeldObjects users_;
  std::uint64_t posted_ = 0;
  pybind11::object received_ = pybind11::none();
  pybind11::object sent_ = pybind11::none();
  std::thread::id running_;
  std::exception_ptr failure_;
};

}  // namespace flitcast::python
