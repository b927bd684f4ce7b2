/** One line of a terminal that says what is going on; where there is no terminal, nothing. */
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
