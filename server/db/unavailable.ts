/** The database does not answer at the moment. Nothing is wrong with what was asked: asking later may help. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(options?: ErrorOptions) {
    super('the database does not answer', options);
  }
}
