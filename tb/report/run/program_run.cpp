#include "tb/report/run/program_run.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

#include <nlohmann/json.hpp>

#include "tb/config/config.h"
#include "tb/config/resolve/resolve.h"
#include "tb/report/links/network_layout.h"
#include "tb/report/run/loaded_run.h"
#include "tb/report/run/worm_trees.h"
#include "tb/report/viewer/columns.h"
#include "tb/results/plain_result.h"
#include "tb/results/result_file.h"
#include "tb/system/files/input_file.h"

namespace flitcast::report {
namespace {

using Json = nlohmann::ordered_json;

/// What a rank did for some time.
struct Bar {
  Cycle start;
  Cycle end;
  std::uint32_t rank;
  std::string deed;
  Json peer = nullptr;
  Json flits = nullptr;
};

/// What is drawn over what.
int layer_of(const Bar& bar) {
  const char* const deeds[] = {"waits for data", "delay", "sends", "starts up"};
  return static_cast<int>(std::find(std::begin(deeds), std::end(deeds), bar.deed) -
                          std::begin(deeds));
}

class ProgramPicture {
 public:
  ProgramPicture(const std::string& log, Cycle startup) : startup_(startup) {
    read_operation_log(log, [&](LoggedOperation&& op) { ops_.push_back(std::move(op)); });
    for (const LoggedOperation& op : ops_) {
      if (op.finished >= 0) {
        add(op);
      }
    }
    end_waits();
  }

  /// Columns of bars, the longest where there are too many.
  Json bars() {
    const std::size_t drawn = std::min(bars_.size(), kMaxProgramBars);
    std::nth_element(bars_.begin(), bars_.begin() + static_cast<std::ptrdiff_t>(drawn), bars_.end(),
                     [](const Bar& a, const Bar& b) { return a.end - a.start > b.end - b.start; });
    all_bars_ = bars_.size();
    bars_.resize(drawn, Bar{});
    std::stable_sort(bars_.begin(), bars_.end(), [](const Bar& a, const Bar& b) {
      return std::tuple(layer_of(a), a.rank, a.start, a.end) <
             std::tuple(layer_of(b), b.rank, b.start, b.end);
    });
    Columns columns({"rank", "deed", "start", "end", "peer", "flits"});
    for (const Bar& bar : bars_) {
      columns.add({bar.rank, bar.deed, bar.start, bar.end, bar.peer, bar.flits});
    }
    return columns.take();
  }
  std::size_t all_bars() const { return all_bars_; }
  const std::vector<LoggedOperation>& operations() const { return ops_; }

  /// Messages as lines from rank to rank; none where there are too many.
  Json messages() const {
    Columns columns({"rank", "to", "start", "end", "flits"});
    if (messages_ <= kMaxProgramMessages) {
      for (const LoggedOperation& op : ops_) {
        if (op.message != LoggedOperation::kNone && op.finished >= 0) {
          const LoggedOperation& send = ops_.at(op.message);
          columns.add({send.rank, op.rank, send.started, op.finished, send.amount});
        }
      }
    }
    return columns.take();
  }

  Json path() const {
    Columns columns({"rank", "to", "start", "end", "deed"});
    for (const LoggedOperation& op : ops_) {
      if (op.path_to >= 0) {
        const bool goes = op.path == "message";
        columns.add({op.rank, goes ? op.peer : op.rank, op.path_from, op.path_to,
                     goes                   ? "a message goes"
                     : op.path == "startup" ? "a message is started up"
                     : op.path == "send"    ? "a message is sent"
                                            : op.kind});
      }
    }
    return columns.take();
  }

 private:
  void add(const LoggedOperation& op) {
    if (op.kind == "send") {
      ++messages_;
      const Cycle sends = std::min(op.started + startup_, op.finished);
      add({op.started, sends, op.rank, "starts up", op.peer, op.amount});
      add({sends, op.finished, op.rank, "sends", op.peer, op.amount});
    } else if (op.kind == "receive" || op.kind == "receive_add") {
      if (!waits_.empty() && waits_.back().rank != op.rank) {
        end_waits();
      }
      waits_.push_back({op.started, op.finished, op.rank, "waits for data"});
    } else {
      const bool delay = op.kind == "delay" || op.kind == "wait";
      add({op.started, op.finished, op.rank, delay ? "delay" : "computes"});
    }
  }
  void add(Bar&& bar) {
    if (bar.end > bar.start) {
      bars_.push_back(std::move(bar));
    }
  }
  /// Those of a rank, which overlap, become one where they do.
  void end_waits() {
    std::sort(waits_.begin(), waits_.end(),
              [](const Bar& a, const Bar& b) { return a.start < b.start; });
    for (std::size_t i = 0; i < waits_.size();) {
      Bar joined = waits_[i];
      for (++i; i < waits_.size() && waits_[i].start <= joined.end; ++i) {
        joined.end = std::max(joined.end, waits_[i].end);
      }
      add(std::move(joined));
    }
    waits_.clear();
  }

  Cycle startup_;
  std::vector<LoggedOperation> ops_;
  std::vector<Bar> bars_;
  std::vector<Bar> waits_;  // of the rank that is read
  std::size_t messages_ = 0;
  std::size_t all_bars_ = 0;
};

/// In columns, too: waits of a trace that were measured.
Json wait_columns(const std::string& log) {
  Columns columns(
      {"rank", "processor", "event", "start", "end", "here_start", "here_end", "blame"});
  for (const LoggedWait& wait : read_wait_log(log)) {
    columns.add({wait.rank, wait.processor, wait.event, wait.start, wait.end, wait.simulated_start,
                 wait.simulated_end, wait.blame});
  }
  return columns.take();
}

}  // namespace

Json program_inputs(const std::string& file) {
  if (is_pipe(file)) {
    throw ConfigError("{}: is a pipe, and the run is to be repeated from it; give a file", file);
  }
  Json result = read_result(file);
  need(result,
       {"completion_cycles", "predicted_cycles", "excess_cycles", "critical_path", "ranks",
        "messages", "flits", "operations", "latency", "links", "data_check", "notes", "deadlock"});
  const Config config = resolve(config_with_network(result, file));
  const Topology& topology = *config.topology;
  std::vector<std::string> wanted{"operations", "links"};
  const bool measured = result.contains("measured");
  if (measured) {
    wanted.emplace_back("waits");
  }
  const auto logs = repeat_run(file, result, wanted);
  ProgramPicture picture(logs->path("operations.csv"), config.network.startup);
  const std::vector<LoggedChannel> channels = read_channels(logs->path("links.csv"), topology);
  result.erase("host");
  Json inputs{{"kind", "program"},
              {"result", packed(result)},
              {"network",
               network_layout(topology, node_names(topology, plain_text(result.at("config").value(
                                                                 "topology.file", Json()))))},
              {"channels", {{"columns", channel_columns(channels)}}},
              {"bars", {{"columns", picture.bars()}}},
              {"messages", {{"columns", picture.messages()}}},
              {"path", {{"columns", picture.path()}}}};
  inputs["all_bars"] = picture.all_bars();
  if (config.network.forks != Forks::kNone) {
    inputs["trees"] = {{"columns", tree_columns(picture.operations(),
                                                result.at("placement").get<std::vector<NodeId>>(),
                                                *config.routing)}};
  }
  if (measured) {
    inputs["waits"] = {{"columns", wait_columns(logs->path("waits.csv"))}};
  }
  return inputs;
}

std::optional<Json> traces_inputs(const std::vector<std::string>& files) {
  if (files.size() < 2) {
    return std::nullopt;
  }
  Json list = Json::array();
  for (const std::string& file : files) {
    const Json result = is_pipe(file) ? Json() : read_result(file);
    if (!is_program_result(result) || !result.contains("measured")) {
      return std::nullopt;
    }
    const Json& measured = result.at("measured");
    need(measured, {"cycles", "makespan_cycles", "makespan_error", "waits", "wait_error_p50",
                    "wait_error_p90", "wait_order"});
    list.push_back({{"config", {{"traffic.program", result.at("config").at("traffic.program")}}},
                    {"measured", measured}});
  }
  return Json{{"kind", "traces"}, {"results", std::move(list)}};
}

}  // namespace flitcast::report
