import { CircleAlert, CircleCheck, Info, LockKeyhole, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

const ICONS = {
  bad: CircleAlert,
  warn: CircleAlert,
  good: CircleCheck,
  plain: Info,
  lock: LockKeyhole,
} as const satisfies Record<string, LucideIcon>;

/** A highlighted sentence with an icon beside its color. Errors are announced at once. */
export function InlineAlert({
  tone,
  children,
}: {
  readonly tone: keyof typeof ICONS;
  readonly children: ReactNode;
}) {
  const Icon = ICONS[tone];
  return (
    <p className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : tone === 'good' ? 'status' : undefined}>
      <Icon className="i" aria-hidden />
      <span>{children}</span>
    </p>
  );
}
