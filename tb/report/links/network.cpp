#include "tb/report/links/network.h"

#include <stdexcept>

#include "hw/topology/graph_file.h"
#include "tb/system/files/text_file.h"

namespace flitcast {

std::vector<std::string> node_names(const Topology& topology, const std::string& file) {
  constexpr std::size_t kMaxBytes = std::size_t{1} << 26;
  if (file.empty()) {
    return {};
  }
  try {
    std::vector<std::string> names =
        parse_graph_file(read_regular_file(file, kMaxBytes), file).names;
    return names.size() == topology.nodes() ? names : std::vector<std::string>{};
  } catch (const std::exception&) {
    return {};  // pictures do without
  }
}

}  // namespace flitcast
