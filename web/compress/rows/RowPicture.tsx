import { BitmapCanvas } from '../../ui/BitmapCanvas.tsx';
import { usePagePicture } from '../../visual-diff/use-proofs.ts';
import './pictures.css';

/** Page 1 of the result; an empty sheet until it is drawn. */
export function RowPicture({ result }: { readonly result: Blob | null }) {
  const picture = usePagePicture(result);
  return (
    <span className="row-picture" aria-hidden>
      {picture && <BitmapCanvas bitmap={picture.after} />}
    </span>
  );
}
