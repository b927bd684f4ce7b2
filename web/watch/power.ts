/** Under a fifth of a charge, work that nobody waits for can wait. */
const LOW = 0.2;

/** Whether the battery is low and not being charged; never where the browser does not tell. */
export async function isBatteryLow(): Promise<boolean> {
  const battery = await navigator.getBattery?.();
  return battery !== undefined && !battery.charging && battery.level < LOW;
}
