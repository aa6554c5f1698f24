#pragma once

#include <string>

#include "tb/atomic_file.h"
#include "traffic/delivery.h"

namespace flitcast {

/// Streams deliveries to a CSV file:
/// id,round,src,dst,hops,flits,issued,injected,head_arrived,tail_arrived,path.
class MessageCsv final : public DeliverySink {
 public:
  explicit MessageCsv(AtomicFile& file);
  void delivered(const Delivery& delivery) override;
  /// Writes what is still in memory.
  void finish();

 private:
  AtomicFile& file_;
  std::string buffer_;
};

}  // namespace flitcast
