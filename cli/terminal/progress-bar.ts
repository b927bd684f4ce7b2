import type { Output } from '../../library/terminal/output.ts';
import type { Environment } from '../files/own-folders.ts';

/** The part of a terminal that a progress bar needs. */
export interface BarTerminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** One line on a terminal, overwritten in place. Does nothing if the output is a pipe. */
export interface ProgressBar {
  show(fraction: number, text: string): void;
  /** Erases the line so that other text can be printed. */
  clear(): void;
}

const CELLS = 20;
/** Minimum interval between two updates. */
const PAUSE_MS = 100;
const CLEAR = '\r\u001b[K';

/** Characters of two cells: East Asian scripts and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}]/u;

/** Cuts a line to a number of cells, so that it never wraps. */
function cut(line: string, cells: number): string {
  let [kept, left] = ['', cells];
  for (const letter of line) {
    left -= WIDE.test(letter) ? 2 : 1;
    if (left < 0) return kept;
    kept += letter;
  }
  return kept;
}

/** The terminal for a bar; one that shows nothing if the user or the environment wants plain lines. */
export function barTerminal(terminal: BarTerminal, env: Environment, isQuiet: boolean): BarTerminal {
  const isPlain = env.TERM === 'dumb' || (env.CI !== undefined && env.CI !== '' && env.CI !== 'false');
  return isQuiet || isPlain ? { write() {} } : terminal;
}

/** An output whose lines replace the bar, which is drawn again below them. */
export function aboveBar(output: Output, bar: ProgressBar): Output {
  const above = (write: (text: string) => void) => (text: string) => {
    bar.clear();
    write(text);
  };
  return { out: above(output.out), err: above(output.err) };
}

export function createProgressBar(terminal: BarTerminal, now: () => number): ProgressBar {
  if (terminal.isTTY !== true) return { show() {}, clear() {} };
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    show(fraction, text) {
      if (isShown && now() - shownAt < PAUSE_MS) return;
      shownAt = now();
      isShown = true;
      const full = Math.round(Math.min(1, Math.max(0, fraction)) * CELLS);
      const line = `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${text}`;
      terminal.write(`${CLEAR}${cut(line, (terminal.columns ?? 80) - 1)}`);
    },
    clear() {
      if (isShown) terminal.write(CLEAR);
      isShown = false;
    },
  };
}

/** The estimated time left: `40 s left`, `3 min left`; empty while unknown. */
export function timeLeft(doneFraction: number, elapsedMs: number): string {
  if (doneFraction <= 0.01 || elapsedMs < 1000) return '';
  const seconds = Math.round((elapsedMs / 1000) * (1 / doneFraction - 1));
  if (seconds < 90) return `${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min left` : `${Math.round(minutes / 60)} h left`;
}
