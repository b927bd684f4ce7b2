/** A progress line on a terminal; without a terminal, does nothing. */
export class Line {
  #isShown = process.stderr.isTTY === true;

  /** @param {string} text */
  show(text) {
    if (this.#isShown) process.stderr.write(`\r\x1b[K${text.slice(0, (process.stderr.columns ?? 80) - 1)}`);
  }

  clear() {
    if (this.#isShown) process.stderr.write('\r\x1b[K');
  }

  /** @param {string} text that stays */
  print(text) {
    this.clear();
    console.log(text);
  }
}
