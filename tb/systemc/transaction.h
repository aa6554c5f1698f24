#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <tlm>

#include <flitcast/systemc/network_module.h>
#include <flitcast/systemc/tlm_network.h>
#include <systemc>

namespace flitcast::systemc {

/// A transaction on its way from an initiator to a memory and back.
struct Transaction {
  tlm::tlm_generic_payload& payload;
  InitiatorPort& initiator;
  std::uint32_t initiator_node;
  MemoryPort* memory;     ///< null: its address is in no range
  std::uint64_t address;  ///< as its initiator knows it
  /// Where b_transport waits for its packets; null: it has phases.
  std::unique_ptr<sc_core::sc_event> arrival;
  bool under_way = false;      ///< a packet that b_transport waits for
  bool abandoned = false;      ///< its b_transport is over, and its payload may be gone
  bool replying = false;       ///< the memory has served it
  bool ends_response = false;  ///< the memory waits for END_RESP
  bool damaged = false;        ///< a packet of it came damaged
};

/// What ports work with.
struct PortContext {
  NetworkModule& network;
  TlmNetwork::Options options;

  std::uint32_t flits_of(std::uint64_t bytes) const {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();  // which fits never
    return static_cast<std::uint32_t>(
        std::min(kMost, (bytes + options.flit_bytes - 1) / options.flit_bytes));
  }
  std::uint32_t request_flits(const tlm::tlm_generic_payload& payload) const {
    constexpr std::uint64_t kAddress = 8;
    const unsigned enables =
        payload.get_byte_enable_ptr() == nullptr ? 0 : payload.get_byte_enable_length();
    return flits_of(kAddress + (enables + 7) / 8 +
                    (payload.is_write() ? payload.get_data_length() : 0));
  }
  std::uint32_t reply_flits(const tlm::tlm_generic_payload& payload) const {
    return flits_of(payload.is_read() ? payload.get_data_length() : 0);
  }
};

}  // namespace flitcast::systemc
