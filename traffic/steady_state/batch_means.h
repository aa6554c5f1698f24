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

/// The estimate of 32 batches or, where these are correlated, of 16: batches are doubled until
/// neighbours know nothing of each other (A. M. Law and J. S. Carson, "A sequential procedure for
/// determining the length of a steady-state simulation", Operations Research 27(5), 1979). If they
/// are still correlated the run is too short. Its interval is the wider side, on both sides, of
/// that which allows for the skewness of the mean, of 128 batches: of a skewed quantity a low mean
/// comes with a small variance, and Student's t misses on one side (R. Willink, "A confidence
/// interval and test for the mean of an asymmetric distribution", Communications in Statistics –
/// Theory and Methods 34(4), 2005; A. Tafazzoli, J. R. Wilson, E. K. Lada and N. M. Steiger,
/// "Performance of Skart", INFORMS Journal on Computing 23(2), 2011).
BatchEstimate steady_mean(const std::vector<Batch>& batches);

/// Correlation of neighbours among so many batches, which are joined; 1 where there are fewer. That
/// of many short batches is known well and tells how long those of steady_mean() are, beside the
/// time for which the series remembers: theirs, of so few, is small by chance too often (Law and
/// Carson, likewise).
double correlation(const std::vector<Batch>& batches, std::size_t count);

}  // namespace flitcast
