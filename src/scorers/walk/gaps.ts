import { type FieldPlan, isMoney, type Shape } from '../extraction/field-plan.ts';
import { isMoneyWithoutAmount, presenceOf } from '../extraction/presence.ts';

/** Whether the leaves below a node depend on what counts as empty, so that other policies may find other ones. */
export function hasGap(
  plan: FieldPlan,
  shape: Shape,
  other: Shape,
  expected: unknown,
  predicted: unknown,
): boolean {
  // Two containers have something in them; of empty ones only the root where emptiness is strict is one.
  if (shape === other && isStructure(shape) && !(plan.field === '' && plan.strict)) return false;
  const kind = plan.declared?.kind;
  const isContainer = kind === 'object' || kind === 'array' || isStructure(shape) || isStructure(other);
  if (isContainer && (isGap(expected) || isGap(predicted))) return true;
  return isOddLeaf(plan, shape, expected) || isOddLeaf(plan, other, predicted);
}

function isStructure(shape: Shape): boolean {
  return shape === 'object' || shape === 'array';
}

/** Null or empty, whatever is declared. */
function isGap(value: unknown): boolean {
  const state = presenceOf(value);
  return state === 'null' || state === 'empty';
}

/** A container without content, money without parts, or money at the root, where a leaf is. */
function isOddLeaf({ field }: FieldPlan, shape: Shape, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (field === '' && isMoney(value)) return true;
  return !isStructure(shape) && (presenceOf(value) === 'empty' || isMoneyWithoutAmount(value));
}
