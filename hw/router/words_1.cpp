#include "hw/router/allocation/chosen_allocators_made.h"
#include "hw/router/core_of_words_made.h"

namespace flitcast {

template class ChosenVcAllocator<IndexSet<1>>;
template class ChosenSwitch<IndexSet<1>>;
template std::unique_ptr<RouterCore> core_of_words<1>(const RouterSite& site);

}  // namespace flitcast
