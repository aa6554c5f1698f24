#pragma once

// flitcast as a network of ASTRA-sim: a Fabric that all ranks share, which has the network, what is
// scheduled, and who waits for what; and the face of a rank, which hands calls on to it. A message
// is one packet, a rank a node. Fabric::run() is the simulation: it lets the network's time go on
// from one event to the next, and calls the handlers that are due.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <tuple>
#include <vector>

#include <flitcast/network.h>

#include "astra_network_api.h"

class Fabric {
 public:
  using Cycle = flitcast::Network::Cycle;
  using Handler = AstraNetworkAPI::Handler;
  struct Call {
    Handler handler = nullptr;
    void* argument = nullptr;
  };

  Fabric(const flitcast::Settings& settings, std::uint32_t flit_bytes);

  void send(int source, int destination, int tag, std::uint64_t bytes, Call when_sent);
  void receive(int source, int destination, int tag, Call when_here);
  void schedule(double nanoseconds, Call call);
  double nanoseconds() const;
  void finished() { ++finished_; }
  int ranks() const { return static_cast<int>(network_.nodes()); }

  /// Until nothing more happens. Returns how many ranks have said that they are finished.
  int run();

 private:
  struct Message {
    std::tuple<int, int, int> match;  // source, destination, tag
    Call when_sent;
  };
  struct Event {
    Cycle at;
    std::uint64_t number;
    Call call;
    bool operator>(const Event& other) const {
      return std::tie(at, number) > std::tie(other.at, other.number);
    }
  };

  void arrived(Message* message);

  flitcast::Network network_;
  std::uint32_t flit_bytes_;
  std::map<Message*, std::unique_ptr<Message>> messages_;
  std::map<std::tuple<int, int, int>, std::deque<Call>> expected_;  // received before it is here
  std::map<std::tuple<int, int, int>, std::uint64_t> here_;         // arrived before it is received
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::uint64_t scheduled_ = 0;
  int finished_ = 0;
};

class FlitcastBackend final : public AstraNetworkAPI {
 public:
  FlitcastBackend(int rank, Fabric& fabric) : AstraNetworkAPI(rank), fabric_(fabric) {}

  int sim_send(void* /*buffer*/, std::uint64_t count, int /*type*/, int dst, int tag,
               sim_request* /*request*/, Handler handler, void* argument) override {
    fabric_.send(rank, dst, tag, count, {handler, argument});
    return 0;
  }
  int sim_recv(void* /*buffer*/, std::uint64_t /*count*/, int /*type*/, int src, int tag,
               sim_request* /*request*/, Handler handler, void* argument) override {
    fabric_.receive(src, rank, tag, {handler, argument});
    return 0;
  }
  void sim_schedule(timespec_t delta, Handler handler, void* argument) override {
    fabric_.schedule(delta.time_val, {handler, argument});
  }
  timespec_t sim_get_time() override { return {fabric_.nanoseconds()}; }
  void sim_notify_finished() override { fabric_.finished(); }

 private:
  Fabric& fabric_;
};
