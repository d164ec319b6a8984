const [major = 0] = process.versions.node.split('.').map(Number);

// Every entry point of the package imports this file first, because other modules use functions that older versions of
// Node lack.
if (major < 24) throw new Error(`goldset needs Node 24 or newer; this is ${process.version}.`);

export {};
