import type { Fit } from '../../jobs/fit.ts';
import { format } from '../format.ts';
import { t } from '../i18n/catalog.ts';

const { fit } = t;

/** The headline that answers "does it fit?": the highlighted part, then the rest. */
export function fitHeadline({ limit, counted, over }: Fit): { readonly lit: string; readonly text: string } {
  const under = limit === null ? null : format.limit(limit);
  if (counted === 1) {
    if (over === 0) return { lit: '', text: under === null ? fit.under.own : fit.under.fits(under) };
    return { lit: '', text: under === null ? fit.under.ownNot : fit.under.fitsNot(under) };
  }
  const fitting = counted - over;
  if (fitting === 0) return { lit: '', text: under === null ? fit.noneOwn : fit.none(under) };
  if (over > 0) return { lit: fit.somePile(fitting), text: fit.overPile(over) };
  const rest = under === null ? fit.someRestOwn(fitting) : fit.someRest(fitting, under);
  return { lit: fit.someLit(fitting, counted), text: rest };
}

/** `6 are over`; null if none is. */
export function overText(over: number): string | null {
  return over === 0 ? null : fit.over(over);
}

/** `Over by 1.8 MB` */
export function overBadge(bytes: number): string {
  return fit.overBy(format.bytes(bytes));
}
