#include "tb/report/links/link_pictures.h"

#include "tb/report/links/matrix_picture.h"
#include "tb/report/links/plane_picture.h"

namespace flitcast {
namespace {

void add_drawing(Page& page, const Network& network, const ShownUse& shown) {
  if (drawn_on_plane(network.topology)) {
    add_plane_picture(page, network, shown);
  } else {
    add_matrix_picture(page, network, shown);
  }
}

}  // namespace

void add_link_picture(Page& page, const Network& network, const LinkUse& run,
                      const std::string& prefix) {
  const std::vector<LinkUse> one{run};
  add_drawing(page, network, {one, nullptr, prefix});
}

void add_link_choice(Page& page, const Network& network, const std::vector<LinkUse>& runs,
                     const Choice& choice, const std::string& prefix) {
  add_drawing(page, network, {runs, &choice, prefix});
}

}  // namespace flitcast
