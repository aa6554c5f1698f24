#include "tb/report/links/link_section.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/links/link_pictures.h"

namespace flitcast {
namespace {

const LoggedChannel* busiest_link(const std::vector<LoggedChannel>& channels) {
  const LoggedChannel* busiest = nullptr;
  for (const LoggedChannel& channel : channels) {
    if (!channel.receive_port &&
        (busiest == nullptr || channel.busy_cycles > busiest->busy_cycles)) {
      busiest = &channel;
    }
  }
  return busiest;
}

void add_summary(Page& page, const std::vector<LoggedChannel>& channels, Cycle cycles) {
  const LoggedChannel* const busiest = busiest_link(channels);
  if (busiest == nullptr) {
    page.text("The network has no channels.");
    return;
  }
  Cycle busy = 0;
  Cycle links = 0;
  for (const LoggedChannel& channel : channels) {
    if (!channel.receive_port) {
      busy += channel.busy_cycles;
      ++links;
    }
  }
  page.text(fmt::format(
      "Busiest: {} → {}, in use for {:.1f} % of the {} cycles. Mean of all {} channels: {:.1f} %.",
      busiest->from, busiest->to, 100 * use_of_time(busiest->busy_cycles, cycles), cycles, links,
      100 * use_of_time(busy, cycles * links)));
}

}  // namespace

void add_link_section(Page& page, const Network& network,
                      const std::vector<LoggedChannel>& channels, Cycle cycles) {
  page.begin_section("Use of the links");
  add_summary(page, channels, cycles);
  add_link_picture(page, network, {"", channels, cycles});
  page.end_section();
}

}  // namespace flitcast
