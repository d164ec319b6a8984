import { useState } from 'preact/hooks';
import type { HeadBlock } from '../blocks/report-blocks.ts';

/** The command that runs this document again, and a button that copies it. */
export function RunAgain({ head, id }: { head: HeadBlock; id: string }) {
  const [copied, setCopied] = useState(false);
  const { rerun } = head;
  if (rerun === null) return null;
  const versions = head.versions.map((version) => version.requested).join(',');
  const flags = [
    '--processor',
    rerun.processor,
    '--versions',
    versions,
    '--only',
    id,
    ...(rerun.flags ?? []),
  ];
  const command = ['goldset', 'run', rerun.dataset, ...flags].map(shellWord).join(' ');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(command);
      setCopied(true);
      setTimeout(() => setCopied(false), 2000);
    } catch {
      // If the page may not use the clipboard, select the command, so that the user can copy it.
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

/**
 * Quotes a word for a POSIX shell if necessary. Removes control characters, because a terminal would interpret them.
 */
export function shellWord(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
  const clean = text.replace(/[\u0000-\u001f\u007f]/g, '');
  return /^[\w.,:@/+-]+$/.test(clean) ? clean : `'${clean.replaceAll("'", "'\\''")}'`;
}
