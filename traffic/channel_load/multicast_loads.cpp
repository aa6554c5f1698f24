#include "traffic/channel_load/multicast_loads.h"

namespace flitcast {

// Of h − 1 nodes between a source and the last destination each has a copy with the probability
// (k − 1)/(h − 1). A channel that ends h' links before the last destination has h' nodes still to
// come there: so many times that probability are the addresses that pass it beside the last one.
// As nodes nearer by have no part in it, the probabilities of all that come through a node add up.
void MulticastLoads::add(const std::vector<double>& by_source, NodeId last, ChannelLoads& loads,
                         std::vector<double>& sent, std::vector<double>& received) {
  tree_.grow(last);
  std::vector<double> stopping(by_source.size(), 0);  // flits that leave a copy at a node, at any
  for (const NodeId node : tree_.nodes()) {
    received[node] += stopping[node];
    const auto hops = tree_.hops(node);
    const double others = mix_.copies_over(hops) - 1;
    if (others > 0) {
      stopping[node] += by_source[node] * others / (hops - 1);
      sent[node] += by_source[node] * others / mix_.flits();
    }
    loads.add(node, tree_.port(node), stopping[node] * (hops - 1) / mix_.flits());
    if (tree_.next(node) != last) {
      stopping[tree_.next(node)] += stopping[node];
    }
  }
}

}  // namespace flitcast
