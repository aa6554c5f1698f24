#pragma once

namespace flitcast {

/// As long as this lives, Ctrl-C does not end the program, but what asks whether it was pressed; a
/// second one does.
class Interruptible {
 public:
  Interruptible();
  ~Interruptible();
  Interruptible(const Interruptible&) = delete;
  Interruptible& operator=(const Interruptible&) = delete;

  static bool is_interrupted();

 private:
  void (*before_)(int);
};

}  // namespace flitcast
