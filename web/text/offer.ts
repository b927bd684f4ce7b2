/** Text of a button that changes a result: the act, the size that it leads to, and what goes. */
export interface Offer {
  /** A gain loses nothing. */
  readonly kind: 'gain' | 'loss';
  readonly act: string;
  readonly size: string | null;
  readonly price: string | null;
}
