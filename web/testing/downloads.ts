import { onTestFinished } from 'vitest';

/** For this test, the downloads of the page, in their order. */
export function downloads(): readonly { readonly name: string; readonly address: string }[] {
  const saved: { name: string; address: string }[] = [];
  const note = (event: Event) => {
    if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return;
    event.preventDefault();
    saved.push({ name: event.target.download, address: event.target.href });
  };
  const click = HTMLAnchorElement.prototype.click;
  // Its link is in no document: no listener of the document hears it.
  HTMLAnchorElement.prototype.click = function click_() {
    this.addEventListener('click', note, { once: true });
    click.call(this);
  };
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  return saved;
}
