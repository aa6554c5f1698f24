#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "hw/network_config.h"
#include "traffic/program/communication_program.h"
#include "traffic/row/row.h"

namespace flitcast {

/// The collectives of a Chakra trace, each played as a row of the catalogue on the ranks of its
/// process group. A group is of the ranks whose files name it, one without a name of all. Of a
/// group the first collective of a rank, by ids, is the first one of the others.
class ChakraCollectives {
 public:
  /// `rows` are played where they do what is asked for, else others that take any number of ranks.
  ChakraCollectives(const std::vector<std::string>& rows, std::int64_t flit_bytes,
                    const NetworkConfig& network);
  ~ChakraCollectives();

  /// Tags of their messages are not below.
  static constexpr std::uint32_t kFirstTag = std::uint32_t{1} << 31U;

  struct Given {
    std::uint64_t id;
    std::uint64_t type;  ///< as Chakra counts them
    std::uint64_t bytes;
    std::optional<std::uint32_t> root;
    std::string group;
  };
  /// Throws std::invalid_argument for a type that there is not.
  void add(std::uint32_t rank, const Given& given);
  /// After all have been added. Throws std::invalid_argument where ranks differ.
  void close(std::uint32_t ranks);
  /// Appends what a rank does for one of them, which begins when `after` has finished; it is over
  /// when the operations that it returns have finished. Throws std::invalid_argument where there is
  /// no row for it.
  std::vector<std::uint32_t> append(Program& program, std::uint32_t rank, std::uint64_t id,
                                    std::uint32_t after);
  /// Those of the rows that no collective so far is played as.
  std::vector<std::string_view> unused() const;
  /// A line for every kind of collective so far: the rows that it is played as.
  std::vector<std::string> played() const;

 private:
  struct Each {
    std::uint32_t group;
    std::uint32_t rank;
    std::uint64_t id;
    std::uint64_t type;
    std::uint64_t bytes;
    std::optional<std::uint32_t> root;
    std::uint32_t place;  // among those of its group, and then of all
  };
  struct Expansion;
  using Key = std::tuple<std::uint64_t, std::uint64_t, std::size_t, NodeId>;

  const Expansion& expansion_of(const Each& each);
  std::unique_ptr<Expansion> expand(const Row& row, const Each& each, NodeId root) const;
  std::string name_of(const Each& each) const;

  std::vector<const Row*> rows_;
  std::uint64_t flit_bytes_;
  NetworkConfig network_;
  std::map<std::string, std::uint32_t> groups_;
  std::vector<std::vector<std::uint32_t>> members_;  // of the groups
  std::vector<Each> all_;
  std::set<const Row*> used_;
  std::map<std::string_view, std::set<std::string_view>> played_;  // rows by name of the kind
  std::map<Key, std::unique_ptr<Expansion>> expansions_;
};

}  // namespace flitcast
