/**
 * On Ctrl-C or a request to end: says `message`, lets `stop` end what runs, and exits with 130. A second one ends the
 * process at once.
 */
export function onInterrupt(message: string, stop: () => Promise<unknown>): void {
  const interrupted = (): void => {
    process.stderr.write(`\n${message}\n`);
    stop().finally(() => process.exit(130));
  };
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
}
