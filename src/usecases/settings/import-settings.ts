import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Imports a settings module. Treats a file with `export` as an ES module even if its package has the type "commonjs",
 * which `npm init` writes.
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
