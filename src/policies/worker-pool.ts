import { Worker } from "node:worker_threads";
import { Fault } from "../core/fault.js";
import type { EngineAnswer, EngineCall } from "./engine-worker.js";

/** Threads that each hold every open policy and take one call at a time, so that the calling thread stays free. */
export interface WorkerPool {
  /** Runs a call on the first free worker. Rejects with a Fault when that is what the worker met. */
  call(request: EngineCall): Promise<unknown>;
  /** Runs a call on every worker; gives the first one's answer. */
  broadcast(request: EngineCall): Promise<unknown>;
  /** Lets running calls end (a thread that is stopped inside ONNX Runtime takes the process with it), drops the others. */
  close(): Promise<void>;
}

interface Job {
  readonly request: EngineCall;
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
  let isClosed = false;

  function finish(worker: Worker, settle: (job: Job) => void): void {
    const job = running.get(worker);
    running.delete(worker);
    if (job !== undefined) settle(job);
  }

  const workers = Array.from({ length: size }, () => {
    const worker = new Worker(new URL("./engine-worker.js", import.meta.url));
    worker.on("message", (answer: EngineAnswer) => {
      finish(worker, (job) => (answer.ok ? job.resolve(answer.value) : job.reject(errorOf(answer))));
      if (isClosed) worker.postMessage(CLOSE);
      else idle.push(worker);
      dispatch();
    });
    worker.on("error", (error: Error) => finish(worker, (job) => job.reject(error)));
    worker.on("exit", (code) =>
      finish(worker, (job) => job.reject(new Error(`an engine worker ended with code ${code}`))),
    );
    idle.push(worker);
    return worker;
  });

  function run(worker: Worker, job: Job): void {
    running.set(worker, job);
    worker.postMessage(job.request);
  }

  function dispatch(): void {
    while (waiting.length > 0 && idle.length > 0) run(idle.pop() as Worker, waiting.shift() as Job);
  }

  return {
    call: (request) =>
      new Promise((resolve, reject) => {
        waiting.push({ request, resolve, reject });
        dispatch();
      }),
    async broadcast(request) {
      if (idle.length < size) throw new Error("a broadcast needs every worker idle");
      const answers = idle
        .splice(0)
        .map((worker) => new Promise<unknown>((resolve, reject) => run(worker, { request, resolve, reject })));
      return (await Promise.all(answers))[0];
    },
    async close() {
      isClosed = true;
      const alive = workers.filter((worker) => worker.threadId !== ENDED);
      const ends = alive.map((worker) => new Promise<void>((resolve) => worker.once("exit", () => resolve())));
      for (const worker of idle.splice(0)) worker.postMessage(CLOSE);
      await Promise.all(ends);
    },
  };
}
