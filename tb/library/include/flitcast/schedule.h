#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <flitcast/export.h>
#include <flitcast/settings.h>
#include <flitcast/watch.h>

namespace flitcast {

/// A schedule of a collective operation, told message by message. As a file it is played by the key
/// traffic.schedule; what is promised is proved before. tb/schedules/README.md explains the format.
///
///     ScheduleBuilder ring("all-to-all broadcast", 3);
///     ring.round().send(0, 1, {{0}}).send(1, 2, {{1}}).send(2, 0, {{2}});
///     ring.round().send(0, 1, {{2}}).send(1, 2, {{0}}).send(2, 0, {{1}});
///     ring.save("ring.json");
///     Settings settings;
///     settings.set("topology.kind", "ring").set("dims", 3).set("traffic.schedule", "ring.json");
class FLITCAST_EXPORT ScheduleBuilder {
 public:
  /// A piece of data: what node `origin` has for node `final`, or, where that is nothing, for all.
  struct Block {
    std::uint32_t origin = 0;
    std::optional<std::uint32_t> final = std::nullopt;
    std::uint32_t part = 0;  ///< of those that blocks are divided into, from 0
  };
  /// What a message may have besides.
  struct Extras {
    std::vector<std::uint32_t> path = {};  ///< from sender to last receiver; empty: the base route
    /// "move", "copy", "add", "move and add" or "add to both"; empty: as the operation has it.
    std::string transfer = {};
  };

  /// For an operation, by any of its names, of so many nodes.
  ScheduleBuilder(const std::string& operation, std::uint32_t nodes);
  ~ScheduleBuilder();
  /// One that was moved from may only be destroyed or assigned to.
  ScheduleBuilder(ScheduleBuilder&& other) noexcept;
  ScheduleBuilder& operator=(ScheduleBuilder&& other) noexcept;

  /// What reports call it.
  ScheduleBuilder& name(const std::string& algorithm);
  /// μ, a multiple of the parts of a block.
  ScheduleBuilder& message_flits(std::uint32_t flits);
  /// Equal parts of every block.
  ScheduleBuilder& parts(std::uint32_t count);
  /// Of operations that have one.
  ScheduleBuilder& root(std::uint32_t node);
  /// Of a multicast: ascending, without the root.
  ScheduleBuilder& destinations(const std::vector<std::uint32_t>& nodes);
  /// Of a circular shift.
  ScheduleBuilder& shift(std::uint32_t places);
  /// What it is made for: a key of [router] or [link] that configurations have by default then.
  ScheduleBuilder& model(const std::string& key, const std::string& value);

  /// Begins a round: what is sent from here on goes when all of the round before has arrived.
  ScheduleBuilder& round();
  /// A message of the present round; there is one from the first message on.
  ScheduleBuilder& send(std::uint32_t from, std::uint32_t to, const std::vector<Block>& blocks);
  /// The same with several receivers, in the order of the path, or with extras.
  ScheduleBuilder& send(std::uint32_t from, const std::vector<std::uint32_t>& to,
                        const std::vector<Block>& blocks, const Extras& extras);

  /// The schedule as a file has it.
  std::string json() const;
  /// Writes that. Throws InputError where it cannot be written.
  void save(const std::string& file) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// The schedule that settings play, of the catalogue or from a file, as a file has it: what
/// `flitcast show --format=json` prints. Throws InputError, and Interrupted.
FLITCAST_EXPORT std::string schedule_json(const Settings& settings, const Watch& watch = {});

}  // namespace flitcast
