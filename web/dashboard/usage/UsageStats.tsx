import { words } from '../../text/dashboard/general.ts';
import { format } from '../../text/format.ts';
import { locale } from '../../text/i18n/language.ts';
import { Stat } from '../Stat.tsx';
import { compressedBytes, otherBytes, type Totals, totalsOf } from './usage-data.ts';

const { usage: text } = words;

/** Four totals, each with a figure for comparison. */
export function UsageStats({ rows }: { readonly rows: readonly Totals[] }) {
  const totals = totalsOf(rows);
  const { requests, errors, bytesOut, bytesSaved } = totals;
  const received = compressedBytes(totals);
  const others = otherBytes(totals);
  const each = (bytes: number) => text.perFile(format.bytes(bytes / requests));
  const failed =
    errors === 0 ? text.noneFailed : text.failedShare(format.count(errors), shareText(errors, requests));
  return (
    <dl className="panel stats">
      <Stat name={text.requests} value={format.count(requests)} note={failed} />
      <Stat
        name={text.received}
        value={format.bytes(received)}
        note={others > 0 ? text.besides(format.bytes(others)) : requests > 0 ? each(received) : ''}
      />
      <Stat name={text.sentBack} value={format.bytes(bytesOut)} note={requests > 0 ? each(bytesOut) : ''} />
      <Stat
        name={text.saved}
        value={format.bytes(bytesSaved)}
        note={received > 0 ? text.smaller(format.savedShare(received, bytesOut)) : ''}
        isLit
      />
    </dl>
  );
}

const tenths = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/** `0.6%`: failures are rare, so a tenth of a percent matters. */
function shareText(part: number, whole: number): string {
  const share = part / whole;
  return share < 0.001 ? words.dates.underTenth(tenths.format(0.001)) : tenths.format(share);
}
