import { availableParallelism } from 'node:os';
import { nodeDocuments } from '../../library/node/node-documents.ts';
import { terminal } from '../../library/terminal/output.ts';
import type { ArchiveEngine } from '../archive/command.ts';
import type { Engine, ProcessDeps } from '../batch/shrink-command.ts';

/** Starts the core in threads of this process, for `lanes` PDFs at a time. `signal` ends checks. */
export function openEngine(lanes: number, signal: AbortSignal): Engine & ArchiveEngine {
  const processors = availableParallelism();
  // The thread of a single PDF works beside them.
  const threads = lanes > 1 ? processors : Math.max(1, processors - 1);
  const pool = nodeDocuments({ documents: lanes, threads });
  const opened = (password: string | undefined) => (password === undefined ? {} : { password });
  return {
    prepare: () => pool.prepare(),
    compress: (input, { options, password, withReceipt, othersWait, signal, onProgress }) =>
      pool.run(
        { kind: 'compress', input, options, withReceipt, ...opened(password) },
        { signal, onProgress, isAlone: othersWait !== true || lanes < processors },
      ),
    check: (receipt, before, after, password) =>
      pool.run({ kind: 'check-receipt', receipt, before, after, ...opened(password) }, { signal }),
    close: () => pool.terminate(),
  };
}

/** The terminal, clock and environment of this process. */
export function processDeps(signal: AbortSignal): ProcessDeps {
  return {
    lanes: availableParallelism(),
    output: terminal,
    terminal: process.stderr,
    now: () => performance.now(),
    env: process.env,
    signal,
  };
}
