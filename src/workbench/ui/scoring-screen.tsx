import { useEffect, useState } from 'preact/hooks';
import { LoadingIndicator } from '../../viewer/parts/data-table.tsx';
import { Problem } from './requests/problem.tsx';
import { ask } from './requests/server.ts';

/**
 * Shown until a record or a comparison is scored. If scoring fails, shows the reason. `address` is the address below
 * `/api`.
 */
export function ScoringScreen({ address }: { address: string }) {
  const [error, setError] = useState<unknown>(null);
  const open = () => {
    setError(null);
    ask(`${address}/scored${location.search}`).then(() => location.reload(), setError);
  };
  useEffect(open, [address]);
  return (
    <main id="main" class="records">
      <p>
        <a href="/">‹ All records</a>
      </p>
      {error === null ? <LoadingIndicator /> : <Problem error={error} again={open} />}
    </main>
  );
}
