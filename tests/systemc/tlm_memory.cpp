#include "tests/systemc/tlm_memory.h"

#include <algorithm>

namespace flitcast {

using sc_core::sc_time;

bool access_bytes(std::vector<unsigned char>& bytes, tlm::tlm_generic_payload& payload) {
  const unsigned width = std::min(payload.get_streaming_width(), payload.get_data_length());
  const std::uint64_t first = payload.get_address();
  if (first >= bytes.size() || width > bytes.size() - first) {
    return false;
  }
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  for (unsigned i = 0; i < payload.get_data_length(); ++i) {
    if (enables != nullptr && enables[i % payload.get_byte_enable_length()] == 0) {
      continue;
    }
    unsigned char& here = bytes[first + i % width];
    unsigned char& there = payload.get_data_ptr()[i];
    if (payload.is_write()) {
      here = there;
    } else {
      there = here;
    }
  }
  return true;
}

TlmMemory::TlmMemory(sc_core::sc_module_name name, std::uint64_t size, const sc_time& latency,
                     std::uint64_t seed)
    : sc_core::sc_module(name), bytes(size), latency_(latency), draw_(seed) {
  socket.register_b_transport(this, &TlmMemory::b_transport);
  socket.register_nb_transport_fw(this, &TlmMemory::nb_transport_fw);
  socket.register_transport_dbg(this, &TlmMemory::transport_dbg);
}

void TlmMemory::execute(Payload& payload) {
  payload.set_response_status(access_bytes(bytes, payload) ? tlm::TLM_OK_RESPONSE
                                                           : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  payload.set_dmi_allowed(hints_dmi);
}

void TlmMemory::b_transport(Payload& payload, sc_time& delay) {
  execute(payload);
  if (!plain && draw_.one_in(2)) {
    wait(delay + latency_);  // it may synchronize
    delay = sc_core::SC_ZERO_TIME;
  } else {
    delay += latency_;
  }
}

unsigned TlmMemory::transport_dbg(Payload& payload) {
  return access_bytes(bytes, payload) ? payload.get_data_length() : 0;
}

tlm::tlm_sync_enum TlmMemory::nb_transport_fw(Payload& payload, tlm::tlm_phase& phase,
                                              sc_time& delay) {
  if (phase == tlm::END_RESP) {
    responding_ = nullptr;
    queue_.notify(payload, tlm::END_RESP, delay);
    return draw_.one_in(2) ? tlm::TLM_COMPLETED : tlm::TLM_ACCEPTED;
  }
  const int way = plain ? 0 : draw_.between(0, 3);
  if (way >= 2 && free_to_respond() && in_service_ == 0) {
    execute(payload);
    delay += latency_;
    if (way == 2) {
      return tlm::TLM_COMPLETED;
    }
    responding_ = &payload;
    phase = tlm::BEGIN_RESP;
    return tlm::TLM_UPDATED;
  }
  payload.acquire();
  ++in_service_;
  if (way == 1) {
    phase = tlm::END_REQ;
    delay += latency_ * static_cast<double>(draw_.between(0, 2));
    queue_.notify(payload, tlm::BEGIN_RESP, delay + latency_);
    return tlm::TLM_UPDATED;
  }
  queue_.notify(payload, tlm::BEGIN_REQ, delay);
  return tlm::TLM_ACCEPTED;
}

void TlmMemory::act(Payload& payload, const tlm::tlm_phase& phase) {
  if (phase == tlm::BEGIN_REQ) {
    // A response without END_REQ implies it.
    if (plain || !draw_.one_in(3)) {
      tlm::tlm_phase end = tlm::END_REQ;
      sc_time delay;
      socket->nb_transport_bw(payload, end, delay);
    }
    queue_.notify(payload, tlm::BEGIN_RESP, latency_);
  } else if (phase == tlm::BEGIN_RESP) {
    execute(payload);
    ready_.push_back(&payload);
    respond_next();
  } else {
    respond_next();
  }
}

void TlmMemory::respond_next() {
  while (responding_ == nullptr && !ready_.empty()) {
    Payload& payload = *ready_.front();
    ready_.pop_front();
    responding_ = &payload;
    tlm::tlm_phase phase = tlm::BEGIN_RESP;
    sc_time delay;
    if (socket->nb_transport_bw(payload, phase, delay) != tlm::TLM_ACCEPTED) {
      responding_ = nullptr;
    }
    --in_service_;
    payload.release();
  }
}

}  // namespace flitcast
