#include "tests/support/slurm/slurm_cluster.h"

#include <arpa/inet.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <pwd.h>
#include <random>
#include <stdexcept>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

namespace flitcast {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kStartLimit{60};
constexpr std::chrono::milliseconds kEvery{50};

/// The path of a program, also in the folders of administrators; empty when there is none.
std::string find_program(const std::string& name) {
  for (const char* folder : {"/usr/sbin/", "/usr/bin/", "/usr/local/sbin/", "/usr/local/bin/"}) {
    if (::access((folder + name).c_str(), X_OK) == 0) {
      return folder + name;
    }
  }
  return "";
}

bool is_free(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  const bool free =
      ::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
  ::close(socket);
  return free;
}

/// Below the range that outgoing connections take their ports from.
std::uint16_t free_port() {
  static std::random_device random;
  std::uniform_int_distribution<int> any(10'000, 32'000);
  for (;;) {
    const auto port = static_cast<std::uint16_t>(any(random));
    if (is_free(port)) {
      return port;
    }
  }
}

std::string user_name() {
  const passwd* user = ::getpwuid(::getuid());
  return user != nullptr ? user->pw_name : std::to_string(::getuid());
}

std::string random_key() {
  std::random_device random;
  std::string key(1024, '\0');
  for (char& byte : key) {
    byte = static_cast<char>(random());
  }
  return key;
}

/// No system service, no cgroups, no accounting; quick to notice a lost node and to start jobs.
constexpr const char* kSettings = R"(
ClusterName=flitcast
SlurmctldHost=localhost(127.0.0.1)
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0
SlurmdTimeout=4
SlurmctldTimeout=10
MessageTimeout=3
BatchStartTimeout=5
KillWait=2
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
)";

}  // namespace

std::string output_of(const std::string& shell_command) {
  std::FILE* const pipe = ::popen((shell_command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) {
    return "";
  }
  std::string text;
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    text.append(buffer.data(), count);
  }
  ::pclose(pipe);
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  return text;
}

std::string SlurmCluster::missing() {
  for (const char* program : {"munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol"}) {
    if (find_program(program).empty()) {
      return fmt::format("no {} here; the Debian packages slurm-wlm and munge have it", program);
    }
  }
  return "";
}

SlurmCluster::SlurmCluster() {
  folder_.write("munge.key", random_key());
  std::filesystem::permissions(folder_.path("munge.key"), std::filesystem::perms::owner_read);
  for (const char* name : {"state", "n1", "n2"}) {
    std::filesystem::create_directory(folder_.path(name));
  }
  ::setenv("SLURM_CONF", configuration().c_str(), 1);
  constexpr int kTries = 3;  // somebody else may take a port
  for (int i = 0; i < kTries; ++i) {
    if (start()) {
      return;
    }
    if (i + 1 < kTries) {
      stop();
    }
  }
  throw std::runtime_error("the cluster did not start; its nodes are \"" + state_of_nodes() +
                           "\"\n" + logs());
}

SlurmCluster::~SlurmCluster() {
  stop();
}

void SlurmCluster::stop() {
  nodes_ = {};
  controller_.reset();
  munge_.reset();
}

void SlurmCluster::write_configuration() const {
  std::string text = kSettings;
  const std::string user = user_name();
  text += fmt::format("SlurmUser={}\nSlurmdUser={}\nSlurmctldPort={}\n", user, user, ports_[0]);
  text += fmt::format("AuthInfo=socket={}\n", folder_.path("munge.socket"));
  text += fmt::format("StateSaveLocation={}\nSlurmdSpoolDir={}/%n\n", folder_.path("state"),
                      folder_.root());
  for (const char* daemon : {"Slurmctld", "Slurmd"}) {
    const char* name = daemon == std::string("Slurmd") ? "%n" : "slurmctld";
    text += fmt::format("{}PidFile={}/{}.pid\n{}LogFile={}/{}.log\n", daemon, folder_.root(), name,
                        daemon, folder_.root(), name);
  }
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    text += fmt::format("NodeName=n{} NodeHostname=localhost NodeAddr=127.0.0.1 Port={} CPUs=4\n",
                        node + 1, ports_[node + 1]);
  }
  folder_.write("slurm.conf", text);
}

/// False when it does not come up in time, or a daemon cannot have its port.
bool SlurmCluster::start() {
  for (std::uint16_t& port : ports_) {
    port = free_port();
  }
  write_configuration();
  munge_ = std::make_unique<KeptProcess>(
      std::vector<std::string>{
          find_program("munged"), "--foreground", "--force",
          "--key-file=" + folder_.path("munge.key"), "--socket=" + folder_.path("munge.socket"),
          "--pid-file=" + folder_.path("munge.pid"), "--log-file=" + folder_.path("munge.log"),
          "--seed-file=" + folder_.path("munge.seed")},
      folder_.path("munge.out"));
  const Clock::time_point deadline = Clock::now() + kStartLimit;
  while (!std::filesystem::exists(folder_.path("munge.socket")) && Clock::now() < deadline) {
    std::this_thread::sleep_for(kEvery);
  }
  start_controller();
  start_node(0);
  start_node(1);
  while (state_of_nodes() != "idle idle" && Clock::now() < deadline) {
    std::this_thread::sleep_for(kEvery);
  }
  return state_of_nodes() == "idle idle";
}

void SlurmCluster::start_controller() {
  controller_ = std::make_unique<KeptProcess>(
      std::vector<std::string>{find_program("slurmctld"), "-D", "-f", configuration()},
      folder_.path("slurmctld.out"));
}

void SlurmCluster::start_node(std::size_t node) {
  const std::string name = fmt::format("n{}", node + 1);
  nodes_.at(node) = std::make_unique<KeptProcess>(
      std::vector<std::string>{find_program("slurmd"), "-D", "-N", name, "-f", configuration()},
      folder_.path(name + ".out"));
}

void SlurmCluster::resume_nodes() const {
  output_of("scontrol update NodeName=n1,n2 State=RESUME");
}

std::string SlurmCluster::state_of_nodes() const {
  std::string states = output_of("sinfo --noheader --Node --format=%t");
  for (char& c : states) {
    c = c == '\n' ? ' ' : c;
  }
  return states;
}

std::string SlurmCluster::logs() const {
  return output_of("tail -n 25 " + folder_.path("*.log") + " " + folder_.path("*.out"));
}

}  // namespace flitcast
