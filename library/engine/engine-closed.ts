/** The engine was closed before the call was done: no fault of the file. */
export class EngineClosedError extends Error {
  constructor() {
    super('the engine was closed; create another one for more documents');
    this.name = 'EngineClosedError';
  }
}
