import(require('node:url').pathToFileURL(process.argv[2]).href).then(async (bundle) => {
  const handler = bundle.handler ?? bundle.default.handler;
  console.log(JSON.stringify(await handler({ path: process.argv[3] })));
});
