import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useId, useState } from 'react';
import { FIT_PLACES, type FitPlace, type Limits, MAIL_TARGET } from '../options/settings.ts';
import { format } from '../text/format.ts';
import { typedLimitHint } from '../text/settings.ts';
import { words } from '../text/words.ts';
import { TYPED_LIMIT_RANGE, typedLimit } from './typed-sizes.ts';
import { useTypedNumber } from './use-typed-number.ts';

const { fit: text } = words;

const { uses } = text;
const USES = { visa: uses.visa, forms: uses.forms, mail: uses.mail, court: uses.court };

/** Limits of a single file, which is a mail of its own. */
const FOR_ONE = {
  any: FIT_PLACES.any,
  visa: FIT_PLACES.visa,
  forms: FIT_PLACES.forms,
  mail: { targetSize: MAIL_TARGET, totalSize: 0 },
} as const;

/** Places where files have to fit, as people know them; the chip follows from the two limits. */
export function FitChips(props: {
  readonly limits: Limits;
  /** A single file has no total limit. */
  readonly isForOne?: boolean;
  readonly onChange: (limits: Limits) => void;
}) {
  const { limits, isForOne = false, onChange } = props;
  const { targetSize, totalSize } = limits;
  const id = useId();
  const [isOwn, setIsOwn] = useState(false);
  const places = Object.entries(isForOne ? FOR_ONE : FIT_PLACES) as [FitPlace, Limits][];
  const known = places.find(([, each]) => each.targetSize === targetSize && each.totalSize === totalSize);
  const chosen = isOwn ? 'own' : (known?.[0] ?? 'own');
  const choose = (place: unknown) => {
    setIsOwn(place === 'own');
    const found = places.find(([name]) => name === place);
    if (found !== undefined) onChange({ targetSize: found[1].targetSize, totalSize: found[1].totalSize });
  };
  return (
    <div className="target">
      <p className="lab" id={id}>
        {text.where}
      </p>
      <RadioGroup className="chips" aria-labelledby={id} value={chosen} onValueChange={choose}>
        {places.map(([name, each]) => (
          <Radio.Root key={name} value={name} className="chip">
            {chipText(each)}
            {name !== 'any' && <span className="chip-use">{USES[name]}</span>}
          </Radio.Root>
        ))}
        <Radio.Root value="own" className="chip">
          {text.own}
        </Radio.Root>
      </RadioGroup>
      {(chosen === 'own' || chosen === 'court') && (
        <div className="own-sizes">
          <Size
            label={words.settings.each}
            bytes={targetSize}
            onChange={(bytes) => onChange({ targetSize: bytes, totalSize })}
          />
          {!isForOne && (
            <Size
              label={words.settings.together}
              bytes={totalSize}
              onChange={(bytes) => onChange({ targetSize, totalSize: bytes })}
            />
          )}
        </div>
      )}
      <FitHint limits={limits} place={chosen} />
    </div>
  );
}

function FitHint({ limits, place }: { readonly limits: Limits; readonly place: FitPlace | 'own' }) {
  const { targetSize, totalSize } = limits;
  const isAbove = totalSize > 0 && targetSize > totalSize;
  const hint = isAbove
    ? text.aboveAll(format.limit(totalSize))
    : place === 'court'
      ? text.courtHint
      : place === 'mail'
        ? words.settings.targetMailHint
        : null;
  return hint && <p className="hint">{hint}</p>;
}

/** `10 + 25 MB` */
function chipText({ targetSize, totalSize }: Limits): string {
  if (targetSize === 0 && totalSize === 0) return text.any;
  if (targetSize === 0 || totalSize === 0) return format.limit(targetSize || totalSize);
  return `${format.count(targetSize / 1_000_000)} + ${format.limit(totalSize)}`;
}

/** A size as typed, empty for none. Applied on Enter or blur, and repeated as it was understood. */
function Size({
  label,
  bytes: target,
  onChange,
}: {
  readonly label: string;
  readonly bytes: number;
  readonly onChange: (bytes: number) => void;
}) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [isUnread, setIsUnread] = useState(false);
  const typed = useTypedNumber(TYPED_LIMIT_RANGE, onChange, format.limit);
  const hint = typed.clamped?.to === target ? typed.clamped.text : target === 0 ? '' : typedLimitHint(target);
  const commit = () => {
    if (draft === null) return;
    const bytes = draft.trim() === '' ? 0 : typedLimit(draft);
    setIsUnread(bytes === null);
    if (bytes === null) return;
    setDraft(null);
    if (bytes === 0) onChange(0);
    else typed.commit(bytes);
  };
  return (
    <div className="own-target">
      <label htmlFor={id}>{label}</label>
      <input
        className="input"
        id={id}
        type="text"
        inputMode="text"
        autoComplete="off"
        value={draft ?? (target === 0 ? '' : format.limit(target))}
        aria-invalid={isUnread}
        aria-describedby={`${id}-hint`}
        onChange={(event) => setDraft(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
      <p className={isUnread ? 'err' : 'hint'} id={`${id}-hint`} role={isUnread ? 'alert' : undefined}>
        {isUnread ? words.settings.targetUnread : draft === null ? hint : words.settings.targetTyped}
      </p>
    </div>
  );
}
