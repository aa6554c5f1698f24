#include "tb/systemc/memory_port.h"

#include <algorithm>
#include <string>

namespace flitcast::systemc {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

MemoryPort::MemoryPort(sc_core::sc_module_name name, const PortContext& context,
                       const AddressMap::Range& range)
    : sc_core::sc_module(name), context_(context), range_(range) {
  socket.register_nb_transport_bw(this, &MemoryPort::nb_transport_bw);
  socket.register_invalidate_direct_mem_ptr(this, &MemoryPort::invalidate_direct_mem_ptr);
  SC_METHOD(serve);
  dont_initialize();
  sensitive << due_;
}

void MemoryPort::request_arrived(Transaction& transaction) {
  if (transaction.damaged) {
    send_reply(transaction);
    return;
  }
  requests_.push_back(&transaction);
  due_.notify(sc_core::SC_ZERO_TIME);
}

void MemoryPort::serve() {
  const sc_time& now = sc_time_stamp();
  while (!responses_.empty() && responses_.begin()->first <= now) {
    Transaction& transaction = *responses_.begin()->second;
    responses_.erase(responses_.begin());
    send_reply(transaction);
  }
  while (requesting_ == nullptr && !requests_.empty() && next_request_ <= now) {
    Transaction& transaction = *requests_.front();
    requests_.pop_front();
    begin_request(transaction);
  }
  sc_time next = sc_core::sc_max_time();
  if (!responses_.empty()) {
    next = responses_.begin()->first;
  }
  if (requesting_ == nullptr && !requests_.empty()) {
    next = std::min(next, next_request_);
  }
  if (next != sc_core::sc_max_time()) {
    due_.notify(next - std::min(next, now));
  }
}

void MemoryPort::begin_request(Transaction& transaction) {
  Payload& payload = transaction.payload;
  payload.set_address(transaction.address - range_.first);
  served_.emplace(&payload, &transaction);
  requesting_ = &transaction;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_time delay;
  const tlm::tlm_sync_enum status = socket->nb_transport_fw(payload, phase, delay);
  if (status == tlm::TLM_COMPLETED) {
    end_request(delay);
    response_at(transaction, delay);
  } else if (status == tlm::TLM_UPDATED) {
    nb_transport_bw(payload, phase, delay);
  }
}

void MemoryPort::end_request(const sc_time& delay) {
  requesting_ = nullptr;
  next_request_ = sc_time_stamp() + delay;
  due_.notify(sc_core::SC_ZERO_TIME);
}

void MemoryPort::response_at(Transaction& transaction, const sc_time& delay) {
  responses_.emplace(sc_time_stamp() + delay, &transaction);
  due_.notify(sc_core::SC_ZERO_TIME);
}

tlm::tlm_sync_enum MemoryPort::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                               sc_time& delay) {
  const auto served = served_.find(&payload);
  if (phase > tlm::END_RESP) {
    return tlm::TLM_ACCEPTED;
  }
  if (served == served_.end() || (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP)) {
    SC_REPORT_ERROR("/flitcast/systemc",
                    (std::string(name()) + ": a memory began a phase that is not its own, or of a "
                                           "transaction that it has not got")
                        .c_str());
    return tlm::TLM_ACCEPTED;
  }
  if (requesting_ == served->second) {
    end_request(delay);
  }
  if (phase == tlm::BEGIN_RESP) {
    served->second->ends_response = true;
    response_at(*served->second, delay);
  }
  return tlm::TLM_ACCEPTED;
}

void MemoryPort::send_reply(Transaction& transaction) {
  transaction.replying = true;
  Network::Packet packet;
  packet.source = range_.node;
  packet.destination = transaction.initiator_node;
  packet.flits = context_.reply_flits(transaction.payload);
  packet.message_class = context_.options.reply_class;
  packet.user = &transaction;
  context_.network.send(packet);
}

void MemoryPort::reply_posted(Transaction& transaction) {
  if (transaction.ends_response) {
    tlm::tlm_phase phase = tlm::END_RESP;
    sc_time delay;
    socket->nb_transport_fw(transaction.payload, phase, delay);
  }
  served_.erase(&transaction.payload);
  transaction.payload.set_address(transaction.address);
}

}  // namespace flitcast::systemc
