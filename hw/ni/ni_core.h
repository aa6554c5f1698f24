#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "hw/link/link.h"
#include "hw/network_config.h"
#include "hw/ni/flit_pace.h"
#include "hw/ni/interface_core.h"
#include "hw/ni/ni_client.h"
#include "hw/ni/port_context.h"
#include "hw/ni/posted_queue.h"
#include "hw/ni/receive_port.h"
#include "hw/ni/send_port.h"
#include "hw/ni/serial_sender.h"
#include "hw/packet.h"
#include "hw/probe.h"

namespace flitcast {

/// The plain network interface: `ports` injection channels, each sending one message at a
/// time with a serial start-up, or one after the other (RouterPipeline::injects_serially), and as
/// many ejection channels that always sink. NI channels run at one flit a cycle, or as
/// NetworkConfig::rates have it.
///
/// Timing of a message issued at cycle S (posted then, or its port became free then): the header
/// enters the injection channel at S + 1 + startup and stands in the router one cycle later; a flit
/// that the router ejects is in the NI one cycle later and in the node's memory after another.
/// Together with the command's cycle this is kFixedStartup.
class NiCore final : public InterfaceCore {
 public:
  /// Slots of an injection or ejection channel.
  static constexpr Cycle kChannelFlits = kNiChannelFlits;

  explicit NiCore(const InterfaceSite& site);

  static LinkParameters channel_parameters() { return {1, 1, kChannelFlits, 1}; }
  /// Of an injection channel. One that sends in turn knows the credits of the router's buffer.
  static LinkParameters injection_parameters(const NetworkConfig& config) {
    const bool serial = config.pipeline.injects_serially();
    return {1, 1, serial ? config.buffer_flits : kChannelFlits, 1};
  }
  LinkParameters injection_link() const override { return injection_; }
  LinkParameters ejection_link(int /*port*/) const override { return ejection_; }
  void attach_injection(int port, Link& link) override;
  void attach_ejection(int port, Link& link) override;

  void attach_probe(Probe* probe) override;
  void report_send_ports(Probe& probe, Cycle from) const override;
  Cycle last_command() const override { return last_command_; }
  PacketHandle receiving(int port) const override {
    return receive_[static_cast<std::size_t>(port)].receiving();
  }

  /// The first free port takes the message in the next cycle. Messages start in the order of
  /// PostedQueue.
  void post(PacketHandle packet, Cycle now) override;
  /// The same, after all others whatever their priority.
  void post_last(PacketHandle packet, Cycle now);
  void tick(Cycle now) override;

 private:
  // Causes: of every alarm, some for send ports and as many for receive ports; of the first, one
  // for commands.
  static constexpr int kPosted = 0;
  static constexpr int kPortsPerAlarm = 31;
  static constexpr int kFirstSend = 1;
  static constexpr int kFirstReceive = kFirstSend + kPortsPerAlarm;

  Alarm& alarm_of(int port) { return alarms_[static_cast<std::size_t>(port / kPortsPerAlarm)]; }
  void expect(PacketHandle packet, Cycle now);
  void serve_ports(std::size_t first, std::uint64_t due, Cycle now);
  void start_messages(Cycle now);
  void send_in_turn(Cycle now);

  PortContext context_;
  LinkParameters injection_;
  LinkParameters ejection_;
  std::unique_ptr<FlitPace> receive_pace_;  // of all receive ports together; null: none is kept
  std::vector<Alarm> alarms_;               // one for every kPortsPerAlarm ports
  std::unique_ptr<SerialSender> serial_;    // in place of send ports, or null
  std::vector<SendPort> send_;
  std::vector<ReceivePort> receive_;
  PostedQueue posted_;
  Cycle last_command_ = -1;
};

}  // namespace flitcast
