import { Undo2 } from 'lucide-react';
import type { CompressReport } from '../../shared/index.ts';
import { more } from '../text/i18n/more-words.ts';

const { scans: text } = more;

/** Undo for a page whose text was separated or is black on white now, or for all such pages. */
export function SeparatedPage(props: {
  readonly report: CompressReport;
  /** The page shown, 1-based. */
  readonly page: number;
  /** Called with the object number of the page's image. */
  readonly onUndo: (object: number) => void;
  readonly onUndoAll: () => void;
}) {
  const { report, page } = props;
  const isShown = (each: { readonly page: number }) => each.page === page;
  const separated = report.mrc?.pages.find(isShown);
  const made = separated ?? report.ink?.pages.find(isShown);
  if (made === undefined) return null;
  return (
    <div className="panel pad separated">
      <p>{separated === undefined ? text.inked(page) : text.separated(page)}</p>
      <div className="row">
        <button type="button" className="btn sm" onClick={() => props.onUndo(made.object)}>
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
