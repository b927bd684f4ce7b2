import { fileWords } from '../../text/file.ts';
import { format } from '../../text/format.ts';
import { customProperties, percentLength } from '../../ui/custom-properties.ts';
import type { FileDetails } from '../receipt.ts';
import { type PartBytes, partBytes } from './byte-parts.ts';

const { bytes } = fileWords;

/** How a file's bytes are used, before and after: two bars on one scale, and a table. */
export function BytesPanel({ before, after }: FileDetails) {
  const parts = partBytes(before, after);
  const scale = Math.max(before.fileSize, after.fileSize);
  const isSame = before === after;
  return (
    <section className="panel file-panel" aria-labelledby="bytes-title">
      <div className="pad">
        <div className="panel-head">
          <h2 id="bytes-title">{bytes.title}</h2>
          {!isSame && <span className="hint">{bytes.scale}</span>}
        </div>
        <div className="byte-bars">
          <Bar
            label={isSame ? bytes.total : bytes.before}
            parts={parts}
            side="before"
            scale={scale}
            total={before.fileSize}
          />
          {!isSame && (
            <Bar label={bytes.after} parts={parts} side="after" scale={scale} total={after.fileSize} />
          )}
        </div>
        {before.features.brotliStreams > 0 && (
          <p className="hint">{bytes.brotli(before.features.brotliStreams, after.features.brotliStreams)}</p>
        )}
      </div>
      <table className="byte-table">
        <thead>
          <tr>
            <th scope="col">{bytes.part}</th>
            <th scope="col" className="right">
              {isSame ? bytes.size : bytes.before}
            </th>
            {!isSame && (
              <>
                <th scope="col" className="right">
                  {bytes.after}
                </th>
                <th scope="col" className="right">
                  {bytes.saved}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {parts.map((row) => (
            <tr key={row.part}>
              <th scope="row">
                <i className={`dot part-${row.part}`} />
                {bytes.parts[row.part]}
              </th>
              <td className="right" data-label={isSame ? bytes.size : bytes.before}>
                {format.bytes(row.before)}
              </td>
              {!isSame && (
                <>
                  <td className="right" data-label={bytes.after}>
                    {format.bytes(row.after)}
                  </td>
                  <td className="right" data-label={bytes.saved}>
                    {savedText(row)}
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Bar(props: {
  readonly label: string;
  readonly parts: readonly PartBytes[];
  readonly side: 'before' | 'after';
  readonly scale: number;
  readonly total: number;
}) {
  const { parts, side, scale, total } = props;
  return (
    <>
      <span className={side === 'after' ? 'hint next-bar' : 'hint'}>
        {props.label}, <span className="num">{format.bytes(total)}</span>
      </span>
      <div
        className="byte-bar"
        aria-hidden
        style={customProperties({ '--width': percentLength(total / scale) })}
      >
        {parts
          .filter((row) => row[side] > 0)
          .map((row) => (
            <i
              key={row.part}
              className={`part-${row.part}`}
              style={customProperties({ '--share': percentLength(row[side] / total) })}
            />
          ))}
      </div>
    </>
  );
}

/** A part may grow for the sake of another: then in bytes. */
function savedText({ before, after }: PartBytes): string {
  if (after === 0) return bytes.all;
  return after > before ? `+${format.bytes(after - before)}` : format.savedShare(before, after);
}
