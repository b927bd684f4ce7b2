import { problemOf } from '../../shared/index.ts';
import type { JobProblem } from './problem.ts';

/** The problem behind anything that was thrown while compressing; what is not the document's is ours. */
export function problemOfThrown(thrown: unknown): JobProblem {
  const problem = problemOf(thrown);
  if (problem !== null) return problem;
  if (isOutOfMemory(thrown)) return { code: 'out_of_memory' };
  return { code: 'crashed', report: crashReport(thrown) };
}

/** Engines have no error class for this; these are the words of V8, SpiderMonkey, JavaScriptCore and Emscripten. */
export function isOutOfMemory(thrown: unknown): boolean {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return /out of memory|allocation failed|could not allocate|invalid (array buffer|typed array) length|cannot enlarge memory|\bOOM\b/i.test(
    message,
  );
}

/** Name and places in our code. The message stays behind, since it can quote the document. */
export function crashReport(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const frames = (thrown.stack ?? '')
    .split('\n')
    .filter((line) => /^\s*at |@.*:\d+:\d+$/.test(line))
    .map((line) => line.trim());
  return [thrown.name, ...frames.slice(0, 12)].join('\n');
}
