#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <flitcast/export.h>
#include <flitcast/settings.h>
#include <flitcast/watch.h>

namespace flitcast {

class NetworkModel;

/// A network of routers, links and network interfaces inside another simulator, which posts packets
/// at its nodes, lets time go on, and takes what arrives.
///
/// **Time** is counted in cycles of the network, from 0. At now() all cycles before now() are over,
/// and the cycle now() has not begun. A packet that is posted then is posted in that cycle: the
/// dates of all packets are those of a run of flitcast whose traffic posts them in the same cycles,
/// whether the network is stepped by one cycle, to dates or to events. Cycles in which nothing
/// happens cost next to nothing.
///
/// **Packets** have one header flit and Packet::flits of payload. A node keeps those that its
/// interface cannot take yet in a queue; the number of them that have not left the node is bounded
/// (Options::source_queue). One that has left arrives; where links lose or turn bits, and
/// interfaces do not send again (ni.interface), it arrives damaged. Packets of a class and a pair
/// of nodes arrive in the order in which they were posted where there is one way for them: one port
/// of the node (router.ports), one virtual channel for the class, one route (on tori, router.ties =
/// up). Else they may overtake one another.
///
/// **Ends.** A packet is there from the cycle on in which its last flit is in the memory of its
/// destination. Without on_received() it stays in the end of its destination, first in, first out
/// by class, until it is popped. Ends have room for all that comes: what stays in them does not
/// keep the network from delivering more. A caller that wants back pressure to reach the sources
/// bounds what is under way, as with credits from end to end.
///
/// Several packets that arrive in one cycle come by destination, then as they were posted.
///
/// **Memories.** With ni.interface = memory, packets of class 0 are requests and those of class 1
/// are replies. Whoever takes a request posts its reply from there in the cycle of its arrival;
/// the interface sends it when the memory has served the request. Replies do not count to
/// Options::source_queue.
///
/// **Errors.** What settings get wrong is an InputError. Arguments out of range are a
/// std::logic_error, and leave the network as it was. A network in which nothing can move any
/// more, with packets under way, throws Stuck.
///
/// A network has no part in any other: several may be made and used at once, each by one thread at
/// a time; those with routers in SystemVerilog (rtl.nodes) all by the same one. The same settings
/// and posts give the same dates, on any machine.
class FLITCAST_EXPORT Network {
 public:
  using Cycle = std::int64_t;
  static constexpr Cycle kNever = std::numeric_limits<Cycle>::max();

  struct Options {
    /// Packets of a node that were posted and have not left it, at most; at least 1.
    std::uint32_t source_queue = 16;
    /// Whether activity() is to be asked for. It takes time: packets go flit by flit.
    bool activity = false;
    /// Of the making of the network: how far its proof is, and whether to give it up.
    Watch watch = {};
  };

  struct Packet {
    std::uint32_t source = 0;
    std::uint32_t destination = 0;  ///< may be the source
    std::uint32_t flits = 0;        ///< of payload, beside the header
    std::uint8_t message_class = 0;
    void* user = nullptr;  ///< the caller's own; the network hands it back
  };

  /// A packet, and when it was where.
  struct Arrival : Packet {
    std::uint64_t number = 0;  ///< of the packet, counted from 0 as they were posted
    Cycle posted = 0;
    Cycle injected = 0;    ///< its header entered the injection channel
    Cycle arrived = 0;     ///< its last flit is in the memory of its destination
    bool damaged = false;  ///< some of its payload came wrong
  };

  /// Cycles, over packets that have arrived; percentiles by nearest rank. All 0 of none.
  struct Latency {
    std::uint64_t packets = 0;
    Cycle min = 0;
    double mean = 0;
    Cycle p50 = 0;
    Cycle p95 = 0;
    Cycle p99 = 0;
    Cycle max = 0;
  };
  struct ClassStatistics {
    std::uint64_t posted = 0;          ///< packets
    std::uint64_t sent = 0;            ///< packets that have left their source, with the tail
    std::uint64_t received = 0;        ///< packets
    std::uint64_t posted_flits = 0;    ///< headers included
    std::uint64_t received_flits = 0;  ///< headers included
    Latency latency;                   ///< from posted to arrived
    Latency network_latency;           ///< from injected to arrived
  };
  /// What has happened before cycle `cycle`.
  struct Statistics {
    Cycle cycle = 0;
    ClassStatistics total;
    std::vector<ClassStatistics> classes;  ///< by class, up to the last that was posted
  };

  struct RouterActivity {
    std::uint32_t node = 0;
    std::uint64_t buffer_writes = 0;
    std::uint64_t buffer_reads = 0;
    std::uint64_t switch_traversals = 0;
    std::uint64_t vc_allocations = 0;  ///< output virtual channels given to headers
  };
  struct LinkActivity {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t port = 0;  ///< output port of `from`
    std::uint64_t flits = 0;
    Cycle waited = 0;  ///< that flits stood ready for it without leave, of those that went on
  };
  struct InterfaceActivity {
    std::uint32_t node = 0;
    std::uint64_t packets_started = 0;
    std::uint64_t injected_flits = 0;
    std::uint64_t ejected_flits = 0;
  };
  /// What has happened before cycle `cycle`.
  struct Activity {
    Cycle cycle = 0;
    std::vector<RouterActivity> routers;        ///< by node
    std::vector<LinkActivity> links;            ///< by node and port
    std::vector<InterfaceActivity> interfaces;  ///< by node
  };

  /// Nothing moves any more, and packets are under way. what() says which worms wait for which.
  class FLITCAST_EXPORT Stuck : public std::runtime_error {
   public:
    explicit Stuck(const std::string& report);
    ~Stuck() override;
  };

  /// The sections [topology], [router], [link], [ni], [memory], [clock] and [rtl] say what the
  /// network is, load.sizes how large packets can be where that matters (buffers of cut-through,
  /// store-and-forward and bubbles), and of [run] seed, stall_cycles and allow_deadlock are heeded.
  /// Others have no effect. Throws InputError, and Interrupted (Options::watch).
  ///
  /// That packets cannot wait in a circle is proved first, unless run.allow_deadlock is on. This
  /// grows with the square of the nodes, which on meshes takes 0.2 s for 4,096 of them and 1 s
  /// for 9,216; on tori, which have classes of virtual channels, some five times that, and ten
  /// times where headers choose among ways. All the rest takes less than a tenth of a second.
  explicit Network(const Settings& settings);
  Network(const Settings& settings, const Options& options);
  ~Network();
  /// One that was moved from may only be destroyed or assigned to.
  Network(Network&& other) noexcept;
  Network& operator=(Network&& other) noexcept;

  /// Those that can send and receive: 0 to nodes() − 1.
  std::uint32_t nodes() const;
  /// The length of a cycle, clock.period.
  double cycle_nanoseconds() const;

  // ---- packets ----

  /// Whether post() would refuse a packet of that source.
  bool full(std::uint32_t source) const;
  /// Whether packets may be as large, in Packet::flits: post() throws where they may not.
  bool fits(std::uint32_t flits) const;
  /// Posts a packet in the cycle now(). False, and nothing has happened, where the queue of its
  /// source is full.
  bool post(const Packet& packet);

  /// Packets in the end of a destination, of all classes, or of one.
  std::size_t waiting(std::uint32_t destination) const;
  std::size_t waiting(std::uint32_t destination, std::uint8_t message_class) const;
  /// The first that arrived of them. Throws std::out_of_range where there is none.
  const Arrival& front(std::uint32_t destination) const;
  const Arrival& front(std::uint32_t destination, std::uint8_t message_class) const;
  /// Removes it. Throws std::out_of_range where there is none.
  void pop(std::uint32_t destination);
  void pop(std::uint32_t destination, std::uint8_t message_class);

  /// From now on `received` gets packets in the cycle of their arrival, which is now() then, and
  /// ends get none. It may post, but neither let time go on nor change callbacks. Null: ends get
  /// them.
  void on_received(std::function<void(const Arrival&)> received);
  /// `sent` is told of packets whose tails left their sources in the cycle before now(). As above.
  void on_sent(std::function<void(const Packet&)> sent);

  // ---- time ----

  Cycle now() const;
  /// The cycle now(): afterwards the next one is. Up to kNever / 2, like run_until().
  void step();
  /// All cycles before `cycle`, up to kNever / 2; nothing where that is not after now().
  void run_until(Cycle cycle);
  /// Until packets arrive. False, and time has not gone on, where none will unless more are posted.
  bool run_to_next_event();
  /// The first cycle in which anything may become known, if nothing is posted meanwhile:
  /// run_until() there, and ask again. kNever: nothing will.
  Cycle next_event() const;

  /// Packets that were posted and have not arrived.
  std::uint64_t in_flight() const;
  bool idle() const { return in_flight() == 0; }
  /// Why nothing moves any more, in the words of flitcast; empty where something does, or nothing
  /// is under way. Time that goes on run.stall_cycles after the last move throws Stuck.
  std::string stuck() const;

  // ---- what has happened ----

  Statistics statistics() const;
  /// Throws std::logic_error without Options::activity.
  Activity activity() const;

 private:
  std::unique_ptr<NetworkModel> model_;
};

}  // namespace flitcast
