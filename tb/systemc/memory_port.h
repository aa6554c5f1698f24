#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include <flitcast/systemc/address_map.h>
#include <systemc>

#include "tb/systemc/transaction.h"

namespace flitcast::systemc {

/// Where the memory of a range is: brings requests to it and sends its replies.
class MemoryPort final : public sc_core::sc_module {
 public:
  MemoryPort(sc_core::sc_module_name name, const PortContext& context,
             const AddressMap::Range& range);

  const AddressMap::Range& range() const { return range_; }
  /// While it lives, the address of a payload counts from the begin of the range.
  class LocalAddress {
   public:
    LocalAddress(tlm::tlm_generic_payload& payload, const AddressMap::Range& range)
        : payload_(payload), address_(payload.get_address()) {
      payload.set_address(address_ - range.first);
    }
    ~LocalAddress() { payload_.set_address(address_); }
    LocalAddress(const LocalAddress&) = delete;
    LocalAddress& operator=(const LocalAddress&) = delete;

   private:
    tlm::tlm_generic_payload& payload_;
    std::uint64_t address_;
  };

  /// The request of a transaction in phases has arrived.
  void request_arrived(Transaction& transaction);
  /// The network has taken a reply.
  void reply_posted(Transaction& transaction);
  void send_reply(Transaction& transaction);

  tlm_utils::simple_initiator_socket<MemoryPort> socket{"socket"};

 private:
  SC_HAS_PROCESS(MemoryPort);
  using Payload = tlm::tlm_generic_payload;

  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void invalidate_direct_mem_ptr(sc_dt::uint64 /*first*/, sc_dt::uint64 /*last*/) {}
  void serve();
  void begin_request(Transaction& transaction);
  void end_request(const sc_core::sc_time& delay);
  void response_at(Transaction& transaction, const sc_core::sc_time& delay);

  const PortContext& context_;
  AddressMap::Range range_;
  std::deque<Transaction*> requests_;                        // that the memory has not been told of
  std::map<Payload*, Transaction*> served_;                  // that it has been told of
  Transaction* requesting_ = nullptr;                        // that awaits END_REQ
  sc_core::sc_time next_request_;                            // may begin then
  std::multimap<sc_core::sc_time, Transaction*> responses_;  // by the time at which they begin
  sc_core::sc_event due_;
};

}  // namespace flitcast::systemc
