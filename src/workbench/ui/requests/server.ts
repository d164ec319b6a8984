/** Thrown if the server rejects a request, or if the request does not reach the server. */
export class Rejected extends Error {
  readonly fix: string | null;
  /** Status of the response; 0 if the server did not respond. */
  readonly status: number;

  constructor(problem: string, fix: string | null, status: number) {
    super(problem);
    this.fix = fix;
    this.status = status;
  }
}

/** Returns the JSON of a response. Throws Rejected with the problem that the server reports. */
export async function ask<Value>(address: string, body?: unknown): Promise<Value> {
  const response = await fetch(address, body === undefined ? {} : write(body)).catch(() => null);
  if (!response?.ok) throw await rejection(response);
  return (await response.json().catch(() => null)) as Value;
}

/** Returns the problem that a response reports. Without a response, the problem is that the server has stopped. */
export async function rejection(response: Response | null): Promise<Rejected> {
  if (response === null)
    return new Rejected('goldset view has stopped.', 'Start it again with the same command.', 0);
  const value: unknown = await response.json().catch(() => null);
  const { problem, fix } = (value ?? {}) as { problem?: string; fix?: string | null };
  return new Rejected(
    problem ?? `The server responded with ${response.status}.`,
    fix ?? null,
    response.status,
  );
}

function write(body: unknown): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-goldset': '1' },
    body: JSON.stringify(body),
  };
}
