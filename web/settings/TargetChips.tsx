import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId, useState } from 'react';
import { format } from '../text/format.ts';
import { words } from '../text/words.ts';
import { NumberSlider } from './NumberSlider.tsx';
import { isUsualTarget, OTHER_TARGET_RANGE_KB, USUAL_TARGETS } from './settings.ts';

const text = words.settings;

/** Where a size of one's own begins. */
const OTHER_BYTES = 3_000_000;

/** The size each file is to fit under, as radios: the ones that forms and mailboxes ask for, or another. */
export function TargetChips(props: {
  /** Bytes; 0: no limit. */
  readonly target: number;
  readonly onChange: (target: number) => void;
}) {
  const { target, onChange } = props;
  const id = useId();
  const [isOther, setIsOther] = useState(!isUsualTarget(target));
  const shown = isOther || !isUsualTarget(target) ? 'other' : String(target);
  const choose = (chosen: string) => {
    setIsOther(chosen === 'other');
    onChange(chosen === 'other' ? target || OTHER_BYTES : Number(chosen));
  };
  return (
    <div className="target">
      <p className="lab" id={id}>
        {text.target}
      </p>
      <RadioGroup
        className="chips"
        aria-labelledby={id}
        value={shown}
        onValueChange={(chosen) => typeof chosen === 'string' && choose(chosen)}
      >
        {[0, ...USUAL_TARGETS].map((bytes) => (
          <Radio.Root key={bytes} value={String(bytes)} className="chip">
            {bytes === 0 ? text.targetNone : format.limit(bytes)}
          </Radio.Root>
        ))}
        <Radio.Root value="other" className="chip">
          {text.targetOther}
        </Radio.Root>
      </RadioGroup>
      {shown === 'other' && (
        <NumberSlider
          label={text.targetNumber}
          value={Math.round(target / 1000)}
          range={OTHER_TARGET_RANGE_KB}
          step={50}
          largeStep={500}
          unit={text.targetUnit}
          onChange={(kilobytes) => onChange(kilobytes * 1000)}
        />
      )}
    </div>
  );
}
