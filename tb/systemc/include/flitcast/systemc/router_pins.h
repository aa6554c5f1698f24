#pragma once

#include <cstdint>

#include <flitcast/pin_router.h>
#include <flitcast/settings.h>
#include <systemc>

namespace flitcast::systemc {

/// A router with pins, clocked by rising edges: where a module of the router in SystemVerilog
/// (flitcast_router) may be as well. The pins are the same, with a pin for each port or virtual
/// channel; hw/rtl/PINS.md says what they are. Straps are not needed.
///
/// Two such modules that are wired by signals have a link of one cycle between them. Pins of ports
/// that lead nowhere are bound inside. What breaks the protocol is an SC_ERROR.
class RouterPins : public sc_core::sc_module {
 public:
  /// Throws what PinRouter throws.
  RouterPins(sc_core::sc_module_name name, const Settings& settings, std::uint32_t node);

  sc_core::sc_in<bool> clk{"clk"};
  sc_core::sc_in<bool> rst{"rst"};
  template <typename T>
  using In = sc_core::sc_vector<sc_core::sc_in<T>>;
  template <typename T>
  using Out = sc_core::sc_vector<sc_core::sc_out<T>>;
  // Per port.
  In<bool> in_valid{"in_valid"};
  In<bool> in_head{"in_head"};
  In<bool> in_tail{"in_tail"};
  In<bool> in_address{"in_address"};
  In<bool> in_more{"in_more"};
  In<std::uint32_t> in_vc{"in_vc"};
  In<std::uint64_t> in_word{"in_word"};
  In<std::uint64_t> in_route{"in_route"};
  Out<bool> out_valid{"out_valid"};
  Out<bool> out_head{"out_head"};
  Out<bool> out_tail{"out_tail"};
  Out<bool> out_address{"out_address"};
  Out<bool> out_more{"out_more"};
  Out<std::uint32_t> out_vc{"out_vc"};
  Out<std::uint64_t> out_word{"out_word"};
  Out<std::uint64_t> out_route{"out_route"};
  // Per virtual channel, v of port p being number p·router().virtual_channels() + v.
  Out<bool> in_credit{"in_credit"};   ///< of all ports; a local port has one, number 0
  In<bool> out_credit{"out_credit"};  ///< of network ports

  const PinRouter& router() const { return router_; }

 private:
  SC_HAS_PROCESS(RouterPins);

  void bind_unconnected();
  void edge();
  void read();
  void show(const PinRouter::Pins& pins);

  PinRouter router_;
  PinRouter::Pins inputs_;
  PinRouter::Pins low_;
  // For pins of ports that lead nowhere.
  sc_core::sc_signal<bool> no_bit_{"no_bit"};
  sc_core::sc_signal<std::uint32_t> no_vc_{"no_vc"};
  sc_core::sc_signal<std::uint64_t> no_word_{"no_word"};
  sc_core::sc_vector<sc_core::sc_signal<bool>> open_bits_{"open_bits"};
  sc_core::sc_vector<sc_core::sc_signal<std::uint32_t>> open_vcs_{"open_vcs"};
  sc_core::sc_vector<sc_core::sc_signal<std::uint64_t>> open_words_{"open_words"};
};

}  // namespace flitcast::systemc
