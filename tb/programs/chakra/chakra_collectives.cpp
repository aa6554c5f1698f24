#include "tb/programs/chakra/chakra_collectives.h"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "hw/routing/routing.h"
#include "hw/topology/families.h"
#include "traffic/catalogue/catalogue.h"
#include "traffic/program/schedule_ops.h"

namespace flitcast {
namespace {

/// Expansions that are kept.
constexpr std::size_t kKept = 256;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 50;

struct Kind {
  std::string_view name;
  /// Of the operation; the last two do for the sizes that others do not take.
  std::array<std::string_view, 3> rows;
  bool divided;  ///< a rank has a block of its bytes for every other one
};
/// In the order of Chakra's numbers.
constexpr std::array<Kind, 10> kKinds{{
    {"all-reduce", {"allreduce-ring", "allreduce-rabenseifner"}, false},
    {"reduce", {"aor-line", "allreduce-ring", "allreduce-rabenseifner"}, false},
    {"all-gather", {"aab-ring", "aab-bruck"}, false},
    {"gather", {"gather-line", "aab-ring", "aab-bruck"}, false},
    {"scatter", {"oas-grid-wh"}, true},
    {"broadcast", {"oab-line", "oab-chain"}, false},
    {"all-to-all", {"aas-bruck"}, true},
    {"reduce-scatter", {"aar-ring", "aar-hc"}, true},
    {"reduce-scatter", {"aar-ring", "aar-hc"}, true},
    {"barrier", {"barrier-dissemination"}, false},
}};

std::vector<std::uint32_t> cube_of(std::uint32_t ranks) {
  std::uint32_t dimension = 0;
  while ((1U << dimension) < ranks) {
    ++dimension;
  }
  return {dimension};
}

/// The sides of the grid that is nearest to a square.
std::vector<std::uint32_t> grid_of(std::uint32_t ranks) {
  std::uint32_t side = 1;
  for (std::uint32_t each = 1; each * each <= ranks; ++each) {
    side = ranks % each == 0 ? each : side;
  }
  return {ranks / side, side};
}

}  // namespace

/// What the ranks of a group do: a schedule on a network of so many nodes.
struct ChakraCollectives::Expansion {
  Topology topology;
  Routing routing;
  Schedule schedule;
  ScheduleOps ops;

  Expansion(const Topology& on, const Row& row, const NetworkConfig& network, std::uint32_t flits,
            NodeId root)
      : topology(on),
        routing(topology, row.model.order),
        schedule(build(row, network, flits, root)),
        ops(schedule, topology, network) {}

 private:
  Schedule build(const Row& row, const NetworkConfig& network, std::uint32_t flits,
                 NodeId root) const {
    RowRequest request{topology, routing, flits, root};
    request.switching = network.switching;
    request.ports = std::min(network.ports, std::max(topology.degree(), 1));
    check_request(row, request);
    return row.build(request);
  }
};

ChakraCollectives::ChakraCollectives(const std::vector<std::string>& rows, std::int64_t flit_bytes,
                                     const NetworkConfig& network)
    : flit_bytes_(static_cast<std::uint64_t>(flit_bytes)), network_(network) {
  for (const std::string& row : rows) {
    rows_.push_back(&find_row(row));
  }
}

ChakraCollectives::~ChakraCollectives() = default;

void ChakraCollectives::add(std::uint32_t rank, const Given& given) {
  if (given.type >= kKinds.size()) {
    throw std::invalid_argument(fmt::format("there is no collective {}", given.type));
  }
  if (given.bytes > kMostBytes) {
    throw std::invalid_argument(fmt::format("{} bytes are more than {}", given.bytes, kMostBytes));
  }
  const auto next = static_cast<std::uint32_t>(groups_.size());
  const std::uint32_t group = groups_.emplace(given.group, next).first->second;
  if (group == members_.size()) {
    members_.emplace_back();
  }
  if (members_[group].empty() || members_[group].back() != rank) {
    members_[group].push_back(rank);
  }
  all_.push_back({group, rank, given.id, given.type, given.bytes, given.root, 0});
}

void ChakraCollectives::close(std::uint32_t ranks) {
  std::sort(all_.begin(), all_.end(), [](const Each& a, const Each& b) {
    return std::tie(a.group, a.rank, a.id) < std::tie(b.group, b.rank, b.id);
  });
  const auto unnamed = groups_.find("");
  if (unnamed != groups_.end() && members_[unnamed->second].size() != ranks) {
    throw std::invalid_argument("some ranks have collectives of all, and others have none");
  }
  std::uint32_t tags = 0;  // of the groups before
  for (std::size_t first = 0; first < all_.size();) {
    const std::uint32_t group = all_[first].group;
    std::size_t count = 0;
    while (first + count < all_.size() && all_[first + count].group == group &&
           all_[first + count].rank == all_[first].rank) {
      ++count;
    }
    const std::size_t members = members_[group].size();
    for (std::size_t i = 0; i < count * members; ++i) {
      const Each& like = all_[first + i % count];
      if (first + i == all_.size() || all_[first + i].group != group ||
          all_[first + i].rank != members_[group][i / count] || all_[first + i].type != like.type ||
          all_[first + i].bytes != like.bytes || all_[first + i].root != like.root) {
        throw std::invalid_argument(fmt::format("{} is not what rank {} does with them",
                                                name_of(like), members_[group][i / count]));
      }
      all_[first + i].place = tags + static_cast<std::uint32_t>(i % count);
    }
    first += count * members;
    if (first < all_.size() && all_[first].group == group) {
      throw std::invalid_argument(fmt::format("{} is one that rank {} takes no part in",
                                              name_of(all_[first]), all_[first - 1].rank));
    }
    tags += static_cast<std::uint32_t>(count);
  }
  std::sort(all_.begin(), all_.end(), [](const Each& a, const Each& b) {
    return std::tie(a.rank, a.id) < std::tie(b.rank, b.id);
  });
}

std::string ChakraCollectives::name_of(const Each& each) const {
  return fmt::format("{} of {} bytes, node {} of rank {}, a collective of {} ranks,",
                     kKinds[each.type].name, each.bytes, each.id, each.rank,
                     members_[each.group].size());
}

std::vector<std::uint32_t> ChakraCollectives::append(Program& program, std::uint32_t rank,
                                                     std::uint64_t id, std::uint32_t after) {
  const auto place = std::lower_bound(
      all_.begin(), all_.end(), std::pair(rank, id),
      [](const Each& each, const auto& wanted) { return std::pair(each.rank, each.id) < wanted; });
  const std::vector<std::uint32_t>& members = members_[place->group];
  if (members.size() == 1) {
    return {after};
  }
  const auto node = std::lower_bound(members.begin(), members.end(), rank) - members.begin();
  ScheduleOps::Destination where;
  where.ranks = &members;
  where.tag = kFirstTag + place->place;
  where.after = after;
  return expansion_of(*place).ops.append(program, static_cast<NodeId>(node), where);
}

std::vector<std::string_view> ChakraCollectives::unused() const {
  std::vector<std::string_view> ids;
  for (const Row* row : rows_) {
    if (used_.count(row) == 0) {
      ids.push_back(row->id);
    }
  }
  return ids;
}

std::vector<std::string> ChakraCollectives::played() const {
  std::vector<std::string> lines;
  for (const auto& [kind, rows] : played_) {
    lines.push_back(fmt::format("{} is played as {}", kind, fmt::join(rows, " or ")));
  }
  return lines;
}

const ChakraCollectives::Expansion& ChakraCollectives::expansion_of(const Each& each) {
  const std::vector<std::uint32_t>& members = members_[each.group];
  NodeId root = 0;
  if (each.root) {
    const auto place = std::lower_bound(members.begin(), members.end(), *each.root);
    if (place == members.end() || *place != *each.root) {
      throw std::invalid_argument(
          fmt::format("{} has the root {}, which is none of them", name_of(each), *each.root));
    }
    root = static_cast<NodeId>(place - members.begin());
  }
  const Key key{each.type, each.bytes, members.size(), root};
  const auto found = expansions_.find(key);
  if (found != expansions_.end()) {
    return *found->second;
  }
  if (expansions_.size() == kKept) {
    expansions_.clear();
  }
  const Kind& kind = kKinds[each.type];
  std::vector<const Row*> rows;
  for (const Row* row : rows_) {
    if (row->operation == find_row(kind.rows[0]).operation) {
      rows.push_back(row);
    }
  }
  if (rows.empty()) {
    for (const std::string_view id : kind.rows) {
      if (!id.empty()) {
        rows.push_back(&find_row(id));
      }
    }
  }
  for (const Row* row : rows) {
    if (auto expansion = expand(*row, each, root)) {
      used_.insert(row);
      played_[kind.name].insert(row->id);
      return *(expansions_[key] = std::move(expansion));
    }
  }
  throw std::invalid_argument(fmt::format("{} cannot be played: {} takes no such number of ranks",
                                          name_of(each), rows.back()->id));
}

/// The row on the first network that it takes, with messages as large as it takes them. Null where
/// there is none.
std::unique_ptr<ChakraCollectives::Expansion> ChakraCollectives::expand(const Row& row,
                                                                        const Each& each,
                                                                        NodeId root) const {
  const auto ranks = static_cast<std::uint32_t>(members_[each.group].size());
  const std::uint64_t unit = kKinds[each.type].divided ? flit_bytes_ * ranks : flit_bytes_;
  const std::uint64_t flits = std::max<std::uint64_t>((each.bytes + unit - 1) / unit, 1);
  const std::uint64_t rounded = (flits + ranks - 1) / ranks * ranks;
  for (const std::uint64_t size : {flits, rounded}) {
    if (size > std::numeric_limits<std::uint32_t>::max() - 1) {
      throw std::invalid_argument(fmt::format("{} has messages that are too large", name_of(each)));
    }
    for (const auto& [kind, dims] : {std::pair(TopologyKind::kRing, std::vector{ranks}),
                                     {TopologyKind::kLine, {ranks}},
                                     {TopologyKind::kHypercube, cube_of(ranks)},
                                     {TopologyKind::kTorus, grid_of(ranks)},
                                     {TopologyKind::kMesh, grid_of(ranks)}}) {
      try {
        const Topology topology(kind, dims);
        if (topology.processors() == ranks) {
          return std::make_unique<Expansion>(topology, row, network_,
                                             static_cast<std::uint32_t>(size), root);
        }
      } catch (const std::invalid_argument&) {  // of a network or a row that takes something else
      }
    }
  }
  return nullptr;
}

}  // namespace flitcast
