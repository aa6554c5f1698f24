#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <vector>

#include <flitcast/systemc/network_module.h>
#include <systemc>

namespace flitcast::systemc {

/// The interface of a node with pins: flits go in and come out by valid and ready, one at a rising
/// edge of the clock, whose period is to be that of the network. A flit is handed over at an edge
/// at which both are high; valid does not wait for ready.
///
/// A packet is a flit with head, the first of as many as there are, and one with tail, the last;
/// one flit may be both. The first is the header of the network, whose word goes along; the others
/// are payload. When the tail is taken at edge n, the packet is posted in cycle n, and when it
/// arrives in cycle m, its head shows after edge m + 1. `in_ready` is low while two packets wait
/// for room in the network. Packets are to come from, and go to, nodes with such interfaces.
class InterfacePins : public sc_core::sc_module, private NetworkClient {
 public:
  /// Throws std::invalid_argument as NetworkModule::attach().
  InterfacePins(sc_core::sc_module_name name, NetworkModule& network, std::uint32_t node,
                std::uint8_t message_class = 0);

  sc_core::sc_in<bool> clk{"clk"};
  // Injection.
  sc_core::sc_in<bool> in_valid{"in_valid"};
  sc_core::sc_out<bool> in_ready{"in_ready"};
  sc_core::sc_in<bool> in_head{"in_head"};
  sc_core::sc_in<bool> in_tail{"in_tail"};
  sc_core::sc_in<std::uint32_t> in_destination{"in_destination"};  ///< with the head
  sc_core::sc_in<std::uint64_t> in_word{"in_word"};
  // Ejection.
  sc_core::sc_out<bool> out_valid{"out_valid"};
  sc_core::sc_in<bool> out_ready{"out_ready"};
  sc_core::sc_out<bool> out_head{"out_head"};
  sc_core::sc_out<bool> out_tail{"out_tail"};
  sc_core::sc_out<std::uint32_t> out_source{"out_source"};
  sc_core::sc_out<std::uint64_t> out_word{"out_word"};

 private:
  SC_HAS_PROCESS(InterfacePins);

  using Words = std::vector<std::uint64_t>;
  /// A packet of this node that the network has.
  struct UnderWay {
    InterfacePins& from;
    Words words;
    std::list<UnderWay>::iterator place;
  };
  /// A packet that has arrived, and when.
  struct Arrived {
    std::uint32_t source;
    sc_core::sc_time at;
    Words words;
  };

  void posted(const Network::Packet& packet) override;
  void received(const Network::Arrival& arrival) override;
  void edge();
  void inject();
  void eject();
  unsigned waiting() const;
  void report(const char* what) const;

  NetworkModule& network_;
  std::uint32_t node_;
  std::uint8_t message_class_;
  std::uint32_t destination_ = 0;
  Words entering_;  // empty between packets
  std::list<UnderWay> under_way_;
  unsigned waiting_ = 0;  // for room in the network
  unsigned posted_ = 0;   // at the time posted_at_
  sc_core::sc_time posted_at_;
  std::deque<Arrived> arrived_;
  std::size_t shown_ = 0;  // flits of the first of them that have been taken
};

}  // namespace flitcast::systemc
