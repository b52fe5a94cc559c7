/** `message` tells the operator what to do, without a password. */
export class StartRefusal extends Error {
  override readonly name = 'StartRefusal'
}
