export interface GuardSettings {
  /**
   * Two numbers in shared memory. The first number is the state of the worker (one of `guardStates`). The second number
   * is always 0, and the guard thread waits on this number to sleep between two checks.
   */
  readonly state: Int32Array;
  readonly memoryLimitBytes: number;
  /** Id of the process that started the worker. */
  readonly parent: number;
}

/**
 * States of a worker and its guard thread. In the state `asleep`, the worker is idle and must wake the guard thread
 * when a job starts.
 */
export const guardStates = { idle: 0, busy: 1, asleep: 2 } as const;

/** File descriptor to which the guard writes the resident memory of its process in MB, one number per line. */
export const guardPipe = 4;
