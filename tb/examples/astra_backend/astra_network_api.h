#pragma once

#include <cstdint>

// What ASTRA-sim asks of a network, as far as its collectives call it: one object for every rank.
// Names and meanings are its own ("AstraNetworkAPI"), so that a backend for this is one for that.

/// A time; ASTRA-sim's are in nanoseconds.
struct timespec_t {
  double time_val = 0;
};

/// What a message is known by, beside its ends.
struct sim_request {
  std::uint32_t srcRank = 0;
  std::uint32_t dstRank = 0;
  std::uint32_t tag = 0;
  std::uint64_t reqCount = 0;  // bytes
};

class AstraNetworkAPI {
 public:
  using Handler = void (*)(void* argument);

  explicit AstraNetworkAPI(int rank) : rank(rank) {}
  virtual ~AstraNetworkAPI() = default;

  /// Sends `count` bytes; the handler is called when they have left. Returns 0.
  virtual int sim_send(void* buffer, std::uint64_t count, int type, int dst, int tag,
                       sim_request* request, Handler handler, void* argument) = 0;
  /// Takes the message of that source and tag whose turn it is, sent already or not: the handler is
  /// called when it is here. Returns 0.
  virtual int sim_recv(void* buffer, std::uint64_t count, int type, int src, int tag,
                       sim_request* request, Handler handler, void* argument) = 0;
  /// Calls the handler that much later.
  virtual void sim_schedule(timespec_t delta, Handler handler, void* argument) = 0;
  virtual timespec_t sim_get_time() = 0;
  /// This rank has nothing more to do.
  virtual void sim_notify_finished() = 0;

  const int rank;
};
