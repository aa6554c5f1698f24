#pragma once

#include <cstddef>
#include <vector>

namespace flitcast {

/// What one batch of a run adds to a ratio: the sum of the latencies of its packets and their
/// number, or flits and cycles.
struct Batch {
  double sum;
  double weight;
};

/// A mean from batches.
struct BatchEstimate {
  double mean = 0;        ///< NaN where they weigh nothing
  double half_width = 0;  ///< of its 95 % interval; infinite where the batches do not tell
  double lag_1 = 0;       ///< correlation of a batch with the next
  std::size_t batches = 0;
  double error = 0;  ///< standard error of the mean, likewise
  /// Of batches that were joined: so many that are independent would tell the mean as well.
  double independent = 0;

  /// By more than independent batches would be in one of twenty cases: they are too short.
  bool correlated() const;
};

/// The mean Σsum/Σweight by the method of batch means with Student's t, in the form for ratios,
/// which allows for batches of different weight: the variance is that of sum − mean·weight (A. M.
/// Law and W. D. Kelton, "Simulation Modeling and Analysis", 3rd ed. 2000, §9.5.3; Bratley, Fox and
/// Schrage, "A Guide to Simulation", 1987, §3.3). With equal weights it is the ordinary one.
BatchEstimate batch_means(const std::vector<Batch>& batches);

/// Batches joined to `count` groups, of which none has more than one batch more than another; as
/// they are when they are fewer than twice that. Precondition: count >= 1.
std::vector<Batch> joined(const std::vector<Batch>& batches, std::size_t count);

/// The estimate of 32 batches or, where these are correlated or it is narrower, of 16: batches are
/// doubled until neighbours know nothing of each other (A. M. Law and J. S. Carson, "A sequential
/// procedure for determining the length of a steady-state simulation", Operations Research 27(5),
/// 1979). If they are still correlated the run is too short. By how many times its variance is
/// larger than batches as they come make it, as if they were independent, so many of these say as
/// much as one that is (the statistical inefficiency; M. P. Allen and D. J. Tildesley, "Computer
/// Simulation of Liquids", 1987, §6.4).
BatchEstimate steady_mean(const std::vector<Batch>& batches);

}  // namespace flitcast
