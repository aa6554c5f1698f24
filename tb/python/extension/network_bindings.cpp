#include <memory>
#include <optional>
#include <pybind11/stl.h>
#include <utility>

#include <flitcast/network.h>

#include "tb/python/extension/bindings.h"
#include "tb/python/extension/long_calls.h"
#include "tb/python/extension/python_network.h"

namespace py = pybind11;

namespace flitcast::python {
namespace {

py::dict as_dict(const Network::Latency& latency) {
  py::dict made;
  made["packets"] = latency.packets;
  made["min"] = latency.min;
  made["mean"] = latency.mean;
  made["p50"] = latency.p50;
  made["p95"] = latency.p95;
  made["p99"] = latency.p99;
  made["max"] = latency.max;
  return made;
}

py::dict as_dict(const Network::ClassStatistics& statistics) {
  py::dict made;
  made["posted"] = statistics.posted;
  made["sent"] = statistics.sent;
  made["received"] = statistics.received;
  made["posted_flits"] = statistics.posted_flits;
  made["received_flits"] = statistics.received_flits;
  made["latency"] = as_dict(statistics.latency);
  made["network_latency"] = as_dict(statistics.network_latency);
  return made;
}

py::dict as_dict(const Network::RouterActivity& router) {
  py::dict made;
  made["node"] = router.node;
  made["buffer_writes"] = router.buffer_writes;
  made["buffer_reads"] = router.buffer_reads;
  made["switch_traversals"] = router.switch_traversals;
  made["vc_allocations"] = router.vc_allocations;
  return made;
}

py::dict as_dict(const Network::LinkActivity& link) {
  py::dict made;
  made["from"] = link.from;
  made["to"] = link.to;
  made["port"] = link.port;
  made["flits"] = link.flits;
  made["waited"] = link.waited;
  return made;
}

py::dict as_dict(const Network::InterfaceActivity& interface) {
  py::dict made;
  made["node"] = interface.node;
  made["packets_started"] = interface.packets_started;
  made["injected_flits"] = interface.injected_flits;
  made["ejected_flits"] = interface.ejected_flits;
  return made;
}

template <typename Element>
py::list as_list(const std::vector<Element>& elements) {
  py::list made;
  for (const Element& element : elements) {
    made.append(as_dict(element));
  }
  return made;
}

py::dict statistics_of(const PythonNetwork& network) {
  const Network::Statistics statistics = network.seen().statistics();
  py::dict made = as_dict(statistics.total);
  made["cycle"] = statistics.cycle;
  made["classes"] = as_list(statistics.classes);
  return made;
}

py::dict activity_of(const PythonNetwork& network) {
  const Network::Activity activity = network.seen().activity();
  py::dict made;
  made["cycle"] = activity.cycle;
  made["routers"] = as_list(activity.routers);
  made["links"] = as_list(activity.links);
  made["interfaces"] = as_list(activity.interfaces);
  return made;
}

std::optional<Network::Cycle> next_event_of(const PythonNetwork& network) {
  const Network::Cycle cycle = network.seen().next_event();
  return cycle == Network::kNever ? std::nullopt : std::optional(cycle);
}

std::size_t waiting_at(const PythonNetwork& network, std::uint32_t destination,
                       std::optional<std::uint8_t> message_class) {
  const Network& seen = network.seen();
  return message_class ? seen.waiting(destination, *message_class) : seen.waiting(destination);
}

std::unique_ptr<PythonNetwork> make_network(const Source& source, std::uint32_t source_queue,
                                            bool activity, const py::object& progress) {
  Network::Options options;
  options.source_queue = source_queue;
  options.activity = activity;
  options.watch = watch_of(progress);
  const Settings settings = settings_of(source);
  return std::make_unique<PythonNetwork>(made_unlocked([&] { return Network(settings, options); }));
}

/// The network of an object of Python; null while it is being made.
PythonNetwork* network_of(PyObject* object) {
  auto* instance = reinterpret_cast<py::detail::instance*>(object);
  const py::detail::value_and_holder held = instance->get_value_and_holder();
  return held.holder_constructed() ? held.value_ptr<PythonNetwork>() : nullptr;
}

/// Callbacks often know the network that they are of.
void collect_garbage(PyHeapTypeObject* heap_type) {
  PyTypeObject& type = heap_type->ht_type;
  type.tp_flags |= Py_TPFLAGS_HAVE_GC;
  type.tp_traverse = [](PyObject* object, visitproc visitor, void* argument) {
    if (const int stop = visitor(reinterpret_cast<PyObject*>(Py_TYPE(object)), argument);
        stop != 0) {
      return stop;
    }
    const PythonNetwork* network = network_of(object);
    return network == nullptr ? 0 : network->visit(visitor, argument);
  };
  type.tp_clear = [](PyObject* object) {
    if (PythonNetwork* network = network_of(object); network != nullptr) {
      network->let_go();
    }
    return 0;
  };
}

}  // namespace

void bind_network(py::module_& module) {
  py::register_exception<Network::Stuck>(module, "Stuck", PyExc_RuntimeError);
  py::class_<PythonNetwork>(module, "Network", py::custom_type_setup(&collect_garbage))
      .def(py::init(&make_network), py::arg("source"), py::arg("source_queue"), py::arg("activity"),
           py::arg("progress"))
      .def("nodes", [](const PythonNetwork& network) { return network.seen().nodes(); })
      .def("cycle_nanoseconds",
           [](const PythonNetwork& network) { return network.seen().cycle_nanoseconds(); })
      .def(
          "full",
          [](const PythonNetwork& network, std::uint32_t node) {
            return network.seen().full(node);
          },
          py::arg("source"))
      .def(
          "post",
          [](PythonNetwork& network, std::uint32_t source, std::uint32_t destination,
             std::uint32_t flits, std::uint8_t message_class, py::object user) {
            return network.post({source, destination, flits, message_class, nullptr},
                                std::move(user));
          },
          py::arg("source"), py::arg("destination"), py::arg("flits"), py::arg("message_class"),
          py::arg("user"))
      .def("waiting", &waiting_at, py::arg("destination"), py::arg("message_class"))
      .def("pop", &PythonNetwork::pop, py::arg("destination"), py::arg("message_class"))
      .def("on_received", &PythonNetwork::on_received)
      .def("on_sent", &PythonNetwork::on_sent)
      .def("now", [](const PythonNetwork& network) { return network.seen().now(); })
      .def("step", &PythonNetwork::step)
      .def("run_until", &PythonNetwork::run_until, py::arg("cycle"))
      .def("run_to_next_event", &PythonNetwork::run_to_next_event)
      .def("next_event", &next_event_of)
      .def("in_flight", [](const PythonNetwork& network) { return network.seen().in_flight(); })
      .def("stuck", [](const PythonNetwork& network) { return network.seen().stuck(); })
      .def("statistics", &statistics_of)
      .def("activity", &activity_of);
}

}  // namespace flitcast::python
