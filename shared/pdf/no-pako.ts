/**
 * In the place of pako, which pdf-lib deflates with in two functions that nobody here calls: we deflate by `codecs/flate/`.
 * It would be a twentieth of what every thread loads.
 */
function unused(): never {
  throw new Error('pdf-lib does not deflate here');
}

export default { deflate: unused };
