// Single transactions: times by hand, errors, what is not timed, and what stays as it was.

#include <functional>
#include <optional>
#include <tlm>
#include <tlm_utils/tlm_quantumkeeper.h>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "tests/systemc/tlm_bench.h"

namespace flitcast::test_tlm_network {
namespace {

using sc_core::sc_time;
using sc_core::sc_time_stamp;
using tlm::tlm_generic_payload;

sc_time ns(double time) {
  return {time, sc_core::SC_NS};
}
sc_time now() {
  return sc_time_stamp();
}

/// t_s = 6 + 4, t_d = 2 + 3, t_m = 2, cycles of 2 ns.
TlmBench::Setup mesh() {
  TlmBench::Setup setup;
  setup.settings.set("topology.kind", "mesh").set("topology.dims", "4x4");
  setup.settings.set("ni.startup", "6").set("router.delay", "2").set("link.delay", "3");
  setup.settings.set("link.cycles_per_flit", "2").set("clock.period", "2 ns");
  setup.initiators = {0, 15};
  setup.memories = {6, 9, 0};
  setup.latency = ns(14);
  return setup;
}

struct Extension final : tlm::tlm_extension<Extension> {
  tlm_extension_base* clone() const override { return new Extension(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const Extension&>(other);
  }
  int value = 42;
};

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
  void free(tlm_generic_payload* /*payload*/) override { ++freed; }

  void set(tlm::tlm_command command, std::uint64_t address, std::vector<unsigned char>& bytes) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }
  sc_time blocking(const sc_time& ahead = {}) {
    sc_time delay = ahead;
    socket->b_transport(payload, delay);
    return delay;
  }
  /// Begins a request, and waits for the begin of its response.
  void phased() {
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay;
    socket->nb_transport_fw(payload, phase, delay);
    wait(responded_);
  }

  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};
  std::function<void()> act = [] {};
  tlm_generic_payload payload;
  std::optional<sc_time> end_of_request;
  int invalidated = 0;
  int freed = 0;

 private:
  SC_HAS_PROCESS(Processor);

  void run() { act(); }
  void invalidate(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) { ++invalidated; }
  tlm::tlm_sync_enum nb_transport_bw(tlm_generic_payload& /*payload*/, tlm::tlm_phase& phase,
                                     sc_time& delay) {
    if (phase == tlm::END_REQ) {
      end_of_request = sc_time_stamp() + delay;
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

// From node 0, at (0, 0), to the memory at (2, 1): D = 3. A request of 31 bytes to write with 9
// byte enables has 8 + 2 + 31 bytes, so L = 6, the reply L = 0. With the memory's 14 ns: (10 + 3·5
// + 6·2) + 7 + (10 + 3·5) = 69 cycles. To read, L = 1, and then 4: (10 + 3·5 + 2) + 7 + (10 + 3·5 +
// 4·2) = 67.
constexpr double kWrite = 2 * 69;
constexpr double kRead = 2 * 67;

void write_and_read(const std::function<sc_time(Processor&)>& transport, Pair& pair) {
  Processor& one = pair.one;
  std::vector<unsigned char> bytes(31, 0xa5);
  std::vector<unsigned char> enables(9, 0xff);
  enables[3] = 0;
  one.set(tlm::TLM_WRITE_COMMAND, 0x10, bytes);
  one.payload.set_byte_enable_ptr(enables.data());
  one.payload.set_byte_enable_length(9);
  EXPECT_EQ(transport(one), ns(kWrite));
  EXPECT_TRUE(one.payload.is_response_ok());
  std::vector<unsigned char> back(31);
  one.set(tlm::TLM_READ_COMMAND, 0x10, back);
  one.payload.set_byte_enable_ptr(nullptr);
  one.payload.set_byte_enable_length(0);
  EXPECT_EQ(transport(one), ns(kRead));
  EXPECT_TRUE(one.payload.is_response_ok());
  std::vector<unsigned char> expected(31, 0xa5);
  expected[3] = expected[12] = expected[21] = expected[30] = 0;
  EXPECT_EQ(back, expected);
}

TEST(TlmNetwork, ABlockingCallTakesTheTimeOfTheFormula) {
  Pair pair(mesh());
  pair.one.act = [&] {
    write_and_read(
        [](Processor& one) {
          const sc_time begin = now();
          EXPECT_EQ(one.blocking(), sc_core::SC_ZERO_TIME);
          return sc_time_stamp() - begin;
        },
        pair);
  };
  pair.run();
}

TEST(TlmNetwork, AnnotatedTimeIsThatOfTheFormulaAndNoneGoesOn) {
  TlmBench::Setup setup = mesh();
  setup.options.annotate = true;
  Pair pair(setup);
  pair.one.act = [&] {
    write_and_read([](Processor& one) { return one.blocking(ns(5)) - ns(5); }, pair);
    EXPECT_EQ(sc_time_stamp(), sc_core::SC_ZERO_TIME);
  };
  pair.run();
}

TEST(TlmNetwork, FourPhasesTakeTheTimeOfTheFormula) {
  Pair pair(mesh());
  pair.one.act = [&] {
    write_and_read(
        [](Processor& one) {
          const sc_time begin = now();
          one.phased();
          EXPECT_EQ(one.end_of_request, begin);
          return sc_time_stamp() - begin;
        },
        pair);
  };
  pair.run();
  EXPECT_EQ(pair.one.payload.get_ref_count(), 1);
  EXPECT_EQ(pair.one.freed, 0);
}

TEST(TlmNetwork, AnInitiatorThatIsAheadIsSynchronizedFirst) {
  Pair pair(mesh());
  pair.one.act = [&] {
    tlm_utils::tlm_quantumkeeper keeper;
    tlm_utils::tlm_quantumkeeper::set_global_quantum(ns(1000));
    keeper.reset();
    keeper.inc(ns(300));
    std::vector<unsigned char> bytes(32);
    pair.one.set(tlm::TLM_READ_COMMAND, 0x10, bytes);
    keeper.set(pair.one.blocking(keeper.get_local_time()));
    EXPECT_EQ(keeper.get_local_time(), sc_core::SC_ZERO_TIME);
    EXPECT_EQ(sc_time_stamp(), ns(300 + kRead));
    keeper.inc(ns(1000));
    EXPECT_TRUE(keeper.need_sync());
  };
  pair.run();
}

TEST(TlmNetwork, ATransactionWithinANodeTakesStartUpsAndFlitsOnly) {
  Pair pair(mesh());
  pair.one.act = [&] {
    std::vector<unsigned char> bytes(8);
    pair.one.set(tlm::TLM_READ_COMMAND, 0x2000, bytes);
    pair.one.blocking();
    // Flits of a node's own channels take a cycle each: 2·(10 + 1) + 7.
    EXPECT_EQ(sc_time_stamp(), ns(2 * 29));
  };
  pair.run();
}

/// An access that is refused, in every style, and nothing else.
void expect_refused(std::uint64_t address, std::size_t length, bool phased) {
  Pair pair(mesh());
  pair.one.act = [&] {
    std::vector<unsigned char> bytes(length);
    pair.one.set(tlm::TLM_WRITE_COMMAND, address, bytes);
    phased ? pair.one.phased() : static_cast<void>(pair.one.blocking());
    EXPECT_EQ(pair.one.payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(pair.one.payload.get_address(), address);
    EXPECT_EQ(sc_time_stamp(), sc_core::SC_ZERO_TIME);
    // The next one is served.
    pair.one.set(tlm::TLM_WRITE_COMMAND, 0, bytes);
    phased ? pair.one.phased() : static_cast<void>(pair.one.blocking());
    EXPECT_TRUE(pair.one.payload.is_response_ok());
  };
  pair.run();
}
TEST(TlmNetwork, AnAddressOfNoMemoryIsAnAddressErrorOfABlockingCall) {
  expect_refused(0x3000, 4, false);
}
TEST(TlmNetwork, AnAddressOfNoMemoryIsAnAddressErrorInPhases) {
  expect_refused(0x3000, 4, true);
}
TEST(TlmNetwork, AnAccessOverTheEndOfARangeIsAnAddressError) {
  expect_refused(0x1ffe, 4, false);
}

TEST(TlmNetwork, AMemorysErrorAndExtensionsComeBack) {
  Pair pair(mesh());
  pair.bench.memories[1]->bytes.resize(0x800);  // less than its range
  Extension extension;
  pair.one.act = [&] {
    std::vector<unsigned char> bytes(4);
    pair.one.payload.set_extension(&extension);
    for (const bool phased : {false, true}) {
      pair.one.set(tlm::TLM_READ_COMMAND, 0x1900, bytes);
      phased ? pair.one.phased() : static_cast<void>(pair.one.blocking());
      EXPECT_EQ(pair.one.payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
      EXPECT_EQ(pair.one.payload.get_address(), 0x1900U);
      EXPECT_EQ(pair.one.payload.get_extension<Extension>(), &extension);
      EXPECT_EQ(extension.value, 42);
    }
    pair.one.payload.clear_extension(&extension);
  };
  pair.run();
}

TEST(TlmNetwork, DamagedPacketsAreGenericErrors) {
  TlmBench::Setup setup = mesh();
  setup.settings.set("link.fault", "bit_errors 0.1");
  Pair pair(setup);
  pair.one.act = [&] {
    std::vector<unsigned char> bytes(32, 1);
    for (const bool phased : {false, true}) {
      pair.one.set(tlm::TLM_WRITE_COMMAND, 0x10, bytes);
      phased ? pair.one.phased() : static_cast<void>(pair.one.blocking());
      EXPECT_EQ(pair.one.payload.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
  };
  pair.run();
  EXPECT_EQ(pair.bench.memories[0]->bytes, std::vector<unsigned char>(0x1000));
}

TEST(TlmNetwork, DebugTransportTakesNoTime) {
  Pair pair(mesh());
  pair.one.act = [&] {
    std::vector<unsigned char> bytes{1, 2, 3, 4};
    pair.one.set(tlm::TLM_WRITE_COMMAND, 0x1ffe, bytes);
    EXPECT_EQ(pair.one.socket->transport_dbg(pair.one.payload), 2U);  // to the end of its range
    EXPECT_EQ(pair.one.payload.get_data_length(), 4U);
    EXPECT_EQ(pair.one.payload.get_address(), 0x1ffeU);
    EXPECT_EQ(pair.bench.memories[1]->bytes[0xfff], 2);
    std::vector<unsigned char> back(2);
    pair.one.set(tlm::TLM_READ_COMMAND, 0x1ffe, back);
    EXPECT_EQ(pair.one.socket->transport_dbg(pair.one.payload), 2U);
    EXPECT_EQ(back, (std::vector<unsigned char>{1, 2}));
    pair.one.payload.set_address(0x3000);
    EXPECT_EQ(pair.one.socket->transport_dbg(pair.one.payload), 0U);
    EXPECT_EQ(sc_time_stamp(), sc_core::SC_ZERO_TIME);
  };
  pair.run();
}

TEST(TlmNetwork, DmiIsRefusedAndItsHintTurnedOff) {
  Pair pair(mesh());
  pair.bench.memories[0]->hints_dmi = true;
  pair.one.act = [&] {
    std::vector<unsigned char> bytes(4);
    pair.one.set(tlm::TLM_READ_COMMAND, 0, bytes);
    tlm::tlm_dmi dmi;
    dmi.allow_read_write();
    EXPECT_FALSE(pair.one.socket->get_direct_mem_ptr(pair.one.payload, dmi));
    EXPECT_TRUE(dmi.is_none_allowed());
    pair.one.blocking();
    EXPECT_FALSE(pair.one.payload.is_dmi_allowed());
    pair.one.set(tlm::TLM_READ_COMMAND, 0, bytes);
    pair.one.phased();
    EXPECT_FALSE(pair.one.payload.is_dmi_allowed());
    pair.bench.memories[0]->socket->invalidate_direct_mem_ptr(0, 0xfff);
    EXPECT_EQ(pair.one.invalidated, 0);  // it has no pointer
  };
  pair.run();
}

TEST(TlmNetwork, ReportsPhasesThatAreOutOfOrder) {
  Pair pair(mesh());
  std::vector<unsigned char> bytes(4);
  pair.one.set(tlm::TLM_READ_COMMAND, 0, bytes);
  pair.one.act = [&] {
    const auto forward = [&](tlm::tlm_phase phase) {
      sc_time delay;
      pair.one.socket->nb_transport_fw(pair.one.payload, phase, delay);
    };
    EXPECT_THROW(forward(tlm::END_REQ), sc_core::sc_report);
    EXPECT_THROW(forward(tlm::END_RESP), sc_core::sc_report);
    forward(tlm::BEGIN_REQ);
    EXPECT_THROW(forward(tlm::BEGIN_REQ), sc_core::sc_report);
    tlm::tlm_phase phase = tlm::BEGIN_RESP;  // of what the memory has not got
    sc_time delay;
    EXPECT_THROW(pair.bench.memories[0]->socket->nb_transport_bw(pair.one.payload, phase, delay),
                 sc_core::sc_report);
  };
  sc_core::sc_start();
  EXPECT_TRUE(pair.one.payload.is_response_ok());  // the request itself was served
}

TEST(TlmNetwork, RefusesWhatItCannotBe) {
  const TlmBench::Setup good = mesh();
  systemc::NetworkModule network("network", good.settings);
  const systemc::AddressMap map({{0, 16, 6}});
  systemc::TlmNetwork::Options none;
  none.outstanding = 0;
  EXPECT_THROW(systemc::TlmNetwork("a", network, {0}, map, none), std::invalid_argument);
  none = {};
  none.flit_bytes = 0;
  EXPECT_THROW(systemc::TlmNetwork("b", network, {0}, map, none), std::invalid_argument);
  EXPECT_THROW(systemc::TlmNetwork("c", network, {0, 0}, map), std::invalid_argument);
  EXPECT_THROW(systemc::TlmNetwork("d", network, {0}, systemc::AddressMap({{0, 16, 16}})),
               std::invalid_argument);
}

}  // namespace
}  // namespace flitcast::test_tlm_network
