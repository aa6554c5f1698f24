#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>

#include "tests/support/slurm/kept_process.h"
#include "tests/support/temp_folder.h"

namespace flitcast {

/// A Slurm cluster of two nodes, n1 and n2, that take four jobs each, all on this machine: munged,
/// slurmctld and two slurmd in a temporary folder, on ports of the loopback interface that were
/// free. It needs no system service, no cgroups and no rights of root, and leaves nothing behind.
class SlurmCluster {
 public:
  /// Empty, or what is missing on this machine.
  static std::string missing();

  /// Starts everything and waits until both nodes are idle; SLURM_CONF in the environment of this
  /// process leads to it from then on. Throws std::runtime_error with the ends of the logs when
  /// the cluster does not come up within a minute.
  SlurmCluster();
  ~SlurmCluster();

  SlurmCluster(const SlurmCluster&) = delete;
  SlurmCluster& operator=(const SlurmCluster&) = delete;

  /// What SLURM_CONF has to be for clients.
  std::string configuration() const { return folder_.path("slurm.conf"); }

  /// Node 0 or 1 goes with all that runs on it; or the controller, with what it has not saved yet.
  void lose_node(std::size_t node) { nodes_.at(node).reset(); }
  void lose_controller() { controller_.reset(); }
  void start_node(std::size_t node);
  void start_controller();
  /// Lets nodes work again that the controller drained, as administrators do: one that was killed
  /// may have forgotten jobs, find them on the nodes, and distrust these.
  void resume_nodes() const;

  /// The ends of the logs, for people.
  std::string logs() const;

 private:
  void write_configuration() const;
  bool start();
  void stop();
  std::string state_of_nodes() const;

  TempFolder folder_;
  std::array<std::uint16_t, 3> ports_{};
  std::unique_ptr<KeptProcess> munge_;
  std::unique_ptr<KeptProcess> controller_;
  std::array<std::unique_ptr<KeptProcess>, 2> nodes_;
};

/// What a command wrote, without the newline at its end; empty when it cannot be run.
std::string output_of(const std::string& shell_command);

}  // namespace flitcast
