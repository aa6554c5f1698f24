// flitcast choose: which algorithm is best where.

#include <memory>
#include <optional>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/explore/explore_options.h"
#include "tb/config/config_value.h"
#include "tb/explore/choose/answer/best_schedules.h"
#include "tb/explore/choose/answer/decision_map.h"
#include "tb/explore/choose/choose_runs.h"
#include "tb/explore/choose/decide.h"
#include "tb/explore/sweep/make_backend.h"
#include "tb/report/assets/assets.h"
#include "tb/report/choose/choose_answer.h"
#include "tb/report/viewer/viewer.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "tb/system/terminal_line.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast::explore {
namespace {

/// What is asked, and how it is to be answered.
struct Question {
  const cli::Arguments& arguments;
  const ChooseRequest& request;
  const BestSchedules* schedules;  // to be played beside the algorithms, or null
  double margin;
  bool simulates;
};

DecisionMap answer_to(const Question& question,
                      const std::vector<ScenarioComparison>& comparisons) {
  DecisionMap answer{&question.request, {}, question.margin, question.simulates};
  answer.scenarios.reserve(comparisons.size());
  for (const ScenarioComparison& comparison : comparisons) {
    answer.scenarios.push_back(decision_of(comparison));
  }
  return answer;
}

std::string summary(const ChooseRequest& request,
                    const std::vector<ScenarioComparison>& comparisons, const ChooseRuns* runs) {
  std::size_t candidates = 0;
  std::size_t predicted = 0;
  std::size_t simulated = 0;
  for (const ScenarioComparison& comparison : comparisons) {
    candidates += comparison.candidates().size();
    predicted += comparison.predicted_count();
    simulated += comparison.simulated_count();
  }
  Facts facts;
  facts.words("operation", request.operation);
  facts.words("sizes", request.sizes.size() == 1
                           ? count_of(request.sizes.front(), "flit")
                           : fmt::format("{} to {} flits, {} of them", request.sizes.front(),
                                         request.sizes.back(), request.sizes.size()));
  facts.words("situations", std::to_string(comparisons.size()));
  facts.words("candidates",
              fmt::format("{} of {}; {} predicted, with every size", count_of(candidates, "form"),
                          count_of(request.rows.size(), "algorithm"), predicted));
  facts.words("simulated", runs == nullptr
                               ? "nothing: theory alone"
                               : fmt::format("{}, {} of them now", simulated,
                                             runs->run_count() - runs->failures().size()));
  return facts.text();
}

/// Returns what is to be said of the files.
std::string write_files(const DecisionMap& answer, const SweepFolder& folder) {
  const std::string json = answer_json(answer);
  std::vector<std::pair<std::string, std::string>> texts{{"choose.csv", answer_csv(answer)},
                                                         {"choose.json", json}};
  if (report::has_drawing_library()) {
    texts.emplace_back("choose.html", report::viewer_html(report::choose_inputs(json)));
  }
  std::vector<std::string> files;
  for (const auto& [name, text] : texts) {
    files.push_back(folder.path() + "/" + name);
    write_in_place_of_links(files.back(), text);
  }
  return written_lines(files) +
         written_line(folder.path() + "/winners/", write_winners(answer, folder));
}

int finish(const Question& question, const std::vector<ScenarioComparison>& comparisons,
           const DecisionMap& answer, const ChooseRuns* runs) {
  if (question.arguments.wants_json()) {
    print(answer_json(answer));
  } else {
    print(
        printable(answer_text(answer, output_width()) + side_by_side_text(answer, output_width())));
    print(summary(question.request, comparisons, runs));
  }
  if (runs == nullptr || runs->failures().empty()) {
    return exit_code::kGood;
  }
  tell("not every simulation has a result");
  for (const std::string& failure : runs->failures()) {
    tell(failure);
  }
  return exit_code::kUnmet;
}

/// Throws ConfigError.
ScheduleSearch search_of(const cli::Arguments& arguments) {
  constexpr std::int64_t kLongest = 1'000'000;
  ScheduleSearch search{{}, {}, arguments.number("optimal", 1, kLongest).value_or(0)};
  if (search.seconds > 0 && !arguments.has("out")) {
    throw ConfigError("--optimal: its schedules need a folder; give --out=DIR");
  }
  if (search.seconds > 0) {
    search.folder = result_folder(arguments).path() + "/schedules";
  }
  if (const auto files = arguments.option("schedules")) {
    try {
      search.files = parse_list(*files, "a list of files");
    } catch (const ValueError& error) {
      throw ConfigError(fmt::format("--schedules: {}", error.what()));
    }
  }
  return search;
}

/// With a folder, so that the answer is written there.
int choose_in_folder(const Question& question, std::vector<ScenarioComparison>& comparisons) {
  const cli::Arguments& arguments = question.arguments;
  const SweepFolder folder = result_folder(arguments);
  const auto backend = make_backend(backend_options(arguments), folder);
  folder.create();
  const FolderLock lock(folder);
  std::unique_ptr<ChooseRuns> runs;
  if (question.simulates) {
    runs = runs_in_folder(question.request.base, *backend, folder);
    decide(*runs, comparisons);
  }
  DecisionMap answer = answer_to(question, comparisons);
  if (question.schedules != nullptr) {
    question.schedules->add(*runs, answer);
  }
  const std::string written = write_files(answer, folder);
  const int code = finish(question, comparisons, answer, runs.get());
  if (arguments.has("quiet")) {
    return code;
  }
  if (arguments.wants_json()) {
    tell(written);
  } else {
    print(printable(written));
  }
  return code;
}

int choose_in_memory(const Question& question, std::vector<ScenarioComparison>& comparisons) {
  const BackendOptions options = backend_options(question.arguments);
  if (options.kind != "local") {
    throw ConfigError("--backend: needs a folder that all machines see; give --out=DIR");
  }
  std::unique_ptr<ChooseRuns> runs;
  if (question.simulates) {
    runs = runs_in_memory(options);
    decide(*runs, comparisons);
  }
  DecisionMap answer = answer_to(question, comparisons);
  if (question.schedules != nullptr) {
    question.schedules->add(*runs, answer);
  }
  return finish(question, comparisons, answer, runs.get());
}

std::vector<ScenarioComparison> predicted_comparisons(const ChooseRequest& request, double margin) {
  TerminalLine line(stderr, TerminalLine::kEveryHalfMinute);
  return comparisons_of(request, margin, [&](std::size_t entered) {
    if (line.due()) {
      line.show(fmt::format("predicting: {} of {} situations, {:.0f} s", entered,
                            request.scenarios.size(), line.seconds()));
    }
  });
}

/// Where theory alone is asked for. Looking at schedules takes as long as they are.
void predict(std::vector<ScenarioComparison>& comparisons) {
  constexpr NodeId kMostNodes = 512;
  bool has_larger = false;
  for (ScenarioComparison& comparison : comparisons) {
    const bool is_larger = comparison.scenario().topology->processors() > kMostNodes;
    has_larger = has_larger || is_larger;
    comparison.predict(!is_larger);
  }
  if (has_larger) {
    tell(fmt::format(
        "note: schedules for more than {} nodes are not verified; without --predict they are",
        kMostNodes));
  }
}

}  // namespace

int choose_main(const cli::Arguments& arguments) {
  if (arguments.has("over")) {
    return choose_over(arguments);
  }
  refuse_options(arguments, {"between", "from", "to"}, "is for --over=KEY");
  arguments.wants_json();
  const double margin = margin_of(arguments);
  const ChooseRequest request = request_of(asked_of(arguments));
  for (const std::string& note : request.notes) {
    tell("note: " + note);
  }
  const bool simulates = !arguments.has("predict");
  if (!simulates) {
    refuse_options(arguments, {"optimal", "schedules"}, "is simulated, which --predict is not");
  }
  std::optional<BestSchedules> schedules;
  if (arguments.has("optimal") || arguments.has("schedules")) {
    schedules.emplace(search_of(arguments), request);
  }
  std::vector<ScenarioComparison> comparisons = predicted_comparisons(request, margin);
  if (!simulates) {
    predict(comparisons);
  }
  const Question question{arguments, request, schedules ? &*schedules : nullptr, margin, simulates};
  return arguments.has("out") ? choose_in_folder(question, comparisons)
                              : choose_in_memory(question, comparisons);
}

}  // namespace flitcast::explore
