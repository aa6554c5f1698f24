#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <string>
#include <vector>

#include "hw/rtl_router/verilated_core.h"

namespace flitcast {

/// A user's router: nothing of how it decides, and when, is known. What leaves must have come: a
/// header is known by the tag in its word, the flits behind it by their order and content; a worm
/// keeps the output virtual channel that its header took, of the port and class of its route.
/// ProtocolViolation where that does not hold. Slots of its input buffers are free again when it
/// says so, before their flits leave or after. Why its flits wait is not known, and not counted.
class UserCore final : public VerilatedCore {
 public:
  /// The parameters are those of VerilatedCore::Of.
  UserCore(const RouterSite& site, const RtlParameters& parameters,
           const FlitcastRtlRouter& functions, bool has_busy);

  void attach_probe(Probe* probe) override { probe_ = probe; }
  InputVcView view(int input, Cycle now) const override;
  std::vector<OccupiedVc> inspect(Cycle now) const override;
  void end_waits(Cycle /*end*/) override {}

 private:
  /// What is inside the router of a worm that came by an input virtual channel.
  struct Worm {
    int input;
    PacketHandle packet;
    std::deque<Flit> flits;      // that have come and have not been sent on
    std::deque<Flit> copies;     // likewise, to the node
    OutputVc* out = nullptr;     // that its header took
    OutputVc* copied = nullptr;  // local output that took an address of it
    bool complete = false;       // its tail has come
    std::uint32_t hops = 0;
    std::uint64_t sent = 0;  // the word that left last
  };
  using Worms = std::list<Worm>;

  void send(Cycle now) override;
  void free_slot(int index, Cycle now);
  void take(int index, const Flit& flit);
  void send_from(int port, Cycle now);
  void send_header(OutputVc& out, Cycle now);
  void send_next(OutputVc& out, Worm& worm, Cycle now);
  void send_checked(OutputVc& out, const Flit& flit, Worm& worm, Cycle now);
  void strip(OutputVc& out, Worm& worm, Cycle now);
  /// The worm whose header is on the pins of `port`; null: none that has come.
  Worm* worm_of_header(int port);
  /// Why the header on the pins of `port` is none that has come.
  std::string unknown_header(int port) const;
  std::string place_in(const Worm& worm, std::uint64_t word) const;
  /// The output unit that its header is for, which has come.
  int unit_of(const Worm& worm) const;
  void forget_if_over(const Worm& worm);
  InputVc front_of(int index) const;
  std::vector<OccupiedVc::Part> parts_of(int index) const;
  Worm*& passage(const OutputVc& out) {
    return in_passage_[static_cast<std::size_t>(site_.layout.input(out.port, out.vc))];
  }

  Worms& worms(int index) { return worms_[static_cast<std::size_t>(index)]; }

  const Routing& routing_;
  const PacketPool& packets_;
  std::vector<Worms> worms_;       // by input VC, in the order in which they came
  std::vector<Worm*> in_passage_;  // by output VC
  Probe* probe_ = nullptr;
};

}  // namespace flitcast
