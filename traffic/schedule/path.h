#pragma once

#include <cstddef>
#include <iterator>

#include "hw/topology/topology.h"
#include "hw/types.h"

namespace flitcast {

/// A view of consecutive elements of another's array.
template <typename T>
class Span {
 public:
  Span(const T* data, std::size_t size) : data_(data), size_(size) {}
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& operator[](std::size_t i) const { return data_[i]; }
  const T& back() const { return data_[size_ - 1]; }

 private:
  const T* data_;
  std::size_t size_;
};

/// The nodes of a path of ports, source and end included, found by walking. After a port that leads
/// nowhere they are kNoNode.
class PathNodes {
 public:
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = NodeId;
    using difference_type = std::ptrdiff_t;
    using pointer = const NodeId*;
    using reference = NodeId;

    Iterator(const Topology& topology, NodeId node, const PortId* next, std::size_t left)
        : topology_(&topology), node_(node), next_(next), left_(left) {}
    NodeId operator*() const { return node_; }
    Iterator& operator++() {
      if (--left_ > 0) {
        node_ = topology_->neighbour(node_, *next_++);
      }
      return *this;
    }
    bool operator==(const Iterator& other) const { return left_ == other.left_; }
    bool operator!=(const Iterator& other) const { return left_ != other.left_; }

   private:
    const Topology* topology_;
    NodeId node_;
    const PortId* next_;
    std::size_t left_;  // nodes from this one on
  };

  PathNodes(const Topology& topology, NodeId source, Span<PortId> ports)
      : topology_(&topology), source_(source), ports_(ports) {}

  Iterator begin() const { return {*topology_, source_, ports_.begin(), size()}; }
  Iterator end() const { return {*topology_, source_, ports_.end(), 0}; }
  std::size_t size() const { return ports_.size() + 1; }
  NodeId back() const {
    NodeId last = source_;
    for (const NodeId node : *this) {
      last = node;
    }
    return last;
  }

 private:
  const Topology* topology_;
  NodeId source_;
  Span<PortId> ports_;
};

}  // namespace flitcast
