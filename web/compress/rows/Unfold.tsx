import { Check, ChevronDown, PenLine, TriangleAlert } from 'lucide-react';
import { type Job, shownName } from '../../jobs/job.ts';
import type { BadgeTone } from '../../ui/Badge.tsx';

/** On phones one line of a row says what is special about it: it misses its limit, or met it by a remedy. It opens the rest. */
export function Unfold(props: {
  readonly job: Job;
  readonly tone: BadgeTone | 'met';
  readonly text: string;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}) {
  const Icon = props.tone === 'met' ? Check : props.tone === 'plain' ? PenLine : TriangleAlert;
  return (
    <button
      type="button"
      className="unfold"
      aria-expanded={props.isOpen}
      onClick={() => props.onOpen(!props.isOpen)}
    >
      <span className={`badge ${props.tone}`}>
        <Icon className="i" aria-hidden />
        {props.text}
        <ChevronDown className="i" aria-hidden />
      </span>
      <span className="sr"> {shownName(props.job)}</span>
    </button>
  );
}
