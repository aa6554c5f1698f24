// Two processors and two memories on a 4x4 mesh, in TLM-2.0. The first processor writes words to
// one memory and then a flag to the other; the second one waits for the flag and adds up the words.
//
//     tlm CONFIG [WORDS]

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

#include <flitcast/systemc/tlm_network.h>
#include <systemc>

using flitcast::systemc::AddressMap;
using flitcast::systemc::NetworkModule;
using flitcast::systemc::TlmNetwork;
using sc_core::sc_time;

constexpr std::uint64_t kSize = 0x10000;  // of each memory
constexpr std::uint64_t kWords = 0;       // where the words are
constexpr std::uint64_t kFlag = kSize;    // and the flag

class Memory : public sc_core::sc_module {
 public:
  explicit Memory(sc_core::sc_module_name name) : sc_core::sc_module(name), bytes_(kSize) {
    socket.register_b_transport(this, &Memory::b_transport);
  }
  tlm_utils::simple_target_socket<Memory> socket{"socket"};

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_time& delay) {
    unsigned char* const here = bytes_.data() + payload.get_address();
    unsigned char* const there = payload.get_data_ptr();
    payload.is_write() ? std::memcpy(here, there, payload.get_data_length())
                       : std::memcpy(there, here, payload.get_data_length());
    delay += sc_time(20, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }
  std::vector<unsigned char> bytes_;
};

class Processor : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Processor> socket{"socket"};

 protected:
  using sc_core::sc_module::sc_module;
  std::uint64_t access(tlm::tlm_command command, std::uint64_t address, std::uint64_t word) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(&word));
    payload.set_data_length(sizeof word);
    payload.set_streaming_width(sizeof word);
    sc_time delay;
    socket->b_transport(payload, delay);
    wait(delay);
    if (payload.is_response_error()) {
      SC_REPORT_ERROR(name(), payload.get_response_string().c_str());
    }
    return word;
  }
  std::uint64_t read(std::uint64_t address) { return access(tlm::TLM_READ_COMMAND, address, 0); }
  void write(std::uint64_t address, std::uint64_t word) {
    access(tlm::TLM_WRITE_COMMAND, address, word);
  }
};

class Producer : public Processor {
 public:
  Producer(sc_core::sc_module_name name, std::uint64_t words) : Processor(name), words_(words) {
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(Producer);
  void run() {
    for (std::uint64_t i = 1; i <= words_; ++i) {
      write(kWords + 8 * (i - 1), i);
    }
    write(kFlag, 1);
  }
  std::uint64_t words_;
};

class Consumer : public Processor {
 public:
  Consumer(sc_core::sc_module_name name, std::uint64_t words) : Processor(name), words_(words) {
    SC_THREAD(run);
  }

 private:
  SC_HAS_PROCESS(Consumer);
  void run() {
    while (read(kFlag) == 0) {
    }
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < words_; ++i) {
      sum += read(kWords + 8 * i);
    }
    std::cout << "sum " << sum << " after " << sc_core::sc_time_stamp() << '\n';
  }
  std::uint64_t words_;
};

int sc_main(int argc, char* argv[]) try {
  const std::uint64_t words = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100;
  NetworkModule network("network", flitcast::Settings::read(argc > 1 ? argv[1] : "mesh.ini"));
  TlmNetwork tlm("tlm", network, {0, 15}, AddressMap({{0, kSize, 6}, {kSize, kSize, 9}}));
  Producer producer("producer", words);
  Consumer consumer("consumer", words);
  Memory one("one");
  Memory two("two");
  producer.socket.bind(tlm.initiator(0));
  consumer.socket.bind(tlm.initiator(1));
  tlm.memory(0).bind(one.socket);
  tlm.memory(1).bind(two.socket);
  sc_core::sc_start();
  const auto latency = network.network().statistics().total.latency;
  std::cout << latency.packets << " packets, mean latency " << latency.mean << " cycles\n";
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 2;
}
