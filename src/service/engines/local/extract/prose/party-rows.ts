import { joinedForm } from '../layout/fold-text.ts';
import type { FieldNode } from '../lexicon/field-tree.ts';
import { partyListNames } from '../lexicon/prose-facts.ts';
import { endsInLegalForm } from '../recognise/company-names.ts';
import type { ReadValue } from '../values/evidence.ts';
import type { ContractParty } from './contract-opening.ts';
import type { Prose } from './prose-values.ts';

const nameFields = new Set([
  'name',
  'partyname',
  'legalname',
  'fullname',
  'companyname',
  'party',
  'entity',
  'entityname',
]);
const roleFields = new Set([
  'role',
  'partyrole',
  'definedterm',
  'shortname',
  'alias',
  'capacity',
  'definedas',
]);
/**
 * Scores of the name of a party: `signing` for a signature block, the others for the opening of a contract. In the
 * opening, a short name in brackets (`withRole`) confirms where the name ends, and so does a legal form (`withForm`).
 */
const scores = { withForm: 0.95, withRole: 0.82, other: 0.7, signing: 0.7 };

/** Returns whether an array lists the parties to a contract. */
export function isPartyList(node: FieldNode): boolean {
  return partyListNames.has(joinedForm(node.key)) || partyListNames.has(joinedForm(node.name));
}

/**
 * Returns one row per party of the contract, with the values by field. If the array is a plain list of names,
 * the only field has an empty key. The parties are in the opening sentence, or otherwise in the signature
 * blocks. Returns `undefined` if the document is not a contract.
 */
export function partyRows(node: FieldNode, prose: Prose): Map<string, ReadValue>[] | undefined {
  const nodes = node.element === undefined ? node.children : [node.element];
  const named = prose.parties.map((party) => {
    const row = new Map<string, ReadValue>();
    for (const child of nodes) {
      const filled =
        child.kind === 'string' ? partyValue(child, party, prose, node.element !== undefined) : undefined;
      if (filled !== undefined) row.set(child.key, filled);
    }
    return row;
  });
  if (named.length > 0) return named;
  const child = nodes.find((one) => one.kind === 'string' && (one === node.element || isNameField(one)));
  const signing = child === undefined ? [] : prose.signingParties();
  if (child === undefined || signing.length === 0) return prose.isContract() ? [] : undefined;
  const evidence = { score: scores.signing, isOpen: true };
  return signing.map(
    ({ text, spans }) =>
      new Map([[child.key, { value: text, spans, evidence, reason: 'company in a signature block' }]]),
  );
}

function isNameField(node: FieldNode): boolean {
  return nameFields.has(joinedForm(node.key)) || nameFields.has(joinedForm(node.name));
}

function partyValue(
  node: FieldNode,
  party: ContractParty,
  prose: Prose,
  isName: boolean,
): ReadValue | undefined {
  const names = [joinedForm(node.key), joinedForm(node.name)];
  const { spans, text } = prose.value(party);
  const hasRole = party.roles.length > 0;
  const score = !hasRole ? scores.other : endsInLegalForm(text) ? scores.withForm : scores.withRole;
  const evidence = { score, isOpen: true };
  if (isName || isNameField(node))
    return { value: text, spans, evidence, reason: 'opening sentence of the contract' };
  const [role] = party.roles;
  return role !== undefined && names.some((name) => roleFields.has(name))
    ? { value: role, spans, evidence, reason: 'short name of the party' }
    : undefined;
}
