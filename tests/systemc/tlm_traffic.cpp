#define SC_INCLUDE_DYNAMIC_PROCESSES
#include "tests/systemc/tlm_traffic.h"

#include <algorithm>

#include "tests/systemc/tlm_memory.h"

namespace flitcast {

using sc_core::sc_time;

TrafficPayload& PayloadPool::take() {
  if (free_.empty()) {
    free_.push_back(&all_.emplace_back(this));
  }
  TrafficPayload& payload = *free_.back();
  free_.pop_back();
  payload.acquire();
  return payload;
}

void PayloadPool::free(tlm::tlm_generic_payload* payload) {
  payload->reset();
  free_.push_back(static_cast<TrafficPayload*>(payload));
}

void TrafficSource::begin(TrafficPayload& payload) {
  do {
    payload.line = index_ + of_ * draw_.between<std::uint64_t>(0, memory_.size() / kLine / of_ - 1);
  } while (!busy_.insert(payload.line).second);
  const auto offset = draw_.between<std::uint64_t>(0, kLine - 1);
  const auto width = draw_.between<std::uint64_t>(1, kLine - offset);
  const std::uint64_t length = draw_.one_in(8) ? width * draw_.between<std::uint64_t>(1, 3) : width;
  payload.set_address(payload.line * kLine + offset);
  payload.set_command(draw_.one_in(2) ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND);
  payload.data.resize(length);
  for (unsigned char& byte : payload.data) {
    byte = draw_.between<unsigned char>(0, 255);
  }
  payload.set_data_ptr(payload.data.data());
  payload.set_data_length(static_cast<unsigned>(length));
  payload.set_streaming_width(static_cast<unsigned>(width));
  payload.enables.resize(draw_.one_in(3) ? draw_.between<std::uint64_t>(1, length) : 0);
  for (unsigned char& enable : payload.enables) {
    enable = draw_.one_in(2) ? 0xff : 0;
  }
  payload.set_byte_enable_ptr(payload.enables.empty() ? nullptr : payload.enables.data());
  payload.set_byte_enable_length(static_cast<unsigned>(payload.enables.size()));
  payload.set_dmi_allowed(false);
  payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  payload.expected = payload.data;
  // Byte i of the data is byte address + (i mod width) of the memory, where its enable says so.
  for (std::size_t i = 0; i < length; ++i) {
    if (payload.enables.empty() || payload.enables[i % payload.enables.size()] == 0xff) {
      unsigned char& stored = memory_[payload.line * kLine + offset + i % width];
      (payload.is_read() ? payload.expected[i] : stored) =
          payload.is_read() ? stored : payload.data[i];
    }
  }
}

std::string TrafficSource::end(TrafficPayload& payload) {
  busy_.erase(payload.line);
  const auto at = [&] { return " at line " + std::to_string(payload.line); };
  if (payload.get_response_status() != tlm::TLM_OK_RESPONSE) {
    return payload.get_response_string() + at();
  }
  return payload.data == payload.expected ? "" : "other data than expected" + at();
}

BlockingInitiator::BlockingInitiator(sc_core::sc_module_name name, TrafficSource source,
                                     std::uint64_t transactions, int threads)
    : sc_core::sc_module(name), source_(std::move(source)), left_(transactions) {
  for (int i = 0; i < threads; ++i) {
    sc_core::sc_spawn([this] { run(); });
  }
}

void BlockingInitiator::run() {
  sc_time ahead;
  while (left_ > 0) {
    --left_;
    TrafficPayload& payload = pool_.take();
    source_.begin(payload);
    ahead += sc_time(source_.draw().between(0.0, 3.0), sc_core::SC_NS);
    socket->b_transport(payload, ahead);
    if (const std::string what = source_.end(payload); !what.empty()) {
      wrong.push_back(what);
    }
    payload.release();
    ++done;
    if (source_.draw().one_in(4)) {
      wait(ahead);
      ahead = sc_core::SC_ZERO_TIME;
    }
  }
}

PhasedInitiator::PhasedInitiator(sc_core::sc_module_name name, TrafficSource source,
                                 std::uint64_t transactions)
    : sc_core::sc_module(name), source_(std::move(source)), left_(transactions) {
  socket.register_nb_transport_bw(this, &PhasedInitiator::nb_transport_bw);
  SC_METHOD(request);
  sensitive << may_request_;
}

void PhasedInitiator::request() {
  if (requesting_ != nullptr || left_ == 0) {
    return;
  }
  --left_;
  TrafficPayload& payload = pool.take();
  source_.begin(payload);
  requesting_ = &payload;
  tlm::tlm_phase phase = tlm::BEGIN_REQ;
  sc_time delay(source_.draw().between(0.0, 3.0), sc_core::SC_NS);
  socket->nb_transport_fw(payload, phase, delay);
}

tlm::tlm_sync_enum PhasedInitiator::nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                                    sc_time& delay) {
  if (requesting_ == &payload) {  // a response without END_REQ implies it
    requesting_ = nullptr;
    may_request_.notify(delay);
  }
  if (phase != tlm::BEGIN_RESP) {
    return tlm::TLM_ACCEPTED;
  }
  switch (source_.draw().between(0, 2)) {
    case 0:
      delay += sc_time(source_.draw().between(0.0, 5.0), sc_core::SC_NS);
      end(payload);
      return tlm::TLM_COMPLETED;
    case 1:
      phase = tlm::END_RESP;
      end(payload);
      return tlm::TLM_UPDATED;
    default:
      queue_.notify(payload, tlm::END_RESP,
                    sc_time(source_.draw().between(0.0, 5.0), sc_core::SC_NS));
      return tlm::TLM_ACCEPTED;
  }
}

void PhasedInitiator::end_response(Payload& payload, const tlm::tlm_phase& /*phase*/) {
  tlm::tlm_phase phase = tlm::END_RESP;
  sc_time delay;
  socket->nb_transport_fw(payload, phase, delay);
  end(payload);
}

void PhasedInitiator::end(Payload& payload) {
  if (const std::string what = source_.end(static_cast<TrafficPayload&>(payload)); !what.empty()) {
    wrong.push_back(what);
  }
  ++done;
  payload.release();
}

}  // namespace flitcast
