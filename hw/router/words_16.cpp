#include "hw/router/allocation/chosen_allocators_made.h"
#include "hw/router/core_of_words_made.h"

namespace flitcast {

template class ChosenVcAllocator<IndexSet<16>>;
template class ChosenSwitch<IndexSet<16>>;
template std::unique_ptr<RouterCore> core_of_words<16>(const RouterSite& site);

}  // namespace flitcast
