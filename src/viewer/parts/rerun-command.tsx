import { useState } from 'preact/hooks';
import type { HeadBlock } from '../blocks/report-blocks.ts';

/** The command that runs this one document again, ready to be copied. */
export function RunAgain({ head, id }: { head: HeadBlock; id: string }) {
  const [copied, setCopied] = useState(false);
  const { rerun } = head;
  if (rerun === null) return null;
  const versions = head.versions.map((version) => version.requested).join(',');
  const command = [
    'goldset run',
    shellWord(rerun.dataset),
    '--processor',
    shellWord(rerun.processor),
    '--versions',
    shellWord(versions),
    '--only',
    shellWord(id),
  ].join(' ');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      // Without the permission the command is selected instead, ready for the reader's own key.
      const element = document.getElementById('run-again');
      if (element) getSelection()?.selectAllChildren(element);
    }
  };
  return (
    <p class="run-again">
      <span class="quiet">Run it again:</span> <code id="run-again">{command}</code>{' '}
      <button type="button" onClick={copy}>
        {copied ? 'copied' : 'copy'}
      </button>
    </p>
  );
}

/** Quoted for a POSIX shell where it is not plain; control characters, which a terminal would obey, are dropped. */
function shellWord(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is dropped
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, '');
  return /^[\w.,:@/+-]+$/.test(clean) ? clean : `'${clean.replaceAll("'", "'\\''")}'`;
}
