import type { ConfigEnv, Plugin, PluginOption } from 'vite';

import { ON_DEMAND } from './on-demand.ts';

/**
 * The service worker and the app's manifest. Everything for compressing and comparing is stored at the first visit,
 * fonts that documents don't embed once the page is used; tables for CJK text, of which a document needs one or two,
 * at their first use.
 */
export function offline({ command }: ConfigEnv): PluginOption {
  return command === 'serve' ? NOT_OFFLINE : storing();
}

async function storing(): Promise<Plugin[]> {
  // Imported here only: the development server runs under tsx, which cannot load this package.
  const { VitePWA } = await import('vite-plugin-pwa');
  return VitePWA({
    strategies: 'generateSW',
    // A new version waits for the user: the old one may be in the middle of a file.
    registerType: 'prompt',
    injectRegister: false,
    includeManifestIcons: false,
    workbox: {
      globPatterns: ['**/*.{html,js,css,wasm}'],
      // The page stores the language it is in (web/offline/store-loaded.ts); another one is stored when it is chosen.
      // The encoder of JPEG 2000 is stored when an option first asks for it.
      globIgnores: ['assets/languages/**', 'assets/Dashboard-*', 'assets/Docs-*', 'assets/openjpegwasm-*'],
      // Their names contain a content hash, so what the page has just loaded is not loaded again.
      dontCacheBustURLsMatching: /^assets\//,
      maximumFileSizeToCacheInBytes: 8_000_000,
      navigateFallback: '/index.html',
      navigateFallbackDenylist: [/^\/(api|v1|healthz|readyz|metrics|docs\/openapi)/],
      runtimeCaching: [
        {
          urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
          handler: 'CacheFirst',
          options: { cacheName: ON_DEMAND },
        },
      ],
      cleanupOutdatedCaches: true,
      importScripts: ['/share-target.js'],
      inlineWorkboxRuntime: true,
      sourcemap: false,
    },
    manifest: {
      name: 'Pagelight',
      short_name: 'Pagelight',
      description: 'Make PDFs smaller on your own device.',
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#eceeea',
      theme_color: '#eceeea',
      icons: [
        { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
      file_handlers: [{ action: '/', accept: { 'application/pdf': ['.pdf'] } }],
      share_target: {
        action: '/share',
        method: 'POST',
        enctype: 'multipart/form-data',
        params: { files: [{ name: 'files', accept: ['application/pdf', '.pdf'] }] },
      },
      launch_handler: { client_mode: 'focus-existing' },
    },
  });
}

/** In development nothing is stored, but the page still imports this module. */
const NOT_OFFLINE: Plugin = {
  name: 'not-offline',
  resolveId: (id) => (id === 'virtual:pwa-register' ? `\0${id}` : undefined),
  load: (id) =>
    id === '\0virtual:pwa-register' ? 'export const registerSW = () => async () => {};' : undefined,
};
