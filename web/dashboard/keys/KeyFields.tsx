import { useId } from 'react';
import { words as general } from '../../text/dashboard/general.ts';
import { words } from '../../text/dashboard/keys.ts';
import { Field } from '../account/fields.tsx';
import type { TypedNumber } from '../api.ts';
import type { KeyResponse } from '../api-types.ts';

const BYTES_OF_MB = 1_000_000;

/** As they are typed; empty: no limit. */
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

/** As the server takes them. What is no number is the server's to refuse, beside all else that is wrong. */
export function numbersOf({ perMinute, dailyDocuments, dailyMegabytes }: KeyLimits) {
  const number = (text: string, unit = 1): TypedNumber => {
    if (text.trim() === '') return null;
    const value = Number(text) * unit;
    // JSON knows no NaN: it would be no limit.
    return Number.isNaN(value) ? text : value;
  };
  return {
    limitPerMinute: number(perMinute),
    dailyDocuments: number(dailyDocuments),
    dailyBytes: number(dailyMegabytes, BYTES_OF_MB),
  };
}

/** What a key may do, in a minute and in a day. */
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
  const id = useId();
  return (
    <fieldset className="field">
      <legend>{words.scope}</legend>
      <div className="chips">
        {Object.entries(words.scopes).map(([scope, label]) => (
          <label className="chip" key={scope}>
            <input
              type="radio"
              name={id}
              checked={scope === props.scope}
              onChange={() => props.onChange(scope)}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
