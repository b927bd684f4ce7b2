import { Download, Share2 } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { partName } from '../../shared/index.ts';
import { download } from '../jobs/download.ts';
import { useJobStore } from '../jobs/use-jobs.ts';
import { canShareFiles, type SharedFile } from '../save/share.ts';
import { zipOf } from '../save/zip.ts';
import { format, nameParts } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import { problemText } from '../text/problems.ts';
import { type SplitFile, splits } from './splits.ts';
import './split.css';

const { split: text } = more;
const { row } = listWords;

interface Props {
  readonly result: Blob;
  /** File name of the result. */
  readonly name: string;
  readonly lastModified: number;
  readonly onSaved: () => void;
  /** Shares one part with another program, if the system can. */
  readonly onShare: (part: SharedFile) => void;
}

/** The parts of a split result; nothing until requested. */
export function PartList(props: Props) {
  const split = useSyncExternalStore(splits.subscribe, () => splits.of(props.result));
  if (split === undefined) return null;
  if (split.kind === 'working')
    return (
      <p className="part-note" role="status">
        {text.working}
      </p>
    );
  if (split.kind === 'refused')
    return (
      <p className="part-note" role="status">
        {problemText(split.problem).line}
      </p>
    );
  return <Parts {...props} parts={split.parts} limit={split.limit} />;
}

function Parts(props: Props & { readonly parts: readonly SplitFile[]; readonly limit: number }) {
  const { parts, limit, name, onSaved } = props;
  const [isZipping, setZipping] = useState(false);
  const store = useJobStore();
  const nameOf = (index: number) => partName(name, index + 1, parts.length);
  const lost = parts.reduce((sum, { removedLinks }) => sum + removedLinks, 0);
  const saveAll = async () => {
    setZipping(true);
    const { lastModified } = props;
    const files = parts.map(({ blob }, index) => ({ path: nameOf(index), blob, lastModified }));
    download(await zipOf(files, await store.storage()), name.replace(/(\.pdf)?$/i, '.zip'));
    setZipping(false);
    onSaved();
  };
  return (
    <div className="parts">
      <p className="part-note" role="status">
        {text.count(parts.length, format.limit(limit))}. {lost > 0 && text.lostLinks(lost)}
      </p>
      <ul>
        {parts.map((part, index) => (
          <PartRow key={part.firstPage} part={part} name={nameOf(index)} onShare={props.onShare} />
        ))}
      </ul>
      <button type="button" className="btn main sm" disabled={isZipping} onClick={() => void saveAll()}>
        {text.downloadAll}
        <span className="sr"> {name}</span>
      </button>
    </div>
  );
}

function PartRow(props: {
  readonly part: SplitFile;
  readonly name: string;
  readonly onShare: (part: SharedFile) => void;
}) {
  const { part, name, onShare } = props;
  const { blob } = part;
  // Truncated in the middle: the end distinguishes the parts.
  const { start, end } = nameParts(name);
  return (
    <li>
      <bdi className="part-name" title={name}>
        <span className="stem">{start}</span>
        <span>{end}</span>
      </bdi>
      <span>
        {pagesText(part)}
        {part.attachments > 0 && ` · ${text.attached(part.attachments)}`}
      </span>
      <span className="num">{format.bytes(blob.size)}</span>
      <span className="part-acts">
        {canShareFiles() && (
          <button
            type="button"
            className="btn quiet sm icon"
            aria-label={`${row.share} ${name}`}
            title={row.share}
            onClick={() => onShare({ name, blob })}
          >
            <Share2 className="i" aria-hidden />
          </button>
        )}
        <button
          type="button"
          className="btn quiet sm icon"
          aria-label={`${row.download} ${name}`}
          title={row.download}
          onClick={() => download(blob, name)}
        >
          <Download className="i" aria-hidden />
        </button>
      </span>
    </li>
  );
}

function pagesText({ firstPage, lastPage }: SplitFile): string {
  return firstPage === lastPage ? text.onePage(firstPage) : text.pageRange(firstPage, lastPage);
}
