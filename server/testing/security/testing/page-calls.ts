/** Page calls over HTTP, like a browser behind a proxy. */

/** @param input absent for a query */
export function callPage(
  listensAt: string,
  publicUrl: string,
  cookie: string,
  procedure: string,
  input?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const address = `${listensAt}/api/trpc/${procedure}`
  if (input === undefined) return fetch(address, { headers: { cookie, ...headers } })
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, origin: publicUrl, ...headers },
    body: JSON.stringify(input),
  })
}

/**
 * @returns the Set-Cookie line of the session
 * @throws Error without such a line
 */
export function sessionLineOf(answer: Response): string {
  const lines = answer.headers.getSetCookie().filter((line) => /^[\w-]*touchstone\.session=[^;]/.test(line))
  const [line] = lines
  if (line === undefined || lines.length > 1) throw new Error(`${answer.status} gave ${lines.length} sessions`)
  return line
}

export function sessionCookieOf(answer: Response): string {
  return sessionLineOf(answer).split(';')[0]!
}
