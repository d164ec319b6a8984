import type { LabelledLayout } from '../candidates/labelled-values.ts';
import { joinedForm } from '../layout/fold-text.ts';
import { labelledParties } from './labelled-parties.ts';
import { letterheads } from './letterheads.ts';
import { type Party, PartyLines } from './party.ts';
import { senderLines } from './sender-lines.ts';
import { stackedParties } from './stacked-parties.ts';

/** Returns all parties on the first page, from letterheads, sender lines, address blocks and labels. */
export function findParties(labelled: LabelledLayout): Party[] {
  const lines = new PartyLines(labelled);
  const senders = senderLines(lines);
  const parties = [
    ...belowSenders(letterheads(lines), senders),
    ...senders,
    ...stackedParties(lines),
    ...labelledParties(lines),
  ];
  return withRepetition(withoutBuyers(parties), labelled);
}

/** Lowers the seller score of a party whose name is also printed below a label such as `Bill to`. */
function withoutBuyers(parties: readonly Party[]): Party[] {
  const buyers = new Set(
    parties
      .filter((party) => party.labelled && party.roles.buyer !== undefined)
      .map((party) => joinedForm(party.name?.text ?? '')),
  );
  return parties.map((party) =>
    party.labelled || party.roles.seller === undefined || !buyers.has(joinedForm(party.name?.text ?? ''))
      ? party
      : { ...party, roles: { ...party.roles, seller: party.roles.seller - 0.4 } },
  );
}

/** Lowers the seller score of names below a sender line, because the recipient's address is printed there. */
function belowSenders(heads: readonly Party[], senders: readonly Party[]): Party[] {
  const [sender] = senders;
  const row = sender?.name?.spans[0]?.segment.row;
  if (sender === undefined || row === undefined) return [...heads];
  const own = joinedForm(sender.name?.text ?? '');
  return heads.map((head) => {
    const at = head.name?.spans[0]?.segment.row ?? 0;
    const same = joinedForm(head.name?.text ?? '').includes(own);
    return at <= row || same ? head : { ...head, roles: { seller: (head.roles.seller ?? 0) - 0.5 } };
  });
}

/**
 * Raises the seller score of a name that is printed several times, because such a name is more likely the issuer. The
 * name in the address of the same party does not count, because it can be the name of a building.
 */
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
    const lines = party.address?.spans.map(({ segment }) => joinedForm(segment.text)) ?? [];
    const elsewhere = count - lines.filter((line) => line.includes(name)).length;
    const bonus = Math.min(0.15, (elsewhere - 1) * 0.05);
    return { ...party, roles: { ...party.roles, seller: party.roles.seller + Math.max(0, bonus) } };
  });
}
