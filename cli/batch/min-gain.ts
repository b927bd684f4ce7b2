import { parseByteSize } from '../../shared/index.ts';

/** Minimum saving for a PDF to be replaced. */
export type MinGain =
  | { readonly kind: 'share'; readonly of: number }
  | { readonly kind: 'bytes'; readonly bytes: number };

export const DEFAULT_MIN_GAIN: MinGain = { kind: 'share', of: 0.02 };

/** Parses a share (`2%`, `2`, `0.5 %`) or a size (`10KB`). Returns a sentence if it is neither. */
export function parseMinGain(text: string): MinGain | string {
  const percent = /^(\d{1,3}(?:[.,]\d{1,3})?) ?%?$/.exec(text)?.[1];
  if (percent !== undefined && Number(percent.replace(',', '.')) <= 100)
    return { kind: 'share', of: Number(percent.replace(',', '.')) / 100 };
  const bytes = parseByteSize(text);
  if (bytes !== undefined) return { kind: 'bytes', bytes };
  return `--min-gain must be a share such as 2% or a size such as 10KB, not "${text}".`;
}

export function isWorthwhile(inputSize: number, outputSize: number, gain: MinGain): boolean {
  const saved = inputSize - outputSize;
  return saved > 0 && saved >= (gain.kind === 'bytes' ? gain.bytes : gain.of * inputSize);
}
