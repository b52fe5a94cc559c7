/** A condition that a dialect cannot decide exactly. Its assertion is open in every row, with this reason. */
export class UntranslatableError extends Error {
  override readonly name = 'UntranslatableError'
}

/**
 * A number may become greater than the dialect calculates with. The assertion is then written again for smaller values of
 * its claims, and rows with greater ones are open.
 */
export class TooLargeError extends UntranslatableError {
  override readonly name = 'TooLargeError' as 'UntranslatableError'
}
