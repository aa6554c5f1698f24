#pragma once

#include <array>
#include <deque>
#include <vector>

#include "hw/ni/gated_port.h"
#include "hw/ni/interface_core.h"
#include "hw/ni/memory.h"
#include "hw/ni/send_port.h"

namespace flitcast {

/// The network interface of a processor with a memory. A message of class 0 is a request: once its
/// last word is there, the client posts a message of class 1, its reply, dated to that cycle, which
/// the interface sends when the memory has served it. Replies always have room at the node that
/// asked; requests come in only as the memory has.
///
/// Timing: a node has at most MemorySettings::outstanding requests that were issued and are not
/// replied to; the next is issued when a reply's last word is in memory, as if it were posted
/// then. A memory takes a request when it is there, a bank is free, and there is a place for its
/// reply; the reply counts as posted MemorySettings::latency later, and its place is free when its
/// tail has left the injection channel. Send ports are those of the plain interface, receive ports
/// take a flit a cycle.
///
/// Where there are classes of messages (RouterPipeline::message_classes), each has ports of its
/// own, see NetworkConfig::classes_at_ports; else any port takes any message, and sends replies
/// before requests.
class MemoryInterface final : public InterfaceCore, private NiClient {
 public:
  explicit MemoryInterface(const InterfaceSite& site);

  LinkParameters injection_link() const override { return {1, 1, kNiChannelFlits, 1}; }
  /// With as many slots as a flit a cycle takes.
  LinkParameters ejection_link(int /*port*/) const override {
    return {1, 1, config_.round_trip(1), 1};
  }
  void attach_injection(int port, Link& link) override;
  void attach_ejection(int port, Link& link) override;

  void attach_probe(Probe* probe) override;
  void report_send_ports(Probe& probe, Cycle from) const override;
  Cycle last_command() const override { return last_command_; }
  PacketHandle receiving(int port) const override {
    return receive_[static_cast<std::size_t>(port)].receiving();
  }

  void post(PacketHandle packet, Cycle now) override;
  void tick(Cycle now) override;
  std::vector<HeldUp> held_up() const override;

 private:
  void read(PacketHandle packet, std::uint32_t first, std::uint32_t count, Word* out) override {
    client_.read(packet, first, count, out);
  }
  void write(PacketHandle packet, NodeId at, std::uint32_t first, std::uint32_t count,
             const Word* in) override {
    client_.write(packet, at, first, count, in);
  }
  void sent(PacketHandle packet, Cycle issued, Cycle injected) override;
  void received(PacketHandle packet, NodeId at, Cycle head_arrived, Cycle tail_arrived) override;

  bool is_reply(PacketHandle packet) const { return context_.packets[packet].message_class > 0; }
  void wake(Cycle at) { context_.wakes.wake(alarm_, 1, at); }
  void serve_memory(Cycle at);
  void start_messages(Cycle now);
  std::deque<PostedPacket>* next_for(std::size_t port, Cycle now);
  void count_free_requests(Cycle now);

  NiClient& client_;
  PortContext context_;
  const NetworkConfig& config_;
  Alarm alarm_;
  std::vector<SendPort> send_;
  std::vector<PacketHandle> sending_;  // by send port
  std::vector<GatedPort> receive_;
  Memory memory_;
  std::array<std::deque<PostedPacket>, 2> posted_;  // requests, and replies that have been served
  std::deque<PacketHandle> replies_;  // that have a place in the memory, the oldest first
  int may_issue_;                     // so many more requests
  std::deque<Cycle> retired_;  // from when on, of those that came back and do not count there yet
  Cycle issue_from_ = -1;      // the last one that does
  Cycle last_command_ = -1;
};

}  // namespace flitcast
