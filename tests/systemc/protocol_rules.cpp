#include "tests/systemc/protocol_rules.h"

#include <algorithm>

namespace flitcast {

using sc_core::sc_time;
using sc_core::sc_time_stamp;

ProtocolRules::Attributes::Attributes(const Payload& payload)
    : command(payload.get_command()),
      address(payload.get_address()),
      data(payload.get_data_ptr()),
      length(payload.get_data_length()),
      streaming(payload.get_streaming_width()) {
  const unsigned char* const bytes = payload.get_byte_enable_ptr();
  if (bytes != nullptr) {
    enables.assign(bytes, bytes + payload.get_byte_enable_length());
  }
}

bool ProtocolRules::Attributes::operator==(const Attributes& other) const {
  return command == other.command && address == other.address && data == other.data &&
         length == other.length && streaming == other.streaming && enables == other.enables;
}

ProtocolRules::Transaction::Transaction(const Payload& payload, const sc_time& begin)
    : attributes(payload), time(begin) {
  if (attributes.data != nullptr) {
    contents.assign(attributes.data, attributes.data + attributes.length);
  }
}

void ProtocolRules::expect(bool holds, const char* rule) {
  if (!holds) {
    broken_.emplace_back(rule);
  }
}

void ProtocolRules::check_request(const Payload& payload) {
  expect(payload.get_data_ptr() != nullptr && payload.get_data_length() != 0, kData);
  expect(payload.get_streaming_width() != 0, kStreaming);
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  if (enables != nullptr) {
    const unsigned count = payload.get_byte_enable_length();
    expect(count != 0 && std::all_of(enables, enables + count,
                                     [](unsigned char byte) { return byte == 0 || byte == 0xff; }),
           kByteEnables);
  }
  expect(!payload.is_dmi_allowed(), kDmiHint);
  expect(payload.get_response_status() == tlm::TLM_INCOMPLETE_RESPONSE, kFreshStatus);
}

void ProtocolRules::check_contents(const Payload& payload, const Transaction& transaction) {
  const Attributes& was = transaction.attributes;
  if (!(Attributes(payload) == was)) {
    broken_.emplace_back(kAttributes);
    return;
  }
  const auto kept = [&](std::size_t i) { return transaction.contents[i] == was.data[i]; };
  for (std::size_t i = 0; i < transaction.contents.size(); ++i) {
    const bool disabled = !was.enables.empty() && was.enables[i % was.enables.size()] == 0;
    if (!kept(i) && (was.command == tlm::TLM_WRITE_COMMAND || disabled)) {
      broken_.emplace_back(was.command == tlm::TLM_WRITE_COMMAND ? kWriteData : kDisabled);
      return;
    }
  }
}

void ProtocolRules::begin_request(bool from_initiator, const Payload& payload,
                                  const sc_time& time) {
  expect(from_initiator, kSide);
  expect(request_ == nullptr, kRequestExclusion);
  expect(payload.has_mm(), kManager);
  expect(!payload.has_mm() || payload.get_ref_count() > 0, kReferences);
  check_request(payload);
  transactions_.emplace(&payload, Transaction(payload, time));
  request_ = &payload;
}

void ProtocolRules::accept(const Payload& payload, Transaction& transaction) {
  if (request_ == &payload) {
    request_ = nullptr;
  }
  if (transaction.stage == Stage::kRequest) {
    transaction.stage = Stage::kAccepted;
    most_outstanding_ = std::max(most_outstanding_, ++outstanding_);
  }
}

void ProtocolRules::begin_response(const Payload& payload, Transaction& transaction) {
  expect(transaction.stage != Stage::kResponse, kOrder);
  accept(payload, transaction);  // a response without END_REQ implies it
  expect(response_ == nullptr || response_ == &payload, kResponseExclusion);
  expect(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, kStatus);
  transaction.stage = Stage::kResponse;
  transaction.status = payload.get_response_status();
  response_ = &payload;
}

void ProtocolRules::phase(bool from_initiator, const Payload& payload, const tlm::tlm_phase& phase,
                          const sc_time& time) {
  if (phase > tlm::END_RESP) {
    return;  // of another protocol; ignorable
  }
  const auto found = transactions_.find(&payload);
  if (phase == tlm::BEGIN_REQ) {
    if (found != transactions_.end()) {
      broken_.emplace_back(kReuse);
    } else {
      begin_request(from_initiator, payload, time);
    }
    return;
  }
  if (found == transactions_.end() || phase == tlm::UNINITIALIZED_PHASE) {
    broken_.emplace_back(kOrder);
    return;
  }
  Transaction& transaction = found->second;
  expect(from_initiator == (phase == tlm::END_RESP), kSide);
  expect(time >= transaction.time, kTime);
  expect(payload.get_ref_count() > 0 || !payload.has_mm(), kReferences);
  check_contents(payload, transaction);
  transaction.time = time;
  if (phase == tlm::END_REQ) {
    expect(transaction.stage == Stage::kRequest, kOrder);
    accept(payload, transaction);
  } else if (phase == tlm::BEGIN_RESP) {
    begin_response(payload, transaction);
  } else {
    expect(transaction.stage == Stage::kResponse, kOrder);
    complete(payload, time);
  }
}

void ProtocolRules::complete(const Payload& payload, const sc_time& time) {
  const auto found = transactions_.find(&payload);
  if (found == transactions_.end()) {
    return;
  }
  Transaction& transaction = found->second;
  if (transaction.stage != Stage::kResponse) {
    begin_response(payload, transaction);
    check_contents(payload, transaction);
  }
  expect(time >= transaction.time, kTime);
  expect(payload.get_response_status() == transaction.status, kStatusKept);
  if (response_ == &payload) {
    response_ = nullptr;
  }
  --outstanding_;
  ++completed_;
  transactions_.erase(found);
}

void ProtocolRules::call(bool forward, const Payload& payload, const tlm::tlm_phase& phase,
                         const sc_time& delay) {
  expect(calls_.empty() || calls_.back().forward == forward, kNested);
  calls_.push_back({forward, &payload, phase, delay});
  this->phase(forward, payload, phase, sc_time_stamp() + delay);
}

void ProtocolRules::returned(const Payload& payload, tlm::tlm_sync_enum status,
                             const tlm::tlm_phase& phase, const sc_time& delay) {
  const Call call = calls_.back();
  calls_.pop_back();
  if (call.phase > tlm::END_RESP) {
    return;
  }
  const bool begins = call.phase == (call.forward ? tlm::BEGIN_REQ : tlm::BEGIN_RESP);
  if (status == tlm::TLM_ACCEPTED) {
    expect(phase == call.phase && delay == call.delay, kAccepted);
    return;
  }
  expect(delay >= call.delay, kTime);
  if (status == tlm::TLM_UPDATED) {
    expect(begins, kUpdated);
    this->phase(!call.forward, payload, phase, sc_time_stamp() + delay);
  } else {
    expect(begins || call.phase == tlm::END_RESP, kCompleted);
    complete(payload, sc_time_stamp() + delay);
  }
}

void ProtocolRules::block(const Payload& payload, const sc_time& delay) {
  check_request(payload);
  const bool fresh =
      transactions_.count(&payload) == 0 &&
      blocked_.emplace(&payload, Transaction(payload, sc_time_stamp() + delay)).second;
  expect(fresh, kReuse);
}

void ProtocolRules::unblock(const Payload& payload, const sc_time& delay) {
  const auto found = blocked_.find(&payload);
  if (found == blocked_.end()) {
    return;
  }
  expect(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE, kStatus);
  expect(sc_time_stamp() + delay >= found->second.time, kTime);
  check_contents(payload, found->second);
  blocked_.erase(found);
  ++completed_;
}

void ProtocolRules::end() {
  expect(transactions_.empty() && blocked_.empty(), kUnfinished);
}

}  // namespace flitcast
