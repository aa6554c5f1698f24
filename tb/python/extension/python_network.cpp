#include "tb/python/extension/python_network.h"

#include <algorithm>
#include <utility>

namespace py = pybind11;

namespace flitcast::python {
namespace {

constexpr Network::Cycle kFirstPiece = 256;
constexpr std::chrono::milliseconds kShort{10};
constexpr std::chrono::milliseconds kLong{40};

py::tuple as_tuple(const Network::Arrival& packet, const py::object& user) {
  return py::make_tuple(packet.source, packet.destination, packet.flits, packet.message_class, user,
                        packet.number, packet.posted, packet.injected, packet.arrived,
                        packet.damaged);
}

}  // namespace

PythonNetwork::PythonNetwork(Network network) : network_(std::move(network)) {}

const Network& PythonNetwork::seen() const {
  not_in_another_thread();
  return network_;
}

bool PythonNetwork::post(const Network::Packet& packet, py::object user) {
  not_in_another_thread();
  Network::Packet posted = packet;
  posted.user = users_.keep(std::move(user));
  bool taken = false;
  try {
    taken = network_.post(posted);
  } catch (...) {
    users_.take(posted.user);
    throw;
  }
  if (!taken) {
    users_.take(posted.user);
  }
  posted_ += taken ? 1 : 0;
  return taken;
}

py::object PythonNetwork::pop(std::uint32_t destination,
                              std::optional<std::uint8_t> message_class) {
  not_in_another_thread();
  const bool any = !message_class.has_value();
  if ((any ? network_.waiting(destination) : network_.waiting(destination, *message_class)) == 0) {
    return py::none();
  }
  const Network::Arrival packet =
      any ? network_.front(destination) : network_.front(destination, *message_class);
  if (any) {
    network_.pop(destination);
  } else {
    network_.pop(destination, *message_class);
  }
  return as_tuple(packet, users_.take(packet.user));
}

void PythonNetwork::on_received(const py::object& received) {
  not_while_running();
  received_ = received;
  if (received.is_none()) {
    network_.on_received(nullptr);
    return;
  }
  network_.on_received([this](const Network::Arrival& packet) {
    call(received_, [&] { return as_tuple(packet, users_.take(packet.user)); });
  });
}

void PythonNetwork::on_sent(const py::object& sent) {
  not_while_running();
  sent_ = sent;
  if (sent.is_none()) {
    network_.on_sent(nullptr);
    return;
  }
  network_.on_sent([this](const Network::Packet& packet) {
    call(sent_, [&] {
      return py::make_tuple(packet.source, packet.destination, packet.flits, packet.message_class,
                            HeldObjects::see(packet.user));
    });
  });
}

int PythonNetwork::visit(visitproc visitor, void* argument) const {
  for (const py::object* held : {&received_, &sent_}) {
    if (const int stop = visitor(held->ptr(), argument); stop != 0) {
      return stop;
    }
  }
  return users_.visit(visitor, argument);
}

void PythonNetwork::let_go() {
  received_ = py::none();
  sent_ = py::none();
  users_.let_go();
}

void PythonNetwork::step() {
  let_run([this] { network_.step(); });
}

void PythonNetwork::run_until(Cycle cycle) {
  let_run([this, cycle] { run_in_pieces(cycle, false); });
}

bool PythonNetwork::run_to_next_event() {
  const std::uint64_t before = arrived();
  let_run([this] { run_in_pieces(Network::kNever, true); });
  return arrived() > before;
}

void PythonNetwork::let_run(const std::function<void()>& run) {
  not_while_running();
  running_ = std::this_thread::get_id();
  try {
    const py::gil_scoped_release released;
    run();
  } catch (...) {
    running_ = {};
    throw;
  }
  running_ = {};
  if (failure_) {
    std::rethrow_exception(std::exchange(failure_, nullptr));
  }
}

void PythonNetwork::run_in_pieces(Cycle cycle, bool to_arrival) {
  const bool event_by_event = to_arrival || !received_.is_none() || !sent_.is_none();
  const std::uint64_t before = arrived();
  Cycle piece = kFirstPiece;
  auto checked = std::chrono::steady_clock::now();
  while (network_.now() < cycle && !failure_) {
    const Cycle next = network_.next_event();
    if (to_arrival && (next == Network::kNever || arrived() > before)) {
      return;
    }
    const Cycle left = cycle - network_.now();
    Cycle end = network_.now() + std::min(left, piece);
    if (event_by_event) {
      // What is called back, or arrives, stands at the end of a piece, or nowhere.
      end = std::min(end, std::max(next, network_.now() + 1));
    }
    network_.run_until(end);
    const auto now = std::chrono::steady_clock::now();
    if (now - checked > kLong) {
      const py::gil_scoped_acquire acquired;
      if (PyErr_CheckSignals() != 0) {
        throw py::error_already_set();
      }
      piece = std::max<Cycle>(piece / 2, 1);
      checked = std::chrono::steady_clock::now();
    } else if (now - checked < kShort) {
      piece = std::min<Cycle>(2 * piece, Network::kNever / 4);
    }
  }
}

void PythonNetwork::call(const py::object& callback, const std::function<py::object()>& argument) {
  const py::gil_scoped_acquire acquired;
  try {
    callback(argument());
  } catch (...) {
    if (!failure_) {
      failure_ = std::current_exception();
    }
  }
}

void PythonNetwork::not_while_running() const {
  not_in_another_thread();
  if (running_ != std::thread::id()) {
    throw std::runtime_error("a callback may post packets, but not let time go on");
  }
}

void PythonNetwork::not_in_another_thread() const {
  if (running_ != std::thread::id() && running_ != std::this_thread::get_id()) {
    throw std::runtime_error("the network is at work in another thread");
  }
}

}  // namespace flitcast::python
