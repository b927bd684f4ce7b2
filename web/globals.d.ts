/** Browser APIs that the type libraries lack. */
export {};

declare global {
  interface Window {
    /** File System Access: a folder chosen by the user (https://wicg.github.io/file-system-access/). */
    showDirectoryPicker?: (options?: {
      readonly id?: string;
      readonly mode?: 'read' | 'readwrite';
    }) => Promise<FileSystemDirectoryHandle>;
    /** Files opened with the installed app (https://wicg.github.io/web-app-launch/). */
    readonly launchQueue?: {
      setConsumer(consumer: (launch: { readonly files?: readonly FileSystemHandle[] }) => void): void;
    };
  }

  interface Navigator {
    /** GiB, rounded (https://www.w3.org/TR/device-memory/). */
    readonly deviceMemory?: number;
    /** https://www.w3.org/TR/battery-status/ */
    readonly getBattery?: () => Promise<{ readonly charging: boolean; readonly level: number }>;
  }
}

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Chooses a whole folder. */
    webkitdirectory?: '' | undefined;
  }
}
