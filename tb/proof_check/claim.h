#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/proof_check/machine.h"

namespace flitcast::proof {

/// The rounds of each step, and the name of the files with the proof that these will not do.
struct Split {
  std::vector<std::uint32_t> rounds;
  std::string files;
};

/// Why there is no schedule: "formulas", of every split, or what can be counted: in the model of
/// hops "cut", "distance", "growth" or "carriage", in that of worms "growth", "ports" or "links";
/// and the nodes or links that it is about.
struct Reason {
  std::string kind;
  std::vector<std::uint32_t> nodes;
  std::vector<Ends> links;
  std::vector<Split> splits;
};

/// What a certificate says: there is no schedule for an operation on a machine with so many rounds,
/// in so many steps or, by a count, in any.
struct Claim {
  bool worms = false;  ///< a round is a set of worms that share no link; else of hops
  std::string operation;
  std::uint32_t chunks = 1;  ///< of a node, or of a pair of nodes
  std::uint32_t root = 0;
  std::vector<std::uint32_t> destinations;  ///< of multicast

  NamedNetwork network;     ///< without a kind: what follows is all that is known of it
  std::uint32_t nodes = 0;  ///< that take part; worms may pass others
  std::vector<Link> links;
  std::string routes;        ///< of worms: base, base backwards, shortest or any; empty: `ways`
  std::vector<Way> ways;     ///< of worms, that they may go
  std::uint32_t ports = 0;   ///< messages that a node sends, or receives, at a time; 0: any number
  bool half_duplex = false;  ///< between two nodes one link carries something at a time
  bool absorbs = false;      ///< nodes that a worm passes may receive it

  std::uint32_t rounds = 0;
  std::uint32_t steps = 0;  ///< without a count
  Reason reason;
  std::uint64_t milliseconds = 0;  ///< of the search, which is of no use to a proof

  /// Ways are links; worms go along any of them, one after the other.
  bool joined() const { return routes == "any"; }
  /// Every chunk is for one node.
  bool apart() const { return operation == "scatter" || operation == "all-to-all"; }
  /// Of two neighbours, as what carries something: with half duplex both ways are one.
  Ends link(std::uint32_t from, std::uint32_t to) const {
    return half_duplex && to < from ? Ends(to, from) : Ends(from, to);
  }
};

/// Nodes at most.
inline constexpr std::uint64_t kMostNodes = 4096;

/// Makes of the name of a network its links and ways. Throws FileError with the place in the file
/// of what does not fit.
void complete_and_check(Claim& claim, const std::string& file);
/// Reads certificate.json, and completes and checks it. Throws FileError.
Claim read_claim(const std::string& file);

/// A piece of data, at one node first, for others at the end.
struct Chunk {
  std::string name;  ///< "0.1", the second of node 0; "0>5.1" where it is for node 5 only
  std::uint32_t origin;
  std::vector<std::uint32_t> destinations;
};

/// What the operation is about.
std::vector<Chunk> chunks_of(const Claim& claim);

/// "all-gather of 3 chunks a node on 8 nodes with 32 links, 4 ports", or "broadcast at node 0 on
/// hypercube 4, 1 port, by worms along base routes".
std::string in_words(const Claim& claim);

}  // namespace flitcast::proof
