import { useState } from 'react';
import { more } from '../text/i18n/more-words.ts';

/** The way on where no smaller file helps: it explains, and uploads nothing. */
export function SendAsLink({ name }: { readonly name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {more.over.link}
        <span className="sr"> {name}</span>
      </button>
      {isOpen && <p className="hint link-how">{more.over.linkHow}</p>}
    </>
  );
}
