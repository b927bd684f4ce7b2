/** True for libjpeg's exit() as Emscripten throws it, and for a WASM trap; anything else is a bug of ours. */
export function isCodecFailure(thrown: unknown): boolean {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : undefined;
  return name === 'ExitStatus' || name === 'RuntimeError';
}
