import type { CompressOptions } from '../../shared/index.ts';
import { DIMENSION_RANGE, QUALITY_RANGE } from '../options/settings.ts';
import { format } from '../text/format.ts';
import { dimensionValueText } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { NumberSlider } from './NumberSlider.tsx';
import { typedSide } from './typed-sizes.ts';

const text = words.settings;
const SIDE_FIELD = { shown: String, read: typedSide };

type Sharpness = Pick<CompressOptions, 'quality' | 'maxDimension'>;

/** Text beside a slider's value; if disabled, the text that replaces the value. */
interface Beside {
  readonly off?: { readonly shown: string };
  readonly hint?: string;
}

/** The two sliders for image sharpness: quality and longest side. */
export function SharpnessSliders(props: {
  readonly value: Sharpness;
  readonly onChange: (changed: Partial<Sharpness>) => void;
  readonly quality?: Beside;
  readonly side?: Beside;
}) {
  const { value, onChange } = props;
  return (
    <>
      <NumberSlider
        label={text.quality}
        value={value.quality}
        range={QUALITY_RANGE}
        step={1}
        largeStep={10}
        ends={[text.smaller, text.sharper]}
        {...props.quality}
        onChange={(quality) => onChange({ quality })}
      />
      <NumberSlider
        label={text.dimension}
        value={value.maxDimension}
        range={DIMENSION_RANGE}
        step={10}
        largeStep={100}
        ends={[format.count(DIMENSION_RANGE.min), format.count(DIMENSION_RANGE.max)]}
        unit={text.px}
        typed={SIDE_FIELD}
        valueText={dimensionValueText}
        {...props.side}
        onChange={(maxDimension) => onChange({ maxDimension })}
      />
    </>
  );
}
