import { format } from '../text/format.ts';
import { listWords } from '../text/i18n/list-words.ts';
import { words } from '../text/words.ts';
import { FileInput } from './FileInput.tsx';
import type { PickedFile } from './intake.ts';
import { LIMITS_LONG, type LineScale } from './rows/WeightLine.tsx';

const { work } = words;
const { save } = listWords;

/** Id of the file input below the list, which the menu of the head opens as well. */
export const ADD_INPUT = 'add-pdfs';

/** Below the list: a legend for its lines, and actions on the whole list. */
export function ListFooter(props: {
  readonly isWorking: boolean;
  /** Null before there is any line. */
  readonly scale: LineScale | null;
  readonly onFiles: (given: readonly PickedFile[]) => void;
  readonly onStartOver: () => void;
  /** Null if there is no earlier run to restore. */
  readonly onGoBack: (() => void) | null;
}) {
  const { isWorking, scale } = props;
  return (
    <div className="list-foot">
      {scale && (
        <p className="key">
          <span>
            <i className="left" />
            {work.keyLeft}
          </span>
          <span>
            <i className="saved" />
            {work.keySaved}
          </span>
          {scale.kind === 'limit' && (
            <span>
              <i className="notch" />
              {format.limit(scale.limit)}
            </span>
          )}
          <span>{scaleText(scale)}</span>
        </p>
      )}
      <div className="more">
        <FileInput label={work.addPdfs} labelClass="btn" id={ADD_INPUT} onFiles={props.onFiles} />
        {!isWorking && (
          <button type="button" className="btn quiet" onClick={props.onStartOver}>
            {work.startOver}
          </button>
        )}
        {!isWorking && props.onGoBack && (
          <button type="button" className="btn quiet" onClick={props.onGoBack}>
            {save.back}
          </button>
        )}
        <p className="hint">
          <span className="only-wide">{work.more} </span>
          {isWorking && work.keepOpen}
        </p>
      </div>
    </div>
  );
}

function scaleText(scale: LineScale): string {
  switch (scale.kind) {
    case 'shared':
      return work.keyScale;
    case 'own':
      return work.keyOwnScale;
    case 'limit':
      return work.keyLimitScale(format.limit(LIMITS_LONG * scale.limit));
  }
}
