#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hw/network_config.h"
#include "hw/routing/routing.h"
#include "hw/topology/topology.h"
#include "traffic/schedule/schedule.h"
#include "traffic/theory/cost_model.h"

namespace flitcast {

class Application;
struct ApplicationInput;

/// A parameter that a row cannot be built with. `key()` is the configuration key to blame
/// ("topology.dims", "traffic.root", …); what() says what would be right, without the key.
class ParameterError : public std::invalid_argument {
 public:
  ParameterError(std::string key, const std::string& message)
      : std::invalid_argument(message), key_(std::move(key)) {}
  const std::string& key() const { return key_; }

 private:
  std::string key_;
};

/// Numbers that some rows take, see Row::parameters.
struct RowParameters {
  std::vector<NodeId> destinations = {};      ///< of a multicast: ascending, without the root
  NodeId shift = 1;                           ///< 1 … nodes − 1
  std::uint32_t segments = 1;                 ///< pieces that a pipeline cuts a message into, >= 1
  std::uint32_t radix = 2;                    ///< >= 2
  std::vector<std::uint32_t> partition = {};  ///< of the dimensions of a hypercube, in order
};

/// What a row is asked to do.
struct RowRequest {
  const Topology& topology;
  const Routing& routing;       ///< base routing; paths follow it unless the row says otherwise
  std::uint32_t message_flits;  ///< μ, payload flits of one block, >= 1
  NodeId root = 0;
  std::string variant = {};  ///< one of Row::variants; empty = the first
  Switching switching = Switching::kWormhole;
  int ports = 1;  ///< of every node, 1 … its degree
  RowParameters parameters = {};
  /// The hardware's, for closed forms of rounds whose slowest message depends on it.
  TimingModel timing = timing_model(NetworkConfig{});
  // Of the hardware too; no row asks for them, the lower bound of its operation does.
  Duplex duplex = Duplex::kFull;
  bool irc = false;  ///< a worm may inform several nodes
  /// Some links, channels between processors of a router, or worms that fork are not as `timing`
  /// says: no closed form holds.
  bool links_differ = false;
  RouterPipeline pipeline = {};

  bool stores_and_forwards() const { return switching == Switching::kStoreAndForward; }
  /// Every node has a port for each of its links.
  bool all_port() const { return ports >= topology.degree(); }
};

/// The hardware that a row is written for; the defaults of a configuration that names the row.
struct RowModel {
  static constexpr int kAllPorts = 0;  ///< one local port per link of a node

  Switching switching = Switching::kWormhole;
  int ports = 1;  ///< or kAllPorts
  bool irc = false;
  RoutingOrder order = RoutingOrder::kAscending;
  Duplex duplex = Duplex::kFull;
  /// Rounds share links, so that on tori and rings the virtual channels are cut at datelines.
  bool datelines = false;
  /// Worms fork, on staged routers; kNone: none does.
  Forks forks = Forks::kNone;
};

/// One runnable row of the catalogue.
struct Row {
  std::string_view id;      ///< traffic.algorithm, "aas-hc-dex"
  std::string_view number;  ///< row number in the catalogue, "A14"; empty for later literature
  const OperationKind* operation;
  std::string_view topologies;  ///< human-readable: "hypercube"
  std::string_view source;      ///< document and section
  std::string_view conditions;  ///< what sizes and parameters it takes, human-readable; empty = all
  std::string_view definition;  ///< one or two sentences
  std::string_view rounds;      ///< closed form, human-readable
  std::string_view latency;     ///< closed form, human-readable
  bool combining;
  std::vector<std::string_view> variants;  ///< first = default; empty when there is one form only
  /// For people: where messages of a round share links, and how many; empty for a row that never
  /// lets them, which is verified when it is played in its own model.
  std::string_view contention;
  /// The closed form, of some variant, counts the waiting for shared links, too.
  bool counts_waiting = false;
  /// Keys that the row takes beyond those of every row: "traffic.shift", "traffic.destinations", …
  std::vector<std::string_view> parameters;
  RowModel model;
  /// The variant that is made for one port, whatever the model says; empty when there is none.
  std::string_view one_port_variant;

  /// Throws ParameterError when the request does not fit the row. Called by check_request only.
  std::function<void(const RowRequest&)> validate;
  /// Lays the rounds of a schedule that has all else, see build(): sets `rounds` and `fill`, and of
  /// blocks and operation what is not as build() made it.
  std::function<void(const RowRequest&, Schedule&)> lay;
  /// The closed form of the row, or nothing where it does not cover the request's switching or
  /// ports. Where worms of a round share links it is what they would take without contention,
  /// unless the row says otherwise.
  std::function<std::optional<Coefficients>(const RowRequest&)> closed_form;
  /// Reads the data that the row is played with (traffic.data), on a network that fits the row;
  /// throws ParameterError where the data does not. Null: rows that move generated words.
  std::unique_ptr<Application> (*application)(const ApplicationInput&);

  bool takes(std::string_view key) const;
  /// The schedule of the row: its id, its operation of the request, with blocks of μ flits, and its
  /// rounds.
  /// Precondition: check_request passed. The schedule holds copies of what it needs but refers to
  /// the request's topology and routing, which must outlive it.
  Schedule build(const RowRequest& request) const;
  /// The hardware that the variant is written for.
  RowModel model_of(std::string_view variant) const;
};

/// The operation for the whole network, with root, shift and destinations of the request and the
/// columns of a grid where it has them, and whole blocks.
Operation operation_of(const OperationKind& kind, const RowRequest& request);

/// Throws ParameterError when the request does not fit the row: what every row asks for, then what
/// this one does.
void check_request(const Row& row, const RowRequest& request);

}  // namespace flitcast
