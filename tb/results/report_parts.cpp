#include "tb/results/report_parts.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "tb/config/keys/config_keys.h"

namespace flitcast {
namespace {

/// By ContractRule.
constexpr std::array<const char*, 9> kRules{
    "",
    "a header takes router.delay, {} cycles here; this one took {}",
    "an output is granted without a look at credits, to the header that is ready first",
    "headers get an output in turn: the one that got it last comes last",
    "ejection pays no router.delay: a header for the node goes on at once",
    "router.delay counts from the arrival of a header, also while it queues",
    "an output takes the next header exactly t_m after the tail before it",
    "only headers are delayed: the flits after one go on as they come, every t_m",
    "a credit leaves in the cycle in which its flit leaves"};

std::string words_of(const PinMismatch& pin, const std::optional<FlitEvent>& flit) {
  if (!flit) {
    return "nothing";
  }
  if (pin.is_credit) {
    return "a credit";
  }
  if (flit->message == FlitEvent::kUnknown) {
    return "a flit that is not due";
  }
  if (flit->is(flit_kind::kHead)) {
    return fmt::format("the header of message {}", flit->message);
  }
  if (flit->is(flit_kind::kAddress)) {
    return fmt::format("an address of message {}", flit->message);
  }
  return fmt::format("{} {} of message {}", flit->is(flit_kind::kTail) ? "the tail, word" : "word",
                     flit->sequence, flit->message);
}

std::string lines_of(const char* title, const PinMismatch& pin, int vcs) {
  std::string text = fmt::format(
      "{:<20}cycle {}, node {}, {} port {}{}{}: expected {}, got {}\n", title, pin.cycle, pin.node,
      pin.is_credit ? "input" : "output", pin.port, pin.is_local ? ", of the node" : "",
      pin.is_credit && vcs > 1 ? fmt::format(", virtual channel {}", pin.vc) : "",
      expected_words(pin), got_words(pin));
  if (const std::string rule = rule_words(pin.rule); !rule.empty()) {
    text += fmt::format("{:<20}{}\n", "  the rule", rule);
  }
  return text;
}

}  // namespace

std::string_view limiting_key(LoadLimit limit) {
  return limit == LoadLimit::kCycles    ? "load.most_cycles"
         : limit == LoadLimit::kPackets ? "load.most_packets"
                                        : "";
}

std::string heading(const std::string& title, const Config& config) {
  const NetworkConfig& network = config.network;
  const std::optional<std::string> routing = find_key("router.routing")->show(config);
  const std::optional<std::string> flow_control = find_key("router.flow_control")->show(config);
  return fmt::format("{}\n{}, {}, {}{}{} per link, buffers of {}{}{}{}\n\n", title,
                     *find_key("router.switching")->show(config),
                     count_of(static_cast<std::uint64_t>(network.ports), "port"),
                     config.irc ? "IRC, " : "",
                     network.duplex == Duplex::kHalf ? "half duplex, " : "",
                     count_of(static_cast<std::uint64_t>(network.vcs), "VC"),
                     count_of(static_cast<std::uint64_t>(network.buffer_flits), "flit"),
                     flow_control ? fmt::format(", flow control {}", *flow_control) : "",
                     routing ? fmt::format(", {} routing", *routing) : "",
                     config.sync == Sync::kDataflow ? ", dataflow" : "");
}

void add_model(const Config& config, Facts& facts) {
  const TimingModel model = timing_model(config.network);
  const std::string copying = model.t_r > 0 ? fmt::format(", t_r = {}", model.t_r) : "";
  const std::string reducing = model.t_op > 0 ? fmt::format(", t_op = {}", model.t_op) : "";
  facts.words("model",
              fmt::format("t_s = {}, t_d = {}, t_m = {}{}{} cycles of {} ns", model.t_s, model.t_d,
                          model.t_m, copying, reducing, config.clock_period_ns));
  facts.gap();
}

std::string real_time(double cycles, double period_ns) {
  double value = cycles * period_ns;
  const char* unit = "ns";
  for (const char* next : {"µs", "ms", "s"}) {
    if (value < 1000) {
      break;
    }
    value /= 1000;
    unit = next;
  }
  return fmt::format("{:.4g} {}", value, unit);
}

void add_faults(const RunMeasures& measures, Facts& facts) {
  if (!measures.faults) {
    return;
  }
  const FaultResult& faults = *measures.faults;
  facts.words("faults", fmt::format("{} damaged{}", count_of(faults.damaged_flits, "flit"),
                                    faults.first.empty() ? "" : ", first " + faults.first));
  if (const auto& sent = faults.retransmission) {
    facts.words(
        "sent again",
        fmt::format(
            "{}; {} discarded, {}, {}{}", count_of(sent->sent_again, "message"),
            count_of(sent->discarded, "packet"),
            count_of(sent->acknowledgements, "acknowledgement"),
            count_of(sent->duplicates, "duplicate"),
            sent->given_up.empty() ? "" : fmt::format(", {} GIVEN UP", sent->given_up.size())));
  }
}

void add_rtl(const RunMeasures& measures, Facts& facts) {
  if (measures.rtl) {
    facts.words("rtl", fmt::format("equal to the model in every pin: {}, {}",
                                   count_of(measures.rtl->routers, "router"),
                                   count_of(measures.rtl->router_cycles, "router-cycle")));
  }
}

std::string notes_text(const Config& config) {
  std::string out;
  for (const auto* const list : {&config.ineffective, &config.notes}) {
    for (const std::string& note : *list) {
      out += fmt::format("{}note: {}\n", out.empty() ? "\n" : "", note);
    }
  }
  return out;
}

/// "17 cycles for contention, 3 for credit", "none".
std::string waits_text(const Waits& waits) {
  std::string text;
  for (std::size_t cause = 0; cause < kWaitCauses; ++cause) {
    if (waits.cycles()[cause] != 0) {
      text += fmt::format("{}{}{} for {}", text.empty() ? "" : ", ", waits.cycles()[cause],
                          text.empty() ? " cycles" : "", kWaitCauseNames[cause]);
    }
  }
  return text.empty() ? "none" : text;
}

std::string waits_text(const RunMeasures& measures) {
  const Waits& waits = measures.links.waits;
  if (!measures.lockstep) {
    return waits_text(waits);
  }
  return waits.total() == 0 ? "not counted"
                            : waits_text(waits) + "; in routers of rtl.user not counted";
}

void add_host(const RunMeasures& measures, Facts& facts) {
  constexpr double kMebibyte = 1 << 20;
  if (!measures.tells_host) {
    return;
  }
  facts.words("host", fmt::format("{:.3f} s, {}flit-hops/s, {:.0f} MiB", measures.wall_seconds,
                                  with_prefix(measures.flit_hops_per_second),
                                  static_cast<double>(measures.peak_rss_bytes) / kMebibyte));
}

std::string expected_words(const PinMismatch& pin) {
  return words_of(pin, pin.expected);
}

std::string got_words(const PinMismatch& pin) {
  return pin.stopped ? "a stop of the SystemVerilog" : words_of(pin, pin.got);
}

std::string rule_words(const BrokenRule& broken) {
  return fmt::format(fmt::runtime(kRules[static_cast<std::size_t>(broken.rule)]), broken.delay,
                     broken.took);
}

std::string lockstep_report(const LockstepResult& result) {
  std::string text = fmt::format("{:<20}{} of {} routers are somebody else's\n",
                                 "against the model", result.routers, result.of);
  if (!result.first) {
    return text +
           fmt::format("{:<20}in every cycle, {} flits and their credits\n", "equal", result.flits);
  }
  text += lines_of("first mismatch", *result.first, result.vcs);
  return result.first_flit ? text + lines_of("first of a flit", *result.first_flit, result.vcs)
                           : text;
}

}  // namespace flitcast
