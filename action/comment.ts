import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Largest length of a comment that GitHub accepts, in characters. */
const maxComment = 65_536;
const perPage = 100;

interface Comment {
  readonly id: number;
  readonly body?: string | null;
  readonly user?: { readonly type?: string } | null;
}

/** Calls the GitHub API and returns the JSON of the response. Throws if the status of the response is not 2xx. */
type Call = (method: string, place: string, body?: object) => Promise<unknown>;

/**
 * Writes the result of a run into a comment on the pull request of the workflow, or updates the comment of an earlier run
 * on the same dataset with the same folder of results. Does nothing if the workflow does not run for a pull request. Returns what it did.
 *
 * Environment: `DATASET`, `OUT` (folder of the results), `GITHUB_TOKEN`, and the variables that GitHub sets in each step.
 */
export async function comment(env: NodeJS.ProcessEnv): Promise<'created' | 'updated' | 'no pull request'> {
  const number = pullRequest(env);
  if (number === null) return 'no pull request';
  const call = apiOf(env);
  // An HTML comment, which GitHub does not show.
  const marker = `<!-- goldset: ${[env.DATASET ?? '', env.OUT ?? ''].map(encodeURIComponent).join(' ')} -->`;
  const body = bodyOf(marker, env);
  const comments = `repos/${env.GITHUB_REPOSITORY}/issues/${number}/comments`;
  const own = await findOwn(call, comments, marker);
  if (own === null) await call('POST', comments, { body });
  else await call('PATCH', `repos/${env.GITHUB_REPOSITORY}/issues/comments/${own}`, { body });
  return own === null ? 'created' : 'updated';
}

function pullRequest({ GITHUB_EVENT_PATH: file }: NodeJS.ProcessEnv): number | null {
  if (file === undefined || !existsSync(file)) return null;
  const event = JSON.parse(readFileSync(file, 'utf8')) as { pull_request?: { number?: number } };
  return event.pull_request?.number ?? null;
}

function apiOf({ GITHUB_API_URL: base, GITHUB_TOKEN: token }: NodeJS.ProcessEnv): Call {
  return async (method, place, body) => {
    const response = await fetch(`${base}/${place}`, {
      method,
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.github+json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${place}: status ${response.status}`);
    return response.json();
  };
}

/**
 * Returns the id of the comment that starts with the marker, or `null`. Only a comment of a bot counts, so that the comment of
 * a person is never replaced.
 */
async function findOwn(call: Call, comments: string, marker: string): Promise<number | null> {
  for (let page = 1; ; page++) {
    const found = (await call('GET', `${comments}?per_page=${perPage}&page=${page}`)) as readonly Comment[];
    const own = found.find(({ body, user }) => user?.type === 'Bot' && body?.startsWith(marker));
    if (own !== undefined) return own.id;
    if (found.length < perPage) return null;
  }
}

/**
 * Returns the text of the comment as Markdown: the summary of the gate's report, or the result of the gate if there is
 * no report. Shortens a long text.
 */
function bodyOf(marker: string, env: NodeJS.ProcessEnv): string {
  const out = env.OUT ?? '.';
  const file = ['gate/summary.md', 'gate/gate.md'].map((name) => path.join(out, name)).find(existsSync);
  const text = file === undefined ? 'The run ended without a result.' : readFileSync(file, 'utf8').trim();
  const run = `${env.GITHUB_SERVER_URL}/${env.GITHUB_REPOSITORY}/actions/runs/${env.GITHUB_RUN_ID}`;
  const link = `[Full report and log](${run})`;
  const room = maxComment - marker.length - link.length - 100;
  const shown =
    text.length <= room ? text : `${text.slice(0, text.lastIndexOf('\n', room))}\n\nThe report has the rest.`;
  return `${marker}\n${shown}\n\n${link}\n`;
}

if (import.meta.main) {
  try {
    console.log(`goldset comment: ${await comment(process.env)}`);
  } catch (thrown) {
    // If the comment cannot be written, for example because the token of a fork may not write, the result of the check
    // stays the same.
    console.log(
      `::warning::goldset could not write the comment on the pull request (${(thrown as Error).message})`,
    );
  }
}
