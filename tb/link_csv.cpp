#include "tb/link_csv.h"

#include <iterator>

#include <fmt/format.h>

namespace flitcast {

std::string link_csv(const std::vector<ChannelResult>& channels) {
  std::string text = "from,to,kind,flits,busy_cycles,contention,credit,port,serialisation\n";
  for (const ChannelResult& c : channels) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{},{},{},{}\n", c.from, c.to,
                   c.receive_port ? "receive" : "link", c.flits, c.busy_cycles,
                   c.waits[WaitCause::kContention], c.waits[WaitCause::kCredit],
                   c.waits[WaitCause::kPort], c.waits[WaitCause::kSerialisation]);
  }
  return text;
}

}  // namespace flitcast
