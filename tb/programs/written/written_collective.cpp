#include "tb/programs/written/written_collective.h"

#include <algorithm>
#include <set>

namespace flitcast {

WrittenCollective::WrittenCollective(const Program& program)
    : program_(program), starts_(program.ranks()), promises_(program.ranks()) {
  for (const ChunkContent& content : program.starts_with) {
    starts_[content.rank].push_back(content);
  }
  for (const ChunkContent& content : program.promises) {
    promises_[content.rank].push_back(content);
  }
  const std::uint32_t ranks = program.ranks();
  chunks_ = static_cast<std::uint32_t>(promises_[0].size());
  share_ = chunks_ / ranks;
  const auto starts = static_cast<std::uint32_t>(starts_[0].size());
  if (share_ > 0 && all_ranks([&](std::uint32_t rank) { return gathers(rank); })) {
    kind_ = Kind::kAllGather;
    word_ = "allgather";
  } else if (share_ > 0 && all_ranks([&](std::uint32_t rank) { return exchanges(rank); })) {
    kind_ = Kind::kAllToAll;
    word_ = "alltoall";
  } else if (chunks_ > 0 && all_ranks([&](std::uint32_t rank) { return sums(rank, 0, chunks_); })) {
    kind_ = Kind::kAllReduce;
    word_ = "allreduce";
  } else if (share_ = starts / ranks;
             share_ > 0 && chunks_ == share_ &&
             all_ranks([&](std::uint32_t rank) { return sums(rank, rank * share_, share_); })) {
    kind_ = Kind::kReduceScatter;
    word_ = "reduce_scatter";
    chunks_ = starts;
  } else {
    chunks_ = 1;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
      chunks_ = std::max(chunks_, program.rank(rank).chunks);
    }
  }
}

/// They do, and each starts with pieces of its own, each once.
template <typename Fits>
bool WrittenCollective::all_ranks(Fits&& fits) const {
  for (std::uint32_t rank = 0; rank < program_.ranks(); ++rank) {
    std::set<std::uint32_t> pieces;
    for (const ChunkContent& content : starts_[rank]) {
      if (content.origin != rank || content.summed != 1 || !pieces.insert(content.piece).second) {
        return false;
      }
    }
    if (!fits(rank)) {
      return false;
    }
  }
  return true;
}

bool WrittenCollective::gathers(std::uint32_t rank) const {
  const Contents& starts = starts_[rank];
  const Contents& promises = promises_[rank];
  if (starts.size() != share_ || promises.size() != chunks_) {
    return false;
  }
  for (std::uint32_t i = 0; i < chunks_; ++i) {
    const std::uint32_t origin = i / share_;
    const Contents& from = starts_[origin];
    if (promises[i].place != i || promises[i].summed != 1 || promises[i].origin != origin ||
        from.size() != share_ || promises[i].piece != from[i % share_].piece ||
        from[i % share_].place != i) {
      return false;
    }
  }
  return true;
}

bool WrittenCollective::exchanges(std::uint32_t rank) const {
  const Contents& promises = promises_[rank];
  if (starts_[rank].size() != chunks_ || promises.size() != chunks_) {
    return false;
  }
  for (std::uint32_t i = 0; i < chunks_; ++i) {
    const std::uint32_t origin = i / share_;
    const Contents& from = starts_[origin];
    if (promises[i].summed != 1 || promises[i].origin != origin || from.size() != chunks_ ||
        promises[i].piece != from[rank * share_ + i % share_].piece) {
      return false;
    }
  }
  return true;
}

/// The rank gets the sums of `count` chunks from `first` on, each in the place of its own.
bool WrittenCollective::sums(std::uint32_t rank, std::uint32_t first, std::uint32_t count) const {
  const Contents& starts = starts_[rank];
  const Contents& promises = promises_[rank];
  if (starts.size() != starts_[0].size() || promises.size() != count ||
      starts.size() < first + count) {
    return false;
  }
  for (std::uint32_t i = 0; i < starts.size(); ++i) {
    if (starts[i].place != i || starts[i].piece != starts_[0][i].piece) {
      return false;
    }
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    if (promises[i].place != first + i || promises[i].summed != program_.ranks() ||
        promises[i].piece != starts[first + i].piece) {
      return false;
    }
  }
  return true;
}

MscclLayout WrittenCollective::layout(std::uint32_t rank) const {
  MscclLayout layout;
  const std::uint32_t all = program_.rank(rank).chunks;
  const char own = kind_ == Kind::kAllGather ? 'o' : 'i';
  const std::uint32_t kept = kind_ == Kind::kCustom ? all : std::min(all, chunks_);
  if (kind_ == Kind::kAllToAll) {
    std::vector<MscclPlace> places(all, MscclPlace{'s', 0});
    for (const ChunkContent& content : starts_[rank]) {
      places[content.place] = {'i', layout.input_chunks++};
    }
    for (const ChunkContent& content : promises_[rank]) {
      const MscclPlace place{'o', layout.output_chunks++};
      MscclPlace& now = places[content.place];
      if (now.buffer == 'i') {
        layout.first_copies.emplace_back(now, place);
      } else {
        now = place;
      }
    }
    for (MscclPlace& place : places) {
      place.offset = place.buffer == 's' ? layout.scratch_chunks++ : place.offset;
    }
    layout.places = std::move(places);
    return layout;
  }
  for (std::uint32_t chunk = 0; chunk < all; ++chunk) {
    layout.places.push_back(chunk < kept ? MscclPlace{own, chunk}
                                         : MscclPlace{'s', layout.scratch_chunks++});
  }
  layout.input_chunks = kind_ == Kind::kAllGather ? share_ : kept;
  layout.output_chunks = kind_ == Kind::kAllGather       ? kept
                         : kind_ == Kind::kReduceScatter ? share_
                         : kind_ == Kind::kAllReduce     ? kept
                                                         : 0;
  return layout;
}

}  // namespace flitcast
