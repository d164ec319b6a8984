import { isJsonObject, type JsonValue } from '../model/json/json-value.ts';
import { editSimilarity } from '../scorers/compare/text/edit-similarity.ts';
import { requireJson } from '../scorers/extraction/require-json.ts';
import { countNodes, type EditCosts, type LabelledTree, treeEditDistance } from './tree-edit-distance.ts';

/** Pairs of nodes up to which the distance is computed: seconds and some hundred MB. */
const mostPairs = 25_000_000;

/**
 * Tree-edit accuracy (nTED): 1 - cost of mending the prediction / cost of writing the gold from nothing.
 *
 * Both are trees of keys and values: empty values dropped, keys ordered by length and then by letters, rows in their
 * order under unnamed nodes. A key costs 1 to insert, remove or rename; a value its number of characters, or the edits
 * between two values; a key for a value 1 + its characters. Not below 0.
 *
 * Range 0 to 1, higher is better; not symmetric. Long values weigh more than short ones, and rows that swap places cost.
 * A gold without values: 1 for an empty prediction, else 0. Null where the trees have more than 25,000,000 pairs of
 * nodes. Source: Kim et al. 2022 (Donut), arXiv 2111.15664. Departures: edits count UTF-16 units; numbers and booleans
 * are texts as JSON writes them; 0 for a prediction to an empty gold, where the original cannot divide.
 *
 * Example: gold {a: "abcd"} (1 key and 4 characters from nothing: 5), prediction {a: "abce"} (1 edit): 1 - 1/5 = .80.
 *
 * @example
 * treeEditAccuracy({ a: 'abcd' }, { a: 'abce' }) // => 0.8
 */
export function treeEditAccuracy(expected: unknown, predicted: unknown): number | null {
  requireJson(expected, 'expected');
  requireJson(predicted, 'predicted');
  const gold = treeOf('<root>', normalised((expected ?? null) as JsonValue));
  const given = treeOf('<root>', normalised((predicted ?? null) as JsonValue));
  if (countNodes(gold) * countNodes(given) > mostPairs) return null;
  const whole = treeEditDistance(treeOf('<root>', undefined), gold, costs);
  const mending = treeEditDistance(given, gold, costs);
  if (whole === 0) return mending === 0 ? 1 : 0;
  return Math.max(0, 1 - mending / whole);
}

type Normal = Map<string, Normal | Normal[] | string[]> | Normal[] | string[] | undefined;

/** Members without value fall away; a value alone is a list of one. */
function normalised(value: JsonValue): Normal {
  if (isJsonObject(value)) {
    const members = new Map<string, Normal | Normal[] | string[]>();
    const keys = Object.keys(value).sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    for (const key of keys) {
      const member = normalised(value[key] as JsonValue);
      if (member !== undefined) members.set(key, Array.isArray(member) ? member : [member]);
    }
    return members.size === 0 ? undefined : members;
  }
  if (Array.isArray(value)) {
    const inner = value.every(isJsonObject)
      ? value.map(normalised).filter((row) => row !== undefined)
      : value
          .filter((one: JsonValue) => typeof one !== 'object')
          .map((one: JsonValue) => String(one ?? '').trim())
          .filter((text) => text !== '');
    return inner.length === 0 ? undefined : (inner as Normal);
  }
  const text = String(value ?? '').trim();
  return text === '' ? undefined : [text];
}

function treeOf(label: string, value: Normal | string): LabelledTree {
  if (typeof value === 'string') return { label: value, leaf: true, children: [] };
  if (value instanceof Map) {
    return { label, leaf: false, children: [...value].map(([key, member]) => treeOf(key, member as Normal)) };
  }
  return {
    label,
    leaf: false,
    children: (value ?? []).map((one) => treeOf('<row>', one as Normal | string)),
  };
}

const costs: EditCosts = {
  single: (node) => (node.leaf ? node.label.length : 1),
  change: (from, to) => {
    if (from.leaf && to.leaf) return edits(from.label, to.label);
    if (from.leaf || to.leaf) return 1 + (from.leaf ? from.label.length : to.label.length);
    return from.label === to.label ? 0 : 1;
  },
};

/** Exact up to 20,000 characters that differ, a lower bound beyond. */
function edits(a: string, b: string): number {
  return Math.round((1 - editSimilarity(a, b).similarity) * Math.max(a.length, b.length));
}
