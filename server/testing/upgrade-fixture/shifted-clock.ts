/** Servers of the upgrade fixture whose clock is days behind, so that what takes days need not be waited for. */
import { type RunningServer, startServer } from '../running-server'

const DAY_MS = 86_400_000

/**
 * Runs the product with a clock that is some days behind, and stops it.
 *
 * @param act is given the server and its time
 */
export async function daysAgo<T>(
  days: number,
  environment: Readonly<Record<string, string>>,
  act: (server: RunningServer, now: () => Date) => Promise<T>,
): Promise<T> {
  const server = await startServer(environment, ['--import', behind(days)])
  try {
    return await act(server, () => new Date(Date.now() - days * DAY_MS))
  } finally {
    await server.stop()
  }
}

/** A module that sets the clock of its process and of its threads back. */
function behind(days: number): string {
  const text = `const Real = Date
    const shift = ${days * DAY_MS}
    globalThis.Date = class Date extends Real {
      constructor(...given) {
        if (given.length === 0) super(Real.now() - shift)
        else super(...given)
      }
      static now() {
        return Real.now() - shift
      }
    }`
  return `data:text/javascript,${encodeURIComponent(text)}`
}
