#pragma once

#include <memory>

#include "hw/router/router_core.h"

namespace flitcast {

/// The core of a router whose input virtual channels are sets of so many words. There are those of
/// 1, 4 and 16, each made by a source of its own, words_N.cpp: they take longer to compile than all
/// the rest of a folder.
template <int kWords>
std::unique_ptr<RouterCore> core_of_words(const RouterSite& site);

}  // namespace flitcast
