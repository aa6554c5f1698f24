#include "traffic/play/data_dependencies.h"

#include <algorithm>

namespace flitcast {

DataDependencies::DataDependencies(const Operation& operation)
    : operation_(operation), receives_(operation.nodes, 0) {
  if (operation.family() != BlockFamily::kLoose) {
    places_.emplace(operation);
    brought_.resize(places_->size(), 0);
  }
}

std::uint32_t DataDependencies::need_of(const MessageView& message) const {
  std::uint32_t need = 0;
  if (places_) {
    for (const Block& block : message.blocks) {
      need = std::max(need, brought_[places_->find(message.source, block)]);
      if (const auto ingredient = operation_.ingredient(message.source, block)) {
        need = std::max(need, brought_[places_->find(message.source, *ingredient)]);
      }
    }
  }
  return need;
}

void DataDependencies::add(const Round& round) {
  needs_.clear();
  numbers_.clear();
  for (std::size_t i = 0; i < round.size(); ++i) {
    needs_.push_back(need_of(round[i]));
  }
  for (std::size_t i = 0; i < round.size(); ++i) {
    const MessageView message = round[i];
    for (const NodeId destination : message.destinations) {
      const std::uint32_t number = ++receives_[destination];
      numbers_.push_back(number);
      if (places_) {
        bring(message, destination, number);
      }
    }
  }
}

void DataDependencies::bring(const MessageView& message, NodeId destination, std::uint32_t number) {
  for (const Block& block : message.blocks) {
    brought_[places_->find(destination, block)] = number;
    if (message.transfer == Transfer::kAddToBoth) {
      brought_[places_->find(destination, first_of_both(block))] = number;
    }
  }
}

}  // namespace flitcast
