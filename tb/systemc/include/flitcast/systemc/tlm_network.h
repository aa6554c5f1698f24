#pragma once

#include <cstdint>
#include <memory>
#include <tlm>
#include <vector>

#include <flitcast/systemc/address_map.h>
#include <flitcast/systemc/network_module.h>
#include <systemc>

namespace flitcast::systemc {

class InitiatorPort;
class MemoryPort;

/// TLM-2.0 over a network: initiators at some nodes, memories at others, requests and replies as
/// packets between them.
///
/// **Packets.** The header flit has what a transaction is: command, length, streaming width, status
/// and a number by which its initiator knows it. A request has an address of 8 bytes, a bit for
/// every byte enable, and the data of a write; a reply has the data of a read, and to a write it is
/// a header alone.
///
/// **Payloads** pass through: memories get the initiator's payload, extensions included, with the
/// address counted from the begin of their range while they have it. Refused at once are an
/// address in no range or an access that leaves its range, by TLM_ADDRESS_ERROR_RESPONSE, and by
/// TLM_BURST_ERROR_RESPONSE reads and writes of no bytes, or with a streaming width of 0, and what
/// needs a packet larger than the network takes (Network::fits). A packet that arrives damaged is
/// answered by TLM_GENERIC_ERROR_RESPONSE.
///
/// **Loosely timed**: b_transport first waits as long as the annotated delay says, which
/// synchronizes an initiator that is ahead, and returns at the time of the reply with a delay of 0.
/// With Options::annotate it does not wait: it adds to the delay what request and reply take when
/// they meet no other packet, and initiators synchronize by their quantum keepers. Memories get
/// b_transport. A thread may be killed or reset in a call: the call is over then, and a packet of
/// it that is under way arrives without being answered.
///
/// **Approximately timed**: four phases on both sides. END_REQ comes when the network takes the
/// request, and the memory's END_RESP when it takes the reply: back pressure. Calls are accepted
/// (TLM_ACCEPTED), and answered by calls. Replies may overtake one another. Memories get
/// nb_transport_fw. Payloads are acquired from BEGIN_REQ to the end of the response.
///
/// **At most Options::outstanding** transactions of an initiator are between END_REQ and the end of
/// their response, or in b_transport (waiting ones not counted). The next one's END_REQ is held
/// back.
///
/// Debug transport takes no time. DMI is refused, and the hint for it turned off; as no pointer was
/// given out, there is none to invalidate.
///
/// Requests and replies are of two message classes, so that they cannot wait for each other where
/// router.message_classes keeps classes apart.
class TlmNetwork : public sc_core::sc_module, private NetworkClient {
 public:
  struct Options {
    unsigned flit_bytes = 8;
    unsigned outstanding = 4;
    bool annotate = false;
    std::uint8_t request_class = 0;
    std::uint8_t reply_class = 1;
  };

  /// Initiators are at `initiators`, one at a node, memories where `map` has ranges. Throws
  /// std::invalid_argument where a node does not exist or is given twice, or an option is 0.
  TlmNetwork(sc_core::sc_module_name name, NetworkModule& network,
             const std::vector<std::uint32_t>& initiators, const AddressMap& map,
             const Options& options);
  TlmNetwork(sc_core::sc_module_name name, NetworkModule& network,
             const std::vector<std::uint32_t>& initiators, const AddressMap& map);
  ~TlmNetwork() override;

  /// For the socket of the `index`-th initiator. Throws std::out_of_range where there is none.
  tlm::tlm_target_socket<>& initiator(std::size_t index);
  /// For the socket of the memory of the `index`-th range, by address. Throws as above.
  tlm::tlm_initiator_socket<>& memory(std::size_t index);

 private:
  void posted(const Network::Packet& packet) override;
  void received(const Network::Arrival& arrival) override;

  struct Shared;

  std::unique_ptr<Shared> shared_;
  std::vector<std::unique_ptr<MemoryPort>> memories_;
  std::vector<std::unique_ptr<InitiatorPort>> initiators_;
};

}  // namespace flitcast::systemc
