/**
 * The one error with which the store refuses to start.
 *
 * Promises: `message` is written for the operator: what was found, and what to do next. It holds no password.
 */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
