import { Slider } from '@base-ui/react/slider';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTypedNumber } from './use-typed-number.ts';

/** Formats and parses a field's number, which may have a unit, such as `150 dpi` or `1200 px`. */
export interface TypedField {
  readonly shown: (value: number) => string;
  /** Null for invalid text. */
  readonly read: (text: string) => number | null;
}

const PLAIN_NUMBER: TypedField = {
  shown: String,
  read: (text) => (/^\s*-?\d{1,9}([.,]\d+)?\s*$/.test(text) ? Number(text.replace(',', '.')) : null),
};

/** A slider and a field for the same value. The field applies on Enter or blur, and reports values out of range. */
export function NumberSlider(props: {
  readonly label: string;
  readonly value: number;
  readonly range: { readonly min: number; readonly max: number };
  readonly step: number;
  readonly largeStep: number;
  readonly unit?: string;
  readonly typed?: TypedField;
  /** Disabled: the hint says why, and this replaces the field. */
  readonly off?: { readonly shown: string };
  /** Shown under both ends of the slider. */
  readonly ends?: readonly [low: string, high: string];
  readonly hint?: string;
  readonly valueText?: (value: number) => string;
  readonly onChange: (value: number) => void;
}) {
  const { label, range, step, largeStep, unit, off, typed = PLAIN_NUMBER, onChange } = props;
  const value = Math.min(range.max, props.value);
  const id = useId();
  const shown = (bound: number) =>
    typed === PLAIN_NUMBER ? typed.shown(bound) : `${typed.shown(bound)} ${unit ?? ''}`.trim();
  const { clamped, slide, commit } = useTypedNumber(range, onChange, shown);

  return (
    <div className={off ? 'slide off' : 'slide'}>
      <label className="lab" id={`${id}-label`} htmlFor={off ? undefined : id}>
        {label}
      </label>
      {off ? (
        <span className="num shown" dir="auto">
          {off.shown}
        </span>
      ) : (
        <div className="unit">
          <TextInput
            id={id}
            text={typed.shown(value)}
            hasUnit={unit !== undefined}
            onText={(text) => commit(typed.read(text))}
            onStep={(steps) => commit(value + steps)}
            step={step}
            largeStep={largeStep}
          />
          {unit && <span aria-hidden>{unit}</span>}
        </div>
      )}
      <Slider.Root
        className="slider"
        thumbAlignment="edge-client-only"
        value={value}
        disabled={off !== undefined}
        min={range.min}
        max={range.max}
        step={step}
        largeStep={largeStep}
        onValueChange={slide}
      >
        <Slider.Control className="slider-control">
          <Slider.Track className="slider-track">
            <Slider.Indicator className="slider-indicator" />
            <Slider.Thumb
              className="slider-thumb"
              aria-labelledby={`${id}-label`}
              getAriaValueText={(_, now) => props.valueText?.(now) ?? String(now)}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      {props.ends && !off && (
        <p className="ends hint num" aria-hidden>
          <span>{props.ends[0]}</span>
          <span>{props.ends[1]}</span>
        </p>
      )}
      <p className="hint" id={`${id}-hint`}>
        {clamped?.to === value && (
          <span className="clamped" role="alert">
            {clamped.text}{' '}
          </span>
        )}
        {props.hint}
      </p>
    </div>
  );
}

/** Steps of the keys that change a number in its field. */
const STEPS = { ArrowUp: [1, 0], ArrowDown: [-1, 0], PageUp: [0, 1], PageDown: [0, -1] } as const;

/** Holds the typed text until it is applied. */
function TextInput(props: {
  readonly id: string;
  readonly text: string;
  readonly hasUnit: boolean;
  readonly step: number;
  readonly largeStep: number;
  readonly onText: (text: string) => void;
  readonly onStep: (by: number) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const apply = () => {
    if (draft === null) return;
    setDraft(null);
    props.onText(draft);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') apply();
    const steps = STEPS[event.key as keyof typeof STEPS];
    if (steps === undefined) return;
    event.preventDefault();
    setDraft(null);
    props.onStep(steps[0] * props.step + steps[1] * props.largeStep);
  };
  return (
    <input
      className={props.hasUnit ? 'input number with-unit' : 'input number'}
      id={props.id}
      type="text"
      autoComplete="off"
      value={draft ?? props.text}
      aria-describedby={`${props.id}-hint`}
      onChange={(event) => setDraft(event.target.value)}
      onFocus={(event) => event.target.select()}
      onBlur={apply}
      onKeyDown={press}
    />
  );
}
