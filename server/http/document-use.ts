/** One document that counts toward its key's daily limit, from its announcement to the end of its work. */
export interface DocumentUse {
  /**
   * Counts received bytes beyond the announced size as they arrive.
   *
   * @throws ProblemError `daily_limit`
   */
  arrived(bytes: number): void;
  /** The work has ended and its usage is recorded. */
  end(): void;
}
