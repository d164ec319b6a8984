import { placeText } from '../../../base/place-text.ts';
import type { LabellingValue } from '../../../model/review/labelling-state.ts';
import { formatNumber } from '../../../viewer/blocks/format-measurement.ts';
import { ColumnHeads } from './label-form.tsx';

/** Returns what was decided about a value; an empty text if nothing was decided. */
export function decisionText({ decision }: LabellingValue): string {
  if (decision === null) return '';
  if (decision.action === 'not-annotated') return 'not annotated';
  if (decision.action === 'unclear') return `unclear: ${decision.note}`;
  return decision.label === null ? 'no value' : decision.isChanged ? 'changed' : 'confirmed';
}

/** Returns a label as text. A table is shown by its number of rows. */
export function shownText(label: NonNullable<LabellingValue['proposed']>): string {
  return typeof label === 'string' ? label : `${label.length} rows`;
}

/** A value of a document with its proposal or label. A table is shown with its rows. */
export function ValueLine(props: { value: LabellingValue; isActive: boolean; onSelect: () => void }) {
  const { value, isActive, onSelect } = props;
  const { path, columns, proposed, confidence, arithmetic, decision, isBlind, ownDecision } = value;
  const isMarked = decision?.action === 'unclear' || decision?.action === 'not-annotated';
  const label = decision === null || isMarked ? proposed : decision.label;
  return (
    <li class={decision === null ? 'open' : 'decided'} aria-current={isActive || undefined}>
      <button type="button" class="labelling-line" onClick={onSelect}>
        <span class="labelling-sign" aria-hidden="true">
          {decision === null ? '○' : isMarked ? '?' : '✓'}
        </span>
        <span class="labelling-name">{placeText(path)}</span>
        <span class={`labelling-label${decision?.isChanged ? ' edited' : ''}`}>
          {isBlind && (decision === null || isMarked)
            ? '(hidden)'
            : label === null
              ? decision === null
                ? '(no proposal)'
                : '(no value)'
              : shownText(label)}
        </span>
        <span class="quiet">
          {confidence !== null && formatNumber(confidence, 2)}
          {arithmetic && (
            <span class={arithmetic.holds ? 'better' : 'worse'}>
              {' '}
              {arithmetic.holds ? '✓' : '✗'} {arithmetic.text}
            </span>
          )}
          {decision === null && ownDecision !== null && ` · ${ownDecision}`}
          {decision !== null && ` · ${decisionText(value)}`}
        </span>
      </button>
      {columns !== null && Array.isArray(label) && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard
        <section class="labelling-table" tabIndex={0} aria-label={`Rows of ${placeText(path)}`}>
          <table>
            <ColumnHeads columns={columns} />
            <tbody>
              {label.map((row, number) => (
                <tr key={number}>
                  {columns.map((column, at) => (
                    <td key={column}>{row[at]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </li>
  );
}
