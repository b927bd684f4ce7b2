import { Copy } from 'lucide-react';
import { type RefObject, useEffect, useState } from 'react';
import { words } from '../text/words.ts';

/** How long the button shows its outcome. */
const TOLD_MS = 2000;

type Told = 'nothing' | 'copied' | 'selected';

/** Copies a text and confirms it. Without a clipboard (pages over plain http) it selects the text instead. */
export function CopyButton(props: {
  readonly text: string;
  readonly label: string;
  readonly className: string;
  /** Name of the text for screen readers, to tell several buttons apart. */
  readonly about?: string;
  /** Element with the text, selected if it cannot be copied. */
  readonly source?: RefObject<HTMLElement | null>;
}) {
  const [told, setTold] = useState<Told>('nothing');

  useEffect(() => {
    if (told === 'nothing') return;
    const timer = setTimeout(() => setTold('nothing'), TOLD_MS);
    return () => clearTimeout(timer);
  }, [told]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text);
      setTold('copied');
    } catch {
      const source = props.source?.current;
      if (source) getSelection()?.selectAllChildren(source);
      if (source) setTold('selected');
    }
  };

  return (
    <button type="button" className={props.className} onClick={copy}>
      <Copy className="i" aria-hidden />
      <span aria-live="polite">{labelOf(told, props.label)}</span>
      {props.about !== undefined && <span className="sr"> {props.about}</span>}
    </button>
  );
}

function labelOf(told: Told, label: string): string {
  switch (told) {
    case 'nothing':
      return label;
    case 'copied':
      return words.code.copied;
    case 'selected':
      return words.code.byHand;
  }
}
