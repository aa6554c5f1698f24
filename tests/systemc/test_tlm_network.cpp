// Single transactions: times by hand, what is not timed, and what stays as it was.

#include <functional>
#include <tlm>
#include <tlm_utils/tlm_quantumkeeper.h>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "tests/systemc/tlm_processor.h"

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

struct Extension final : tlm::tlm_extension<Extension> {
  tlm_extension_base* clone() const override { return new Extension(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const Extension&>(other);
  }
  int value = 42;
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
  Pair pair(tlm_mesh());
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
  TlmBench::Setup setup = tlm_mesh();
  setup.options.annotate = true;
  Pair pair(setup);
  pair.one.act = [&] {
    write_and_read([](Processor& one) { return one.blocking(ns(5)) - ns(5); }, pair);
    EXPECT_EQ(sc_time_stamp(), sc_core::SC_ZERO_TIME);
  };
  pair.run();
}

TEST(TlmNetwork, FourPhasesTakeTheTimeOfTheFormula) {
  Pair pair(tlm_mesh());
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
  Pair pair(tlm_mesh());
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
  Pair pair(tlm_mesh());
  pair.one.act = [&] {
    std::vector<unsigned char> bytes(8);
    pair.one.set(tlm::TLM_READ_COMMAND, 0x2000, bytes);
    pair.one.blocking();
    // Flits of a node's own channels take a cycle each: 2·(10 + 1) + 7.
    EXPECT_EQ(sc_time_stamp(), ns(2 * 29));
  };
  pair.run();
}

TEST(TlmNetwork, AMemorysErrorAndExtensionsComeBack) {
  Pair pair(tlm_mesh());
  pair.bench.memories[1]->bytes.resize(0x800);  // less than its range
  Extension extension;
  pair.one.act = [&] {
    std::vector<unsigned char> bytes(4);
    pair.one.payload.set_extension(&extension);
    for (const bool phased : {false, true}) {
      pair.one.set(tlm::TLM_READ_COMMAND, 0x1900, bytes);
      pair.one.call(phased);
      EXPECT_EQ(pair.one.payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
      EXPECT_EQ(pair.one.payload.get_address(), 0x1900U);
      EXPECT_EQ(pair.one.payload.get_extension<Extension>(), &extension);
      EXPECT_EQ(extension.value, 42);
    }
    pair.one.payload.clear_extension(&extension);
  };
  pair.run();
}

TEST(TlmNetwork, DebugTransportTakesNoTime) {
  Pair pair(tlm_mesh());
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
  Pair pair(tlm_mesh());
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

}  // namespace
}  // namespace flitcast::test_tlm_network
