import { nameParts } from '../text/format.ts';

/** A file name that is shortened in its middle, the folder first. Screen readers get it as one text. */
export function CutName({ name, folder = '' }: { readonly name: string; readonly folder?: string }) {
  const { start, end } = nameParts(name);
  return (
    <>
      <span className="sr">{folder === '' ? name : `${folder}/${name}`}</span>
      {folder !== '' && (
        <span className="folder" aria-hidden>
          {folder}/
        </span>
      )}
      <span className="stem" aria-hidden>
        {start}
      </span>
      <span className="tail" aria-hidden>
        {end}
      </span>
    </>
  );
}
