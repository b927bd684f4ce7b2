import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import type { Dispatch } from 'react';
import type { Verification } from '../../shared/index.ts';
import { FileInput } from '../compress/FileInput.tsx';
import { compareWords } from '../text/comparison/verification.ts';
import { format } from '../text/format.ts';
import type { Pair, PairEvent, PairSide } from './pair.ts';

/** Two sheets of paper: the file before, and the one made from it. */
export function FileSlots(props: {
  readonly pair: Pair;
  readonly verification: Verification | null;
  readonly tell: Dispatch<PairEvent>;
}) {
  const { pair, verification, tell } = props;
  const isWhole = pair.before !== null && pair.after !== null;
  return (
    <div className="pair">
      <Slip side="before" pair={pair} verification={verification} tell={tell} />
      {isWhole ? (
        <button
          type="button"
          className="btn quiet pair-middle"
          title={compareWords.swap}
          onClick={() => tell({ type: 'swapped' })}
        >
          <ArrowLeftRight className="i" aria-hidden />
          {compareWords.swap}
        </button>
      ) : (
        <span className="pair-middle">
          <ArrowRight className="i" aria-hidden />
        </span>
      )}
      <Slip side="after" pair={pair} verification={verification} tell={tell} />
    </div>
  );
}

function Slip(props: {
  readonly side: PairSide;
  readonly pair: Pair;
  readonly verification: Verification | null;
  readonly tell: Dispatch<PairEvent>;
}) {
  const { side, pair, tell } = props;
  const file = pair[side];
  const choose = (files: readonly File[]) => tell({ type: 'files-given', files, side });
  const read = props.verification?.[side];
  if (file === null) {
    return (
      <section className="slip empty" aria-label={compareWords[side]}>
        <span className="eyebrow">{compareWords[side]}</span>
        <FileInput
          label={compareWords.choose[side]}
          labelClass="btn main"
          onFiles={(given) => choose(given.map((one) => one.file))}
        />
        {side === 'before' && <span className="hint">{compareWords.dropBoth}</span>}
      </section>
    );
  }
  const facts = [
    format.bytes(file.size),
    ...(read === undefined ? [] : [compareWords.pages(read.document.pages)]),
    ...(read?.producer === undefined ? [] : [compareWords.madeBy(read.producer)]),
  ];
  return (
    <section className="slip" aria-label={compareWords[side]}>
      <span className="eyebrow">{compareWords[side]}</span>
      <bdi className="slip-name">{file.name}</bdi>
      <span className="soft small num">{facts.join(' · ')}</span>
      <FileInput
        label={compareWords.chooseAnother[side]}
        labelClass="link small"
        onFiles={(given) => choose(given.map((one) => one.file))}
      />
    </section>
  );
}
