import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Imports a settings module. One with `export` is taken as an ES module whatever the `type` of the package around it
 * says: a package that npm has just made says "commonjs", and settings should load there too.
 */
export async function importSettings(file: string): Promise<Record<string, unknown>> {
  const hooks = registerHooks({
    load: (url, context, next) => {
      const format = context.format ?? '';
      const isOwn =
        url.startsWith('file:') && !url.includes('/node_modules/') && format.startsWith('commonjs');
      if (!isOwn || !hasModuleSyntax(url)) return next(url, context);
      return next(url, { ...context, format: format.replace('commonjs', 'module') });
    },
  });
  try {
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } finally {
    hooks.deregister();
  }
}

function hasModuleSyntax(url: string): boolean {
  return /^\s*(?:export|import)\b(?!\s*\()/m.test(readFileSync(fileURLToPath(url), 'utf8'));
}
