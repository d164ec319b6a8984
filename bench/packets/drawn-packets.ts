import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Random } from '../../src/base/random.ts';

/** A file of one document, with its type. */
export interface WholeDocument {
  readonly type: string;
  readonly file: string;
}

/** Folders of PDF files of one type, relative to ../shared/data. */
const folders: readonly (readonly [type: string, folder: string])[] = [
  ['invoice', 'zugferd/pdf'],
  ['invoice', 'azure-docproc/invoices'],
  ['invoice', 'invoice2data'],
  ['invoice', 'azure-forms/contoso-invoice'],
  ['insurance_policy', 'azure-docproc/vehicle_insurance'],
  ['1099_misc', 'azure-forms/1099-training-data'],
  ['w9', 'azure-forms/w9-training-data'],
  ['w8ben', 'azure-forms/w8-training-data'],
  ['resume', 'extract-bench/hiring/resume/pdf+gold'],
];

/** Maps the name of a folder, in lower case and without `agreements`, to the type of its contracts. */
const contractTypes: Readonly<Record<string, string>> = {
  co_branding: 'co_branding_agreement',
  distributor: 'distributor_agreement',
  endorsement: 'endorsement_agreement',
  hosting: 'hosting_agreement',
  maintenance: 'maintenance_agreement',
  'strategic alliance': 'strategic_alliance_agreement',
  consulting: 'consulting_agreement',
  service: 'service_agreement',
  'joint venture _ filing': 'joint_venture_agreement',
  sponsorship: 'sponsorship_agreement',
};

/** Returns the documents in the folder `data` that packets can contain. */
export function wholeDocuments(data: string): WholeDocument[] {
  const contracts = path.join(data, 'cuad/full_contract_pdf');
  const contractFolders = existsSync(contracts)
    ? readdirSync(contracts).flatMap((part) =>
        readdirSync(path.join(contracts, part)).map((kind) => {
          const type = contractTypes[kind.toLowerCase().replace(/ agreements?$/, '')];
          if (type === undefined) throw new Error(`${contracts}/${part}/${kind} has no type`);
          return [type, path.join('cuad/full_contract_pdf', part, kind)] as const;
        }),
      )
    : [];
  return [...folders, ...contractFolders].flatMap(([type, folder]) =>
    existsSync(path.join(data, folder))
      ? readdirSync(path.join(data, folder))
          .filter((file) => /\.pdf$/i.test(file))
          .sort()
          .map((file) => ({ type, file: path.join(data, folder, file) }))
      : [],
  );
}

/** Returns packets of 1 to 6 documents in random order. A type is drawn first, then a document of this type. */
export function drawPackets(
  documents: readonly WholeDocument[],
  count: number,
  seed: string,
): WholeDocument[][] {
  const random = new Random(seed);
  const types = [...new Set(documents.map(({ type }) => type))];
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random.next() * from.length)] as T;
  return Array.from({ length: count }, () =>
    Array.from({ length: 1 + Math.floor(random.next() * 6) }, () => {
      const type = pick(types);
      return pick(documents.filter((document) => document.type === type));
    }),
  );
}
