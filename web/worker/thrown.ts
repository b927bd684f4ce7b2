import { problemOf } from '../../shared/index.ts';
import type { JobProblem } from './problem.ts';

/** The problem of an error during compression; anything but a document's problem is a bug. */
export function problemOfThrown(thrown: unknown): JobProblem {
  const problem = problemOf(thrown);
  if (problem !== null) return problem;
  if (isOutOfMemory(thrown)) return { code: 'out_of_memory' };
  return { code: 'crashed', report: crashReport(thrown) };
}

/** Engines have no error class for this; these are the messages of V8, SpiderMonkey, JavaScriptCore and Emscripten. */
export function isOutOfMemory(thrown: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return /out of memory|allocation failed|could not allocate|invalid (array buffer|typed array) length|cannot enlarge memory|\bOOM\b/i.test(
    message,
  );
}

/** Error name and positions in our code. Omits the message, since it can quote the document. */
export function crashReport(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const frames = (thrown.stack ?? '')
    .split('\n')
    .filter((line) => /^\s*at |@.*:\d+:\d+$/.test(line))
    .map((line) => line.trim());
  return [thrown.name, ...frames.slice(0, 12)].join('\n');
}
