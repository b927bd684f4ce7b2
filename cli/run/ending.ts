import { constants } from 'node:os';
import { OutputLost } from '../terminal/output.ts';
import { describeFileError } from '../text/files.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** What must be written whole has so long for it. */
const GRACE_MS = 3000;
/** A fault of this program, and of nothing that it was given (EX_SOFTWARE). */
const FAULT = 70;
const MAX_MESSAGE = 200;

/** Asks a command to end; it is told once, with the exit code that the process gets. */
class Ending {
  readonly #controller = new AbortController();
  #exitCode: number | undefined;
  #isHeard = false;

  /** Undefined while nothing asks the process to end. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** For a command that ends by itself when it hears of it. Others are ended at once. */
  listen(): AbortSignal {
    if (!this.#isHeard)
      for (const name of SIGNALS) process.on(name, () => this.ask(128 + constants.signals[name]));
    this.#isHeard = true;
    return this.#controller.signal;
  }

  /** The work was whole when the process was asked to end. Of an output that nobody reads it never is. */
  complete(exitCode: number): void {
    if (this.#exitCode === undefined || this.#controller.signal.reason instanceof OutputLost) return;
    this.#exitCode = process.exitCode = exitCode;
  }

  ask(exitCode: number, reason?: Error): void {
    // Whoever asks again is not to wait.
    if (this.#exitCode !== undefined || !this.#isHeard) process.exit(this.#exitCode ?? exitCode);
    this.#exitCode = process.exitCode = exitCode;
    setTimeout(() => process.exit(exitCode), GRACE_MS).unref();
    this.#controller.abort(reason);
  }
}

export const ending = new Ending();

/** Lets streams that take no more, and faults of ours, end the process as people and scripts expect it. */
export function endProperly(version: string): void {
  process.stdout.on('error', (error) => onLostOutput(error));
  // There is nowhere left to say it.
  process.stderr.on('error', () => {});
  const onFault = (thrown: unknown) => {
    if (!isLostOutput(thrown)) sayFault(thrown, version);
    process.exit(FAULT);
  };
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);
}

function onLostOutput(error: Error): void {
  // Who read it has gone, as `head` does: that is no failure, and a shell knows it by the signal's number.
  const hasReaderGone = isLostOutput(error);
  if (!hasReaderGone) process.stderr.write(`Cannot write to standard output: ${describeFileError(error)}.\n`);
  ending.ask(hasReaderGone ? 128 + constants.signals.SIGPIPE : 1, new OutputLost());
}

function isLostOutput(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPIPE';
}

/** One sentence for people, with what is needed to find the place. */
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
