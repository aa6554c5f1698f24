#pragma once

#include <tlm>
#include <tlm_utils/passthrough_target_socket.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <systemc>

#include "tests/systemc/protocol_rules.h"

namespace flitcast {

/// Stands between an initiator and a target, passes every call on unchanged, and holds both to the
/// rules of the base protocol.
class ProtocolMonitor final : public sc_core::sc_module {
 public:
  explicit ProtocolMonitor(sc_core::sc_module_name name) : sc_core::sc_module(name) {
    initiator.register_b_transport(this, &ProtocolMonitor::b_transport);
    initiator.register_nb_transport_fw(this, &ProtocolMonitor::nb_transport_fw);
    initiator.register_transport_dbg(this, &ProtocolMonitor::transport_dbg);
    initiator.register_get_direct_mem_ptr(this, &ProtocolMonitor::get_direct_mem_ptr);
    target.register_nb_transport_bw(this, &ProtocolMonitor::nb_transport_bw);
    target.register_invalidate_direct_mem_ptr(this, &ProtocolMonitor::invalidate_direct_mem_ptr);
  }

  /// The initiator's socket is bound to this one, the other one to the target's.
  tlm_utils::passthrough_target_socket<ProtocolMonitor> initiator{"initiator"};
  tlm_utils::simple_initiator_socket<ProtocolMonitor> target{"target"};

  ProtocolRules rules;

 private:
  using Payload = tlm::tlm_generic_payload;

  void b_transport(Payload& payload, sc_core::sc_time& delay) {
    rules.block(payload, delay);
    target->b_transport(payload, delay);
    rules.unblock(payload, delay);
  }
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    rules.call(true, payload, phase, delay);
    const tlm::tlm_sync_enum status = target->nb_transport_fw(payload, phase, delay);
    rules.returned(payload, status, phase, delay);
    return status;
  }
  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    rules.call(false, payload, phase, delay);
    const tlm::tlm_sync_enum status = initiator->nb_transport_bw(payload, phase, delay);
    rules.returned(payload, status, phase, delay);
    return status;
  }
  unsigned transport_dbg(Payload& payload) { return target->transport_dbg(payload); }
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
    return target->get_direct_mem_ptr(payload, dmi);
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64 first, sc_dt::uint64 last) {
    initiator->invalidate_direct_mem_ptr(first, last);
  }
};

}  // namespace flitcast
