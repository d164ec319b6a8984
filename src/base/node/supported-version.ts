const [major = 0] = process.versions.node.split('.').map(Number);

// Imported first by every entry of the package: other modules use functions that older versions of Node lack.
if (major < 24) throw new Error(`goldset needs Node 24 or newer; this is ${process.version}.`);

export {};
