#include <iostream>

#include <flitcast/run.h>

int main() {
  flitcast::Settings settings = flitcast::Settings::example("aas-hc-dex");
  settings.set("dims", 6).set("message_flits", 4);
  const flitcast::Result result = flitcast::run(settings);
  std::cout << result["completion_cycles"].text << " cycles\n";
  return result.exit_code();
}
