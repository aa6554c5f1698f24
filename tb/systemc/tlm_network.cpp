#include <set>
#include <stdexcept>
#include <string>

#include <flitcast/systemc/tlm_network.h>

#include "tb/systemc/initiator_port.h"
#include "tb/systemc/memory_port.h"
#include "tb/systemc/transaction.h"

namespace flitcast::systemc {
namespace {

/// Transactions with phases and in b_transport are told apart by Transaction::arrival.
Transaction& transaction_of(const Network::Packet& packet) {
  return *static_cast<Transaction*>(packet.user);
}

template <typename Port>
Port& port_at(const std::vector<std::unique_ptr<Port>>& ports, std::size_t index,
              const std::string& owner, const char* what) {
  if (index >= ports.size()) {
    throw std::out_of_range(owner + " has no " + what + " " + std::to_string(index) + ": it has " +
                            std::to_string(ports.size()));
  }
  return *ports[index];
}

}  // namespace

/// What ports share.
struct TlmNetwork::Shared {
  PortContext context;
  AddressMap map;
};

TlmNetwork::TlmNetwork(sc_core::sc_module_name name, NetworkModule& network,
                       const std::vector<std::uint32_t>& initiators, const AddressMap& map,
                       const Options& options)
    : sc_core::sc_module(name), shared_(new Shared{{network, options}, map}) {
  if (options.flit_bytes == 0 || options.outstanding == 0) {
    throw std::invalid_argument(std::string(this->name()) +
                                ": flit_bytes and outstanding are 1 at least");
  }
  if (std::set<std::uint32_t>(initiators.begin(), initiators.end()).size() != initiators.size()) {
    throw std::invalid_argument(std::string(this->name()) + ": a node has two initiators");
  }
  for (const AddressMap::Range& range : shared_->map.ranges()) {
    network.attach(range.node, *this);
    const std::string memory = "memory_" + std::to_string(memories_.size());
    memories_.push_back(std::make_unique<MemoryPort>(memory.c_str(), shared_->context, range));
  }
  for (const std::uint32_t node : initiators) {
    network.attach(node, *this);
    const std::string initiator = "initiator_" + std::to_string(initiators_.size());
    initiators_.push_back(std::make_unique<InitiatorPort>(initiator.c_str(), shared_->context, node,
                                                          shared_->map, memories_));
  }
}

TlmNetwork::TlmNetwork(sc_core::sc_module_name name, NetworkModule& network,
                       const std::vector<std::uint32_t>& initiators, const AddressMap& map)
    : TlmNetwork(name, network, initiators, map, Options()) {}

TlmNetwork::~TlmNetwork() = default;

tlm::tlm_target_socket<>& TlmNetwork::initiator(std::size_t index) {
  return port_at(initiators_, index, name(), "initiator").socket;
}

tlm::tlm_initiator_socket<>& TlmNetwork::memory(std::size_t index) {
  return port_at(memories_, index, name(), "memory").socket;
}

void TlmNetwork::posted(const Network::Packet& packet) {
  Transaction& transaction = transaction_of(packet);
  if (transaction.arrival != nullptr) {
    return;
  }
  if (transaction.replying) {
    transaction.memory->reply_posted(transaction);
  } else {
    transaction.initiator.request_posted(transaction);
  }
}

void TlmNetwork::received(const Network::Arrival& arrival) {
  Transaction& transaction = transaction_of(arrival);
  transaction.damaged |= arrival.damaged;
  if (transaction.arrival != nullptr) {
    transaction.initiator.call_arrived(transaction);
  } else if (transaction.replying) {
    transaction.initiator.reply_arrived(transaction);
  } else {
    transaction.memory->request_arrived(transaction);
  }
}

}  // namespace flitcast::systemc
