import { useEffect } from 'react';

/** Keeps the screen awake during work, if the browser can: a sleeping phone would stop in the middle of a file. */
export function useWakeLock(isWorking: boolean): void {
  useEffect(() => {
    if (!isWorking || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // A system in battery saver mode refuses; work continues all the same.
      const given = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) await given?.release();
      else lock = given;
    };
    // Hiding the tab releases the lock; it is requested again when the tab is visible.
    const onVisible = () => void ask();
    document.addEventListener('visibilitychange', onVisible);
    void ask();
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisible);
      void lock?.release();
    };
  }, [isWorking]);
}
