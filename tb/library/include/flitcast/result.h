#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <flitcast/export.h>

namespace flitcast {

/// A number, a word, a truth or nothing.
struct FLITCAST_EXPORT Value {
  enum class Kind { kNothing, kWhole, kDecimal, kText, kTruth };

  Kind kind = Kind::kNothing;
  std::string text;  ///< as tables have it: "2148", "passed"; empty for nothing

  bool is_number() const { return kind == Kind::kWhole || kind == Kind::kDecimal; }
  /// NaN where it is no number.
  double number() const;
  /// Of a whole number; throws std::logic_error where it is none.
  std::int64_t whole() const;
};

/// A value by the path that leads to it in a result: "completion_cycles", "latency.p95", and of the
/// configuration "traffic.message_flits".
struct FLITCAST_EXPORT NamedValue {
  std::string name;
  Value value;
};

/// What came of a run. Copies share it; one that was moved from may only be destroyed or assigned
/// to.
class FLITCAST_EXPORT Result {
 public:
  using Cycle = std::int64_t;

  /// A message at one of its destinations, with its history.
  struct Message {
    std::uint64_t id = 0;  ///< its number in the schedule, from 0
    std::uint64_t round = 0;
    std::uint32_t source = 0;
    std::uint32_t destination = 0;
    std::uint64_t hops = 0;
    std::uint64_t flits = 0;          ///< of payload
    Cycle issued = 0;                 ///< its start-up begins
    Cycle injected = 0;               ///< its header enters the injection channel
    Cycle head_arrived = 0;           ///< its header is in the memory of the destination
    Cycle tail_arrived = 0;           ///< its last word is
    std::vector<std::uint32_t> path;  ///< nodes of the whole worm, from the source on
  };

  /// Cycles that flits stood ready without leave, by cause.
  struct Waits {
    Cycle contention = 0;     ///< another worm holds the channel
    Cycle credit = 0;         ///< the buffer at its end has no room
    Cycle port = 0;           ///< another worm holds the port of the node
    Cycle serialisation = 0;  ///< other worms' flits have their turn
  };
  /// What a channel did: a link between routers, or a port through which a node receives.
  struct Link {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool receives = false;  ///< from a router into its node
    std::uint64_t flits = 0;
    Cycle busy_cycles = 0;
    Waits waits;
  };

  /// The result as `flitcast run --output.json` writes it, byte for byte; the member `host`, which
  /// no two runs have in common, is left out where RunOptions say so.
  const std::string& json() const;
  /// What `flitcast run` prints.
  const std::string& report() const;

  /// All that the result says in one place each, in its order; lists are left out.
  const std::vector<NamedValue>& values() const;
  /// One of them, by its path. Throws std::out_of_range where the result has none.
  const Value& operator[](const std::string& path) const;
  /// The number there. Throws std::out_of_range where the result has none.
  double number(const std::string& path) const;

  /// What flitcast ends with: 0 good, 1 an expectation or the data check failed, 3 stuck.
  int exit_code() const;
  /// Why the run ended before its workload had; empty where it did not.
  const std::string& stuck() const;
  /// The first violation where the data check failed; empty where it did not.
  const std::string& data_error() const;
  /// A line for every expectation of section [expect] that is not met.
  const std::vector<std::string>& unmet() const;
  /// What a reader of the result should know besides, a line each.
  const std::vector<std::string>& notes() const;

  /// In the order of rounds, ids and destinations along the path; none of random traffic. Only
  /// where RunOptions ask for them.
  const std::vector<Message>& messages() const;
  /// Links by their nodes, then receive ports. Only where RunOptions ask for them.
  const std::vector<Link>& links() const;

  struct Data;
  /// For the library itself.
  explicit Result(std::shared_ptr<const Data> data);

 private:
  std::shared_ptr<const Data> data_;
};

}  // namespace flitcast
