/**
 * Replaces pako, which pdf-lib uses in two functions that are never called here: `codecs/flate/` deflates.
 * pako would be a twentieth of the code that every thread loads.
 */
function unused(): never {
  throw new Error('pdf-lib does not deflate here');
}

export default { deflate: unused };
