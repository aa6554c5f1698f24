#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "hw/network_config.h"
#include "hw/probe.h"
#include "hw/topology/topology.h"
#include "tb/trace/trace_request.h"
#include "tb/trace/vcd_writer.h"

namespace flitcast::trace {

/// A number without a value: no message, no node, no flit.
inline constexpr std::uint32_t kNoNumber = 0xFFFFFFFFU;

/// How a signal is written.
struct Signal {
  enum class Type : std::uint8_t { kAbsent, kBit, kNumber, kWord };

  const std::string_view* words = nullptr;  ///< that the value chooses from
  VcdWriter::Code code = VcdWriter::kNoCode;
  Type type = Type::kAbsent;

  void write(VcdWriter& vcd, std::uint32_t value) const {
    switch (type) {
      case Type::kAbsent:
        break;
      case Type::kBit:
        vcd.bit(code, value != 0);
        break;
      case Type::kNumber:
        value == kNoNumber ? vcd.none(code) : vcd.number(code, value);
        break;
      case Type::kWord:
        vcd.text(code, words[value]);
        break;
    }
  }
};

/// Signals of one thing at the places named below; a cache line of values, as they are and as the
/// file has them.
struct alignas(64) SignalGroup {
  static constexpr std::size_t kPlaces = 8;
  std::array<std::uint32_t, kPlaces> value;
  std::array<std::uint32_t, kPlaces> written;
};

// Places of signals in their group.
namespace input_signal {
enum : std::uint8_t { kState, kWanted, kOwner, kOccupancy, kCredits, kCount };
}
namespace channel_signal {
enum : std::uint8_t { kValid, kKind, kVc, kMessage, kSource, kDestination, kState, kCount };
}
namespace receive_signal {
enum : std::uint8_t { kState, kMessage, kSource, kCount };
}
namespace bench_signal {
enum : std::uint8_t { kRound, kDeadlock, kCount };
}

/// Place of a flit kind among the words of channel_signal::kKind.
std::uint8_t kind_word(std::uint16_t kind);
/// Place of "no flit" among them.
inline constexpr std::uint32_t kNoKind = 0;

/// A declared signal, for files that list them.
struct DeclaredSignal {
  std::string scope;  ///< "tb.fabric.router_3.to_4"
  std::string name;   ///< with its range: "flit[31:0]"
  Signal::Type type;
  bool busy = true;  ///< something happened, in the waveform, to the port that it belongs to
};

/// All signals of a waveform: declared module by module, found by number.
class TraceSignals {
 public:
  static constexpr std::uint32_t kAbsent = 0xFFFFFFFFU;

  /// Declares everything in `scope`.
  TraceSignals(VcdWriter& vcd, const Topology& topology, const NetworkConfig& config,
               const TraceScope& scope);

  /// Groups by number, kAbsent where nothing is traced: input VC port·vcs + vc of a router, output
  /// port of a router, send and receive port of a network interface.
  std::uint32_t input(NodeId node, int index) const { return inputs_[place(node, index, vcs_)]; }
  std::uint32_t output(NodeId node, int port) const { return outputs_[place(node, port, 1)]; }
  std::uint32_t send(NodeId node, int port) const { return sends_[local(node, port)]; }
  std::uint32_t receive(NodeId node, int port) const { return receives_[local(node, port)]; }

  std::size_t groups() const { return groups_.size(); }
  SignalGroup& group(std::uint32_t number) { return groups_[number]; }
  static constexpr std::uint32_t kBench = 0;  ///< group of tb itself
  bool has(std::uint32_t group, std::uint8_t place) const {
    return signals_[group][place].type != Signal::Type::kAbsent;
  }

  void write_cycle(Cycle cycle) { vcd_.number(cycle_, static_cast<std::uint64_t>(cycle)); }
  void write_no_cycle() { vcd_.none(cycle_); }
  /// Writes all values but the cycle.
  void write_all();
  /// Writes the values of a group that have changed. Calls before() ahead of the first.
  template <typename Before>
  void write_changed(std::uint32_t number, Before&& before) {
    SignalGroup& group = groups_[number];
    const auto& signals = signals_[number];
    bool changed = false;
    for (std::size_t pair = 0; pair < SignalGroup::kPlaces; pair += 2) {
      if (std::memcmp(&group.value[pair], &group.written[pair], 2 * sizeof group.value[0]) == 0) {
        continue;
      }
      for (std::size_t place = pair; place < pair + 2; ++place) {
        if (group.value[place] == group.written[place]) {
          continue;
        }
        group.written[place] = group.value[place];
        changed = true;
        if (const Signal& signal = signals[place]; signal.type != Signal::Type::kAbsent) {
          before();
          signal.write(vcd_, group.value[place]);
        }
      }
    }
    if (changed) {
      busy_[number] = 1;
    }
  }

  /// With what has been written so far.
  std::vector<DeclaredSignal> declared() const;

  /// Place of an output port among the words of input_signal::kWanted.
  static std::uint8_t wanted_word(PortId port) {
    return port == kNoPort ? std::uint8_t{0} : static_cast<std::uint8_t>(port + 1);
  }

 private:
  std::size_t place(NodeId node, int index, int vcs) const {
    return node * static_cast<std::size_t>(ports_ * vcs) + static_cast<std::size_t>(index);
  }
  std::size_t local(NodeId node, int port) const {
    return node * static_cast<std::size_t>(local_ports_) + static_cast<std::size_t>(port);
  }
  void open(const std::string& name);
  void close();
  void add_group();
  std::uint32_t begin_group(const std::string& name);
  void number(std::uint8_t place, const char* name, unsigned width);
  void bit(std::uint8_t place, const char* name);
  void word(std::uint8_t place, const char* name, const std::string_view* words);
  void declare(std::uint8_t place, Signal signal, const std::string& name);
  bool at_rest(std::size_t number) const;
  void declare_router(const Topology& topology, const NetworkConfig& config, NodeId node);
  void declare_input(const std::string& name, const std::string_view* outputs, Cycle buffer,
                     bool network, std::uint32_t& number_of_it);
  std::uint32_t declare_output(const std::string& name, bool network);
  void declare_interface(NodeId node);
  const std::string_view* output_words(const Topology& topology, NodeId node);

  VcdWriter& vcd_;
  int ports_;
  int local_ports_;
  int vcs_;
  unsigned node_bits_;
  VcdWriter::Code cycle_ = VcdWriter::kNoCode;
  std::vector<SignalGroup> groups_;
  std::vector<std::array<Signal, SignalGroup::kPlaces>> signals_;  // per group
  std::vector<std::uint32_t> inputs_;
  std::vector<std::uint32_t> outputs_;
  std::vector<std::uint32_t> sends_;
  std::vector<std::uint32_t> receives_;
  std::vector<std::vector<std::string>> names_;       // output ports of a traced router
  std::vector<std::vector<std::string_view>> words_;  // the same, after "-"
  std::vector<DeclaredSignal> declared_;
  std::vector<std::uint32_t> declared_in_;  // groups of these
  std::vector<std::uint8_t> busy_;          // per group
  std::string scope_;
};

}  // namespace flitcast::trace
