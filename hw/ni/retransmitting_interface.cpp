#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hw/ni/interfaces.h"
#include "hw/ni/ni_core.h"
#include "hw/ni/posted_queue.h"
#include "hw/retransmission/frame.h"
#include "hw/retransmission/receive_window.h"

namespace flitcast {
namespace {

constexpr std::uint32_t kRun = 1024;  // words that a client reads or writes at a time
constexpr int kMostDoublings = 3;     // of the timeout

using Frame = std::shared_ptr<const std::vector<Word>>;

/// A plain interface between two layers more: what it sends are frames, and what comes is checked
/// before the node sees it.
///
/// A frame that comes as it was made is acknowledged by a packet of its own, also when its message
/// has come before; anything else is dropped. A message that has not been acknowledged so long
/// after its frame had left is sent again, after twice the time each time (selective repeat:
/// Tanenbaum, "Computer Networks", 3.4). Nothing waits for what has to be sent, so that frames are
/// always taken in.
///
/// Timing: what is posted in a cycle is a frame in the next one, in which its start-up begins at
/// the earliest; acknowledgements come first, then what is sent again, then new messages in the
/// order of PostedQueue. A frame is checked in the cycle in which its tail is in the interface, and
/// its acknowledgement begins.
class RetransmittingInterface final : public InterfaceCore, private NiClient {
 public:
  explicit RetransmittingInterface(const InterfaceSite& site)
      : node_(site.node),
        settings_(site.config.retransmission),
        ports_(site.config.ports),
        packets_(site.packets),
        client_(site.client),
        wakes_(site.wakes),
        ni_({site.node, site.module, site.config, site.packets, *this, site.wakes}) {
    site.wakes.enlist(alarm_, site.module);
  }

  LinkParameters injection_link() const override { return ni_.injection_link(); }
  LinkParameters ejection_link(int port) const override { return ni_.ejection_link(port); }
  void attach_injection(int port, Link& link) override { ni_.attach_injection(port, link); }
  void attach_ejection(int port, Link& link) override { ni_.attach_ejection(port, link); }
  void attach_probe(Probe* probe) override { ni_.attach_probe(probe); }
  void report_send_ports(Probe& probe, Cycle from) const override {
    ni_.report_send_ports(probe, from);
  }
  Cycle last_command() const override { return ni_.last_command(); }
  PacketHandle receiving(int port) const override { return ni_.receiving(port); }
  RetransmissionCounts retransmissions() const override { return counts_; }

  void post(PacketHandle packet, Cycle now) override {
    waiting_.insert(packet, now, packets_);
    wakes_.wake(alarm_, 1, now + 1);
  }
  // What comes in this cycle comes before what is due.
  void tick(Cycle now) override {
    alarm_.take(now);
    ni_.tick(now);
    expire(now);
    for (; !answers_.empty(); answers_.pop_front()) {
      post(answers_.front().packet, {answers_.front().frame, 0, true}, now);
    }
    send_more(now);
  }

 private:
  /// Destination and number of a message.
  using Key = std::uint64_t;
  static Key key_of(NodeId destination, std::uint32_t sequence) {
    return Key{destination} << 32U | sequence;
  }

  /// A message that has not been acknowledged.
  struct Message {
    Packet packet;  // what goes over the network
    Frame frame;
    int transmissions;
  };
  /// A packet that has not left yet.
  struct Leaving {
    Frame frame;
    Key key;
    bool acknowledgement;
  };
  struct Answer {
    Packet packet;
    Frame frame;
  };
  struct Timer {
    Cycle at;
    Key key;
    int transmissions;
    bool operator>(const Timer& other) const {
      return at != other.at ? at > other.at : key > other.key;
    }
  };

  // ---- messages out ----

  // The interface below has as many messages as ports, so that an acknowledgement waits for one.
  void send_more(Cycle now) {
    while (at_ni_ < ports_) {
      if (!due_.empty()) {
        const auto message = unacknowledged_.find(due_.front());
        due_.pop_front();
        if (message != unacknowledged_.end()) {
          ++counts_.sent_again;
          transmit(message->first, message->second, now);
        }
      } else if (const PostedPacket* const next = waiting_.next(now);
                 next != nullptr && has_window(packets_[next->packet].destinations[0])) {
        begin(waiting_.take(next).packet, now);
      } else {
        return;
      }
    }
  }

  bool has_window(NodeId destination) {
    const auto oldest = unacknowledged_.lower_bound(key_of(destination, 0));
    const std::uint32_t next = next_[destination];
    return oldest == unacknowledged_.end() || oldest->first >= key_of(destination, next) ||
           next - static_cast<std::uint32_t>(oldest->first) <
               static_cast<std::uint32_t>(settings_.window);
  }

  void begin(PacketHandle handle, Cycle now) {
    Packet packet = packets_[handle];
    if (packet.destination_count != 1) {
      throw std::logic_error("a message with several destinations cannot be sent again");
    }
    std::vector<Word> words(packet.payload_flits);
    for (std::uint32_t first = 0; first < words.size(); first += kRun) {
      const auto rest = static_cast<std::uint32_t>(words.size()) - first;
      client_.read(handle, first, std::min(kRun, rest), words.data() + first);
    }
    const NodeId destination = packet.destinations[0];
    const std::uint32_t sequence = next_[destination]++;
    packet.destinations = &*nodes_.insert(destination).first;
    packet.payload_flits += kFrameFlits;
    if (packet.route != nullptr) {
      packet.route = routes_.emplace(packet.route, packet.route + packet.hops).first->data();
    }
    packet.carries = handle;
    const Key key = key_of(destination, sequence);
    const auto frame = std::make_shared<const std::vector<Word>>(
        make_frame(header_word(destination, packet.flits()), {node_, sequence, false}, words));
    transmit(key, unacknowledged_.emplace(key, Message{packet, frame, 0}).first->second, now);
  }

  void transmit(Key key, Message& message, Cycle now) {
    ++message.transmissions;
    ++at_ni_;
    post(message.packet, {message.frame, key, false}, now);
  }

  void post(const Packet& packet, Leaving leaving, Cycle now) {
    remove_arrived(now);
    const PacketHandle handle = packets_.add(packet);
    leaving_[handle] = std::move(leaving);
    ni_.post_last(handle, now);
  }

  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override {
    const auto from = leaving_.at(packet).frame->begin() + first;
    std::copy(from, from + count, out);
  }

  void sent(PacketHandle packet, Cycle issued, Cycle injected) override {
    const auto found = leaving_.find(packet);
    const Leaving left = std::move(found->second);
    leaving_.erase(found);
    if (left.acknowledgement) {
      return;
    }
    --at_ni_;
    const auto message = unacknowledged_.find(left.key);
    if (message != unacknowledged_.end()) {
      const int before = message->second.transmissions - 1;
      const Cycle at = wakes_.now() + (settings_.timeout << std::min(before, kMostDoublings));
      timers_.push({at, left.key, message->second.transmissions});
      wakes_.wake(alarm_, 1, at);
      if (before == 0) {
        client_.sent(message->second.packet.carries, issued, injected);
      }
    }
  }

  void expire(Cycle now) {
    for (; !timers_.empty() && timers_.top().at <= now; timers_.pop()) {
      const auto message = unacknowledged_.find(timers_.top().key);
      if (message == unacknowledged_.end()) {
        continue;
      }
      if (message->second.transmissions == RetransmissionSettings::kMostTransmissions) {
        const Packet& packet = message->second.packet;
        counts_.given_up.push_back({packet.id, node_, packet.destinations[0]});
      } else {
        due_.push_back(message->first);
      }
    }
  }

  // ---- frames in ----

  void write(PacketHandle packet, NodeId /*at*/, std::uint32_t /*first*/, std::uint32_t count,
             const Word* in) override {
    std::vector<Word>& words = arriving_[packet];
    words.insert(words.end(), in, in + count);
  }

  void received(PacketHandle handle, NodeId /*at*/, Cycle head, Cycle tail) override {
    const auto found = arriving_.find(handle);
    const std::vector<Word> words = std::move(found->second);
    arriving_.erase(found);
    const Packet packet = packets_[handle];
    arrived_.emplace_back(handle, wakes_.now());
    const auto label =
        check_frame(header_word(node_, packet.flits()) ^ packet.turned_header, words);
    if (!label) {
      ++counts_.discarded;
    } else if (label->acknowledgement) {
      unacknowledged_.erase(key_of(label->source, label->sequence));
    } else {
      acknowledge(packet, *label);
      if (windows_[label->source].take(label->sequence)) {
        deliver(packet, words, head, tail);
      } else {
        ++counts_.duplicates;
      }
    }
  }

  void acknowledge(const Packet& packet, const FrameLabel& label) {
    ++counts_.acknowledgements;
    Packet answer;
    answer.source = node_;
    answer.destinations = &*nodes_.insert(label.source).first;
    answer.destination_count = 1;
    answer.payload_flits = kFrameFlits;
    answer.id = packet.id;
    answer.message_class = packet.message_class;
    answer.job = packet.job;
    const auto frame = std::make_shared<const std::vector<Word>>(
        make_frame(header_word(label.source, answer.flits()), {node_, label.sequence, true}, {}));
    answers_.push_back({answer, frame});
  }

  void deliver(const Packet& packet, const std::vector<Word>& words, Cycle head, Cycle tail) {
    const std::uint32_t count = packet.payload_flits - kFrameFlits;
    for (std::uint32_t first = 0; first < count; first += kRun) {
      client_.write(packet.carries, node_, first, std::min(kRun, count - first),
                    words.data() + 1 + first);
    }
    packets_.count_waits(packet.carries, packet.waits);
    client_.received(packet.carries, node_, head, tail);
  }

  // A source at the same router may hear in the same cycle only that the tail has left.
  void remove_arrived(Cycle now) {
    for (; !arrived_.empty() && arrived_.front().second < now; arrived_.pop_front()) {
      packets_.remove(arrived_.front().first);
    }
  }

  NodeId node_;
  RetransmissionSettings settings_;
  int ports_;
  PacketPool& packets_;
  NiClient& client_;
  WakeQueue& wakes_;
  NiCore ni_;
  Alarm alarm_;

  PostedQueue waiting_;
  std::deque<Answer> answers_;  // to be sent in this cycle
  std::deque<Key> due_;         // to be sent again
  int at_ni_ = 0;               // packets with messages that have not left
  std::unordered_map<NodeId, std::uint32_t> next_;
  std::map<Key, Message> unacknowledged_;
  std::unordered_map<PacketHandle, Leaving> leaving_;
  std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
  // What packets point to, which may be on their way when nobody waits for them any more.
  std::set<NodeId> nodes_;
  std::set<std::vector<PortId>> routes_;

  std::unordered_map<PacketHandle, std::vector<Word>> arriving_;
  std::deque<std::pair<PacketHandle, Cycle>> arrived_;  // and when
  std::unordered_map<NodeId, ReceiveWindow> windows_;
  RetransmissionCounts counts_;
};

std::unique_ptr<InterfaceCore> make(const InterfaceSite& site) {
  return std::make_unique<RetransmittingInterface>(site);
}

}  // namespace

const InterfaceKind& retransmitting_interface() {
  static constexpr InterfaceKind kKind{
      "retransmitting", "checks what comes, acknowledges it, and sends again what is not", make};
  return kKind;
}

}  // namespace flitcast
