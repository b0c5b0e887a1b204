import type { RunReport } from "../report/report-data.js";
import { element } from "./element.js";
import type { Query } from "./explorer-query.js";
import { visibleText } from "./visible-text.js";

type Choice = readonly [value: string, label: string];

const KINDS: readonly Choice[] = [
  ["", "saved and error states"],
  ["on_trajectory", "saved states"],
  ["error", "error states"],
];
const OUTCOMES: readonly Choice[] = [
  ["", "any outcome"],
  ["win", "win"],
  ["tie", "tie"],
  ["loss", "loss"],
];
const ORDERS: readonly Choice[] = [
  ["highest", "difference, highest first"],
  ["lowest", "difference, lowest first"],
  ["id", "id"],
  ["turn", "turn"],
];

export interface ExplorerControls {
  readonly form: HTMLElement;
  readonly search: HTMLInputElement;
  read(): Query & { readonly run: string };
  /** Chooses a run; its first candidate with it, where it is another run than before. */
  chooseRun(run: RunReport): void;
}

/** Search, filters and order of the explorer's list; `changed` is called after each change. */
export function explorerControls(runs: readonly RunReport[], changed: () => void): ExplorerControls {
  const search = element("input", { type: "search", placeholder: "id or text", "aria-keyshortcuts": "/" });
  const run = choice(runs.map(({ name }) => [name, visibleText(name)]));
  const candidate = choice([]);
  const [kind, outcome, order] = [choice(KINDS), choice(OUTCOMES), choice(ORDERS)];
  const candidateField = field("Candidate", candidate);
  const fillCandidates = (name: string): void => {
    const candidates = runs.find((one) => one.name === name)?.candidates ?? [];
    candidate.replaceChildren(...candidates.map((one) => option([one, visibleText(one)])));
    candidateField.hidden = candidates.length < 2;
  };
  run.addEventListener("change", () => fillCandidates(run.value));
  fillCandidates(run.value);
  const form = element(
    "form",
    { class: "controls", role: "search", "aria-label": "States", autocomplete: "off" },
    field("Search (press /)", search),
    runs.length > 1 ? field("Run", run) : null,
    candidateField,
    field("Kind", kind),
    field("Outcome", outcome),
    field("Order", order),
  );
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", changed);
  return {
    form,
    search,
    read: () => ({
      run: run.value,
      candidate: candidate.value,
      search: search.value,
      kind: kind.value as Query["kind"],
      outcome: outcome.value as Query["outcome"],
      order: order.value as Query["order"],
    }),
    chooseRun({ name }) {
      if (run.value === name) return;
      run.value = name;
      fillCandidates(name);
    },
  };
}

function field(label: string, control: HTMLElement): HTMLLabelElement {
  return element("label", {}, element("span", {}, label), control);
}

function choice(choices: readonly Choice[]): HTMLSelectElement {
  return element("select", {}, ...choices.map(option));
}

function option([value, label]: Choice): HTMLOptionElement {
  return element("option", { value }, label);
}
