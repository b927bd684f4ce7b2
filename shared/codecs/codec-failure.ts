/** A codec written in another language gave up on its data. */
export class CodecFailure extends Error {
  constructor(codec: string) {
    super(`${codec} gave up`);
    this.name = 'CodecFailure';
  }
}

/** True for our own word, libjpeg's exit() as Emscripten throws it, and a WASM trap; anything else is a bug of ours. */
export function isCodecFailure(thrown: unknown): boolean {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : undefined;
  return name === 'CodecFailure' || name === 'ExitStatus' || name === 'RuntimeError';
}
