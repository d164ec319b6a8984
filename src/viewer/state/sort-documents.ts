import type { IndexBlock } from '../blocks/report-blocks.ts';

const changeRank = 'ewfsn';

/** Document numbers in the order asked for; ties keep the order of the set. */
export function sortDocuments(index: IndexBlock, items: number[], sort: string): number[] {
  const name = sort.replace(/^-/, '');
  if (name === '') return items;
  const direction = sort.startsWith('-') ? -1 : 1;
  if (name === 'id') {
    const collator = new Intl.Collator('en', { numeric: true });
    const id = (item: number) => index.ids[item] ?? '';
    return [...items].sort((a, b) => direction * collator.compare(id(a), id(b)));
  }
  const key = keyOf(index, name);
  return [...items].sort((a, b) => direction * (key(a) - key(b)) || a - b);
}

function keyOf(index: IndexBlock, name: string): (item: number) => number {
  const last = index.versions.at(-1);
  if (name === 'change') return (item) => changeRank.indexOf(index.change[item] ?? 'n');
  if (name === 'confidence') return (item) => last?.confidence[item] ?? -1;
  if (name === 'latency') return (item) => last?.latency[item] ?? -1;
  const version = index.versions[Number(name.replace('wrong', ''))];
  return (item) =>
    version?.state[item] === 's'
      ? (version.incorrect[item] ?? 0) + (version.missing[item] ?? 0) + (version.spurious[item] ?? 0)
      : 1e9;
}
