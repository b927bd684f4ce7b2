import { useState } from 'react';
import { clampedHint } from '../text/settings.ts';

/** What a typed number was brought to, told as long as it stays there. */
interface Clamped {
  readonly to: number;
  readonly text: string;
}

/** A number that a slider sets at once and a field when it is left; one out of range is brought into it. */
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
