#include "traffic/schedule/schedule.h"

namespace flitcast {

void Round::clear() {
  records_.clear();
  destinations_.clear();
  path_.clear();
  blocks_.clear();
  copy_flits_ = 0;
  transfer_ = Transfer::kNatural;
}

void Round::begin(NodeId source) {
  records_.push_back(
      {source, 0, 1, 0, false, transfer_, destinations_.size(), path_.size(), blocks_.size()});
  path_.push_back(source);
}

}  // namespace flitcast
