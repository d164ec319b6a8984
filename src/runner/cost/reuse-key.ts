import path from 'node:path';
import type { RecordedItem, ResolvedVersion, RunPlan } from '../../model/record/run-record.ts';
import type { ServiceIdentity } from '../../model/record/service-identity.ts';

/**
 * One part of a reuse key: its value, and its name for messages. A new run reuses an output of an earlier run only if
 * all key parts are equal in the two runs.
 */
export interface KeyPart {
  readonly name: string;
  readonly value: string;
}

export type KeyPlan = Pick<RunPlan, 'target' | 'processor'>;

/**
 * Returns the parts of the reuse key that all outputs of one version share: the service, the API version, the version
 * and its config. Returns `null` if the plan does not state the service, for example because an earlier version of
 * goldset wrote it.
 */
export function versionKey(
  { target, processor }: KeyPlan,
  version: ResolvedVersion,
  service: ServiceIdentity | undefined = target.service,
): readonly KeyPart[] | null {
  if (service === undefined) return null;
  // A local service creates new ids at each start. Its versions are therefore identified by version number and config.
  const id = service.kind === 'local' ? version.resolved : `${processor.id}/${version.versionId}`;
  return [
    ...serviceParts(service),
    { name: 'API version', value: target.apiVersion ?? 'none' },
    { name: 'version', value: id },
    { name: 'config', value: version.configHash },
  ];
}

function serviceParts(service: ServiceIdentity): KeyPart[] {
  const kind = { name: 'kind of service', value: service.kind };
  if (service.kind === 'remote') return [kind, { name: 'service address', value: service.baseUrl }];
  const { goldset, engine, ocr, injectedErrors = 'none' } = service;
  return [
    kind,
    { name: 'version of goldset', value: goldset },
    { name: 'reading engine', value: engine },
    { name: 'OCR runtime', value: ocr },
    { name: 'injected errors', value: injectedErrors },
  ];
}

/**
 * Returns the part of the reuse key that identifies the document. It includes the extension of the file name, because a
 * service may choose by the extension how to read the file. Returns `null` for the URL of a document, because the
 * content at a URL can change.
 */
export function documentKey({
  documentHash,
  document,
}: Pick<RecordedItem, 'documentHash' | 'document'>): string | null {
  if (document.kind === 'url') return null;
  const extension = document.kind === 'file' ? path.extname(document.name).toLowerCase() : '';
  return `${document.kind}${extension} ${documentHash}`;
}

/** Returns the first key part in which two reuse keys differ, with both values; `null` if all parts are equal. */
export function differingPart(
  planned: readonly KeyPart[],
  recorded: readonly KeyPart[],
): { readonly name: string; readonly planned: string; readonly recorded: string } | null {
  const values = new Map(recorded.map(({ name, value }) => [name, value]));
  for (const { name, value } of planned) {
    const other = values.get(name) ?? 'none';
    if (other !== value) return { name, planned: value, recorded: other };
  }
  return null;
}

/** Returns the number of equal parts of two reuse keys. */
export function equalParts(planned: readonly KeyPart[], recorded: readonly KeyPart[]): number {
  const values = new Map(recorded.map(({ name, value }) => [name, value]));
  return planned.filter(({ name, value }) => values.get(name) === value).length;
}
