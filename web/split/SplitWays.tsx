import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { useState } from 'react';
import type { SplitPlan } from '../../shared/split/split-plan.ts';
import { typedLimit } from '../settings/typed-sizes.ts';
import { format } from '../text/format.ts';
import { more } from '../text/i18n/more-words.ts';
import { chapterCuts } from './cuts.ts';
import type { CutChoice, SplitWay } from './use-cuts.ts';

const text = more.splitTool;

/** The ways to split a file, with the field of the chosen one. */
export function SplitWays({ plan, choice }: { readonly plan: SplitPlan; readonly choice: CutChoice }) {
  const { way } = choice;
  const hasChapters = chapterCuts(plan).length > 0;
  return (
    <>
      <div className="split-ways">
        <RadioGroup
          className="scope"
          aria-label={text.by}
          value={way}
          onValueChange={(chosen) => choice.setWay(chosen as SplitWay)}
        >
          <Radio.Root value="size" className="scope-choice">
            {text.bySize}
          </Radio.Root>
          <Radio.Root value="chapters" className="scope-choice" disabled={!hasChapters}>
            {text.atChapters}
          </Radio.Root>
          <Radio.Root value="pages" className="scope-choice">
            {text.everyPages}
          </Radio.Root>
        </RadioGroup>
        {way === 'size' && (
          <Typed
            label={text.eachUnder}
            value={format.limit(choice.limit)}
            read={typedLimit}
            onValue={choice.setLimit}
          />
        )}
        {way === 'pages' && (
          <Typed
            label={text.pagesEach}
            value={String(choice.each)}
            read={(typed) => (/^\s*[1-9]\d{0,5}\s*$/.test(typed) ? Number(typed) : null)}
            onValue={choice.setEach}
          />
        )}
      </div>
      {!hasChapters && <p className="hint">{text.noChapters}</p>}
    </>
  );
}

/** A field that applies on Enter or blur, and repeats what it understood. */
function Typed(props: {
  readonly label: string;
  readonly value: string;
  readonly read: (typed: string) => number | null;
  readonly onValue: (value: number) => void;
}) {
  const { label, value, read, onValue } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const commit = () => {
    const next = draft === null ? null : read(draft);
    setDraft(null);
    if (next !== null) onValue(next);
  };
  return (
    <label className="split-field">
      {label}
      <input
        className="input"
        autoComplete="off"
        value={draft ?? value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
    </label>
  );
}
