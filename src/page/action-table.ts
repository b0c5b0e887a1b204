import type { ExplorerAction, ExplorerState, RunReport } from "../report/report-data.js";
import { element } from "./element.js";
import { inertText } from "./inert-text.js";
import { messageText } from "./message-text.js";
import { count, NOTHING, plain, textOf } from "./number-text.js";
import { shortName } from "./short-name.js";

/** An action's text in the table is cut there. */
const LONGEST = 600;
/** And a policy's name above a column. */
const LONGEST_NAME = 24;

/** Actions of a state: what each is worth, how often each policy drew it, and with what probability it says it. */
export function actionTable(run: RunReport, state: ExplorerState): HTMLElement {
  const isExact = state.actions.some((action) => action.probabilities.some((value) => value !== null));
  const heads = [
    ["Action", ""],
    ["Quality", "number"],
    ["Regret", "number"],
    ...run.policies.map((policy) => [`${shortName(policy, LONGEST_NAME)} drew`, "number named"]),
    ...(isExact ? run.policies.map((policy) => [`${shortName(policy, LONGEST_NAME)} exact`, "number named"]) : []),
  ];
  const drawn = run.samples === null ? "" : `, times drawn of ${count(run.samples)}`;
  const label = `Actions${drawn}${isExact ? ", exact probabilities" : ""}`;
  return element(
    "div",
    { class: "scroll", role: "region", tabindex: "0", "aria-label": label },
    element(
      "table",
      { class: "actions" },
      element("caption", {}, label),
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          ...heads.map(([text = "", name = ""]) => element("th", { scope: "col", class: name }, inertText(text))),
        ),
      ),
      element("tbody", {}, ...state.actions.map((action) => rowOf(run, state, action, isExact))),
    ),
  );
}

function rowOf(run: RunReport, { bestQuality }: ExplorerState, action: ExplorerAction, isExact: boolean): HTMLElement {
  const { quality } = action;
  const regret = quality === null || bestQuality === null ? null : bestQuality - quality;
  return element(
    "tr",
    {},
    element(
      "th",
      { scope: "row", class: "action" },
      messageText(action.action, LONGEST),
      action.valid ? null : element("span", { class: "tag" }, "invalid"),
    ),
    quality === null
      ? element("td", { class: "number" }, action.unscored === null ? NOTHING : inertText(action.unscored, 200))
      : number(plain(quality)),
    number(textOf(regret, plain)),
    ...run.policies.map((_, place) => share(action.counts[place] ?? 0, run.samples, String)),
    ...(isExact ? run.policies.map((_, place) => share(action.probabilities[place] ?? null, 1, plain)) : []),
  );
}

function number(text: string): HTMLElement {
  return element("td", { class: "number" }, text);
}

/** A number with a bar of its share of the whole. */
function share(value: number | null, whole: number | null, print: (value: number) => string): HTMLElement {
  if (value === null) return number(NOTHING);
  const cell = number(print(value));
  cell.classList.add("share");
  cell.style.setProperty("--share", String(whole === null || whole === 0 ? 0 : value / whole));
  return cell;
}
