import type { JsonValue } from '../../model/json/json-value.ts';
import { type FieldPlan, ownMember } from '../extraction/field-plan.ts';

/**
 * Returns one text per key member of a row. The alignment method `key` pairs rows whose texts are equal. Values that
 * the comparator of the member treats as equal have the same text. Returns `null` if a member has no value. `row` is
 * the scoring plan of the rows.
 */
export function rowKey(row: FieldPlan, value: unknown, key: readonly string[]): string[] | null {
  const texts: string[] = [];
  for (const name of key) {
    let plan = row;
    let member: unknown = value;
    for (const part of name.split('.')) {
      plan = plan.member(part);
      member = ownMember(member, part);
    }
    if (plan.shapeOf(member) !== 'leaf') return null;
    const leaf = member as JsonValue;
    texts.push(plan.comparatorFor(leaf, leaf).key(leaf) ?? JSON.stringify(leaf));
  }
  return texts;
}
