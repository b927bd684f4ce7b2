import { useEffect } from 'react';

/** Keeps the screen awake while there is work, where the browser can: a phone that sleeps stops in the middle of a file. */
export function useWakeLock(isWorking: boolean): void {
  useEffect(() => {
    if (!isWorking || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      // A system that saves its battery says no; the work goes on all the same.
      const given = await navigator.wakeLock.request('screen').catch(() => null);
      if (isOver) await given?.release();
      else lock = given;
    };
    // Whoever leaves the tab loses the lock, and has it again when coming back.
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
