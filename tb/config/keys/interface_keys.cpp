#include <fmt/format.h>

#include "hw/ni/interfaces.h"
#include "tb/config/keys/config_key_kinds.h"
#include "tb/config/keys/key_groups.h"
#include "tb/config/rate_value.h"

namespace flitcast {
namespace {

using Text = std::string_view;

constexpr std::int64_t kMostStartup = 1'000'000'000;
constexpr std::int64_t kMostPerFlit = 10'000;

ConfigKey kind_key() {
  std::vector<Text> words;
  std::string help;
  for (const auto& kind : kInterfaces) {
    words.push_back(kind().word);
    help += fmt::format("{}{}: {}", help.empty() ? "" : "; ", kind().word, kind().help);
  }
  return value(
             "ni.interface", &NetworkConfig::interface, key_kinds::joined_words(words),
             [words](Text text) { return &kInterfaces[parse_word(text, words)](); },
             [](const InterfaceKind* kind) {
               return kind == nullptr ? ShownValue{} : ShownValue(kind->word);
             },
             help)
      .otherwise(std::string(words.front()))
      .shown_if([](const Config& config) { return config.network.interface != &kInterfaces[0](); });
}

NewKey rate_key(Text name, FlitRate InterfaceRates::*member, std::string help) {
  return value(name, member, kRateSyntax, parse_rate, rate_text, std::move(help))
      .within(kRateRange)
      .shown_if([](const Config& config) { return !config.network.rates.empty(); });
}

bool answers(const Config& config) {
  return config.network.interface == &answering_interface();
}

bool has_memory(const Config& config) {
  return config.network.memory.has_value();
}

NewKey memory_key(std::string_view name, int MemorySettings::*member, std::string help) {
  return integer(name, member, {1, MemorySettings::kMost}, kNoUnit, std::move(help))
      .shown_if(has_memory);
}

bool sends_again(const Config& config) {
  return retransmits(config.network);
}

}  // namespace

std::vector<ConfigKey> memory_keys() {
  return {
      memory_key("memory.outstanding", &MemorySettings::outstanding,
                 "requests of a node that are not replied to, at most"),
      integer("memory.latency", &MemorySettings::latency, {1, kMostStartup}, kCycles,
              "of a request in a bank, until its reply is ready")
          .shown_if(has_memory),
      memory_key("memory.banks", &MemorySettings::banks, "requests that are served side by side"),
      memory_key("memory.queue", &MemorySettings::queue,
                 "places for requests that no bank has taken; without one they stay in the "
                 "network"),
      memory_key("memory.reply_queue", &MemorySettings::reply_queue,
                 "places for replies, in a bank or not yet gone; a bank takes no request without "
                 "one"),
  };
}

std::vector<ConfigKey> interface_keys() {
  return {
      integer("ni.startup", &NetworkConfig::startup, {0, kMostStartup}, kCycles,
              "start-up of a message at its sender, on top of the fixed part"),
      integer("ni.copy_per_flit", &NetworkConfig::copy_per_flit, {0, kMostPerFlit}, kCyclesPerFlit,
              "rearrangement of one flit in the memory of a node, t_r"),
      integer("ni.reduce_per_flit", &NetworkConfig::reduce_per_flit, {0, kMostPerFlit},
              kCyclesPerFlit, "reduction of one flit with another, t_op"),
      rate_key("ni.send_rate", &InterfaceRates::send,
               "flits a cycle that an interface sends, exactly, of staged routers with "
               "router.inject = serial: so many in the long run, evenly"),
      rate_key("ni.receive_rate", &InterfaceRates::receive,
               "flits a cycle that an interface takes, of staged routers, at all its ports "
               "together; others wait in the buffers of these, of router.buffer_flits"),
      kind_key(),
      value("ni.total_rate", &InterfaceRates::total, kRateSyntax, parse_total_rate, rate_text,
            "of answering: flits a cycle that an interface sends and takes together, in turn, but "
            "for those taken that it has sent itself")
          .within(kTotalRateRange)
          .shown_if(answers),
      integer("ni.requests", &InterfaceRates::requests, {0, InterfaceRates::kMostRequests}, kNoUnit,
              "of answering: requests that stand at a port, from which it takes one when it has "
              "begun to answer the one before; 0: it takes any number")
          .shown_if(answers),
      integer_or("auto", RetransmissionSettings::kAutoTimeout, "ni.timeout",
                 &RetransmissionSettings::timeout, {1, kMostStartup}, kCycles,
                 "of retransmitting: a message that is not acknowledged so long after it left is "
                 "sent again, and twice as late each time; auto = what the largest packet and its "
                 "acknowledgement take alone over twice the longest way from node 0")
          .otherwise("auto")
          .shown_if(sends_again),
      integer("ni.unacknowledged", &RetransmissionSettings::window, {1, 64}, kNoUnit,
              "of retransmitting: messages to one destination that are not acknowledged yet")
          .shown_if(sends_again),
  };
}

}  // namespace flitcast
