/** One document that counts against the day of its key, from its announcement to the end of its work. */
export interface DocumentUse {
  /**
   * So many more bytes of it have come: what nobody announced counts as it arrives.
   *
   * @throws ProblemError `daily_limit`
   */
  arrived(bytes: number): void;
  /** Its work is over, and counted as use. */
  end(): void;
}
