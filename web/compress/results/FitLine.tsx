import { useState } from 'react';
import type { Limits } from '../../options/settings.ts';
import { FitChips } from '../../settings/FitChips.tsx';
import { limitsText } from '../../text/settings.ts';
import { words } from '../../text/words.ts';

/** The limits in words, and the way to others. */
export function FitLine(props: { readonly limits: Limits; readonly onChange: (limits: Limits) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="fit-line">
      <p className="soft">
        {limitsText(props.limits)}
        {' · '}
        <button type="button" className="link" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {words.fit.change}
        </button>
      </p>
      {isOpen && <FitChips limits={props.limits} onChange={props.onChange} />}
    </div>
  );
}
