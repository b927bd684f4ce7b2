import { Info, type LucideIcon, WifiOff, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { words } from '../text/words.ts';

const ICONS = { info: Info, offline: WifiOff } as const satisfies Record<string, LucideIcon>;

/** A banner about the page rather than one file. */
export function Note(props: {
  readonly icon: keyof typeof ICONS;
  readonly children: ReactNode;
  readonly onDismiss?: () => void;
}) {
  const Icon = ICONS[props.icon];
  return (
    <div className="note">
      <Icon className="i" aria-hidden />
      <p>{props.children}</p>
      {props.onDismiss && (
        <button
          type="button"
          className="btn quiet icon"
          aria-label={words.work.dismiss}
          onClick={props.onDismiss}
        >
          <X className="i" aria-hidden />
        </button>
      )}
    </div>
  );
}
