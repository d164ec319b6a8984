/** The folder has no record with the requested key. */
export class NoSuchRecord extends Error {
  constructor() {
    super('There is no such record. It may have been moved or deleted.');
  }
}
