import { useEffect, useEffectEvent } from 'react';
import { directly, type PickedFile } from './intake.ts';
import { takeSharedFiles } from './shared-files.ts';

/** Files opened with the installed app, or shared with it by another app. */
export function useLaunchQueue(onFiles: (given: readonly PickedFile[]) => void): void {
  const tell = useEffectEvent(onFiles);
  useEffect(() => {
    window.launchQueue?.setConsumer(({ files = [] }) => {
      const reading = files.map((handle) =>
        handle.kind === 'file' ? (handle as FileSystemFileHandle).getFile().catch(() => null) : null,
      );
      void Promise.all(reading).then((read) => tell(directly(read.filter((file) => file !== null))));
    });
    // Inaccessible storage has no files.
    void takeSharedFiles()
      .then((files) => tell(directly(files)))
      .catch(() => undefined);
  }, []);
}
