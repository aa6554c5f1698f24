#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tlm>
#include <tlm_utils/peq_with_cb_and_phase.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <vector>

#include <systemc>

#include "tests/support/draw.h"

namespace flitcast {

/// A payload with room for its data and byte enables.
struct TrafficPayload : tlm::tlm_generic_payload {
  explicit TrafficPayload(tlm::tlm_mm_interface* manager) : tlm::tlm_generic_payload(manager) {}
  std::vector<unsigned char> data;
  std::vector<unsigned char> enables;
  std::vector<unsigned char> expected;  ///< data when it is over
  std::uint64_t line = 0;
};

/// Payloads, taken and given back.
class PayloadPool final : public tlm::tlm_mm_interface {
 public:
  TrafficPayload& take();
  void free(tlm::tlm_generic_payload* payload) override;
  /// Those that somebody still refers to.
  std::size_t taken() const { return all_.size() - free_.size(); }

 private:
  std::deque<TrafficPayload> all_;
  std::vector<TrafficPayload*> free_;
};

/// Draws reads and writes with byte enables and streaming widths of lines that are one initiator's
/// own, does them to a reference memory, and compares what reads bring with that. No two
/// transactions under way are of one line.
class TrafficSource {
 public:
  static constexpr std::uint64_t kLine = 32;

  /// Lines index, index + of, … of `memory` are its own.
  TrafficSource(std::vector<unsigned char>& memory, std::uint64_t index, std::uint64_t of,
                std::uint64_t seed)
      : memory_(memory), index_(index), of_(of), draw_(seed) {}

  /// Makes a transaction, which is under way then.
  void begin(TrafficPayload& payload);
  /// It is over: what was wrong with it, or nothing.
  std::string end(TrafficPayload& payload);
  Draw& draw() { return draw_; }

 private:
  std::vector<unsigned char>& memory_;
  std::uint64_t index_;
  std::uint64_t of_;
  Draw draw_;
  std::set<std::uint64_t> busy_;  // lines
};

/// An initiator with some threads that make blocking calls, each ahead of time now and then.
class BlockingInitiator final : public sc_core::sc_module {
 public:
  BlockingInitiator(sc_core::sc_module_name name, TrafficSource source, std::uint64_t transactions,
                    int threads);

  tlm_utils::simple_initiator_socket<BlockingInitiator> socket{"socket"};
  std::uint64_t done = 0;
  std::vector<std::string> wrong;

 private:
  void run();

  TrafficSource source_;
  std::uint64_t left_;
  PayloadPool pool_;
};

/// An initiator that makes non-blocking calls as fast as it may, and ends responses in every way
/// that the base protocol allows, as it draws.
class PhasedInitiator final : public sc_core::sc_module {
 public:
  PhasedInitiator(sc_core::sc_module_name name, TrafficSource source, std::uint64_t transactions);

  tlm_utils::simple_initiator_socket<PhasedInitiator> socket{"socket"};
  std::uint64_t done = 0;
  std::vector<std::string> wrong;
  PayloadPool pool;

 private:
  using Payload = tlm::tlm_generic_payload;
  SC_HAS_PROCESS(PhasedInitiator);

  tlm::tlm_sync_enum nb_transport_bw(Payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay);
  void request();
  void end_response(Payload& payload, const tlm::tlm_phase& phase);
  void end(Payload& payload);

  TrafficSource source_;
  std::uint64_t left_;
  Payload* requesting_ = nullptr;
  sc_core::sc_event may_request_;
  tlm_utils::peq_with_cb_and_phase<PhasedInitiator> queue_{this, &PhasedInitiator::end_response};
};

}  // namespace flitcast
