import { Switch } from '@base-ui/react/switch';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { type ImageOverride, integerRange } from '../../../shared/index.ts';
import { NumberSlider } from '../../settings/NumberSlider.tsx';
import { format } from '../../text/format.ts';
import {
  bitsText,
  codecText,
  colorText,
  doneText,
  imageWords,
  nowText,
  pagesText,
  pixelsText,
  reasonText,
} from '../../text/images.ts';
import type { ImageRow } from './image-rows.ts';

interface RowProps {
  readonly row: ImageRow;
  /** Whether the file was returned unchanged, whatever was done to its images. */
  readonly isFileKept: boolean;
  /** Quality of images without an override. */
  readonly usualQuality: number;
  readonly thumbnail: ImageBitmap | undefined;
  readonly override: ImageOverride | undefined;
  readonly onOverride: (override: ImageOverride | null) => void;
}

/** One image; its name opens details and settings. */
export function ImageTableRow(props: RowProps) {
  const { row, isFileKept, override } = props;
  const { report } = row;
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();
  const name = `${pagesText(row.pages)}, ${format.pixels(report.width, report.height)}`;
  const note = isFileKept ? null : reasonText(report);
  return (
    <>
      <tr className={isOpen ? 'open' : undefined}>
        <td className="of-image whole-line">
          <div>
            <Thumb bitmap={props.thumbnail} />
            <span>
              <button
                type="button"
                className="row-opener"
                aria-expanded={isOpen}
                aria-controls={isOpen ? detailsId : undefined}
                aria-label={imageWords.detailsOf(name)}
                onClick={() => setIsOpen(!isOpen)}
              >
                {pagesText(row.pages)}
                <ChevronDown className="i" aria-hidden />
              </button>
              <span className="hint">
                {colorText(report)}
                {note && ` · ${note}`}
              </span>
            </span>
          </div>
        </td>
        <td className="num small" data-label={imageWords.was}>
          {pixelsText(report.width, report.height, report.dpi?.before)}
        </td>
        <td className="num small only-wide-cell">{nowText(report, isFileKept)}</td>
        <td className="small only-wide-cell">{codecText(report, isFileKept)}</td>
        <td className="right small only-wide-cell">{format.bytes(row.bytesBefore)}</td>
        <td className="right small">
          <span className="only-narrow">{format.bytes(row.bytesBefore)} → </span>
          {format.bytes(row.bytesAfter)}
        </td>
        <td className="right only-wide-cell">
          <KeepSwitch {...props} label={imageWords.keepOf(name)} />
        </td>
      </tr>
      {isOpen && (
        <tr className="details-row" id={detailsId}>
          <td colSpan={7}>
            <dl className="image-facts">
              <Fact label={imageWords.done} value={doneText(report, isFileKept)} />
              <Fact isColumn label={imageWords.now} value={nowText(report, isFileKept)} />
              <Fact isColumn label={imageWords.codec} value={codecText(report, isFileKept)} />
              <Fact
                label={imageWords.color}
                value={`${colorText(report)} (${row.inspected?.colorSpace ?? report.colorSpace}, ${bitsText(report.bitsPerComponent)})`}
              />
            </dl>
            {canOverride(props) && (
              <div className="image-settings">
                <div className="keep-in-details">
                  <span aria-hidden>{imageWords.keep}</span>
                  <KeepSwitch {...props} label={imageWords.keepOf(name)} />
                </div>
                <QualityOf {...props} key={override?.kind === 'quality' ? override.quality : 'usual'} />
              </div>
            )}
          </td>
        </tr>
      )}
    </>
  );
}

/** Only replaced images can be kept, and only overridden ones released. */
function canOverride({ row, override }: RowProps): boolean {
  return row.report.outcome.kind === 'replaced' || override !== undefined;
}

function KeepSwitch(props: RowProps & { readonly label: string }) {
  const { override, onOverride } = props;
  return (
    <Switch.Root
      className="switch"
      checked={override?.kind === 'keep'}
      disabled={!canOverride(props)}
      aria-label={props.label}
      onCheckedChange={(isKept) => onOverride(isKept ? { kind: 'keep' } : null)}
    >
      <Switch.Thumb className="switch-thumb" />
    </Switch.Root>
  );
}

/** Reported when the slider is released, since each change compresses the file again. */
function QualityOf({ override, usualQuality, onOverride }: RowProps) {
  const given = override?.kind === 'quality' ? override.quality : null;
  const [quality, setQuality] = useState(given ?? usualQuality);
  const settle = () => {
    if (quality !== (given ?? usualQuality)) onOverride({ kind: 'quality', quality });
  };
  if (override?.kind === 'keep') return null;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears when its slider and its field are left
    <div
      className="image-quality"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) settle();
      }}
      onPointerUp={settle}
      onKeyUp={({ key }) => {
        if (key === 'Enter') settle();
      }}
    >
      <NumberSlider
        label={imageWords.quality}
        value={quality}
        range={integerRange('quality')}
        step={1}
        largeStep={10}
        hint={imageWords.qualityHint}
        onChange={setQuality}
      />
      {given !== null && (
        <button type="button" className="link" onClick={() => onOverride(null)}>
          {imageWords.resetQuality}
        </button>
      )}
    </div>
  );
}

function Fact({
  label,
  value,
  isColumn = false,
}: {
  readonly label: string;
  readonly value: string;
  /** On wide screens the table's header says it. */
  readonly isColumn?: boolean;
}) {
  return (
    <div className={isColumn ? 'in-column' : undefined}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Thumb({ bitmap }: { readonly bitmap: ImageBitmap | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current === null || bitmap === undefined) return;
    canvas.current.width = bitmap.width;
    canvas.current.height = bitmap.height;
    canvas.current.getContext('2d')?.drawImage(bitmap, 0, 0);
  }, [bitmap]);
  return <canvas className="thumb" ref={canvas} width={1} height={1} aria-hidden />;
}
