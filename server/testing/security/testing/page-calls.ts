/** Calls of pages, by HTTP, as a browser behind a proxy makes them. */

/** @param input absent: a query */
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

/** The line of Set-Cookie with a session; throws where there is none. */
export function sessionLineOf(answer: Response): string {
  const lines = answer.headers.getSetCookie().filter((line) => /^[\w-]*touchstone\.session=[^;]/.test(line))
  const [line] = lines
  if (line === undefined || lines.length > 1) throw new Error(`${answer.status} gave ${lines.length} sessions`)
  return line
}

/** What a browser sends back of an answer. */
export function sessionCookieOf(answer: Response): string {
  return sessionLineOf(answer).split(';')[0]!
}
