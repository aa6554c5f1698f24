#include "tb/deviation/message_differences.h"

#include <algorithm>
#include <vector>

namespace flitcast {
namespace {

// `sorted` is not empty.
Cycle percentile(const std::vector<Cycle>& sorted, std::size_t percent) {
  return sorted[(sorted.size() * percent + 99) / 100 - 1];
}

}  // namespace

MessageDifferences message_differences(const RouterLog& model, const RouterLog& router) {
  std::vector<Cycle> more;
  for (const auto& [end, cycles] : model.message_cycles()) {
    const auto found = router.message_cycles().find(end);
    if (found != router.message_cycles().end()) {
      more.push_back(found->second - cycles);
    }
  }
  MessageDifferences differences;
  differences.messages = more.size();
  differences.only_model = model.message_cycles().size() - more.size();
  differences.only_here = router.message_cycles().size() - more.size();
  if (more.empty()) {
    return differences;
  }
  std::sort(more.begin(), more.end());
  differences.differ = static_cast<std::uint64_t>(
      std::count_if(more.begin(), more.end(), [](Cycle cycles) { return cycles != 0; }));
  differences.min = more.front();
  differences.p50 = percentile(more, 50);
  differences.p95 = percentile(more, 95);
  differences.max = more.back();
  return differences;
}

}  // namespace flitcast
