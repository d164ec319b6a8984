import { Fragment } from 'preact';

/** A path that may break after its dots, brackets and underscores, not inside its words. */
export function PathText({ path }: { path: string }) {
  const parts = path.split(/(?<=[._\]])/);
  return (
    <>
      {parts.map((part, number) => (
        <Fragment key={number}>
          {part}
          {number < parts.length - 1 && <wbr />}
        </Fragment>
      ))}
    </>
  );
}
