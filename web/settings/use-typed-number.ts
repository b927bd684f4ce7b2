import { useState } from 'react';
import { clampedHint } from '../text/settings.ts';

/** The value that a typed number was clamped to, shown while it stays. */
interface Clamped {
  readonly to: number;
  readonly text: string;
}

/** A number set at once by a slider, and on blur by a field; values out of range are clamped. */
export function useTypedNumber(
  range: { readonly min: number; readonly max: number },
  onChange: (value: number) => void,
  shown: (value: number) => string,
) {
  const [clamped, setClamped] = useState<Clamped | null>(null);
  return {
    clamped,
    slide(next: number) {
      setClamped(null);
      onChange(next);
    },
    commit(typed: number | null) {
      if (typed === null) return;
      const whole = Math.round(typed);
      const next = Math.min(range.max, Math.max(range.min, whole));
      const end = next === range.max ? 'highest' : 'lowest';
      setClamped(next === whole ? null : { to: next, text: clampedHint(end, shown(next)) });
      onChange(next);
    },
  };
}
