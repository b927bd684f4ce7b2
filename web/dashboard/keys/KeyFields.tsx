import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/keys.ts';
import type { TypedNumber } from '../api.ts';
import type { KeyResponse } from '../api-types.ts';
import { ChipField } from '../ChipField.tsx';
import { Field } from '../sign-in/fields.tsx';

const BYTES_OF_MB = 1_000_000;

/** As typed; empty: no limit. */
export interface KeyLimits {
  readonly perMinute: string;
  readonly dailyDocuments: string;
  readonly dailyMegabytes: string;
}

export function limitsOf({ limitPerMinute, dailyDocuments, dailyBytes }: KeyResponse): KeyLimits {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    perMinute: text(limitPerMinute),
    dailyDocuments: text(dailyDocuments),
    dailyMegabytes: text(dailyBytes === null ? null : dailyBytes / BYTES_OF_MB),
  };
}

/** Converts the fields for the server, which reports invalid numbers with all other errors. */
export function numbersOf({ perMinute, dailyDocuments, dailyMegabytes }: KeyLimits) {
  const number = (text: string, unit = 1): TypedNumber => {
    if (text.trim() === '') return null;
    const value = Number(text) * unit;
    // JSON would turn NaN into null, which means no limit.
    return Number.isNaN(value) ? text : value;
  };
  return {
    limitPerMinute: number(perMinute),
    dailyDocuments: number(dailyDocuments),
    dailyBytes: number(dailyMegabytes, BYTES_OF_MB),
  };
}

/** Limits of a key per minute and per day. */
export function LimitFields(props: {
  readonly limits: KeyLimits;
  readonly onChange: (limits: KeyLimits) => void;
  readonly faults: ReadonlyMap<string, string> | undefined;
}) {
  const { limits, faults } = props;
  const field = (name: keyof KeyLimits, sentAs: string, label: string, hint?: string) => (
    <Field
      label={label}
      {...(hint === undefined ? {} : { hint })}
      className="n"
      inputMode="numeric"
      autoComplete="off"
      value={limits[name]}
      onChange={(value) => props.onChange({ ...limits, [name]: value })}
      fault={faults?.get(sentAs)}
    />
  );
  return (
    <>
      {field('perMinute', 'limitPerMinute', general.createKey.limit, general.createKey.limitHint)}
      {field('dailyDocuments', 'dailyDocuments', words.dailyDocuments, words.dailyHint)}
      {field('dailyMegabytes', 'dailyBytes', words.dailyMegabytes)}
    </>
  );
}

export function Scopes(props: { readonly scope: string; readonly onChange: (scope: string) => void }) {
  const { scope, onChange } = props;
  return (
    <ChipField label={words.scope} choices={Object.entries(words.scopes)} value={scope} onChange={onChange} />
  );
}
