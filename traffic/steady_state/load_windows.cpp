#include "traffic/steady_state/load_windows.h"

#include <algorithm>

namespace flitcast {
namespace {

void add(LoadBatch& to, const LoadBatch& from) {
  to.packets += from.packets;
  to.latency += from.latency;
  to.delivered_flits += from.delivered_flits;
  to.created_packets += from.created_packets;
  to.created_flits += from.created_flits;
  to.packet_cycles += from.packet_cycles;
}

/// Packets more than before.
std::int64_t balance(const LoadBatch& window) {
  return static_cast<std::int64_t>(window.created_packets) -
         static_cast<std::int64_t>(window.packets);
}

}  // namespace

std::int64_t LoadWindows::in_network_now() const {
  std::int64_t packets = in_network_;
  for (const LoadBatch& window : windows_) {
    packets += balance(window);
  }
  return packets;
}

std::vector<LoadBatch> LoadWindows::until(Cycle now) const {
  std::vector<LoadBatch> out = windows_;
  out.resize(static_cast<std::size_t>((now - from_ + length_ - 1) / length_));
  Cycle from = from_;
  for (LoadBatch& window : out) {
    window.from = from;
    from += length_;
    window.to = from;
  }
  if (from > now) {
    LoadBatch& last = out.back();
    last.packet_cycles -= balance(last) * (from - now);
    last.to = now;
  }
  return out;
}

void LoadWindows::join() {
  for (std::size_t i = 0; i < windows_.size(); ++i) {
    const LoadBatch window = windows_[i];
    if (i % 2 == 0) {
      windows_[i / 2] = window;
    } else {
      LoadBatch& joined = windows_[i / 2];
      joined.packet_cycles += balance(joined) * length_;
      add(joined, window);
    }
  }
  if (windows_.size() % 2 == 1) {
    LoadBatch& half = windows_[windows_.size() / 2];
    half.packet_cycles += balance(half) * length_;
  }
  windows_.resize((windows_.size() + 1) / 2);
  length_ *= 2;
}

std::vector<Batch> latency_batches(const std::vector<LoadBatch>& windows) {
  std::vector<Batch> out;
  out.reserve(windows.size());
  for (const LoadBatch& window : windows) {
    out.push_back({static_cast<double>(window.latency), static_cast<double>(window.packets)});
  }
  return out;
}

std::vector<Batch> delivery_batches(const std::vector<LoadBatch>& windows) {
  std::vector<Batch> out;
  out.reserve(windows.size());
  for (const LoadBatch& window : windows) {
    out.push_back({static_cast<double>(window.delivered_flits),
                   static_cast<double>(window.to - window.from)});
  }
  return out;
}

bool sojourn_beyond(const std::vector<LoadBatch>& windows, std::int64_t in_network, double limit) {
  const std::size_t half = windows.size() / 2;
  const std::size_t last = half + (windows.size() - half) / 2;
  if (half == last) {
    return false;
  }
  double packet_cycles[2] = {0, 0};  // by quarter
  Cycle cycles[2] = {0, 0};          // likewise
  double created = 0;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    const LoadBatch& window = windows[i];
    if (i >= half) {
      const Cycle length = window.to - window.from;
      const int quarter = i >= last ? 1 : 0;
      packet_cycles[quarter] += static_cast<double>(in_network * length + window.packet_cycles);
      cycles[quarter] += length;
      created += static_cast<double>(window.created_packets);
    }
    in_network += balance(window);
  }
  const double most = limit * created / static_cast<double>(cycles[0] + cycles[1]);
  const auto beyond = [&](int quarter) {
    const auto length = static_cast<double>(cycles[quarter]);
    return length >= limit && packet_cycles[quarter] > most * length;
  };
  return beyond(0) && beyond(1);
}

bool stands_still(const std::vector<LoadBatch>& windows, std::int64_t in_network, Cycle least) {
  const std::size_t half = windows.size() / 2;
  for (std::size_t i = 0; i < half; ++i) {
    in_network += balance(windows[i]);
  }
  return half > 0 && in_network > 0 && windows.back().to - windows[half].from >= least &&
         std::all_of(windows.begin() + static_cast<std::ptrdiff_t>(half), windows.end(),
                     [](const LoadBatch& window) { return window.packets == 0; });
}

}  // namespace flitcast
