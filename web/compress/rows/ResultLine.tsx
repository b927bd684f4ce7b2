import type { Result } from '../../jobs/job.ts';
import { type LineScale, WeightLine } from './WeightLine.tsx';

/** More parts than this share one line: each would be too thin. */
const MAX_LINES = 4;

/**
 * The remaining size and the saving; for a result in parts the size of each, since each is measured against the limit.
 */
export function ResultLine({ result, scale }: { readonly result: Result; readonly scale: LineScale }) {
  const { report, parts } = result;
  if (parts === undefined || parts.files.length > MAX_LINES)
    return (
      <div className="line">
        <WeightLine before={report.inputSize} after={report.outputSize} scale={scale} />
      </div>
    );
  // On a scale of its own each part would be as long as the whole.
  const shared: LineScale = scale.kind === 'own' ? { kind: 'shared', bytes: report.inputSize } : scale;
  return (
    <div className="line in-parts">
      {parts.files.map(({ firstPage, blob }) => (
        <WeightLine key={firstPage} before={blob.size} after={blob.size} scale={shared} />
      ))}
    </div>
  );
}
