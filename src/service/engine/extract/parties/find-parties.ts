import type { LabelledLayout } from '../candidates/labelled-values.ts';
import { joinedForm } from '../layout/fold-text.ts';
import { labelledParties } from './labelled-parties.ts';
import { letterheads } from './letterheads.ts';
import { type Party, PartyLines } from './party.ts';
import { senderLines } from './sender-lines.ts';
import { stackedParties } from './stacked-parties.ts';

/** All parties that the first page shows: at the top, in sender lines, in stacked address blocks, under labels. */
export function findParties(labelled: LabelledLayout): Party[] {
  const lines = new PartyLines(labelled);
  const parties = [
    ...letterheads(lines),
    ...senderLines(lines),
    ...stackedParties(lines),
    ...labelledParties(lines),
  ];
  return withRepetition(parties, labelled);
}

/** A name that stands in several places of the document is more likely the one whose paper it is. */
function withRepetition(parties: readonly Party[], labelled: LabelledLayout): Party[] {
  const texts = labelled.layout.segments.slice(0, 3_000).map((segment) => joinedForm(segment.text));
  const counts = new Map<string, number>();
  return parties.map((party) => {
    const name = joinedForm(party.name?.text ?? '');
    if (name.length < 5 || party.roles.seller === undefined) return party;
    let count = counts.get(name);
    if (count === undefined) {
      count = texts.filter((text) => text.includes(name)).length;
      counts.set(name, count);
    }
    const bonus = Math.min(0.15, (count - 1) * 0.05);
    return { ...party, roles: { ...party.roles, seller: party.roles.seller + Math.max(0, bonus) } };
  });
}
