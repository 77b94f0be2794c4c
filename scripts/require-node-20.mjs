// Imported first, and written so that old Node versions can still read it: without it they would
// stop inside some package with an error that does not name the cause.
const [major, minor] = process.versions.node.split('.').map(Number);

// Vite 8 and ESLint 10 start at 20.19.
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    'Node ' + process.versions.node + ' is too old: install Node 20.19 or newer (https://nodejs.org), then run this again.',
  );
  process.exit(1);
}
