/** What jobs may take; set by whoever runs the server. */
export interface JobLimits {
  /** Documents of a key that have not ended. */
  readonly openPerKey: number;
  /** Bytes of inputs and results together. */
  readonly storeBytes: number;
  /** How long results stay unless a job says otherwise. */
  readonly resultHours: number;
  /** How long the row of a job stays. */
  readonly jobDays: number;
}

export interface JobSettings {
  /** What passwords are sealed with: the first seals, all open. None: a secret of this machine, in `dataDir`. */
  readonly secrets: readonly Buffer[];
  readonly limits: JobLimits;
}
