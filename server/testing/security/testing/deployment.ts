/** Access of the suite's tests to its server. */
import { inject } from 'vitest'
import { callPage, sessionCookieOf } from './page-calls'
import type { PersonUnderTest } from './server-under-test'

export const deployment = inject('deployment')

let addresses = 0

/** Returns the header of an address that no other test uses, for separate counters. */
export function newAddress(): Readonly<Record<string, string>> {
  addresses += 1
  const { pid } = process
  return { 'x-forwarded-for': `10.${(pid >> 8) % 256}.${pid % 256}.${addresses % 256}` }
}

/** Calls like a page of the deployment. */
export function call(
  cookie: string,
  procedure: string,
  input?: unknown,
  headers: Readonly<Record<string, string>> = newAddress(),
): Promise<Response> {
  return callPage(deployment.listensAt, deployment.publicUrl, cookie, procedure, input, headers)
}

/** Returns the answer of a successful page call. */
export async function answerOf(answer: Response): Promise<unknown> {
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${text}`)
  return (JSON.parse(text) as { result: { data?: unknown } }).result.data
}

export function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(deployment.listensAt + path, { headers, redirect: 'manual' })
}

export async function signIn({ email, password }: Pick<PersonUnderTest, 'email' | 'password'>): Promise<Response> {
  return call('', 'session.signIn', { email, password })
}

/** Begins a new session, which the test may end. */
export async function newSession(person: PersonUnderTest): Promise<string> {
  return sessionCookieOf(await signIn(person))
}

/** Adds a new member to the namespace of the suite's administrator. */
export async function newMember(roles: readonly string[], person: Omit<PersonUnderTest, 'cookie'>) {
  const { link } = (await answerOf(
    await call(deployment.administrator.cookie, 'members.invite', { roles, email: null }),
  )) as { link: string }
  return call('', 'session.join', { token: link.split('/').pop(), as: { kind: 'new', ...person } })
}
