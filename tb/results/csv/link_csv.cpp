#include "tb/results/csv/link_csv.h"

#include <iterator>

#include <fmt/ranges.h>

namespace flitcast {

std::string link_columns() {
  return fmt::format("from,to,kind,flits,busy_cycles,{}", fmt::join(kWaitCauseNames, ","));
}

std::string link_csv(const std::vector<ChannelResult>& channels) {
  std::string text = link_columns() + "\n";
  for (const ChannelResult& c : channels) {
    fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{}\n", c.from, c.to,
                   c.receive_port ? "receive" : "link", c.flits, c.busy_cycles,
                   fmt::join(c.waits.cycles(), ","));
  }
  return text;
}

}  // namespace flitcast
