#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flitcast::proof {

// What a certificate may say.
inline constexpr std::uint64_t kMostNodes = 4096;
inline constexpr std::uint64_t kMostOfOne = 65535;  ///< rounds, chunks, ports
inline const std::vector<std::string> kOperations{"broadcast",  "multicast",  "scatter",
                                                  "all-gather", "all-to-all", "all-reduce"};

struct Link {
  std::uint32_t from;
  std::uint32_t to;
  std::uint32_t chunks;  ///< that it carries in a round
};

/// The rounds of each step, and the name of the files with the proof that these will not do.
struct Split {
  std::vector<std::uint32_t> rounds;
  std::string files;
};

/// What can be counted: "cut", "distance", "growth" or "carriage", and the nodes that it is about.
struct Count {
  std::string kind;
  std::vector<std::uint32_t> nodes;
};

/// What a certificate says: there is no schedule for an operation with so many rounds, in so many
/// steps or, by a count, in any.
struct Claim {
  std::string operation;
  std::uint32_t nodes = 0;
  std::uint32_t chunks = 0;  ///< of a node, or of a pair of nodes
  std::uint32_t root = 0;
  std::vector<std::uint32_t> destinations;  ///< of multicast
  std::vector<Link> links;
  std::uint32_t ports = 0;   ///< messages that a node sends, or receives, at a time; 0: any number
  bool half_duplex = false;  ///< between two nodes one link carries something at a time
  std::uint32_t rounds = 0;
  std::uint32_t steps = 0;    ///< without a count
  std::vector<Split> splits;  ///< likewise
  std::optional<Count> count;
};

/// Reads certificate.json. Throws FileError with the place of what does not fit.
Claim read_claim(const std::string& file);

/// A piece of data, at one node first, for others at the end.
struct Chunk {
  std::string name;  ///< "0.1", the second of node 0; "0>5.1" where it is for node 5 only
  std::uint32_t origin;
  std::vector<std::uint32_t> destinations;
};

/// What the operation is about.
std::vector<Chunk> chunks_of(const Claim& claim);

/// "all-gather of 3 chunks a node on 8 nodes with 32 links".
std::string in_words(const Claim& claim);

}  // namespace flitcast::proof
