// The monitor of the base protocol sees what is planted, and nothing in sequences that keep to it.

#include <array>
#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/systemc/protocol_monitor.h"

namespace flitcast::test_protocol_rules {
namespace {

using sc_core::sc_time;
using tlm::BEGIN_REQ;
using tlm::BEGIN_RESP;
using tlm::END_REQ;
using tlm::END_RESP;
using tlm::TLM_ACCEPTED;
using tlm::TLM_COMPLETED;
using tlm::tlm_generic_payload;
using tlm::tlm_phase;
using tlm::TLM_UPDATED;
using Rules = ProtocolRules;

sc_time ns(double time) {
  return {time, sc_core::SC_NS};
}

/// What the other side of the monitor does in a call.
struct Answer {
  tlm::tlm_sync_enum status = TLM_ACCEPTED;
  tlm_phase phase = tlm::UNINITIALIZED_PHASE;  ///< UNINITIALIZED_PHASE: left as it is
  sc_time more{};                              ///< added to the delay
  std::function<void()> act = [] {};
};

/// Both sides of a monitor: an initiator and a target that do what they are told to.
class Stage final : public sc_core::sc_module, public tlm::tlm_mm_interface {
 public:
  explicit Stage(sc_core::sc_module_name name) : sc_core::sc_module(name) {
    out.register_nb_transport_bw(this, &Stage::answer);
    in.register_nb_transport_fw(this, &Stage::answer);
    in.register_b_transport(this, &Stage::block);
    out(monitor.initiator);
    monitor.target(in);
    for (std::size_t i = 0; i < payloads.size(); ++i) {
      tlm_generic_payload& payload = payloads[i];
      payload.set_mm(this);
      payload.acquire();
      payload.set_command(tlm::TLM_WRITE_COMMAND);
      payload.set_data_ptr(data[i].data());
      payload.set_data_length(8);
      payload.set_streaming_width(8);
      payload.set_byte_enable_ptr(enables.data());
      payload.set_byte_enable_length(2);
    }
  }
  void free(tlm_generic_payload* /*payload*/) override {}

  /// A call of the initiator or the target, `delay` ahead, and the answer to it.
  void forward(tlm_phase phase, double delay = 0, const Answer& answer = {},
               std::size_t which = 0) {
    sc_time time = ns(delay);
    next_ = answer;
    out->nb_transport_fw(payloads[which], phase, time);
  }
  void backward(tlm_phase phase, double delay = 0, const Answer& answer = {},
                std::size_t which = 0) {
    sc_time time = ns(delay);
    next_ = answer;
    in->nb_transport_bw(payloads[which], phase, time);
  }
  void blocking(double delay, const Answer& answer) {
    sc_time time = ns(delay);
    next_ = answer;
    out->b_transport(payloads[0], time);
  }
  void respond(std::size_t which = 0) { payloads[which].set_response_status(tlm::TLM_OK_RESPONSE); }

  tlm_utils::simple_initiator_socket<Stage> out{"out"};
  tlm_utils::passthrough_target_socket<Stage> in{"in"};
  ProtocolMonitor monitor{"monitor"};
  std::array<tlm_generic_payload, 2> payloads;
  std::array<std::array<unsigned char, 8>, 2> data{};
  std::array<unsigned char, 2> enables{0xff, 0};

 private:
  tlm::tlm_sync_enum answer(tlm_generic_payload& /*payload*/, tlm_phase& phase, sc_time& delay) {
    const Answer answer = next_;
    answer.act();
    if (answer.phase != tlm::UNINITIALIZED_PHASE) {
      phase = answer.phase;
    }
    delay += answer.more;
    return answer.status;
  }
  void block(tlm_generic_payload& /*payload*/, sc_time& delay) {
    next_.act();
    delay += next_.more;
  }

  Answer next_;
};

struct Sequence {
  const char* rule;  ///< that it breaks
  std::function<void(Stage&)> play;
};
void PrintTo(const Sequence& sequence, std::ostream* out) {
  *out << sequence.rule;
}

/// A transaction in four phases, `before` each of which something may be done.
void four_phases(
    Stage& stage, const std::function<void(tlm_phase)>& before = [](tlm_phase) {}) {
  before(BEGIN_REQ);
  stage.forward(BEGIN_REQ);
  before(END_REQ);
  stage.backward(END_REQ);
  stage.respond();
  before(BEGIN_RESP);
  stage.backward(BEGIN_RESP);
  before(END_RESP);
  stage.forward(END_RESP);
}

/// Something is done before one of the phases of a transaction in four phases.
std::function<void(Stage&)> before(tlm_phase phase, const std::function<void(Stage&)>& act) {
  return [=](Stage& stage) {
    four_phases(stage, [&](const tlm_phase& next) {
      if (next == phase) {
        act(stage);
      }
    });
  };
}

std::function<void(Stage&)> bad_request(const std::function<void(tlm_generic_payload&)>& spoil) {
  return before(BEGIN_REQ, [=](Stage& stage) { spoil(stage.payloads[0]); });
}

const std::vector<Sequence>& planted() {
  static const std::vector<Sequence> all{
      {Rules::kOrder, [](Stage& s) { s.backward(END_REQ); }},
      {Rules::kOrder, [](Stage& s) { four_phases(s), s.forward(END_RESP); }},
      {Rules::kOrder, before(BEGIN_RESP, [](Stage& s) { s.backward(END_REQ); })},
      {Rules::kOrder, before(END_RESP, [](Stage& s) { s.backward(BEGIN_RESP); })},
      {Rules::kSide, [](Stage& s) { s.backward(BEGIN_REQ); }},
      {Rules::kSide, before(BEGIN_RESP, [](Stage& s) { s.forward(BEGIN_RESP); })},
      {Rules::kRequestExclusion, before(END_REQ, [](Stage& s) { s.forward(BEGIN_REQ, 0, {}, 1); })},
      {Rules::kResponseExclusion,
       [](Stage& s) {
         four_phases(s, [&](const tlm_phase& next) {
           if (next == BEGIN_RESP) {
             s.forward(BEGIN_REQ, 0, {}, 1);
             s.respond(1);
             s.backward(BEGIN_RESP, 0, {}, 1);
           }
         });
       }},
      {Rules::kReuse, before(BEGIN_RESP, [](Stage& s) { s.forward(BEGIN_REQ); })},
      {Rules::kNested,
       [](Stage& s) {
         Answer nested;
         nested.act = [&s] { s.backward(END_REQ); };
         s.forward(BEGIN_REQ, 0, nested);
       }},
      {Rules::kUnfinished, [](Stage& s) { s.forward(BEGIN_REQ); }},
      {Rules::kAccepted,
       [](Stage& s) {
         s.forward(BEGIN_REQ, 0, {TLM_ACCEPTED, END_REQ});
       }},
      {Rules::kAccepted,
       [](Stage& s) {
         s.forward(BEGIN_REQ, 0, {TLM_ACCEPTED, tlm::UNINITIALIZED_PHASE, ns(1)});
       }},
      {Rules::kUpdated, before(END_REQ,
                               [](Stage& s) {
                                 s.backward(END_REQ, 0, {TLM_UPDATED, END_RESP});
                               })},
      {Rules::kCompleted,
       before(END_REQ, [](Stage& s) { s.backward(END_REQ, 0, {TLM_COMPLETED}); })},
      {Rules::kTime, [](Stage& s) { s.forward(BEGIN_REQ, 3), s.backward(END_REQ, 2); }},
      {Rules::kTime,
       [](Stage& s) {
         Answer early{TLM_UPDATED, END_REQ};
         s.forward(BEGIN_REQ, 3, early);
         s.respond();
         s.backward(BEGIN_RESP, 1);
       }},
      {Rules::kManager, bad_request([](tlm_generic_payload& p) { p.set_mm(nullptr); })},
      {Rules::kReferences, before(BEGIN_RESP, [](Stage& s) { s.payloads[0].release(); })},
      {Rules::kData, bad_request([](tlm_generic_payload& p) { p.set_data_length(0); })},
      {Rules::kData, bad_request([](tlm_generic_payload& p) { p.set_data_ptr(nullptr); })},
      {Rules::kStreaming, bad_request([](tlm_generic_payload& p) { p.set_streaming_width(0); })},
      {Rules::kByteEnables, before(BEGIN_REQ, [](Stage& s) { s.enables[1] = 0xf0; })},
      {Rules::kByteEnables,
       bad_request([](tlm_generic_payload& p) { p.set_byte_enable_length(0); })},
      {Rules::kDmiHint, bad_request([](tlm_generic_payload& p) { p.set_dmi_allowed(true); })},
      {Rules::kFreshStatus, before(BEGIN_REQ, [](Stage& s) { s.respond(); })},
      {Rules::kStatus,
       [](Stage& s) { s.forward(BEGIN_REQ), s.backward(BEGIN_RESP), s.forward(END_RESP); }},
      {Rules::kStatus, [](Stage& s) { s.forward(BEGIN_REQ, 0, {TLM_COMPLETED}); }},
      {Rules::kStatus, [](Stage& s) { s.blocking(0, {}); }},
      {Rules::kStatusKept,
       before(
           END_RESP,
           [](Stage& s) { s.payloads[0].set_response_status(tlm::TLM_GENERIC_ERROR_RESPONSE); })},
      {Rules::kAttributes, before(END_REQ, [](Stage& s) { s.payloads[0].set_address(0x40); })},
      {Rules::kAttributes, before(BEGIN_RESP, [](Stage& s) { s.enables[1] = 0xff; })},
      {Rules::kWriteData, before(BEGIN_RESP, [](Stage& s) { s.data[0][7] = 1; })},
      {Rules::kDisabled,
       [](Stage& s) {
         s.payloads[0].set_read();
         four_phases(s, [&](const tlm_phase& next) {
           if (next == BEGIN_RESP) {
             s.data[0] = {1, 0, 1, 0, 1, 1, 1, 0};
           }
         });
       }},
  };
  return all;
}

class PlantedBreach : public testing::TestWithParam<Sequence> {};

TEST_P(PlantedBreach, IsReportedWithItsRule) {
  Stage stage("stage");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  GetParam().play(stage);
  stage.monitor.rules.end();
  ASSERT_FALSE(stage.monitor.rules.broken().empty());
  EXPECT_EQ(stage.monitor.rules.broken().front(), GetParam().rule);
}
INSTANTIATE_TEST_SUITE_P(ProtocolRules, PlantedBreach, testing::ValuesIn(planted()));

/// Sequences that keep to the rules: without END_REQ, by returned values, with annotated times.
TEST(ProtocolRules, WhatKeepsToThemIsNotReported) {
  Stage stage("stage");
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  const auto fresh = [&](std::size_t which) {
    stage.payloads[which].set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  };
  four_phases(stage);
  fresh(0);
  stage.forward(BEGIN_REQ, 5, {TLM_UPDATED, END_REQ, ns(1)});
  stage.forward(BEGIN_REQ, 5, {}, 1);
  stage.respond(1);
  stage.backward(BEGIN_RESP, 6, {TLM_COMPLETED}, 1);
  stage.respond();
  stage.backward(BEGIN_RESP, 7, {TLM_UPDATED, END_RESP, ns(2)});
  fresh(0);
  Answer at_once{TLM_COMPLETED};
  at_once.act = [&] { stage.respond(); };
  stage.forward(BEGIN_REQ, 9, at_once);
  fresh(0);
  stage.blocking(9, {TLM_ACCEPTED, tlm::UNINITIALIZED_PHASE, ns(3), [&] { stage.respond(); }});
  const ProtocolRules& rules = stage.monitor.rules;
  stage.monitor.rules.end();
  EXPECT_EQ(rules.broken(), std::vector<std::string>());
  EXPECT_EQ(rules.completed(), 5U);
  EXPECT_EQ(rules.most_outstanding(), 2U);
}

}  // namespace
}  // namespace flitcast::test_protocol_rules
