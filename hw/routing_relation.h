#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "hw/types.h"

namespace flitcast {

/// One way for a header to go on: a network port, and the class of virtual channels to take there.
struct RouteCandidate {
  PortId port;
  std::uint8_t vc_class;
};

/// The ways for a header to go on, the preferred one first.
class RouteCandidates {
 public:
  /// Every port of the largest router, in two classes.
  static constexpr std::size_t kMost = 508;

  void clear() { size_ = 0; }
  void add(RouteCandidate candidate) {
    if (size_ == kMost) {
      throw std::logic_error("a header has too many ways to go on");
    }
    candidates_[size_++] = candidate;
  }
  /// `candidate`, and no other.
  void set(RouteCandidate candidate) {
    candidates_[0] = candidate;
    size_ = 1;
  }

  void swap(std::size_t i, std::size_t j) { std::swap(candidates_[i], candidates_[j]); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const RouteCandidate& operator[](std::size_t i) const { return candidates_[i]; }
  const RouteCandidate* begin() const { return candidates_.data(); }
  const RouteCandidate* end() const { return candidates_.data() + size_; }

 private:
  std::size_t size_ = 0;
  std::array<RouteCandidate, kMost> candidates_;
};

/// How headers find their way through a network, hop by hop: what a header may take next follows
/// from where it stands, how it came there, and where it goes, and from nothing else. The routers
/// follow it, and the dependency graph that proves a network free of deadlock is built from it.
///
/// Virtual channels are divided into classes(), numbered from 0. On a link with fewer virtual
/// channels than that all of them are class 0, whatever the relation says.
class RoutingRelation {
 public:
  virtual ~RoutingRelation() = default;

  virtual int classes() const { return 1; }
  /// What more classes than one are for: "cuts the rings at datelines".
  virtual std::string_view use_of_classes() const { return {}; }
  /// The first so many classes are an escape from waiting in the others: every header has a way
  /// into one of them, at any time. 0: there is none, and headers may wait in any class.
  virtual int escape_classes() const { return 0; }
  /// A header that has come by an escape class goes on in them. Each of them is one virtual channel
  /// then; else classes are divided evenly.
  virtual bool keeps_escape() const { return false; }

  /// Of several ways a header has one, drawn evenly from the seed, the packet and the node: the
  /// others are not open to it.
  virtual bool draws() const { return false; }
  /// The routes that headers carry may lead by their destination: candidates() are asked for there,
  /// too, by a header that came from another node, and there may be none.
  virtual bool passes_destinations() const { return false; }

  /// Puts into `out` where a header for `destination` may go from `here`, which is another node. It
  /// came by network port `from_port` in class `from_class`; by kNoPort or a local port, in any
  /// class, from the node itself. There is a way for every header that has kept to the relation.
  virtual void candidates(NodeId here, PortId from_port, int from_class, NodeId destination,
                          RouteCandidates& out) const = 0;

  /// The class in which a header that carries its route takes `port`; the rest as above.
  virtual int class_on_route(NodeId /*here*/, PortId /*from_port*/, int /*from_class*/,
                             PortId /*port*/) const {
    return 0;
  }
};

}  // namespace flitcast
