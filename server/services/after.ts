/**
 * Goes on with a value that may be here already.
 *
 * Promises: `next` runs at once for a value and after its promise for a promise; what throws at once throws at once. For
 * the hot paths: a promise costs as much as several assertions while Next watches promises.
 */
export function after<T, R>(value: T | Promise<T>, next: (value: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
