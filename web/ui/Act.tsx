import type { Offer } from '../text/offer.ts';
import './act.css';

/** A button that changes a result. */
export function Act(
  props: Offer & {
    /** Name of the file, for screen readers. */
    readonly name?: string;
    /** The price is a broken limit. */
    readonly isWarning?: boolean;
    readonly onPress: () => void;
  },
) {
  const { kind, act, size, price, name, isWarning = false } = props;
  return (
    <button type="button" className={isWarning ? `act ${kind} warn` : `act ${kind}`} onClick={props.onPress}>
      <ActText act={act} size={size} price={price} />
      {name !== undefined && <span className="sr"> {name}</span>}
    </button>
  );
}

/** The lines of an offer, for buttons and menus. */
export function ActText({ act, size, price }: Pick<Offer, 'act' | 'size' | 'price'>) {
  return (
    <>
      <span className="act-what">{act}</span> {size !== null && <span className="act-size num">{size}</span>}
      {price !== null && (
        <>
          {' '}
          <small>{price}</small>
        </>
      )}
    </>
  );
}
