/**
 * Authors of bytes (decisions/018) stored them first or bound a name to them, also through their credential or an AI
 * agent. A name given with an approval makes nobody an author of another person's bytes.
 */
import type { ApprovalFacts, AuthoringAct, BindingAct } from '../../database/signing/approval-facts'

export interface Authors {
  /** By person id. */
  readonly people: ReadonlyMap<string, Authorship>
  /** Null if all authors are known. */
  readonly unknown: Authorship | null
}

export interface Authorship {
  readonly did: 'stored' | 'saved'
  readonly act: AuthoringAct
}

export function findAuthors({ stored, bindings }: ApprovalFacts): Authors {
  const storing = storingAct(stored, bindings)
  const storer = personBehind(storing)
  const acts: Authorship[] = [{ did: 'stored', act: storing }]
  for (const act of bindings)
    if (!act.withApproval || storer === null || personBehind(act) === storer) acts.push({ did: 'saved', act })
  const people = new Map<string, Authorship>()
  let unknown: Authorship | null = null
  // Binding a name says more than storing.
  for (const authorship of acts) {
    const person = personBehind(authorship.act)
    if (person === null) unknown ??= authorship
    else people.set(person, authorship)
  }
  return { people, unknown }
}

/** Continues "you …" or "Ann, who also …". */
export function describeAuthorship({ did, act }: Authorship): string {
  const done = did === 'stored' ? 'stored it first' : 'saved it'
  const through = act.channel === 'agent' ? ' through an AI agent' : ''
  return act.credentialLabel === null
    ? done + through
    : `${done}${through} with the credential “${act.credentialLabel}”`
}

/** Null for an operator's credential, no credential, or an old row. */
function personBehind({ personId, issuedById }: AuthoringAct): string | null {
  return personId ?? issuedById
}

/** Old rows name no storer, so a binding of the same age replaces it. */
function storingAct(stored: AuthoringAct, [earliest]: readonly BindingAct[]): AuthoringAct {
  return stored.channel === null && earliest?.channel === null ? earliest : stored
}
