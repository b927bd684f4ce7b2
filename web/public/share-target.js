// Part of the service worker: receives files that other apps share with the installed one. They stay on this device, in
// the browser's cache storage, until the page takes them (web/compress/shared-files.ts).
addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method === 'POST' && new URL(request.url).pathname === '/share') {
    event.respondWith(takeShared(request));
  }
});

async function takeShared(request) {
  try {
    const store = await caches.open('shared-files');
    const files = (await request.formData()).getAll('files').filter((one) => one instanceof File);
    await Promise.all(
      files.map((file, at) =>
        store.put(`/shared/${Date.now()}/${at}/${encodeURIComponent(file.name)}`, new Response(file)),
      ),
    );
    return Response.redirect('/', 303);
  } catch {
    // The device has no space for them; the page reports it.
    return Response.redirect('/?shared=lost', 303);
  }
}
