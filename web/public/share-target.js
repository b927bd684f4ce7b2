// Part of the service worker: takes what other apps share with the installed one. The files stay on this device, in a
// store of the browser, until the page takes them; web/compress/shared-files.ts reads it.
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
    // The device has no room for them: the page says so.
    return Response.redirect('/?shared=lost', 303);
  }
}
