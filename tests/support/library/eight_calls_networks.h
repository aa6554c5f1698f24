#pragma once

#include <string>
#include <vector>

#include <flitcast/settings.h>

namespace flitcast {

/// A network of 64 nodes with one route from node to node.
struct EightCallsNetwork {
  std::string name;
  std::string text;  ///< of its configuration
  int classes;       ///< of packets
  bool keeps_order;  ///< packets of a class have one virtual channel

  Settings settings() const { return Settings::parse(text, name); }
};

inline std::vector<EightCallsNetwork> eight_calls_networks() {
  const std::string mesh = "[topology]\nkind = mesh\ndims = 8x8\n[load]\nsizes = 5\n[router]\n";
  return {
      {"mesh", mesh, 2, true},
      {"cut_through_mesh", mesh + "switching = cut_through\n", 1, true},
      {"hypercube", "[topology]\nkind = hypercube\ndims = 6\n[router]\nports = all\n", 1, false},
      {"staged_mesh_of_classes",
       mesh + "pipeline = staged\nvcs = 2\nmessage_classes = 2\nbuffer_flits = 8\n", 2, true},
      {"mesh_of_four_vcs", mesh + "vcs = 4\nbuffer_flits = 8\n", 2, false},
      {"torus", "[topology]\nkind = torus\ndims = 8x8\n[router]\nvcs = 2\nties = up\n", 1, true},
  };
}

}  // namespace flitcast
