// flitcast choose: which algorithm is best where.

#include <memory>

#include <fmt/format.h>

#include "tb/cli/arguments.h"
#include "tb/cli/explore/asked_question.h"
#include "tb/cli/explore/backend_options.h"
#include "tb/cli/explore/explore_actions.h"
#include "tb/explore/choose/answer_text.h"
#include "tb/explore/choose/choose_runs.h"
#include "tb/explore/choose/decide.h"
#include "tb/explore/choose/side_by_side.h"
#include "tb/explore/choose/winners.h"
#include "tb/explore/sweep/make_backend.h"
#include "tb/report/assets/assets.h"
#include "tb/report/choose/choose_answer.h"
#include "tb/report/viewer/viewer.h"
#include "tb/system/console.h"
#include "tb/system/files/written_files.h"
#include "tb/system/terminal_line.h"
#include "tb/text/shown_text.h"
#include "tb/text/text_columns.h"

namespace flitcast {
namespace {

Answer answer_to(const Question& question, const std::vector<SituationContest>& contests,
                 double margin, bool simulated) {
  Answer answer{&question, {}, margin, simulated};
  answer.situations.reserve(contests.size());
  for (const SituationContest& contest : contests) {
    answer.situations.push_back(answer_of(contest));
  }
  return answer;
}

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string summary(const Question& question, const std::vector<SituationContest>& contests,
                    const ChooseRuns* runs) {
  std::size_t candidates = 0;
  std::size_t predicted = 0;
  std::size_t simulated = 0;
  for (const SituationContest& contest : contests) {
    candidates += contest.candidates().size();
    predicted += contest.predicted_count();
    simulated += contest.simulated_count();
  }
  Facts facts;
  facts.words("operation", question.operation);
  facts.words("sizes", question.sizes.size() == 1
                           ? fmt::format("{} flits", question.sizes.front())
                           : fmt::format("{} to {} flits, {} of them", question.sizes.front(),
                                         question.sizes.back(), question.sizes.size()));
  facts.words("situations", std::to_string(contests.size()));
  facts.words("candidates",
              fmt::format("{} of {}; {} predicted, with every size", counted(candidates, "form"),
                          counted(question.rows.size(), "algorithm"), predicted));
  facts.words("simulated", runs == nullptr
                               ? "nothing: theory alone"
                               : fmt::format("{}, {} of them now", simulated,
                                             runs->run_count() - runs->failures().size()));
  return facts.text();
}

/// Returns what is to be said of the files.
std::string write_files(const Answer& answer, const SweepFolder& folder) {
  const std::string json = answer_json(answer);
  std::vector<std::pair<std::string, std::string>> texts{{"choose.csv", answer_csv(answer)},
                                                         {"choose.json", json}};
  if (has_drawing_library()) {
    const auto inputs = choose_inputs(nlohmann::ordered_json::parse(json));
    texts.emplace_back("choose.html", viewer_html(inputs));
  }
  std::vector<std::string> files;
  for (const auto& [name, text] : texts) {
    files.push_back(folder.path() + "/" + name);
    write_in_place_of_links(files.back(), text);
  }
  return written_lines(files) +
         written_line(folder.path() + "/winners", write_winners(answer, folder));
}

int finish(const Arguments& arguments, const Question& question,
           const std::vector<SituationContest>& contests, const Answer& answer,
           const ChooseRuns* runs) {
  if (arguments.wants_json()) {
    print(answer_json(answer));
  } else {
    print(
        printable(answer_text(answer, output_width()) + side_by_side_text(answer, output_width())));
    print(summary(question, contests, runs));
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

/// With a folder, so that the answer is written there.
int choose_in_folder(const Arguments& arguments, const Question& question,
                     std::vector<SituationContest>& contests, double margin, bool simulates) {
  const SweepFolder folder = result_folder(arguments);
  const auto backend = make_backend(backend_options(arguments), folder);
  folder.create();
  const FolderLock lock(folder);
  std::unique_ptr<RunsInFolder> runs;
  if (simulates) {
    runs = std::make_unique<RunsInFolder>(question.base, *backend, folder);
    decide(*runs, contests);
  }
  const Answer answer = answer_to(question, contests, margin, simulates);
  const std::string written = write_files(answer, folder);
  const int code = finish(arguments, question, contests, answer, runs.get());
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

int choose_in_memory(const Arguments& arguments, const Question& question,
                     std::vector<SituationContest>& contests, double margin, bool simulates) {
  const BackendOptions options = backend_options(arguments);
  if (options.kind != "local") {
    throw ConfigError("--backend: needs a folder that all machines see; give --out=DIR");
  }
  std::unique_ptr<RunsInMemory> runs;
  if (simulates) {
    runs = std::make_unique<RunsInMemory>(options);
    decide(*runs, contests);
  }
  return finish(arguments, question, contests, answer_to(question, contests, margin, simulates),
                runs.get());
}

std::vector<SituationContest> predicted_contests(const Question& question, double margin) {
  TerminalLine line(stderr, TerminalLine::kEveryHalfMinute);
  return contests_of(question, margin, [&](std::size_t entered) {
    if (line.due()) {
      line.show(fmt::format("predicting: {} of {} situations, {:.0f} s", entered,
                            question.situations.size(), line.seconds()));
    }
  });
}

/// Where theory alone is asked for. Looking at schedules takes as long as they are.
void predict(std::vector<SituationContest>& contests) {
  constexpr NodeId kMostNodes = 512;
  bool has_larger = false;
  for (SituationContest& contest : contests) {
    const bool is_larger = contest.situation().topology->processors() > kMostNodes;
    has_larger = has_larger || is_larger;
    contest.predict(!is_larger);
  }
  if (has_larger) {
    tell(fmt::format(
        "note: schedules for more than {} nodes are not verified; without --predict they are",
        kMostNodes));
  }
}

}  // namespace

int choose_main(const Arguments& arguments) {
  arguments.wants_json();
  const double margin = margin_of(arguments);
  const Question question = question_of(asked_of(arguments));
  for (const std::string& note : question.notes) {
    tell("note: " + note);
  }
  const bool simulates = !arguments.has("predict");
  std::vector<SituationContest> contests = predicted_contests(question, margin);
  if (!simulates) {
    predict(contests);
  }
  return arguments.has("out") ? choose_in_folder(arguments, question, contests, margin, simulates)
                              : choose_in_memory(arguments, question, contests, margin, simulates);
}

}  // namespace flitcast
