import "./theme.css";
import "./page.css";
import "./chart.css";
import "./number-table.css";
import "./explorer.css";
import "./state-detail.css";
import type { ChartMaker } from "./chart.js";
import { chartFigure } from "./chart-figure.js";
import { contents } from "./contents.js";
import { element } from "./element.js";
import { explorer } from "./explorer.js";
import { factsSection } from "./facts.js";
import { header } from "./header.js";
import { kChart } from "./k-chart.js";
import { logRatioChart } from "./log-ratio-chart.js";
import { nllChart } from "./nll-chart.js";
import { outcomeChart } from "./outcome-chart.js";
import { qualityChart } from "./quality-chart.js";
import { readData } from "./read-data.js";
import { stageChart } from "./stage-chart.js";
import { summarySection } from "./summary-table.js";
import { turnChart } from "./turn-chart.js";

const CHARTS: readonly ChartMaker[] = [
  outcomeChart,
  stageChart,
  turnChart,
  kChart,
  qualityChart,
  nllChart,
  logRatioChart,
];

const { runs } = readData();
document.body.append(
  element("a", { class: "skip", href: "#charts" }, "Skip to the charts"),
  header(runs),
  contents(),
  element(
    "main",
    {},
    element(
      "section",
      { id: "charts", "aria-labelledby": "charts-title", tabindex: "-1" },
      element("h2", { id: "charts-title" }, "Charts"),
      ...CHARTS.map((make) => chartFigure(make(runs))),
    ),
    summarySection(runs),
    explorer(runs),
    factsSection(runs),
  ),
);
