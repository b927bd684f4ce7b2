import { NumberField } from '@base-ui/react/number-field';
import { Slider } from '@base-ui/react/slider';
import { useId } from 'react';
import { useTypedNumber } from './use-typed-number.ts';

/** A slider and a number for the same value. The number applies on Enter or when left, and says when it was out of range. */
export function NumberSlider(props: {
  readonly label: string;
  readonly value: number;
  readonly range: { readonly min: number; readonly max: number };
  readonly step: number;
  readonly largeStep: number;
  readonly unit?: string;
  /** Nothing to set here now; the hint says why, and this stands in the number's place. */
  readonly off?: { readonly shown: string };
  readonly hint?: string;
  readonly valueText?: (value: number) => string;
  readonly onChange: (value: number) => void;
}) {
  const { label, range, step, largeStep, unit, off, onChange } = props;
  const value = Math.min(range.max, props.value);
  const id = useId();
  const { draft, clamped, type, slide, commit } = useTypedNumber(range, onChange);

  return (
    <div className={off ? 'slide off' : 'slide'}>
      <label className="lab" id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <NumberField.Root
        id={id}
        className="unit"
        value={off ? null : (draft ?? value)}
        disabled={off !== undefined}
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
          placeholder={off?.shown}
          className={unit && !off ? 'input number with-unit' : 'input number'}
          aria-describedby={`${id}-hint`}
          onKeyDown={({ key, currentTarget }) => {
            // Leaving the field is what commits it, so Enter leaves and comes back.
            if (key !== 'Enter') return;
            currentTarget.blur();
            currentTarget.focus();
          }}
        />
        {unit && !off && <span aria-hidden>{unit}</span>}
      </NumberField.Root>
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
