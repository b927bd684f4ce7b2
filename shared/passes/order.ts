import type { BegunPass, DocumentPart, Pass } from './pass.ts';

/** A pass with its place in the order, where it ends. */
export type PassEntry =
  | {
      readonly pass: Pass;
      /** It runs again after this one. */
      readonly againAfter?: Pass;
    }
  | {
      readonly pass: BegunPass;
      /** It starts after this pass and runs in parallel with the following passes up to its own place. */
      readonly beginsAfter: Pass;
    };

export type PassStep =
  | { readonly kind: 'run'; readonly pass: Pass }
  | { readonly kind: 'begin'; readonly pass: BegunPass };

/**
 * Returns the steps of a list of passes. Passes that start at the same place start in list order.
 * @throws Error when a pass changes something that a started, unfinished pass still reads
 */
export function stepsOf(entries: readonly PassEntry[]): readonly PassStep[] {
  const steps = entries.flatMap(({ pass }): PassStep[] => [
    { kind: 'run', pass },
    ...runsAgainAfter(entries, pass),
    ...beginningsAfter(entries, pass),
  ]);
  const fault = orderFault(steps);
  if (fault !== null) throw new Error(fault);
  return steps;
}

function runsAgainAfter(entries: readonly PassEntry[], done: Pass): PassStep[] {
  return entries.flatMap((entry): PassStep[] =>
    'againAfter' in entry && entry.againAfter === done ? [{ kind: 'run', pass: entry.pass }] : [],
  );
}

function beginningsAfter(entries: readonly PassEntry[], done: Pass): PassStep[] {
  return entries.flatMap((entry): PassStep[] =>
    'beginsAfter' in entry && entry.beginsAfter === done ? [{ kind: 'begin', pass: entry.pass }] : [],
  );
}

function orderFault(steps: readonly PassStep[]): string | null {
  for (const [index, { kind, pass }] of steps.entries()) {
    if (kind !== 'begin') continue;
    const end = steps.findIndex((step) => step.kind === 'run' && step.pass === pass);
    if (end < index) return `${pass.id} ends before it begins`;
    for (const between of steps.slice(index + 1, end)) {
      const part = between.kind === 'run' ? sharedPart(pass, between.pass) : undefined;
      if (part !== undefined) return `${between.pass.id} writes ${part}, which ${pass.id} has begun to read`;
    }
  }
  return null;
}

function sharedPart({ reads }: BegunPass, { writes }: Pass): DocumentPart | undefined {
  return reads.find((part) => writes.includes(part));
}
