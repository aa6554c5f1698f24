#pragma once

#include "tests/support/report/report_browser.h"

namespace flitcast {

/// What somebody does on a page, and what it has then. The page is in a frame of a page of the
/// test.
class PageActions : public ReportBrowser {
 protected:
  struct Window {
    int width = 1280;
    bool dark = false;
  };

  /// What `script` returns, the body of an async function, after page.html has drawn itself. It has
  ///   page, view                document and window of the page
  ///   marks(id, kind)           how many marks of a kind a picture has
  ///   choose(title, text)       picks a value in the list of a key
  ///   drag(element, from, to)   with the pointer, from and to being parts of its width
  ///   later(ms)                 to wait
  nlohmann::json act(const std::string& script, Window window = {1280, false}) const {
    folder_.write("frame.html", frame(script, window.width));
    const OpenedPage opened =
        open("frame.html", std::string("--allow-file-access-from-files --hide-scrollbars") +
                               (window.dark ? " --blink-settings=preferredColorScheme=0" : ""));
    const std::string& dom = opened.dom();
    const std::string name = "data-result=\"";
    const std::size_t begin = dom.find(name);
    if (begin == std::string::npos) {
      ADD_FAILURE() << "the script has no result";
      return {};
    }
    const std::string text =
        dom.substr(begin + name.size(), dom.find('"', begin + name.size()) - begin - name.size());
    return nlohmann::json::parse(without_entities(text));
  }

 private:
  static std::string without_entities(std::string text) {
    for (const auto& [entity, letter] :
         {std::pair("&quot;", "\""), std::pair("&lt;", "<"), std::pair("&gt;", ">"),
          std::pair("&nbsp;", "\u00a0"), std::pair("&amp;", "&")}) {
      for (std::size_t at = text.find(entity); at != std::string::npos;
           at = text.find(entity, at + 1)) {
        text.replace(at, std::string(entity).size(), letter);
      }
    }
    return text;
  }

  static std::string frame(const std::string& script, int width) {
    return R"(<!DOCTYPE html><body style="margin: 0"><iframe src="page.html" style="border: 0" height="1400" width=")" +
           std::to_string(width) + R"("></iframe><script>
const later = (ms) => new Promise((done) => setTimeout(done, ms));
const frame = document.querySelector('iframe');
frame.onload = async () => {
  const page = frame.contentDocument;
  const view = frame.contentWindow;
  const marks = (id, kind) => page.querySelectorAll(`#${id} [aria-roledescription="${kind}"]`).length;
  const choose = async (title, text) => {
    const label = [...page.querySelectorAll('.tools label')].find((one) => one.firstChild.textContent.trim() === title);
    const list = label.querySelector('select');
    list.value = [...list.options].find((option) => option.textContent === text).value;
    list.dispatchEvent(new view.Event('change'));
    await later(500);
  };
  const drag = async (element, from, to) => {
    const box = element.getBoundingClientRect();
    const at = (part) => ({clientX: box.left + part * box.width, clientY: box.top + box.height / 2, button: 0, bubbles: true});
    element.dispatchEvent(new view.PointerEvent('pointerdown', at(from)));
    element.dispatchEvent(new view.PointerEvent('pointermove', at((from + to) / 2)));
    element.dispatchEvent(new view.PointerEvent('pointermove', at(to)));
    element.dispatchEvent(new view.PointerEvent('pointerup', at(to)));
    await later(300);
  };
  const act = async () => {)" +
           script + R"(};
  for (let waited = 0; !page.documentElement.dataset.ready && waited < 20000; waited += 50) await later(50);
  document.body.dataset.result = JSON.stringify(await act().catch((error) => String(error.stack)));
  document.documentElement.dataset.ready = 1;
};
</script></body>)";
  }
};

}  // namespace flitcast
