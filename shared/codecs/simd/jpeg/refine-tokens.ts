import { placesFrom, placesWith } from './magnitudes';
import { correct, endRunBefore, extendRun, flushCorrections, waitingCorrections } from './runs';
import { acTokens, token } from './tokens';

/** Codes bit `low` of a block's band, with positions in `band` (T.81, G.1.2.3, Figures G.7 to G.9). */
export function refineTokens(coefficients: usize, band: u64, low: i32): void {
  // Coefficients that are nonzero at this bit; "newly nonzero" ones have no higher bit.
  let waiting = placesFrom(coefficients, 1 << low) & band;
  let fresh = waiting & ~placesFrom(coefficients, 2 << low);
  const odd = placesWith(coefficients, 1 << low);
  const table = acTokens(0);
  let zeros = ~waiting & band;
  let ofRun = waitingCorrections();
  while (waiting !== 0) {
    const place = waiting & -waiting;
    waiting ^= place;
    // Runs of 16 are only coded before a new value; otherwise the end of band covers them.
    if (fresh !== 0)
      while (popcnt(zeros & (place - 1)) > 15) {
        endRunBefore(ofRun);
        token(table | (0xf0 << 19), 0, 0);
        flushCorrections();
        ofRun = 0;
        for (let passed = 0; passed < 16; passed += 1) zeros &= zeros - 1;
      }
    if ((fresh & place) === 0) {
      correct((odd & place) !== 0 ? 1 : 0);
      continue;
    }
    const k = ctz(place);
    const run = popcnt(zeros & (place - 1));
    endRunBefore(ofRun);
    token(table | ((<u32>run) << 23) | (1 << 19), 1, load<i16>(coefficients + ((<usize>k) << 1)) < 0 ? 0 : 1);
    flushCorrections();
    ofRun = 0;
    fresh ^= place;
    zeros &= ~(place - 1);
  }
  if (zeros !== 0 || waitingCorrections() > ofRun) extendRun();
}
