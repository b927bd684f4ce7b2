import { OutboundRefused } from '../../outbound/outbound-refused.ts';
import { type FieldError, fieldErrorsProblem, ProblemError } from '../../problem.ts';
import { type Input, type Output, shownOutput } from './places.ts';
import type { RemotePlaces } from './remote-places.ts';

interface Places {
  readonly input: Input;
  readonly output?: Output | undefined;
}

/** Faults of one call that are reported. */
const MAX_FAULTS = 50;

/**
 * Checks all addresses of a call without a request. Two results with the same address would leave one, so they are refused.
 *
 * @throws ProblemError `invalid_parameter`
 */
export function checkPlaces(remote: RemotePlaces, documents: readonly Places[]): void {
  const faults: FieldError[] = [];
  const taken = new Set<string>();
  const refuse = (field: string, message: string) =>
    faults.push({ code: 'invalid_parameter', field, message });
  const check = (place: Input | Output, use: 'read' | 'write', field: string) => {
    try {
      remote.check(place, use);
      return true;
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error;
      refuse(`${field}.${'url' in place ? 'url' : 's3'}`, `is refused: ${error.reason}.`);
      return false;
    }
  };
  documents.forEach(({ input, output }, n) => {
    const field = `documents.${n}`;
    check(input, 'read', `${field}.input`);
    if (output === undefined || !check(output, 'write', `${field}.output`)) return;
    const shown = JSON.stringify(shownOutput(output));
    if (taken.has(shown)) refuse(`${field}.output`, 'is the output of another document too.');
    if ('s3' in input && 's3' in output && input.s3 === output.s3)
      refuse(`${field}.output`, 'would replace the input.');
    taken.add(shown);
  });
  if (faults.length > 0) throw new ProblemError(fieldErrorsProblem(faults.slice(0, MAX_FAULTS)));
}
