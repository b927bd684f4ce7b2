/** Below a fifth of the charge, background work can wait. */
const LOW = 0.2;

/** Whether the battery is low and not charging; false if the browser does not report it. */
export async function isBatteryLow(): Promise<boolean> {
  const battery = await navigator.getBattery?.();
  return battery !== undefined && !battery.charging && battery.level < LOW;
}
