#pragma once

#include <memory>

#include <systemc>

#include "hw/router/router.h"

namespace flitcast {

/// A RouterCore as a SystemC module: enlists it with the sequencer, and binds links to ports at the
/// end of elaboration.
class CoreRouter final : public Router {
 public:
  CoreRouter(sc_core::sc_module_name name, const RouterSite& site, Sequencer& sequencer,
             const MakeRouterCore& make_core);

  void attach_probe(Probe* probe) override { core_->attach_probe(probe); }
  InputVcView view(int input, Cycle now) const override { return core_->view(input, now); }
  std::vector<OccupiedVc> inspect(Cycle now) const override { return core_->inspect(now); }
  void end_waits(Cycle end) override { core_->end_waits(end); }

 private:
  void end_of_elaboration() override;

  std::unique_ptr<RouterCore> core_;
};

}  // namespace flitcast
