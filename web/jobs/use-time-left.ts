import { useEffect, useRef, useState } from 'react';
import { TimeLeft } from './time-left.ts';

/** Estimated milliseconds left, updated every second; null without an estimate. */
export function useTimeLeft(fraction: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const now = useRef(fraction);
  now.current = fraction;
  const isWorking = fraction !== null;
  useEffect(() => {
    if (!isWorking) return;
    const timeLeft = new TimeLeft();
    const timer = setInterval(() => setLeft(timeLeft.tell(performance.now(), now.current ?? 0)), 1000);
    return () => {
      clearInterval(timer);
      setLeft(null);
    };
  }, [isWorking]);
  return left;
}
