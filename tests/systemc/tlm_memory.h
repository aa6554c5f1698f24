#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include <systemc>

#include "tests/support/draw.h"

namespace flitcast {

/// Does to `bytes` what a payload asks for, and to its data; false where it leaves them.
bool access_bytes(std::vector<unsigned char>& bytes, tlm::tlm_generic_payload& payload);

/// A memory that answers blocking calls after a latency, and others in every way that the base
/// protocol allows, as it draws.
class TlmMemory final : public sc_core::sc_module {
 public:
  TlmMemory(sc_core::sc_module_name name, std::uint64_t size, const sc_core::sc_time& latency,
            std::uint64_t seed);

  tlm_utils::simple_target_socket<TlmMemory> socket{"socket"};
  std::vector<unsigned char> bytes;
  /// No other way than four phases, each of which is accepted and comes from the memory; END_REQ at
  /// once.
  bool plain = false;
  /// Says of its replies that DMI could be had.
  bool hints_dmi = false;

 private:
  using Payload = tlm::tlm_generic_payload;

  void b_transport(Payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  unsigned transport_dbg(Payload& payload);
  void act(Payload& payload, const tlm::tlm_phase& phase);
  void execute(Payload& payload);
  void respond_next();
  bool free_to_respond() const { return responding_ == nullptr && ready_.empty(); }

  sc_core::sc_time latency_;
  Draw draw_;
  tlm_utils::peq_with_cb_and_phase<TlmMemory> queue_{this, &TlmMemory::act};
  std::deque<Payload*> ready_;  // served, and without BEGIN_RESP
  Payload* responding_ = nullptr;
  std::size_t in_service_ = 0;  // whose response is to come
};

}  // namespace flitcast
