import { useId, useState } from 'react';
import type { CompressReport, ImageOverride, ImageOverrides, Inspection } from '../../../shared/index.ts';
import { format } from '../../text/format.ts';
import { imageWords } from '../../text/images.ts';
import { useThumbnails } from '../compare/use-thumbnails.ts';
import { ImageTableRow } from './ImageTableRow.tsx';
import { type ImageRow, imageRows, SORTS, type Sort, sortedRows } from './image-rows.ts';
import { FEW, ShowAll } from './ShowAll.tsx';

/** Maximum number of thumbnails; later rows have none. */
const MAX_THUMBNAILS = 200;
/** Smaller images are shown only with all of them. */
const TINY_BYTES = 1000;

interface ImagesProps {
  readonly file: Blob;
  readonly password: string | undefined;
  readonly report: CompressReport;
  readonly before: Inspection | null;
  readonly overrides: ImageOverrides;
  /** Null removes the override. */
  readonly onOverride: (object: number, override: ImageOverride | null) => void;
}

/** All images of the file with their outcomes and settings. */
export function ImagesPanel(props: ImagesProps) {
  const [sort, setSort] = useState<Sort>('saved');
  const [showsAll, setShowsAll] = useState(false);
  const rows = sortedRows(imageRows(props.report, props.before), sort);
  // Dots and lines of a few bytes are hidden if there are larger images.
  const worthSeeing = rows.filter(({ bytesBefore }) => bytesBefore >= TINY_BYTES);
  const shown = showsAll ? rows : (worthSeeing.length > 0 ? worthSeeing : rows).slice(0, FEW);
  if (rows.length === 0) return null;
  return (
    <section className="panel file-panel" aria-labelledby="images-title">
      <div className="pad panel-head">
        <h2 id="images-title">
          {imageWords.title} <span className="count num">{format.count(rows.length)}</span>
        </h2>
        <SortChoice sort={sort} onSort={setSort} />
      </div>
      <ImageTable {...props} rows={shown} />
      <ShowAll shown={shown.length} all={rows.length} onShowAll={() => setShowsAll(true)} />
    </section>
  );
}

function SortChoice(props: { readonly sort: Sort; readonly onSort: (sort: Sort) => void }) {
  const id = useId();
  return (
    <div className="sort">
      <label htmlFor={id}>{imageWords.sortBy}</label>
      <select
        id={id}
        className="input"
        value={props.sort}
        onChange={({ target }) => props.onSort(SORTS.find((one) => one === target.value) ?? 'saved')}
      >
        {SORTS.map((one) => (
          <option key={one} value={one}>
            {imageWords.sorts[one]}
          </option>
        ))}
      </select>
    </div>
  );
}

function ImageTable(props: ImagesProps & { readonly rows: readonly ImageRow[] }) {
  const { report, rows } = props;
  const thumbnails = useThumbnails(
    props.file,
    props.password,
    // In an order independent of sorting, so that sorting renders nothing again.
    rows
      .filter(({ inspected }) => inspected !== null)
      .slice(0, MAX_THUMBNAILS)
      .map(({ object }) => object)
      .toSorted((a, b) => a - b),
  );
  return (
    <table className="card-table">
      <thead>
        <tr>
          <th scope="col">{imageWords.image}</th>
          <th scope="col">{imageWords.was}</th>
          <th scope="col">{imageWords.now}</th>
          <th scope="col">{imageWords.codec}</th>
          <th scope="col" className="right">
            {imageWords.before}
          </th>
          <th scope="col" className="right">
            {imageWords.after}
          </th>
          <th scope="col" className="right">
            {imageWords.keep}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ImageTableRow
            key={row.object}
            row={row}
            isFileKept={report.unchanged}
            usualQuality={report.options.quality}
            thumbnail={thumbnails.get(row.object)}
            override={props.overrides[row.object]}
            onOverride={(override) => props.onOverride(row.object, override)}
          />
        ))}
      </tbody>
    </table>
  );
}
