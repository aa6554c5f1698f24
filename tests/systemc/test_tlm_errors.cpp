// Transactions that are refused or come damaged, and calls that are out of order.

#include <functional>
#include <stdexcept>
#include <string>
#include <tlm>
#include <vector>

#include <gtest/gtest.h>
#include <systemc>

#include "tests/systemc/tlm_processor.h"

namespace flitcast::test_tlm_errors {
namespace {

using sc_core::sc_time;
using Rules = std::vector<std::string>;

struct Access {
  tlm::tlm_command command;
  std::uint64_t address;
  std::size_t length;
  std::size_t width;
};

/// The access is answered so, at once in every style if it is refused, and the next one is served.
/// `broken` are the rules that it breaks.
void expect_answer(const TlmBench::Setup& setup, const Access& access,
                   tlm::tlm_response_status status, const Rules& broken = {}) {
  Pair pair(setup);
  int answered = 0;
  pair.one.act = [&] {
    for (const bool phased : {false, true}) {
      const sc_time begin = sc_core::sc_time_stamp();
      std::vector<unsigned char> bytes(access.length);
      pair.one.set(access.command, access.address, bytes);
      pair.one.payload.set_streaming_width(static_cast<unsigned>(access.width));
      pair.one.call(phased);
      EXPECT_EQ(pair.one.payload.get_response_status(), status);
      EXPECT_EQ(pair.one.payload.get_address(), access.address);
      EXPECT_EQ(sc_core::sc_time_stamp() == begin, status != tlm::TLM_OK_RESPONSE);
      bytes.resize(4);
      pair.one.set(tlm::TLM_WRITE_COMMAND, 0, bytes);
      pair.one.call(phased);
      EXPECT_TRUE(pair.one.payload.is_response_ok());
      ++answered;
    }
  };
  sc_core::sc_start();
  EXPECT_EQ(answered, 2);
  Rules twice = broken;
  twice.insert(twice.end(), broken.begin(), broken.end());
  EXPECT_EQ(pair.bench.broken(), twice);
}

constexpr tlm::tlm_command kRead = tlm::TLM_READ_COMMAND;
constexpr tlm::tlm_command kWrite = tlm::TLM_WRITE_COMMAND;

TEST(TlmNetwork, AnAddressOfNoMemoryIsAnAddressError) {
  expect_answer(tlm_mesh(), {kWrite, 0x3000, 4, 4}, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}
TEST(TlmNetwork, AnAccessOverTheEndOfARangeIsAnAddressError) {
  expect_answer(tlm_mesh(), {kWrite, 0x1ffe, 4, 4}, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}
TEST(TlmNetwork, AStreamToTheEndOfARangeIsServed) {
  expect_answer(tlm_mesh(), {kWrite, 0x1ffe, 4, 2}, tlm::TLM_OK_RESPONSE);
}

TlmBench::Setup with_holes() {
  TlmBench::Setup setup = tlm_mesh();
  setup.hole = 0x100;
  return setup;
}
TEST(TlmNetwork, AnAddressInAHoleIsAnAddressError) {
  expect_answer(with_holes(), {kRead, 0x1000, 4, 4}, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}
TEST(TlmNetwork, AnAccessIntoAHoleIsAnAddressError) {
  expect_answer(with_holes(), {kRead, 0xffe, 4, 4}, tlm::TLM_ADDRESS_ERROR_RESPONSE);
}
TEST(TlmNetwork, AMemoryAfterAHoleIsServed) {
  expect_answer(with_holes(), {kRead, 0x1100, 4, 4}, tlm::TLM_OK_RESPONSE);
}

TEST(TlmNetwork, AStreamingWidthOfZeroIsABurstError) {
  expect_answer(tlm_mesh(), {kRead, 0, 8, 0}, tlm::TLM_BURST_ERROR_RESPONSE,
                {ProtocolRules::kStreaming});
}
TEST(TlmNetwork, NoDataAreABurstError) {
  expect_answer(tlm_mesh(), {kWrite, 0, 0, 8}, tlm::TLM_BURST_ERROR_RESPONSE,
                {ProtocolRules::kData});
}

/// Packets have 16 flits at most, 15 of them payload: 120 bytes.
TlmBench::Setup with_small_buffers(const char* switching) {
  TlmBench::Setup setup = tlm_mesh();
  setup.settings.set("router.switching", switching).set("router.buffer_flits", "16");
  return setup;
}
TEST(TlmNetwork, TheLargestWriteThatBuffersHoldIsServed) {
  expect_answer(with_small_buffers("cut_through"), {kWrite, 0, 112, 112}, tlm::TLM_OK_RESPONSE);
}
TEST(TlmNetwork, ALargerWriteIsABurstError) {
  expect_answer(with_small_buffers("cut_through"), {kWrite, 0, 113, 113},
                tlm::TLM_BURST_ERROR_RESPONSE);
}
TEST(TlmNetwork, TheLargestReadThatBuffersHoldIsServed) {
  expect_answer(with_small_buffers("store_and_forward"), {kRead, 0, 120, 120},
                tlm::TLM_OK_RESPONSE);
}
TEST(TlmNetwork, ALargerReadIsABurstError) {
  expect_answer(with_small_buffers("store_and_forward"), {kRead, 0, 121, 121},
                tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST(TlmNetwork, DamagedPacketsAreGenericErrors) {
  TlmBench::Setup setup = tlm_mesh();
  setup.settings.set("link.fault", "bit_errors 0.1");
  Pair pair(setup);
  pair.one.act = [&] {
    std::vector<unsigned char> bytes(32, 1);
    for (const bool phased : {false, true}) {
      pair.one.set(tlm::TLM_WRITE_COMMAND, 0x10, bytes);
      pair.one.call(phased);
      EXPECT_EQ(pair.one.payload.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
    }
  };
  pair.run();
  EXPECT_EQ(pair.bench.memories[0]->bytes, std::vector<unsigned char>(0x1000));
}

TEST(TlmNetwork, ReportsPhasesThatAreOutOfOrder) {
  Pair pair(tlm_mesh());
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
  const TlmBench::Setup good = tlm_mesh();
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

TEST(TlmNetwork, SaysWhichInitiatorsAndMemoriesThereAre) {
  TlmBench bench(tlm_mesh());
  const auto text = [](const std::function<void()>& ask) -> std::string {
    try {
      ask();
    } catch (const std::out_of_range& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(text([&] { bench.tlm.initiator(7); }), "tlm has no initiator 7: it has 2");
  EXPECT_EQ(text([&] { bench.tlm.memory(3); }), "tlm has no memory 3: it has 3");
}

}  // namespace
}  // namespace flitcast::test_tlm_errors
