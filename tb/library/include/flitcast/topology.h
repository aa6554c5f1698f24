#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <flitcast/export.h>
#include <flitcast/settings.h>

namespace flitcast {

/// A network as a graph with routes. Nodes are numbered from 0: processors first, which send and
/// receive, then switches. What a node is in its kind of network is told in hw/README.md.
class FLITCAST_EXPORT NetworkMap {
 public:
  /// A channel in one direction.
  struct Link {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t port = 0;  ///< of `from`, by which it leaves
  };

  /// The sections [topology] and [router] say what the network is; others have no effect. Throws
  /// InputError.
  explicit NetworkMap(const Settings& settings);
  ~NetworkMap();
  /// One that was moved from may only be destroyed or assigned to.
  NetworkMap(NetworkMap&& other) noexcept;
  NetworkMap& operator=(NetworkMap&& other) noexcept;

  /// "mesh 8x8".
  const std::string& name() const;
  std::uint32_t nodes() const;
  std::uint32_t processors() const;
  /// The router at which a node sends and receives: itself, unless processors share routers.
  std::uint32_t router_of(std::uint32_t node) const;

  // Numbers of nodes that there are not throw std::out_of_range.

  /// All channels between routers, by their first node and its ports.
  std::vector<Link> links() const;
  /// Nodes that channels lead to from there, by the ports of the node.
  std::vector<std::uint32_t> neighbours(std::uint32_t node) const;
  /// Channels between routers on the shortest way from one node to another; UINT32_MAX where
  /// nothing leads from the one to the other, being in two networks side by side.
  std::uint32_t distance(std::uint32_t from, std::uint32_t to) const;
  /// The base route from one processor to another, along which schedules are laid: routers, the
  /// first and the last one included.
  std::vector<std::uint32_t> route(std::uint32_t from, std::uint32_t to) const;

 private:
  struct Parts;
  std::unique_ptr<const Parts> parts_;
};

}  // namespace flitcast
