/**
 * The one error with which a backup, a restore or a move refuses.
 *
 * Promises: `message` is written for the operator: what was found, and what to do next. It holds no password. Nothing was
 * changed where it is thrown, unless it says so.
 */
export class TransferRefusal extends Error {
  override readonly name = 'TransferRefusal'
}
