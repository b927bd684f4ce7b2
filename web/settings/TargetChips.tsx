import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId, useState } from 'react';
import { DEFAULT_TARGETS, isUsualTarget, MAIL_TARGET, type Settings } from '../options/settings.ts';
import { format } from '../text/format.ts';
import { typedLimitHint } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { TYPED_LIMIT_RANGE, typedLimit } from './typed-sizes.ts';
import { useTypedNumber } from './use-typed-number.ts';

const text = words.settings;

/** Initial value of a custom size. */
const OTHER_BYTES = 5_000_000;

/** Bytes (0 for no limit), and whether it is for all files together. */
type Limit = Pick<Settings, 'targetSize' | 'isTotalLimit'>;

/** The target size, per file or in total, as radio buttons: common limits of mailboxes and forms, or a custom one. */
export function TargetChips(props: {
  readonly limit: Limit;
  /** A single file has no total limit. */
  readonly isForOne: boolean;
  readonly onChange: (limit: Limit) => void;
}) {
  const { limit, isForOne } = props;
  const { targetSize: target, isTotalLimit } = limit;
  const id = useId();
  // One mail carries all files.
  const onChange = (targetSize: number) =>
    props.onChange({ targetSize, isTotalLimit: isTotalLimit || (targetSize === MAIL_TARGET && !isForOne) });
  const [isOther, setIsOther] = useState(!isUsualTarget(target));
  const shown = isOther || !isUsualTarget(target) ? 'other' : String(target);
  const choose = (chosen: string) => {
    setIsOther(chosen === 'other');
    onChange(chosen === 'other' ? target || OTHER_BYTES : Number(chosen));
  };
  return (
    <div className="target">
      <div className="target-head">
        <p className="lab" id={id}>
          {text.target}
        </p>
        {!isForOne && (
          <RadioGroup
            className="scope"
            aria-labelledby={id}
            value={isTotalLimit}
            onValueChange={(chosen) => props.onChange({ ...limit, isTotalLimit: chosen === true })}
          >
            <Radio.Root value={false} className="scope-choice">
              {text.each}
            </Radio.Root>
            <Radio.Root value={true} className="scope-choice">
              {text.together}
            </Radio.Root>
          </RadioGroup>
        )}
      </div>
      <RadioGroup
        className="chips"
        aria-labelledby={id}
        value={shown}
        onValueChange={(chosen) => typeof chosen === 'string' && choose(chosen)}
      >
        {[0, ...DEFAULT_TARGETS].map((bytes) => (
          <Radio.Root key={bytes} value={String(bytes)} className="chip">
            {chipText(bytes)}
          </Radio.Root>
        ))}
        <Radio.Root value="other" className="chip">
          {text.targetOther}
        </Radio.Root>
      </RadioGroup>
      {shown === 'other' ? (
        <OwnTarget target={target} onChange={onChange} />
      ) : (
        target === MAIL_TARGET && <p className="hint">{text.targetMailHint}</p>
      )}
    </div>
  );
}

function chipText(bytes: number): string {
  if (bytes === 0) return text.targetNone;
  return bytes === MAIL_TARGET ? text.targetMail(format.limit(bytes)) : format.limit(bytes);
}

/** A custom size as typed. Applied on Enter or blur, and repeated as it was understood. */
function OwnTarget({
  target,
  onChange,
}: {
  readonly target: number;
  readonly onChange: (bytes: number) => void;
}) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [isUnread, setIsUnread] = useState(false);
  const typed = useTypedNumber(TYPED_LIMIT_RANGE, onChange, format.limit);
  const hint = typed.clamped?.to === target ? typed.clamped.text : typedLimitHint(target);
  const commit = () => {
    if (draft === null) return;
    const bytes = typedLimit(draft);
    setIsUnread(bytes === null);
    if (bytes === null) return;
    setDraft(null);
    typed.commit(bytes);
  };
  return (
    <div className="own-target">
      <label className="sr" htmlFor={id}>
        {text.targetNumber}
      </label>
      <input
        className="input"
        id={id}
        type="text"
        inputMode="text"
        autoComplete="off"
        value={draft ?? format.limit(target)}
        aria-invalid={isUnread}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
      <p className={isUnread ? 'err' : 'hint'} id={`${id}-hint`} role={isUnread ? 'alert' : undefined}>
        {isUnread ? text.targetUnread : draft === null ? hint : text.targetTyped}
      </p>
    </div>
  );
}
