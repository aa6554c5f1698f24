#pragma once

#include <functional>
#include <optional>
#include <string>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "tests/systemc/tlm_bench.h"

namespace flitcast {

/// t_s = 6 + 4, t_d = 2 + 3, t_m = 2, cycles of 2 ns.
inline TlmBench::Setup tlm_mesh() {
  TlmBench::Setup setup;
  setup.settings.set("topology.kind", "mesh").set("topology.dims", "4x4");
  setup.settings.set("ni.startup", "6").set("router.delay", "2").set("link.delay", "3");
  setup.settings.set("link.cycles_per_flit", "2").set("clock.period", "2 ns");
  setup.initiators = {0, 15};
  setup.memories = {6, 9, 0};
  setup.latency = {14, sc_core::SC_NS};
  return setup;
}

/// An initiator that does one thing at a time.
class Processor final : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
  explicit Processor(sc_core::sc_module_name name) : sc_core::sc_module(name) {
    socket.register_nb_transport_bw(this, &Processor::nb_transport_bw);
    socket.register_invalidate_direct_mem_ptr(this, &Processor::invalidate);
    payload.set_mm(this);
    payload.acquire();
    SC_THREAD(run);
  }
  void free(tlm::tlm_generic_payload* /*payload*/) override { ++freed; }

  void set(tlm::tlm_command command, std::uint64_t address, std::vector<unsigned char>& bytes) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  sc_core::sc_time blocking(const sc_core::sc_time& ahead = {}) {
    sc_core::sc_time delay = ahead;
    socket->b_transport(payload, delay);
    return delay;
  }
  void call(bool with_phases) { with_phases ? phased() : static_cast<void>(blocking()); }
  /// Begins a request, and waits for the begin of its response.
  void phased() {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay;
    socket->nb_transport_fw(payload, phase, delay);
    wait(responded_);
  }

  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  std::function<void()> act = [] {};
  tlm::tlm_generic_payload payload;
  std::optional<sc_core::sc_time> end_of_request;
  int invalidated = 0;
  int freed = 0;

 private:
  SC_HAS_PROCESS(Processor);

  void run() { act(); }
  void invalidate(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) { ++invalidated; }
  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& /*payload*/, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (phase == tlm::END_REQ) {
      end_of_request = sc_core::sc_time_stamp() + delay;
      return tlm::TLM_ACCEPTED;
    }
    responded_.notify(delay);
    return tlm::TLM_COMPLETED;
  }
  sc_core::sc_event responded_;
};

struct Pair {
  explicit Pair(const TlmBench::Setup& setup) : bench(setup) {
    one.socket(bench.monitors[0]->initiator);
    two.socket(bench.monitors[1]->initiator);
    for (const auto& memory : bench.memories) {
      memory->plain = true;
    }
  }
  void run() {
    sc_core::sc_start();
    EXPECT_EQ(bench.broken(), std::vector<std::string>());
  }
  TlmBench bench;
  Processor one{"one"};
  Processor two{"two"};
};

}  // namespace flitcast
