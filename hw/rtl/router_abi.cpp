// A verilated observed_router behind the functions of router_abi.h. Compiled with what verilator
// made of it, VL_USER_FATAL, VL_USER_STOP and VL_USER_FINISH, and VL_PRINTF as `verilated_print`.

#include <Vflitcast_rtl.h>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <router_abi.h>
#include <stdexcept>
#include <string>

namespace {

std::string failed;  // what an assertion printed that failed: the simulation stops next

// As $error and $fatal print, after the time, in a text with what was displayed before.
constexpr const char* kFailure = "] %Error: ";

std::size_t line_at(const std::string& text, std::size_t place) {
  return text.rfind('\n', place) + 1;  // 0 in the first line
}

void show(const std::string& text) {
  std::fputs(text.c_str(), stderr);
}

std::string place(const char* file, int line) {
  const std::string path = file;
  return path.substr(path.rfind('/') + 1) + ":" + std::to_string(line) + ": ";
}

/// Null, or why the SystemVerilog stopped in it, up to the next time that it does.
template <typename Act>
const char* stopped_in(Act&& act) {
  try {
    act();
  } catch (const std::runtime_error& stop) {
    static std::string why;
    why = stop.what();
    return why.c_str();
  }
  return nullptr;
}

template <typename Pin>
void put(Pin& pin, const std::uint64_t* bits) {
  pin = static_cast<Pin>(bits[0]);
}
template <std::size_t kWords>
void put(VlWide<kWords>& pin, const std::uint64_t* bits) {
  std::memcpy(pin.data(), bits, kWords * sizeof(EData));
}
template <typename Pin>
void get(const Pin& pin, std::uint64_t* bits) {
  bits[0] = pin;
}
template <std::size_t kWords>
void get(const VlWide<kWords>& pin, std::uint64_t* bits) {
  std::memcpy(bits, pin.data(), kWords * sizeof(EData));
}

VerilatedContext& context() {
  static VerilatedContext one;
  return one;
}

Vflitcast_rtl& router_of(void* router) {
  return *static_cast<Vflitcast_rtl*>(router);
}

void edge(Vflitcast_rtl& router) {
  router.clk = 1;
  router.eval();
  router.clk = 0;
  router.eval();
}

void* make() {
  return new Vflitcast_rtl(&context());
}

void destroy(void* router) {
  delete static_cast<Vflitcast_rtl*>(router);
}

const char* reset(void* router, const FlitcastRtlStraps* straps) {
  Vflitcast_rtl& pins = router_of(router);
  pins.rst = 1;
  pins.clk = 0;
  pins.strap_address = static_cast<decltype(+pins.strap_address)>(straps->address);
  pins.strap_delay = static_cast<decltype(+pins.strap_delay)>(straps->delay);
  put(pins.strap_interval, straps->interval);
  pins.strap_credits = static_cast<decltype(+pins.strap_credits)>(straps->credits);
  pins.strap_two_classes = straps->two_classes != 0;
  put(pins.strap_wraps, straps->wraps);
  put(pins.strap_sides, straps->sides);
  pins.strap_descending = straps->descending != 0;
  return stopped_in([&] {
    pins.eval();
    edge(pins);  // straps are taken over
    edge(pins);  // and what follows from them
    for (std::uint64_t node = 0; straps->table != nullptr && node < straps->table_nodes; ++node) {
      pins.table_write = 1;
      pins.table_node = static_cast<decltype(+pins.table_node)>(node);
      pins.table_port = straps->table[node];
      edge(pins);
    }
    pins.table_write = 0;
    pins.rst = 0;
  });
}

const char* clock(void* router, const FlitcastRtlInputs* in, FlitcastRtlOutputs* out) {
  Vflitcast_rtl& pins = router_of(router);
  put(pins.in_valid, in->valid);
  put(pins.in_head, in->head);
  put(pins.in_tail, in->tail);
  put(pins.in_address, in->address);
  put(pins.in_more, in->more);
  put(pins.in_vc, in->vc);
  put(pins.in_word, in->word);
  put(pins.in_route, in->route);
  put(pins.out_credit, in->credit);
  if (const char* const why = stopped_in([&] { edge(pins); })) {
    return why;
  }
  get(pins.out_valid, out->valid);
  get(pins.out_head, out->head);
  get(pins.out_tail, out->tail);
  get(pins.out_address, out->address);
  get(pins.out_more, out->more);
  get(pins.out_vc, out->vc);
  get(pins.out_word, out->word);
  get(pins.out_route, out->route);
  get(pins.in_credit, out->credit);
  get(pins.see_source, out->source);
  get(pins.see_granted, out->granted);
  get(pins.see_contention, out->contention);
  get(pins.see_serialisation, out->serialisation);
  get(pins.see_no_credit, out->no_credit);
  out->busy = pins.busy;
  return nullptr;
}

void look(void* router, std::uint64_t* port, std::uint64_t* vc) {
  const Vflitcast_rtl& pins = router_of(router);
  get(pins.see_port, port);
  get(pins.see_vc, vc);
}

}  // namespace

extern "C" int verilated_print(const char* format, ...) {
  va_list values;
  va_start(values, format);
  va_list again;
  va_copy(again, values);
  const int length = std::vsnprintf(nullptr, 0, format, values);
  va_end(values);
  std::string text(static_cast<std::size_t>(length) + 1, '\0');
  std::vsnprintf(text.data(), text.size(), format, again);
  va_end(again);
  text.pop_back();
  const std::size_t failure = text.find(kFailure);
  const std::size_t before = failure == std::string::npos ? text.size() : line_at(text, failure);
  show(text.substr(0, before));
  if (before < text.size()) {
    failed = text.substr(failure + std::strlen(kFailure));
    failed.erase(failed.find_last_not_of('\n') + 1);
  }
  return length;
}

void vl_fatal(const char*, int, const char*, const char* what) {
  throw std::runtime_error(what);
}
void vl_finish(const char* file, int line, const char*) {
  throw std::runtime_error(place(file, line) + "$finish");
}
// After an assertion that failed, or of $stop.
void vl_stop(const char* file, int line, const char*) {
  const std::string why = failed.empty() ? place(file, line) + "$stop" : failed;
  failed.clear();
  throw std::runtime_error(why);
}

extern "C" __attribute__((visibility("default"))) const FlitcastRtlRouter* flitcast_rtl_router() {
  static const FlitcastRtlRouter functions{kFlitcastRtlVersion, make, destroy, reset, clock, look};
  return &functions;
}
