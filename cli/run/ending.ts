import { EXIT, EXIT_INTERNAL_ERROR, EXIT_OF_SIGNAL } from '../../library/terminal/exit-code.ts';
import { OutputLost } from '../../library/terminal/output.ts';
import { describeFileError } from '../text/files.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Grace period for writes that must be completed. */
const GRACE_MS = 3000;
const MAX_MESSAGE = 200;

/** Asks a command to stop, once, with the exit code of the process. */
class Ending {
  readonly #controller = new AbortController();
  #exitCode: number | undefined;
  #isHeard = false;

  /** Undefined until the process is asked to stop. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /**
   * Runs a command that stops by itself on the signal. Others exit at once.
   *
   * @returns its exit code; that of the signal if it stopped because of it
   */
  async run(command: (signal: AbortSignal) => Promise<number>): Promise<number> {
    const signal = this.#listen();
    try {
      const exitCode = await command(signal);
      this.#complete(exitCode);
      return exitCode;
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
      return this.#exitCode!;
    }
  }

  #listen(): AbortSignal {
    if (!this.#isHeard) for (const name of SIGNALS) process.on(name, () => this.ask(EXIT_OF_SIGNAL[name]));
    this.#isHeard = true;
    return this.#controller.signal;
  }

  /** The work was complete when the process was asked to stop; a watch always is. With a lost output it never is. */
  #complete(exitCode: number): void {
    if (this.#exitCode === undefined || this.#controller.signal.reason instanceof OutputLost) return;
    this.#exitCode = process.exitCode = exitCode;
  }

  ask(exitCode: number, reason?: Error): void {
    // A second request exits at once.
    if (this.#exitCode !== undefined || !this.#isHeard) process.exit(this.#exitCode ?? exitCode);
    this.#exitCode = process.exitCode = exitCode;
    setTimeout(() => process.exit(exitCode), GRACE_MS).unref();
    this.#controller.abort(reason);
  }
}

export const ending = new Ending();

/**
 * Installs handlers so that closed streams and internal errors end the process with the customary messages and exit
 * codes.
 */
export function endProperly(version: string): void {
  process.stdout.on('error', (error) => onLostOutput(error));
  // No stream is left to report it.
  process.stderr.on('error', () => {});
  const onFault = (thrown: unknown) => {
    if (!isLostOutput(thrown)) sayFault(thrown, version);
    process.exit(EXIT_INTERNAL_ERROR);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}

function onLostOutput(error: Error): void {
  // The reader has closed the pipe, as `head` does: not a failure. Shells expect the code of SIGPIPE.
  const hasReaderGone = isLostOutput(error);
  if (!hasReaderGone) process.stderr.write(`Cannot write to standard output: ${describeFileError(error)}.\n`);
  ending.ask(hasReaderGone ? EXIT_OF_SIGNAL.SIGPIPE : EXIT.IO_ERROR, new OutputLost());
}

function isLostOutput(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE';
}

/** Reports an internal error in one sentence, with the source position. */
function sayFault(thrown: unknown, version: string): void {
  const { name, message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown));
  const [, place = 'unknown place'] =
    /([\w.-]+\.(?:js|ts):\d+:\d+)/.exec(stack.slice(stack.indexOf('\n    at '))) ?? [];
  const what = `${name}: ${message}`.split('\n', 1)[0]!.slice(0, MAX_MESSAGE);
  process.stderr.write(
    `This is a fault of pagelight ${version} and not yours (${what}, at ${place}): please report this line, with what "pagelight inspect --json FILE" says of the PDF.\n`,
  );
  if (process.env.PAGELIGHT_DEBUG) process.stderr.write(`${stack.slice(stack.indexOf('\n    at ') + 1)}\n`);
}
