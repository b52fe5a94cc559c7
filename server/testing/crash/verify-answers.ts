/**
 * Compares the answers to an account's writers with the current answers of the server. Every name is loaded with its
 * chain and approvals; of the texts without a name, only a sample is checked.
 */
import type { Random } from '../../engine/testing/random-rules'
import { groupedBy, type Journal } from './journal'

/** Rulesets to check by hash; each costs a compilation. */
const SAMPLE = 8

interface Loaded {
  readonly ruleset_hash: string
  readonly approvals: readonly { readonly approver: string; readonly approved_at: string }[]
  readonly revision_chain: readonly string[]
  readonly label: unknown
}

export async function verifyAnswers(url: string, journal: Journal, random: Random): Promise<string[]> {
  const complaints: string[] = [...journal.unexpected]
  const ask = async (route: string, body?: object, token = journal.token): Promise<unknown> => {
    const answer = await fetch(url + route, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', 'x-service-credential': token },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status === 200) return JSON.parse(text)
    complaints.push(`${route} answered ${answer.status}: ${text.slice(0, 300)}`)
    return null
  }
  const answered = journal.rulesets.filter((write) => write.answered)
  for (let i = 0; i < Math.min(SAMPLE, answered.length); i++) {
    const { hash } = answered[Math.floor(random() * answered.length)]!
    await ask('/v1/check', { ruleset_hash: hash, claims: { a: true } })
  }
  const bindings = journal.bindings.filter((write) => write.answered)
  // An approval binds its name once: checks a sample of these, and every name that is bound repeatedly.
  for (const [name, writes] of [...groupedBy(bindings, (write) => write.name)].filter(
    ([, writes]) => writes.length > 1 || random() < 0.2,
  )) {
    const loaded = (await ask(`/v1/rulesets/${encodeURIComponent(name)}`)) as Loaded | null
    if (loaded !== null) complaints.push(...wrongIn(loaded, name, writes.at(-1)!.hash, journal))
  }
  for (const { token, charged } of journal.credentials.slice(0, SAMPLE)) {
    const account = (await ask('/v1/account', undefined, token)) as { usage: { used: number } } | null
    if (account !== null && account.usage.used < charged)
      complaints.push(`${charged} calls were made, and ${account.usage.used} are shown as used`)
  }
  return complaints
}

function wrongIn(loaded: Loaded, name: string, newest: string, journal: Journal): string[] {
  const wrong: string[] = []
  const { ruleset_hash: hash, approvals, revision_chain: chain } = loaded
  const binding = journal.bindings.find((write) => write.name === name && write.hash === hash)
  if (binding === undefined) wrong.push(`${name} points at ${hash}, to which it was never bound`)
  // With several writers any of them may be the last. With one writer, the last write is the last answered one or a
  // later one.
  const own = journal.bindings.filter((write) => write.name === name)
  const alone = new Set(own.map(({ writer }) => writer)).size === 1
  if (alone && own.findIndex((write) => write.hash === hash) < own.findIndex((write) => write.hash === newest))
    wrong.push(`${name} points at ${hash}, which is older than ${newest}`)
  const parents = new Map(journal.rulesets.map((write) => [write.hash, write]))
  chain.forEach((each, i) => {
    const write = parents.get(each)
    if (write?.answered && (write.parentHash ?? undefined) !== chain[i + 1])
      wrong.push(`the chain of ${name} is broken at ${each}`)
  })
  for (const { approver, approvedAt } of journal.approvals.filter((write) => write.answered && write.hash === hash)) {
    const shown = approvals.filter((each) => each.approver === approver)
    if (shown.length !== 1 || shown[0]!.approved_at !== approvedAt) wrong.push(`${name} does not show ${approver} once`)
  }
  const label = journal.labels.find((write) => write.answered && write.hash === hash)
  if (label !== undefined && JSON.stringify(loaded.label) !== label.label) wrong.push(`${name} lost its label`)
  return wrong
}
