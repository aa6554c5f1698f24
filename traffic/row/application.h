#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw/topology/topology.h"
#include "traffic/play/payload.h"
#include "traffic/row/matrix.h"

namespace flitcast {

/// A matrix and where it comes from, for messages.
struct NamedMatrix {
  std::string file;
  Matrix values;
};

/// What an application is given.
struct ApplicationInput {
  const Topology& topology;  ///< one that the row fits
  NamedMatrix data;
  std::optional<NamedMatrix> vector;  ///< for applications that take traffic.vector
  std::uint64_t seed = 1;             ///< of what is generated where nothing is given
};

/// A computation on real data whose traffic is that of a row: the memories of all nodes from the
/// input to the result. What nodes compute for themselves takes no time in the model.
class Application {
 public:
  virtual ~Application() = default;

  /// Payload flits of a block, μ, which follow from the input.
  virtual std::uint64_t block_flits() const = 0;
  /// Why, for messages: "4 rows on 2 nodes make blocks of 2 x 2 = 4 flits".
  virtual std::string block_reason() const = 0;
  /// What the schedule moves.
  virtual Payload& memory() = 0;
  /// The result as the nodes hold it after the schedule.
  virtual Matrix result() const = 0;
  /// What it is called: "transposed matrix".
  virtual const char* result_name() const = 0;
  /// What it should be, computed by one node alone.
  virtual Matrix expected() const = 0;
  /// The largest difference to expected() that is no error, for each of its elements; empty when
  /// every bit has to agree.
  virtual Matrix tolerance() const { return {}; }
};

/// A double as the word that holds its bits, and back.
Word to_word(double value);
double to_double(Word word);

}  // namespace flitcast
