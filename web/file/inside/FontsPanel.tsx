import { useState } from 'react';
import type { CompressReport } from '../../../shared/index.ts';
import { fontDoneText, fontTypeText, fontWords } from '../../text/fonts.ts';
import { format } from '../../text/format.ts';
import { fontRows } from './font-rows.ts';
import { FEW, ShowAll } from './ShowAll.tsx';

/** All embedded fonts with their outcomes. */
export function FontsPanel({ report }: { readonly report: CompressReport }) {
  const [showsAll, setShowsAll] = useState(false);
  const rows = fontRows(report);
  const shown = showsAll ? rows : rows.slice(0, FEW);
  if (rows.length === 0) return null;
  const done = new Set(rows.map(({ report: font }) => fontDoneText(font, report.unchanged)));
  // An outcome that all rows share is shown once.
  const [ofAll] = rows.length > 1 && done.size === 1 ? done : [];
  return (
    <section className="panel file-panel" aria-labelledby="fonts-title">
      <div className="pad panel-head">
        <h2 id="fonts-title">
          {fontWords.title} <span className="count num">{format.count(rows.length)}</span>
        </h2>
        {ofAll && <p className="hint">{fontWords.ofAll(ofAll)}</p>}
      </div>
      <table className="card-table">
        <thead>
          <tr>
            <th scope="col">{fontWords.font}</th>
            <th scope="col">{fontWords.type}</th>
            {!ofAll && <th scope="col">{fontWords.done}</th>}
            <th scope="col" className="right">
              {fontWords.before}
            </th>
            <th scope="col" className="right">
              {fontWords.after}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ report: font, bytesBefore, bytesAfter }) => (
            <tr key={font.object}>
              <td className="of-font whole-line">{font.name || fontWords.noName}</td>
              <td className="small">{fontTypeText(font, report.unchanged)}</td>
              {!ofAll && <td className="of-done small whole-line">{fontDoneText(font, report.unchanged)}</td>}
              <td className="right small only-wide-cell">{format.bytes(bytesBefore)}</td>
              <td className="right small">
                <span className="only-narrow">{format.bytes(bytesBefore)} → </span>
                {format.bytes(bytesAfter)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ShowAll shown={shown.length} all={rows.length} onShowAll={() => setShowsAll(true)} />
    </section>
  );
}
