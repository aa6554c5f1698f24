// Threads that are killed or reset in a call: the network and the other threads go on.

#include <array>
#include <functional>
#include <string>
#include <sysc/kernel/sc_dynamic_processes.h>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include <flitcast/systemc/tlm_network.h>
#include <gtest/gtest.h>
#include <systemc>

#include "tests/systemc/tlm_memory.h"

namespace flitcast::test_tlm_killed_calls {
namespace {

using sc_core::sc_time;

sc_time ns(double time) {
  return {time, sc_core::SC_NS};
}

Settings mesh() {
  Settings settings;
  settings.set("topology.kind", "mesh").set("topology.dims", "4x4").set("ni.startup", "10");
  settings.set("router.delay", "1").set("clock.period", "2 ns");
  return settings;
}

systemc::TlmNetwork::Options one_at_a_time() {
  systemc::TlmNetwork::Options options;
  options.outstanding = 1;
  return options;
}

/// Takes and overwrites what has been freed last in all small sizes, so that its use shows.
std::vector<std::string> taken_memory() {
  std::vector<std::string> taken;
  for (std::size_t bytes = 24; bytes < 512; bytes += 8) {
    taken.emplace_back(bytes, 'Z');
  }
  return taken;
}

/// Threads of one initiator, and a memory.
class Threads final : public sc_core::sc_module {
 public:
  explicit Threads(sc_core::sc_module_name name) : sc_core::sc_module(name) {
    socket_(tlm_.initiator(0));
    tlm_.memory(0)(memory_.socket);
    memory_.plain = true;
    SC_THREAD(run);
  }
  /// Reads 32 bytes with all that belongs to it on the thread's stack, and says how long it took.
  sc_time read() {
    const sc_time begin = sc_core::sc_time_stamp();
    std::array<unsigned char, 32> bytes{};
    tlm::tlm_generic_payload payload;
    payload.set_command(tlm::TLM_READ_COMMAND);
    payload.set_address(0x10);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(32);
    payload.set_streaming_width(32);
    sc_time delay;
    socket_->b_transport(payload, delay);
    EXPECT_TRUE(payload.is_response_ok());
    ++reads;
    return sc_core::sc_time_stamp() - begin;
  }
  sc_core::sc_process_handle start() {
    return sc_core::sc_spawn([this] { read(); });
  }
  std::uint64_t in_flight() const { return network_.network().in_flight(); }

  std::function<void()> act;
  int reads = 0;

 private:
  SC_HAS_PROCESS(Threads);
  void run() { act(); }

  systemc::NetworkModule network_{"network", mesh()};
  systemc::TlmNetwork tlm_{
      "tlm", network_, {0}, systemc::AddressMap({{0, 0x1000, 6}}), one_at_a_time()};
  TlmMemory memory_{"memory", 0x1000, ns(14), 1};
  tlm_utils::simple_initiator_socket<Threads> socket_{"socket"};
};

// t_s = 14, t_d = 2, t_m = 1; D = 3, the request has L = 1, the reply L = 4, the memory takes 7
// cycles: (14 + 3·2 + 1) + 7 + (14 + 3·2 + 4) = 52.
constexpr int kCycles = 52;

TEST(TlmNetwork, AThreadMayBeKilledInAnyCycleOfACall) {
  Threads threads("threads");
  threads.act = [&] {
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      sc_core::sc_process_handle thread = threads.start();
      sc_core::wait(ns(2 * cycle + 1));
      thread.kill();
      const std::vector<std::string> taken = taken_memory();
      sc_core::wait(ns(999));
      EXPECT_EQ(threads.in_flight(), 0U);
      EXPECT_EQ(threads.read(), ns(2 * kCycles));
    }
  };
  sc_core::sc_start();
  EXPECT_EQ(threads.reads, kCycles);
}

TEST(TlmNetwork, AThreadMayBeResetInAnyCycleOfACall) {
  Threads threads("threads");
  threads.act = [&] {
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      sc_core::sc_process_handle thread = threads.start();
      sc_core::wait(ns(2 * cycle + 1));
      thread.reset();
      const std::vector<std::string> taken = taken_memory();
      sc_core::wait(ns(999));
      EXPECT_EQ(threads.reads, 2 * cycle + 1);  // begun anew
      EXPECT_EQ(threads.read(), ns(2 * kCycles));
    }
  };
  sc_core::sc_start();
  EXPECT_EQ(threads.reads, 2 * kCycles);
}

TEST(TlmNetwork, AKilledThreadLeavesItsPlaceToOneThatWaits) {
  Threads threads("threads");
  threads.act = [&] {
    sc_core::sc_process_handle first = threads.start();
    sc_core::wait(ns(1));
    sc_core::sc_process_handle second = threads.start();
    sc_core::sc_process_handle third = threads.start();
    sc_core::wait(ns(19));
    second.kill();  // while it waits
    first.kill();
    sc_core::wait(ns(1000));
    EXPECT_TRUE(third.terminated());
    EXPECT_EQ(threads.reads, 1);
  };
  sc_core::sc_start();
  EXPECT_EQ(threads.reads, 1);
}

}  // namespace
}  // namespace flitcast::test_tlm_killed_calls
