import { picturedBlob, type Result } from '../../jobs/job.ts';
import { BitmapCanvas } from '../../ui/BitmapCanvas.tsx';
import { usePagePicture } from '../../visual-diff/use-proofs.ts';
import './pictures.css';

/** Page 1 of the result; an empty sheet until it is drawn. */
export function RowPicture({ result }: { readonly result: Result | null }) {
  const picture = usePagePicture(result === null ? null : picturedBlob(result));
  return (
    <span className="row-picture" aria-hidden>
      {picture && <BitmapCanvas bitmap={picture.after} />}
    </span>
  );
}
