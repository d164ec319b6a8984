import type { DocumentIndex, IndexVersion } from '../../model/report/document-index.ts';
import { formatDuration, formatNumber, nothing } from '../blocks/format-measurement.ts';
import { formatAddress } from '../state/address.ts';
import { OutcomeSign } from './status-labels.tsx';

const changes: Record<string, readonly [sign: string, word: string, look: string]> = {
  e: ['▼', 'new errors', 'worse'],
  f: ['▲', 'fixed', 'better'],
  w: ['◇', 'changed', 'inconclusive'],
  s: ['', 'same', 'quiet'],
  n: ['', '', 'quiet'],
};

export function ChangeLabel({ letter }: { letter: string }) {
  const [sign, word, look] = changes[letter] ?? ['', '', 'quiet'];
  return (
    <span class={look}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}

/** One row of the table of documents. */
export function DocumentTableRow(props: {
  index: DocumentIndex;
  item: number;
  position: number;
  query: string;
  sort: string;
  comparing: boolean;
}) {
  const { index, item } = props;
  const last = index.versions.at(-1);
  const confidence = last?.confidence[item] ?? -1;
  const latency = last?.latency[item] ?? -1;
  const id = index.ids[item] ?? '';
  return (
    <tr aria-rowindex={props.position}>
      <th scope="row">
        <a href={formatAddress('document', id, { q: props.query, sort: props.sort })}>{id}</a>
        {index.names[item] && <span class="quiet name">{index.names[item]}</span>}
      </th>
      {props.comparing && (
        <td>
          <ChangeLabel letter={index.change[item] ?? 'n'} />
        </td>
      )}
      {index.versions.map((version, number) => (
        <td key={number} class="outcomes">
          <OutcomeCounts version={version} item={item} />
        </td>
      ))}
      <td class="number">{confidence < 0 ? nothing : formatNumber(confidence / 1000, 2)}</td>
      <td class="number">{latency < 0 ? nothing : formatDuration(latency)}</td>
      {index.tags.map((tag) => (
        <td key={tag.name}>{tag.values[(tag.of[item] ?? 0) - 1] ?? ''}</td>
      ))}
    </tr>
  );
}

const stateWords: Record<string, string> = { f: 'failed', c: 'cancelled', n: 'not run' };

export function OutcomeCounts({ version, item }: { version: IndexVersion; item: number }) {
  const state = stateWords[version.state[item] ?? 'n'];
  if (state) return <span class="worse">✗ {state}</span>;
  if (version.exact[item] === '1') {
    return (
      <span class="outcome correct">
        <span aria-hidden="true">●</span> all right
      </span>
    );
  }
  return (
    <>
      {(['correct', 'incorrect', 'missing', 'spurious'] as const).map((outcome) => {
        const count = version[outcome][item] ?? 0;
        if (count === 0) return null;
        return (
          <span key={outcome} class="outcome-count">
            <OutcomeSign outcome={outcome} />
            {count}
          </span>
        );
      })}
    </>
  );
}
