import { tableWords } from '../../text/tables.ts';

/** Rows of a table before it is expanded. */
export const FEW = 6;

/** Expands a table. */
export function ShowAll({
  shown,
  all,
  onShowAll,
}: {
  readonly shown: number;
  readonly all: number;
  readonly onShowAll: () => void;
}) {
  if (shown >= all) return null;
  return (
    <p className="hint table-foot">
      {tableWords.showing(shown, all)}{' '}
      <button type="button" className="link" onClick={onShowAll}>
        {tableWords.showAll}
      </button>
    </p>
  );
}
