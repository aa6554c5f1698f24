#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "hw/router/port_layout.h"
#include "hw/router/router_core.h"
#include "hw/rtl_router/rtl_pins.h"
#include "hw/time/alarms.h"
#include "hw/worm/input_vc.h"

namespace flitcast {

/// A router in SystemVerilog between its links and its pins, whatever it decides: flits and credits
/// that have come are put on its inputs, and what its outputs show is put on the links, where it
/// keeps to what they take. RtlBreach where it does not.
class PinnedCore : public RouterCore {
 public:
  void attach_input(PortId port, Link& link) override;
  void attach_output(PortId port, Link& link) override;

  /// Cycles in which it was clocked.
  std::uint64_t clocked() const { return clocked_; }

 protected:
  /// An input virtual channel: what the router was given of what stands in it.
  struct Given {
    VirtualChannel* channel = nullptr;
    Link* link = nullptr;
    PortId port = 0;
    std::uint32_t flits = 0;
    std::uint32_t hops = 0;  // of the worm that comes in
  };

  /// `functions`: of the library for `parameters`, which must outlive the core. With `tags` the
  /// words of headers tell by which input they came: see word_of(). Where a breach is told before
  /// it is thrown: `breach`, or nowhere.
  PinnedCore(const RouterSite& site, const RtlParameters& parameters,
             const FlitcastRtlRouter& functions, bool tags, std::string* breach);

  /// Takes the causes of `now`, puts what has come on the inputs, calls taken(index, flit) for each
  /// flit, and clocks the router. True when something has come.
  template <typename Taken>
  bool clock(Cycle now, Taken&& taken) {
    wakes_.take(now);
    in_.clear();
    bool any = take_credits(now);
    for (int index = 0; index < layout_.inputs(); ++index) {
      if (const Flit* flit = next_flit(index, now)) {
        give(index, *flit);
        taken(index, *flit);
        any = true;
      }
    }
    clock_once(now);
    return any;
  }
  /// It is called again when the next flits or credits come, and in the next cycle if `busy`.
  void wake_for_more(Cycle now, bool busy);

  /// Empty where the flit on the pins of `port` is `flit`, which came by input `index`; else what
  /// is wrong with it.
  std::string difference(int port, const Flit& flit, int index) const;
  /// On the pins: addresses as the routers know them; with tags, the number of the input virtual
  /// channel in the upper kTagBits.
  std::uint64_t word_of(const Flit& flit, int index) const;
  void put_on(const OutputVc& out, const Flit& flit, Cycle now);
  /// A slot of the buffer of input `index` is free again.
  void free_slot(int index, Cycle now);
  bool brings_route(const Flit& flit) const;
  [[noreturn]] void breach(int port, const std::string& what, Cycle now) const;
  [[noreturn]] void fail(const std::string& what) const;

  Given& given(int index) { return given_[static_cast<std::size_t>(index)]; }
  const Given& given(int index) const { return given_[static_cast<std::size_t>(index)]; }
  OutputVc& output(int index) { return outputs_[static_cast<std::size_t>(index)]; }

  NodeId node_;
  RtlParameters parameters_;
  const Routing& routing_;
  PacketPool& packets_;
  PortLayout layout_;
  FlitPins out_;
  bool says_busy_ = false;  ///< its pin `busy`

 private:
  struct Unmake {
    const FlitcastRtlRouter* functions;
    void operator()(void* router) const { functions->destroy(router); }
  };

  bool take_credits(Cycle now);
  const Flit* next_flit(int index, Cycle now);
  void give(int index, const Flit& flit);
  void clock_once(Cycle now);
  bool has_room_for_more(const Given& given) const;
  std::uint64_t route_of(const Flit& flit, std::uint32_t hop) const;

  const FlitcastRtlRouter& functions_;
  WormSettler* worms_;
  bool tags_;
  std::string* told_breach_;
  Alarms<1> wakes_;
  std::vector<Given> given_;               // port-major
  std::vector<OutputVc> outputs_;          // likewise
  std::vector<std::uint32_t> uncredited_;  // flits sent by output VCs, without a credit so far
  std::unique_ptr<void, Unmake> router_;
  FlitPins in_;
  PinBits source_, granted_, contention_, serialisation_, no_credit_;
  FlitcastRtlInputs inputs_of_router_{};
  FlitcastRtlOutputs outputs_of_router_{};
  std::uint64_t clocked_ = 0;
};

}  // namespace flitcast
