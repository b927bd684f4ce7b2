import { useEffect, useEffectEvent } from 'react';
import { directly, type Given } from './intake.ts';

/** Files that were opened with the installed app. */
export function useLaunched(onFiles: (given: readonly Given[]) => void): void {
  const tell = useEffectEvent(onFiles);
  useEffect(() => {
    window.launchQueue?.setConsumer(({ files = [] }) => {
      const reading = files.map((handle) =>
        handle.kind === 'file' ? (handle as FileSystemFileHandle).getFile().catch(() => null) : null,
      );
      void Promise.all(reading).then((read) => tell(directly(read.filter((file) => file !== null))));
    });
  }, []);
}
