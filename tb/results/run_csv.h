#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/measures/activity.h"
#include "tb/measures/link_waits.h"
#include "tb/measures/result.h"
#include "tb/system/files/atomic_file.h"
#include "tb/system/files/content_hash.h"
#include "traffic/schedule/delivery.h"

namespace flitcast {

/// The first line of the CSV file: from,to,kind,flits,busy_cycles and the causes of waiting.
std::string link_columns();

/// That, and one line per channel. The kind is `link`, or `receive` for the channel into a node's
/// memory.
std::string link_csv(const std::vector<ChannelResult>& channels);

/// The first line of the CSV file.
inline constexpr std::string_view kOperationColumns =
    "id,rank,stream,kind,peer,amount,started,finished,message,path,path_from,path_to,worm";

/// CSV: that line, then one per operation of a program, handed on in pieces. `message` is
/// the send of the message that a receive got; path_from and path_to are the cycles of the critical
/// path that are due to the operation, where it is on that; `path` what it did then, see PathStep;
/// `worm`, of a send whose message a worm that forks brought, the first one that this brought.
void write_operations(const ProgramRun& run, const std::function<void(std::string_view)>& write);

/// The first line of the CSV file.
inline constexpr std::string_view kWaitColumns =
    "rank,processor,event,start,end,simulated_start,simulated_end,error,blame";

/// CSV: that line, then one per wait of a program that was measured; cycles count from its
/// beginning, errors are relative. The blame is for the three places where the messages for which
/// it waited last waited most, with their cycles: "11>12:80" for a link between nodes and the
/// buffer at its end, "11:400" for the send port of a node, ">12:30" for its receive port.
std::string wait_csv(const ProgramRun& run, const LinkWaits& waits);

/// CSV: a line of names, then one per router, link and network interface. Events that a kind of
/// module does not have are left empty, so that the sum of a column counts each of them once.
std::string activity_csv(const Activity& activity);

/// The first line of the CSV file.
inline constexpr std::string_view kMessageColumns =
    "id,round,src,dst,hops,flits,issued,injected,head_arrived,tail_arrived,path";

/// Streams deliveries to a CSV file and hashes it on the way.
class MessageCsv final : public DeliverySink {
 public:
  /// Without a file (null) there is only the hash.
  explicit MessageCsv(AtomicFile* file);
  void delivered(const Delivery& delivery) override;
  /// Writes what is still in memory.
  void finish();
  /// Hash of everything up to the last finish().
  std::string hash() const { return hash_.digest(); }
  /// Why the file could not be written, empty when it could. For the one who sees delivered() fail
  /// from outside of the simulation, which does not hand FileErrors on as they are.
  const std::string& failure() const { return failure_; }

 private:
  AtomicFile* file_;
  ContentHash hash_;
  std::string buffer_;
  std::string failure_;
};

}  // namespace flitcast
