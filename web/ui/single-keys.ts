import { readStored, writeStored } from '../device/safe-local-storage.ts';

/** Set if shortcuts of a single key are off: speech input would press them by accident (WCAG 2.1.4). */
const OFF_KEY = 'pagelight.keys';

export function areSingleKeysOn(): boolean {
  return readStored(OFF_KEY) === null;
}

export function setSingleKeys(isOn: boolean): void {
  writeStored(OFF_KEY, isOn ? null : 'off');
}

/** Whether keys belong to the focused element: a field, a menu or a dialog. */
export function isTextField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [role="dialog"], [role="alertdialog"], [role="menu"]') !== null
  );
}

/** Whether the event is a shortcut of one key, perhaps with Shift, that is not meant for a field. */
export function isSingleKey(event: KeyboardEvent): boolean {
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
  return !hasModifier && !event.defaultPrevented && !isTextField(event.target) && areSingleKeysOn();
}
