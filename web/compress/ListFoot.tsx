import { words } from '../text/words.ts';
import { FileInput } from './FileInput.tsx';
import type { Given } from './intake.ts';

/** Under the list: what its lines mean, and the way to add more. */
export function ListFoot(props: {
  readonly isWorking: boolean;
  readonly hasLines: boolean;
  readonly onFiles: (given: readonly Given[]) => void;
}) {
  const { work } = words;
  return (
    <div className="list-foot">
      {props.hasLines && (
        <p className="key">
          <span>
            <i className="left" />
            {work.keyLeft}
          </span>
          <span>
            <i className="saved" />
            {work.keySaved}
          </span>
          <span>{work.keyScale}</span>
        </p>
      )}
      <div className="more">
        <FileInput label={words.start.choose} labelClass="btn" onFiles={props.onFiles} />
        <p className="hint">
          <span className="only-wide">{work.more} </span>
          {props.isWorking && work.keepOpen}
        </p>
      </div>
    </div>
  );
}
