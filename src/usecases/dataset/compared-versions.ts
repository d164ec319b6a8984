import path from 'node:path';
import type { DatasetManifest } from '../../model/dataset/evaluation-set.ts';
import type { ResolvedVersion } from '../../model/record/run-record.ts';
import { readProcessorFile } from '../../runner/ensure-processor.ts';
import { assertSameKind, fileVersions, resolveVersions } from '../../runner/resolve-versions.ts';
import { isProcessorFile } from '../run/run-processor.ts';
import type { RunSettings } from '../settings/run-settings.ts';
import { withService } from '../target/open-target.ts';

/**
 * Returns the versions of a processor, so that the gold of a dataset can be compared with their schemas. Reads the
 * versions from a file, or from the service if `processor` is an id. Throws USAGE if the processor and the dataset are
 * of different kinds.
 */
export async function comparedVersions(
  dataset: DatasetManifest,
  processor: string,
  settings: RunSettings,
): Promise<readonly Pick<ResolvedVersion, 'resolved' | 'config'>[]> {
  if (!isProcessorFile(processor)) {
    const found = await withService(settings, (client) =>
      resolveVersions(client, processor, settings.versions),
    );
    assertSameKind(dataset, found);
    return found.versions;
  }
  const file = await readProcessorFile(path.resolve(processor));
  assertSameKind(dataset, { name: file.name, kind: file.type });
  return fileVersions(file, settings.versions);
}
