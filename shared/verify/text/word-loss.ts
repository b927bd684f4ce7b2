/** A word that changed. */
export interface WordLoss {
  readonly change: 'removed' | 'changed' | 'moved';
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}
