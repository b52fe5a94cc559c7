/**
 * Thrown when the database could not be reached for longer than a call may wait, after the call was repeated for as
 * long as that. Nothing is known to be wrong with the request; the same request may succeed later.
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}
