import { Lock, PenLine } from 'lucide-react';
import type { Probe } from '../../../shared/index.ts';
import { plural } from '../../text/format.ts';
import { listWords } from '../../text/i18n/list-words.ts';
import { Badge } from '../../ui/Badge.tsx';

const { facts } = listWords;

/** Badges for the kind of document, once it was probed. */
export function FactBadges({ probe }: { readonly probe: Probe | null }) {
  if (probe === null) return null;
  const { pages, signed, encrypted, tagged, forms, pdfA } = probe.document;
  return (
    <span className="fact-badges">
      <Badge text={plural(pages, 'page')} tone="plain" />
      {signed && <Badge text={facts.signed} tone="plain" icon={PenLine} />}
      {encrypted && <Badge text={facts.encrypted} tone="plain" icon={Lock} />}
      {pdfA !== undefined && <Badge text={`PDF/A-${pdfA}`} tone="plain" />}
      {tagged && <Badge text={facts.tagged} tone="plain" />}
      {forms && <Badge text={facts.forms} tone="plain" />}
    </span>
  );
}
