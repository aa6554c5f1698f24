#include <exception>
#include <string>

#include <flitcast/systemc/router_pins.h>

namespace flitcast::systemc {
namespace {

std::size_t count(int number) {
  return static_cast<std::size_t>(number);
}

}  // namespace

RouterPins::RouterPins(sc_core::sc_module_name name, const Settings& settings, std::uint32_t node)
    : sc_core::sc_module(name),
      router_(settings, node),
      inputs_(router_.idle()),
      low_(router_.idle()) {
  const std::size_t ports = count(router_.ports());
  for (In<bool>* pins : {&in_valid, &in_head, &in_tail, &in_address, &in_more}) {
    pins->init(ports);
  }
  for (Out<bool>* pins : {&out_valid, &out_head, &out_tail, &out_address, &out_more}) {
    pins->init(ports);
  }
  in_vc.init(ports);
  out_vc.init(ports);
  for (In<std::uint64_t>* pins : {&in_word, &in_route}) {
    pins->init(ports);
  }
  for (Out<std::uint64_t>* pins : {&out_word, &out_route}) {
    pins->init(ports);
  }
  in_credit.init(low_.credits.size());
  out_credit.init(count(router_.network_ports() * router_.virtual_channels()));
  bind_unconnected();
  SC_METHOD(edge);
  dont_initialize();
  sensitive << clk.pos();
}

void RouterPins::bind_unconnected() {
  const int vcs = router_.virtual_channels();
  const auto per_vc = [&](int port, auto&& bind) {
    for (int vc = 0; vc < vcs; ++vc) {
      bind(count(port * vcs + vc));
    }
  };
  std::size_t bits = 0;
  std::size_t ports = 0;
  open_bits_.init((low_.flits.size() * 5) + low_.credits.size());
  open_vcs_.init(low_.flits.size());
  open_words_.init(low_.flits.size() * 2);
  for (int port = 0; port < router_.ports(); ++port) {
    const bool network = port < router_.network_ports();
    if (!network) {  // a local port has one virtual channel
      per_vc(port, [&](std::size_t i) {
        if (i != count(port * vcs) || !router_.connected(port)) {
          in_credit[i](open_bits_[bits++]);
        }
      });
    }
    if (router_.connected(port)) {
      continue;
    }
    const std::size_t p = count(port);
    for (In<bool>* pins : {&in_valid, &in_head, &in_tail, &in_address, &in_more}) {
      (*pins)[p](no_bit_);
    }
    in_vc[p](no_vc_);
    in_word[p](no_word_);
    in_route[p](no_word_);
    for (Out<bool>* pins : {&out_valid, &out_head, &out_tail, &out_address, &out_more}) {
      (*pins)[p](open_bits_[bits++]);
    }
    out_vc[p](open_vcs_[ports]);
    out_word[p](open_words_[2 * ports]);
    out_route[p](open_words_[2 * ports + 1]);
    ++ports;
    if (network) {
      per_vc(port, [&](std::size_t i) {
        in_credit[i](open_bits_[bits++]);
        out_credit[i](no_bit_);
      });
    }
  }
}

void RouterPins::edge() {
  if (rst.read()) {
    router_.reset();
    show(low_);
    return;
  }
  read();
  try {
    show(router_.clock(inputs_));
  } catch (const std::exception& error) {
    SC_REPORT_ERROR("/flitcast/systemc", (std::string(name()) + ": " + error.what()).c_str());
  }
}

void RouterPins::read() {
  for (std::size_t p = 0; p < inputs_.flits.size(); ++p) {
    PinRouter::Flit& flit = inputs_.flits[p];
    flit.valid = in_valid[p].read();
    if (flit.valid) {
      flit = {true,
              in_head[p].read(),
              in_tail[p].read(),
              in_address[p].read(),
              in_more[p].read(),
              in_vc[p].read(),
              in_word[p].read(),
              in_route[p].read()};
    }
  }
  for (std::size_t i = 0; i < out_credit.size(); ++i) {
    inputs_.credits[i] = out_credit[i].read();
  }
}

void RouterPins::show(const PinRouter::Pins& pins) {
  for (std::size_t p = 0; p < pins.flits.size(); ++p) {
    const PinRouter::Flit& flit = pins.flits[p];
    out_valid[p].write(flit.valid);
    out_head[p].write(flit.head);
    out_tail[p].write(flit.tail);
    out_address[p].write(flit.address);
    out_more[p].write(flit.more);
    out_vc[p].write(flit.vc);
    out_word[p].write(flit.word);
    out_route[p].write(flit.route);
  }
  for (std::size_t i = 0; i < pins.credits.size(); ++i) {
    in_credit[i].write(pins.credits[i]);
  }
}

}  // namespace flitcast::systemc
