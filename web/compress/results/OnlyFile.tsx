import { Link } from 'wouter';
import type { Job, Result } from '../../jobs/job.ts';
import { fileWords } from '../../text/file.ts';
import { BitmapCanvas } from '../../ui/BitmapCanvas.tsx';
import { usePagePicture } from '../../visual-diff/use-proofs.ts';
import '../quick-look/pictures.css';

const { compare } = fileWords;

/** Page 1 of the only file, before and after: what the result looks like, before anybody asks. The headline has the sizes. */
export function OnlyFile({ job, result }: { readonly job: Job; readonly result: Result }) {
  const picture = usePagePicture(result.blob);
  return (
    <div className="only-file">
      <Page
        job={job}
        bitmap={picture?.before ?? null}
        label={compare.originalPage(1)}
        caption={compare.original}
      />
      <Page
        job={job}
        bitmap={picture?.after ?? null}
        label={compare.compressedPage(1)}
        caption={compare.compressed}
      />
    </div>
  );
}

/** Leads to the comparison of all pages. */
function Page(props: {
  readonly job: Job;
  readonly bitmap: ImageBitmap | null;
  readonly label: string;
  readonly caption: string;
}) {
  return (
    <Link className="only-page" href={`/f/${props.job.id}`} aria-label={props.label}>
      <span className="only-sheet">
        {props.bitmap ? (
          <BitmapCanvas bitmap={props.bitmap} />
        ) : (
          <span aria-hidden>{compare.drawing(1)}</span>
        )}
      </span>
      <span>{props.caption}</span>
    </Link>
  );
}
