/** The database does not respond. The request is valid, and a retry may succeed. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';

  constructor(options?: ErrorOptions) {
    super('the database does not answer', options);
  }
}
