import { NumberField } from '@base-ui/react/number-field';
import { Slider } from '@base-ui/react/slider';
import { useId, useState } from 'react';
import { format } from '../text/format.ts';
import { useTypedNumber } from './use-typed-number.ts';

/** A field that takes more than a number: `150 dpi`, `1200 px`. */
export interface TypedField {
  readonly shown: (value: number) => string;
  /** Null for what makes no sense. */
  readonly read: (text: string) => number | null;
}

/** A slider and a field for the same value. The field applies on Enter or when left, and says when it was out of range. */
export function NumberSlider(props: {
  readonly label: string;
  readonly value: number;
  readonly range: { readonly min: number; readonly max: number };
  readonly step: number;
  readonly largeStep: number;
  readonly unit?: string;
  readonly typed?: TypedField;
  /** Nothing to set here now; the hint says why, and this stands in the field's place. */
  readonly off?: { readonly shown: string };
  readonly hint?: string;
  readonly valueText?: (value: number) => string;
  readonly onChange: (value: number) => void;
}) {
  const { label, range, step, largeStep, unit, off, typed, onChange } = props;
  const value = Math.min(range.max, props.value);
  const id = useId();
  const shown = (bound: number) =>
    typed === undefined ? format.count(bound) : `${typed.shown(bound)} ${unit ?? ''}`.trim();
  const { draft, clamped, type, slide, commit } = useTypedNumber(range, onChange, shown);

  return (
    <div className={off ? 'slide off' : 'slide'}>
      <label className="lab" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      {off ? (
        <output className="num shown" id={id} dir="auto">
          {off.shown}
        </output>
      ) : typed ? (
        <div className="unit">
          <TextInput
            id={id}
            text={typed.shown(value)}
            hasUnit={unit !== undefined}
            onText={(text) => commit(typed.read(text))}
          />
          {unit && <span aria-hidden>{unit}</span>}
        </div>
      ) : (
        <NumberField.Root
          id={id}
          className="unit"
          value={draft ?? value}
          min={range.min}
          max={range.max}
          step={step}
          largeStep={largeStep}
          allowOutOfRange
          format={{ maximumFractionDigits: 0 }}
          onValueChange={type}
          onValueCommitted={commit}
        >
          <NumberField.Input
            className={unit ? 'input number with-unit' : 'input number'}
            aria-describedby={`${id}-hint`}
            onKeyDown={({ key, currentTarget }) => {
              // Leaving the field is what commits it, so Enter leaves and comes back.
              if (key !== 'Enter') return;
              currentTarget.blur();
              currentTarget.focus();
            }}
          />
          {unit && <span aria-hidden>{unit}</span>}
        </NumberField.Root>
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

/** Holds what is typed until it is applied. */
function TextInput(props: {
  readonly id: string;
  readonly text: string;
  readonly hasUnit: boolean;
  readonly onText: (text: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const apply = () => {
    if (draft === null) return;
    setDraft(null);
    props.onText(draft);
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
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  );
}
