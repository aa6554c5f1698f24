#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <tlm>
#include <tlm_utils/passthrough_target_socket.h>
#include <unordered_map>
#include <vector>

#include <systemc>

#include "tb/systemc/memory_port.h"
#include "tb/systemc/transaction.h"

namespace flitcast::systemc {

/// Where an initiator is: sends its requests and brings the replies to it.
class InitiatorPort final : public sc_core::sc_module {
 public:
  /// `memories` are those of the ranges of `map`.
  InitiatorPort(sc_core::sc_module_name name, const PortContext& context, std::uint32_t node,
                const AddressMap& map, const std::vector<std::unique_ptr<MemoryPort>>& memories);

  /// The network has taken the request of a transaction in phases.
  void request_posted(Transaction& transaction);
  /// The reply to one has arrived.
  void reply_arrived(Transaction& transaction);
  /// A packet of a transaction in b_transport has arrived.
  void call_arrived(Transaction& transaction);

  tlm_utils::passthrough_target_socket<InitiatorPort> socket{"socket"};

 private:
  SC_HAS_PROCESS(InitiatorPort);
  using Payload = tlm::tlm_generic_payload;

  void b_transport(Payload& payload, sc_core::sc_time& delay);
  tlm::tlm_sync_enum nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  unsigned transport_dbg(Payload& payload);
  bool get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi);

  class Call;

  MemoryPort* memory_of(const Payload& payload) const;
  tlm::tlm_response_status refusal(const Payload& payload) const;
  void pass(Transaction& transaction);
  void await_packet(Transaction& transaction);
  void annotate(Payload& payload, sc_core::sc_time& delay);
  void begin_request(Payload& payload, const sc_core::sc_time& delay);
  void end_response(Payload& payload, const sc_core::sc_time& delay);
  void serve();
  void accept(Transaction& transaction);
  void begin_response(Transaction& transaction);
  void send_request(Transaction& transaction);
  void report(const char* what) const;

  const PortContext& context_;
  std::uint32_t node_;
  const AddressMap& map_;
  const std::vector<std::unique_ptr<MemoryPort>>& memories_;
  unsigned outstanding_ = 0;
  std::list<Transaction> calls_;  // in b_transport, or abandoned with a packet under way
  std::unordered_map<Payload*, Transaction> in_phases_;
  Transaction* requesting_ = nullptr;  // that has had no END_REQ
  sc_core::sc_time request_at_;        // it begins then, and no request after that
  bool accepted_ = false;              // its packet is in the queue
  std::deque<Transaction*> replies_;   // that have had no BEGIN_RESP
  Transaction* responding_ = nullptr;  // that awaits END_RESP
  sc_core::sc_time next_response_;     // may begin then
  sc_core::sc_event due_;
  sc_core::sc_event room_;  // for one that waits in b_transport
};

}  // namespace flitcast::systemc
