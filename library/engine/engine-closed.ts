/** The engine was closed before the call was done. The file is not at fault. */
export class EngineClosedError extends Error {
  constructor() {
    super('the engine was closed; create another one for more documents');
    this.name = 'EngineClosedError';
  }
}
