import { Download, Share2 } from 'lucide-react';
import { partName } from '../../shared/index.ts';
import { download } from '../device/download.ts';
import type { ResultPart } from '../jobs/job.ts';
import { canShareFiles, type SharedFile } from '../save/share.ts';
import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { more } from '../text/i18n/more-words.ts';
import { CutName } from '../ui/CutName.tsx';
import './split.css';

const { split: text } = more;
const { row } = listWords;

/** The parts of a split result, to be saved individually. */
export function PartList(props: {
  readonly parts: readonly ResultPart[];
  /** File name of the whole result. */
  readonly name: string;
  /** Shares one part with another program, if the system can. */
  readonly onShare: (part: SharedFile) => void;
}) {
  const { parts, name } = props;
  return (
    <ul className="parts">
      {parts.map((part, index) => (
        <PartRow
          key={part.firstPage}
          part={part}
          name={partName(name, index + 1, parts.length)}
          onShare={props.onShare}
        />
      ))}
    </ul>
  );
}

function PartRow(props: {
  readonly part: ResultPart;
  readonly name: string;
  readonly onShare: (part: SharedFile) => void;
}) {
  const { part, name, onShare } = props;
  const { blob } = part;
  return (
    <li>
      <bdi className="part-name" title={name}>
        {/* Truncated in the middle: the end distinguishes the parts. */}
        <CutName name={name} />
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

export function pagesText({ firstPage, lastPage }: Pick<ResultPart, 'firstPage' | 'lastPage'>): string {
  return firstPage === lastPage ? text.onePage(firstPage) : text.pageRange(firstPage, lastPage);
}
