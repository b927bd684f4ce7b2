/** True for libjpeg's exit() as thrown by Emscripten, and for a WASM trap; anything else is our bug. */
export function isCodecFailure(thrown: unknown): boolean {
  const name = typeof thrown === 'object' && thrown !== null && 'name' in thrown ? thrown.name : undefined;
  return name === 'ExitStatus' || name === 'RuntimeError';
}
