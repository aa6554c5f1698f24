#include "tb/systemc/initiator_port.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace flitcast::systemc {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

InitiatorPort::InitiatorPort(sc_core::sc_module_name name, const PortContext& context,
                             std::uint32_t node, const AddressMap& map,
                             const std::vector<std::unique_ptr<MemoryPort>>& memories)
    : sc_core::sc_module(name), context_(context), node_(node), map_(map), memories_(memories) {
  socket.register_b_transport(this, &InitiatorPort::b_transport);
  socket.register_nb_transport_fw(this, &InitiatorPort::nb_transport_fw);
  socket.register_transport_dbg(this, &InitiatorPort::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &InitiatorPort::get_direct_mem_ptr);
  SC_METHOD(serve);
  dont_initialize();
  sensitive << due_;
}

/// Null where not all of its bytes are in one range.
MemoryPort* InitiatorPort::memory_of(const Payload& payload) const {
  const std::optional<std::size_t> index = map_.find(payload.get_address());
  if (!index) {
    return nullptr;
  }
  MemoryPort& memory = *memories_[*index];
  const std::uint64_t span = std::min(payload.get_data_length(), payload.get_streaming_width());
  const std::uint64_t offset = payload.get_address() - memory.range().first;
  return span <= memory.range().size - offset ? &memory : nullptr;
}

/// With what a transaction is answered without being sent; TLM_OK_RESPONSE: it is to be sent.
tlm::tlm_response_status InitiatorPort::refusal(const Payload& payload) const {
  const bool has_data = payload.is_read() || payload.is_write();
  if (has_data && (payload.get_data_length() == 0 || payload.get_streaming_width() == 0)) {
    return tlm::TLM_BURST_ERROR_RESPONSE;
  }
  if (memory_of(payload) == nullptr) {
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  }
  const Network& network = context_.network.network();
  return network.fits(context_.request_flits(payload)) &&
                 network.fits(context_.reply_flits(payload))
             ? tlm::TLM_OK_RESPONSE
             : tlm::TLM_BURST_ERROR_RESPONSE;
}

void InitiatorPort::report(const char* what) const {
  SC_REPORT_ERROR("/flitcast/systemc", (std::string(name()) + ": " + what).c_str());
}

void InitiatorPort::send_request(Transaction& transaction) {
  Network::Packet packet;
  packet.source = node_;
  packet.destination = transaction.memory->range().node;
  packet.flits = context_.request_flits(transaction.payload);
  packet.message_class = context_.options.request_class;
  packet.user = &transaction;
  context_.network.send(packet);
}

// ---- loosely timed ----

/// A transaction in b_transport, which counts to the outstanding ones. A thread that is killed or
/// reset leaves the call, and the network keeps the transaction while a packet of it is under way.
class InitiatorPort::Call {
 public:
  Call(InitiatorPort& port, Payload& payload) : port_(port) {
    port.calls_.push_back({payload, port, port.node_, port.memory_of(payload),
                           payload.get_address(), std::make_unique<sc_core::sc_event>()});
    transaction_ = std::prev(port.calls_.end());
    ++port.outstanding_;
  }
  ~Call() {
    transaction_->abandoned = true;
    if (!transaction_->under_way) {
      port_.calls_.erase(transaction_);
    }
    --port_.outstanding_;
    port_.due_.notify(sc_core::SC_ZERO_TIME);
    port_.room_.notify(sc_core::SC_ZERO_TIME);
  }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;
  Transaction& transaction() { return *transaction_; }

 private:
  InitiatorPort& port_;
  std::list<Transaction>::iterator transaction_;
};

void InitiatorPort::b_transport(Payload& payload, sc_time& delay) {
  payload.set_dmi_allowed(false);
  if (const auto status = refusal(payload); status != tlm::TLM_OK_RESPONSE) {
    payload.set_response_status(status);
    return;
  }
  if (context_.options.annotate) {
    annotate(payload, delay);
  } else {
    wait(delay);
    delay = sc_core::SC_ZERO_TIME;
    while (outstanding_ == context_.options.outstanding) {
      wait(room_);
    }
    Call call(*this, payload);
    pass(call.transaction());
  }
  payload.set_dmi_allowed(false);
}

void InitiatorPort::annotate(Payload& payload, sc_time& delay) {
  MemoryPort& memory = *memory_of(payload);
  const std::uint32_t there = memory.range().node;
  delay += context_.network.alone(node_, there, context_.request_flits(payload));
  {
    const MemoryPort::LocalAddress local(payload, memory.range());
    memory.socket->b_transport(payload, delay);
  }
  delay += context_.network.alone(there, node_, context_.reply_flits(payload));
}

void InitiatorPort::pass(Transaction& transaction) {
  send_request(transaction);
  await_packet(transaction);
  if (!transaction.damaged) {
    const MemoryPort::LocalAddress local(transaction.payload, transaction.memory->range());
    sc_time delay;
    transaction.memory->socket->b_transport(transaction.payload, delay);
    wait(delay);
  }
  transaction.memory->send_reply(transaction);
  await_packet(transaction);
  if (transaction.damaged) {
    transaction.payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  }
}

void InitiatorPort::await_packet(Transaction& transaction) {
  transaction.under_way = true;
  wait(*transaction.arrival);
}

void InitiatorPort::call_arrived(Transaction& transaction) {
  transaction.under_way = false;
  transaction.arrival->notify(sc_core::SC_ZERO_TIME);
  if (transaction.abandoned) {
    calls_.remove_if([&](const Transaction& call) { return &call == &transaction; });
  }
}

// ---- approximately timed ----

tlm::tlm_sync_enum InitiatorPort::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                                  sc_time& delay) {
  if (phase == tlm::BEGIN_REQ) {
    begin_request(payload, delay);
  } else if (phase == tlm::END_RESP) {
    end_response(payload, delay);
  } else if (phase < tlm::END_RESP) {
    report("an initiator began a phase that is not its own");
  }
  return tlm::TLM_ACCEPTED;
}

void InitiatorPort::begin_request(Payload& payload, const sc_time& delay) {
  if (requesting_ != nullptr || in_phases_.count(&payload) != 0) {
    report(
        "an initiator began a request before the last one had its END_REQ, or its payload its "
        "response");
    return;
  }
  payload.acquire();
  Transaction transaction{payload, *this, node_, memory_of(payload), payload.get_address(),
                          nullptr};
  requesting_ = &in_phases_.emplace(&payload, std::move(transaction)).first->second;
  request_at_ = sc_time_stamp() + delay;
  accepted_ = false;
  due_.notify(sc_core::SC_ZERO_TIME);
}

void InitiatorPort::serve() {
  const sc_time& now = sc_time_stamp();
  if (requesting_ != nullptr && !accepted_ && request_at_ <= now &&
      outstanding_ < context_.options.outstanding) {
    accept(*requesting_);
  }
  while (responding_ == nullptr && !replies_.empty() && next_response_ <= now) {
    Transaction& transaction = *replies_.front();
    replies_.pop_front();
    begin_response(transaction);
  }
  sc_time next = sc_core::sc_max_time();
  if (requesting_ != nullptr && !accepted_ && request_at_ > now) {
    next = request_at_;
  }
  if (responding_ == nullptr && !replies_.empty()) {
    next = std::min(next, next_response_);
  }
  if (next != sc_core::sc_max_time()) {
    due_.notify(next - now);
  }
}

void InitiatorPort::accept(Transaction& transaction) {
  ++outstanding_;
  accepted_ = true;
  const tlm::tlm_response_status status = refusal(transaction.payload);
  if (status == tlm::TLM_OK_RESPONSE) {
    send_request(transaction);
    return;
  }
  transaction.payload.set_response_status(status);
  requesting_ = nullptr;  // its response says so
  replies_.push_back(&transaction);
}

void InitiatorPort::request_posted(Transaction& transaction) {
  requesting_ = nullptr;
  tlm::tlm_phase phase = tlm::END_REQ;
  sc_time delay;
  socket->nb_transport_bw(transaction.payload, phase, delay);
}

void InitiatorPort::reply_arrived(Transaction& transaction) {
  if (transaction.damaged) {
    transaction.payload.set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE);
  }
  replies_.push_back(&transaction);
  due_.notify(sc_core::SC_ZERO_TIME);
}

void InitiatorPort::begin_response(Transaction& transaction) {
  responding_ = &transaction;
  Payload& payload = transaction.payload;
  payload.set_dmi_allowed(false);
  tlm::tlm_phase phase = tlm::BEGIN_RESP;
  sc_time delay;
  const tlm::tlm_sync_enum status = socket->nb_transport_bw(payload, phase, delay);
  if (status != tlm::TLM_ACCEPTED) {
    end_response(payload, delay);
  }
}

void InitiatorPort::end_response(Payload& payload, const sc_time& delay) {
  if (responding_ == nullptr || &responding_->payload != &payload) {
    report("an initiator ended a response that had not begun");
    return;
  }
  responding_ = nullptr;
  next_response_ = sc_time_stamp() + delay;
  in_phases_.erase(&payload);
  payload.release();
  --outstanding_;
  due_.notify(sc_core::SC_ZERO_TIME);
  room_.notify(sc_core::SC_ZERO_TIME);
}

// ---- without time ----

unsigned InitiatorPort::transport_dbg(Payload& payload) {
  const std::optional<std::size_t> index = map_.find(payload.get_address());
  if (!index) {
    payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return 0;
  }
  MemoryPort& memory = *memories_[*index];
  const MemoryPort::LocalAddress local(payload, memory.range());
  const unsigned length = payload.get_data_length();
  const std::uint64_t there = memory.range().size - payload.get_address();
  payload.set_data_length(static_cast<unsigned>(std::min<std::uint64_t>(length, there)));
  const unsigned done = memory.socket->transport_dbg(payload);
  payload.set_data_length(length);
  return done;
}

bool InitiatorPort::get_direct_mem_ptr(Payload& payload, tlm::tlm_dmi& dmi) {
  payload.set_dmi_allowed(false);
  dmi.allow_none();
  dmi.set_start_address(0);
  dmi.set_end_address(~sc_dt::uint64{0});
  return false;
}

}  // namespace flitcast::systemc
