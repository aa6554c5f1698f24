#include "tb/system/interruptible.h"

#include <csignal>

namespace flitcast {
namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void interrupt(int /*signal*/) {
  interrupted = 1;
  std::signal(SIGINT, SIG_DFL);  // the next one ends the program
}

}  // namespace

Interruptible::Interruptible() : before_(std::signal(SIGINT, interrupt)) {}

Interruptible::~Interruptible() {
  std::signal(SIGINT, before_);
}

bool Interruptible::is_interrupted() {
  return interrupted != 0;
}

}  // namespace flitcast
