import type { LucideIcon } from 'lucide-react';

export type BadgeTone = 'plain' | 'warn' | 'bad';

/** A word beside a name. Color is never the only signal. */
export function Badge(props: {
  readonly text: string;
  readonly tone: BadgeTone;
  readonly icon?: LucideIcon;
}) {
  const Icon = props.icon;
  return (
    <span className={`badge ${props.tone}`}>
      {Icon && <Icon className="i" aria-hidden />}
      {props.text}
    </span>
  );
}
