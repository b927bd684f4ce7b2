import { readReceipt } from '../../../shared/receipt/read-receipt.ts';

/** Whether a receipt is one, and its digests fit what its line says. */
export function isReceipt(value: unknown, status: 'smaller' | 'unchanged'): boolean {
  const receipt = readReceipt(JSON.stringify(value) ?? '');
  if (receipt === null) return false;
  const { input, output, fields } = receipt;
  if (status === 'unchanged') return fields.unchanged === true && input.sha256 === output.sha256;
  return fields.unchanged === false && output.size < input.size;
}

export function isRefusal({
  input,
  problem,
}: {
  readonly input?: unknown;
  readonly problem?: unknown;
}): boolean {
  const [digest, reason] = [recordOf(input), recordOf(problem)];
  return (
    typeof digest?.size === 'number' &&
    typeof digest.sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(digest.sha256) &&
    typeof reason?.code === 'string'
  );
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}
