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
      terminal.write(`${CLEAR}${line.slice(0, (terminal.columns ?? 80) - 1)}`);
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
