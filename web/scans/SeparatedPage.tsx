import { Undo2 } from 'lucide-react';
import type { CompressReport } from '../../shared/index.ts';
import { more } from '../text/i18n/more-words.ts';

const { scans: text } = more;

/** Below the picture of a page whose text was separated: the way back, for this page or all of them. */
export function SeparatedPage(props: {
  readonly report: CompressReport;
  /** The page that is shown, from 1. */
  readonly page: number;
  /** With the object number of the page's picture. */
  readonly onUndo: (object: number) => void;
  readonly onUndoAll: () => void;
}) {
  const { report, page } = props;
  const separated = report.mrc?.pages.find((each) => each.page === page);
  if (separated === undefined) return null;
  return (
    <div className="panel pad separated">
      <p>{text.separated(page)}</p>
      <div className="row">
        <button type="button" className="btn sm" onClick={() => props.onUndo(separated.object)}>
          <Undo2 className="i" aria-hidden />
          {text.undoPage(page)}
        </button>
        <button type="button" className="btn quiet sm" onClick={props.onUndoAll}>
          {text.undo}
        </button>
      </div>
    </div>
  );
}
