import type { Limits } from '../../options/settings.ts';
import { FitChips } from '../../settings/FitChips.tsx';
import { plural } from '../../text/format.ts';
import { words } from '../../text/words.ts';
import { TOUCH, useMedia } from '../../ui/use-media.ts';
import { CAN_CHOOSE_FOLDER, FileInput } from '../FileInput.tsx';
import type { PickedFile } from '../intake.ts';
import type { DragState } from '../use-incoming.ts';
import { Sample } from './Sample.tsx';

const { start, dropping } = words;

/**
 * The start screen's drop area, drawn as a sheet of paper on a light table. Files over the window switch its lamp on.
 */
export function Dropzone(props: {
  readonly hovering: DragState;
  readonly onFiles: (given: readonly PickedFile[]) => void;
  readonly limits: Limits;
  readonly onLimits: (limits: Limits) => void;
}) {
  const { hovering } = props;
  const isTouched = useMedia(TOUCH);
  return (
    <section className={hovering ? 'desk lit' : 'desk'} aria-labelledby="start-headline">
      <div className="sheet">
        <h1 id="start-headline">{hovering ? letGo(hovering) : start.headline}</h1>
        <p className="say" id="start-sentence">
          {hovering ? dropping.stay : isTouched ? start.sentenceTouch : start.sentence}
        </p>
        <div className="pick">
          <FileInput
            label={start.choose}
            labelClass="btn main big"
            describedBy="start-sentence"
            onFiles={props.onFiles}
          />
          {CAN_CHOOSE_FOLDER && (
            <FileInput
              label={start.chooseFolder}
              labelClass="btn quiet big over"
              isForFolder
              onFiles={props.onFiles}
            />
          )}
        </div>
        <FitChips limits={props.limits} onChange={props.onLimits} />
        <ul className="facts">
          {start.facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <Sample onFiles={props.onFiles} />
      </div>
    </section>
  );
}

/** The same lamp over an existing list. */
export function DropOverlay({ hovering }: { readonly hovering: DragState }) {
  if (hovering === null) return null;
  return (
    <div className="veil" aria-hidden>
      <div className="veil-sheet">
        <p className="veil-title">{letGo(hovering)}</p>
        <p>{dropping.stay}</p>
      </div>
    </div>
  );
}

function letGo({ files }: NonNullable<DragState>): string {
  return dropping.toCompress(files === null ? dropping.them : plural(files, 'file').replace(' ', '\u00a0'));
}
