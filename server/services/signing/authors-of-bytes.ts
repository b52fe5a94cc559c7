/**
 * Who the authors of exact bytes are (decisions/018): the person who stored them first, and everyone who bound a name to
 * them. An act with a credential that the person issued, or through an AI agent, counts too.
 *
 * Promises: pure. An act that no person can be named for makes the authors incomplete; it is never left out. A name that
 * came with an approval makes its giver no author where another person stored the bytes first.
 */
import type { ApprovalFacts, AuthoringAct, BindingAct } from '../../database/signing/approval-facts'

export interface Authors {
  /** What made each person an author, by the person's id. */
  readonly people: ReadonlyMap<string, Authorship>
  /** What an unknown author did; null where every author is known. */
  readonly unknown: Authorship | null
}

/** An act that makes an author. */
export interface Authorship {
  readonly did: 'stored' | 'saved'
  readonly act: AuthoringAct
}

export function authorsOfBytes({ stored, bindings }: ApprovalFacts): Authors {
  const storing = storingAct(stored, bindings)
  const storer = personBehind(storing)
  const acts: Authorship[] = [{ did: 'stored', act: storing }]
  for (const act of bindings)
    if (!act.withApproval || storer === null || personBehind(act) === storer) acts.push({ did: 'saved', act })
  const people = new Map<string, Authorship>()
  let unknown: Authorship | null = null
  // What an author did to a name says more than having stored the bytes, so the last one stays.
  for (const authorship of acts) {
    const person = personBehind(authorship.act)
    if (person === null) unknown ??= authorship
    else people.set(person, authorship)
  }
  return { people, unknown }
}

/** In words that continue "you …" or "Ann, who also …". */
export function authorshipWords({ did, act }: Authorship): string {
  const done = did === 'stored' ? 'stored it first' : 'saved it'
  const through = act.channel === 'agent' ? ' through an AI agent' : ''
  return act.credentialLabel === null
    ? done + through
    : `${done}${through} with the credential “${act.credentialLabel}”`
}

/** Null where the person is unknown: a credential of the operator, a caller without a credential, an old row. */
function personBehind({ personId, issuedById }: AuthoringAct): string | null {
  return personId ?? issuedById
}

/**
 * Rows of earlier releases name no storer. Their earliest binding stands for it where that is as old; a binding that was
 * recorded since says nothing about who stored bytes before.
 */
function storingAct(stored: AuthoringAct, [earliest]: readonly BindingAct[]): AuthoringAct {
  return stored.channel === null && earliest?.channel === null ? earliest : stored
}
