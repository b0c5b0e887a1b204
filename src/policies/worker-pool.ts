import { Worker } from "node:worker_threads";
import { Fault } from "../core/fault.js";
import type { EngineAnswer, EngineCall, SessionCall } from "./engine-worker.js";

/** Threads that each hold every open policy and take one call at a time, so that the calling thread stays free. */
export interface WorkerPool {
  /**
   * Runs a session's first call on a free worker, and its later ones there too. Rejects with a Fault when that is what the
   * worker met.
   */
  call(request: SessionCall): Promise<unknown>;
  /** Runs a call on every worker; gives the first one's answer. */
  broadcast(request: EngineCall): Promise<unknown>;
  /** Lets running calls end (a thread that is stopped inside ONNX Runtime takes the process with it), rejects the others. */
  close(): Promise<void>;
}

interface Job {
  readonly request: EngineCall;
  /** Null for what is not of a session. */
  readonly session: number | null;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Thread id that Node gives a worker once it has ended. */
const ENDED = -1;

const CLOSE: EngineCall = { kind: "close" };

function errorOf(answer: Extract<EngineAnswer, { ok: false }>): Error {
  const error = answer.isFault ? new Fault(answer.message) : new Error(answer.message);
  error.stack = answer.stack;
  return error;
}

export function workerPool(size: number): WorkerPool {
  const waiting: Job[] = [];
  const idle: Worker[] = [];
  const running = new Map<Worker, Job>();
  const seats = new Map<number, Worker>();
  let isClosed = false;
  let lost: Error | null = null;

  function finish(worker: Worker, settle: (job: Job) => void): void {
    const job = running.get(worker);
    running.delete(worker);
    if (job !== undefined) settle(job);
  }

  const workers = Array.from({ length: size }, (_, index) => {
    const worker = new Worker(new URL("./engine-worker.js", import.meta.url), { workerData: index });
    worker.on("message", (answer: EngineAnswer) => {
      finish(worker, (job) => (answer.ok ? job.resolve(answer.value) : job.reject(errorOf(answer))));
      if (isClosed) worker.postMessage(CLOSE);
      else idle.push(worker);
      dispatch();
    });
    worker.on("error", (error: Error) => lose(worker, new Fault(`an engine worker failed: ${error.message}`)));
    worker.on("exit", (code) => {
      if (!isClosed) lose(worker, new Fault(`an engine worker ended with code ${code}`));
    });
    idle.push(worker);
    return worker;
  });

  /** A worker that is gone takes its sessions with it: nothing that was asked can be answered as it would have been. */
  function lose(worker: Worker, error: Error): void {
    lost ??= error;
    finish(worker, (job) => job.reject(error));
    if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1);
    for (const job of waiting.splice(0)) job.reject(error);
  }

  function run(worker: Worker, job: Job): void {
    running.set(worker, job);
    worker.postMessage(job.request);
  }

  /** What a worker does next: first what only it can do, so that begun trajectories end before others begin. */
  function jobFor(worker: Worker): Job | undefined {
    const seatOf = ({ session }: Job): Worker | undefined => seats.get(session ?? Number.NaN);
    const own = waiting.findIndex((job) => seatOf(job) === worker);
    const index = own === -1 ? waiting.findIndex((job) => seatOf(job) === undefined) : own;
    return index === -1 ? undefined : waiting.splice(index, 1)[0];
  }

  function dispatch(): void {
    for (const worker of [...idle]) {
      const job = jobFor(worker);
      if (job === undefined) continue;
      idle.splice(idle.indexOf(worker), 1);
      if (job.session !== null) seats.set(job.session, worker);
      run(worker, job);
    }
  }

  return {
    async call(request) {
      const { session } = request;
      const isEnd = request.kind === "end";
      // A session that was never asked anything lives in no worker.
      if (isEnd && (isClosed || lost !== null || !seats.has(session))) return undefined;
      if (lost !== null) throw lost;
      if (isClosed) throw new Error("the policy is closed");
      const answer = await new Promise<unknown>((resolve, reject) => {
        waiting.push({ request, session, resolve, reject });
        dispatch();
      });
      if (isEnd) seats.delete(session);
      return answer;
    },
    async broadcast(request) {
      if (idle.length < size) throw new Error("a broadcast needs every worker idle");
      const answers = idle
        .splice(0)
        .map(
          (worker) =>
            new Promise<unknown>((resolve, reject) => run(worker, { request, session: null, resolve, reject })),
        );
      return (await Promise.all(answers))[0];
    },
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(new Error("the policy was closed"));
      const alive = workers.filter((worker) => worker.threadId !== ENDED);
      const ends = alive.map((worker) => new Promise<void>((resolve) => worker.once("exit", () => resolve())));
      for (const worker of idle.splice(0)) worker.postMessage(CLOSE);
      await Promise.all(ends);
    },
  };
}
