#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tlm>
#include <vector>

#include <systemc>

namespace flitcast {

/// The rules of the base protocol of TLM-2.0 (IEEE 1666-2011, clause 15.2) at one hop between an
/// initiator and a target: told every call and return of a transport interface there, it lists the
/// rules that were broken, by the names below.
class ProtocolRules {
 public:
  // Phases.
  static constexpr const char* kOrder = "phases come in order";
  static constexpr const char* kSide = "a phase comes from the side that it belongs to";
  static constexpr const char* kRequestExclusion = "one request at a time";
  static constexpr const char* kResponseExclusion = "one response at a time";
  static constexpr const char* kReuse = "a payload is in one transaction at a time";
  static constexpr const char* kNested = "no call is answered by a call the other way";
  static constexpr const char* kUnfinished = "every transaction ends";
  // Returned values.
  static constexpr const char* kAccepted = "TLM_ACCEPTED changes neither phase nor time";
  static constexpr const char* kUpdated = "TLM_UPDATED answers the begin of a phase";
  static constexpr const char* kCompleted = "TLM_COMPLETED answers what can be the last call";
  // Times.
  static constexpr const char* kTime = "annotated times do not go back";
  // Payload.
  static constexpr const char* kManager = "non-blocking payloads have a memory manager";
  static constexpr const char* kReferences = "a payload in a transaction has references";
  static constexpr const char* kData = "there are data";
  static constexpr const char* kStreaming = "the streaming width is not 0";
  static constexpr const char* kByteEnables = "byte enables are 0x00 or 0xff, and some";
  static constexpr const char* kDmiHint = "the DMI hint is off in a request";
  static constexpr const char* kFreshStatus = "a request has no response status";
  static constexpr const char* kStatus = "a response has a status";
  static constexpr const char* kStatusKept = "the initiator leaves the status alone";
  static constexpr const char* kAttributes = "attributes stay as the initiator set them";
  static constexpr const char* kWriteData = "data of a write stay as the initiator set them";
  static constexpr const char* kDisabled = "disabled bytes of a read stay as they were";

  /// Before a call of nb_transport_fw or nb_transport_bw is passed on.
  void call(bool forward, const tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase,
            const sc_core::sc_time& delay);
  /// What it returned; `phase` and `delay` as they are then.
  void returned(const tlm::tlm_generic_payload& payload, tlm::tlm_sync_enum status,
                const tlm::tlm_phase& phase, const sc_core::sc_time& delay);
  /// Before and after a call of b_transport.
  void block(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay);
  void unblock(const tlm::tlm_generic_payload& payload, const sc_core::sc_time& delay);
  /// No call comes any more.
  void end();

  const std::vector<std::string>& broken() const { return broken_; }
  std::size_t completed() const { return completed_; }
  /// Transactions between END_REQ and the end of their response, at most.
  std::size_t most_outstanding() const { return most_outstanding_; }

 private:
  using Payload = tlm::tlm_generic_payload;
  enum class Stage { kRequest, kAccepted, kResponse };
  struct Call {
    bool forward;
    const Payload* payload;
    tlm::tlm_phase phase;
    sc_core::sc_time delay;
  };
  /// What the initiator set.
  struct Attributes {
    explicit Attributes(const Payload& payload);
    bool operator==(const Attributes& other) const;
    tlm::tlm_command command;
    std::uint64_t address;
    const unsigned char* data;
    unsigned length;
    unsigned streaming;
    std::vector<unsigned char> enables;
  };
  struct Transaction {
    Transaction(const Payload& payload, const sc_core::sc_time& begin);
    Attributes attributes;
    std::vector<unsigned char> contents;
    sc_core::sc_time time;
    Stage stage = Stage::kRequest;
    tlm::tlm_response_status status = tlm::TLM_INCOMPLETE_RESPONSE;
  };

  void expect(bool holds, const char* rule);
  void phase(bool from_initiator, const Payload& payload, const tlm::tlm_phase& phase,
             const sc_core::sc_time& time);
  void begin_request(bool from_initiator, const Payload& payload, const sc_core::sc_time& time);
  void begin_response(const Payload& payload, Transaction& transaction);
  void check_request(const Payload& payload);
  void check_contents(const Payload& payload, const Transaction& transaction);
  void accept(const Payload& payload, Transaction& transaction);
  void complete(const Payload& payload, const sc_core::sc_time& time);

  std::map<const Payload*, Transaction> transactions_;
  std::map<const Payload*, Transaction> blocked_;
  std::vector<Call> calls_;            // under way, the innermost last
  const Payload* request_ = nullptr;   // that awaits its END_REQ
  const Payload* response_ = nullptr;  // that awaits its END_RESP
  std::size_t outstanding_ = 0;
  std::size_t most_outstanding_ = 0;
  std::size_t completed_ = 0;
  std::vector<std::string> broken_;
};

}  // namespace flitcast
