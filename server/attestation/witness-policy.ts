/**
 * Which witnesses a verifier trusts, and how many of them must have cosigned a checkpoint (C2SP tlog-policy). The
 * operator gives the server the same file, whose addresses it asks for cosignatures.
 */
import { type NoteKey, readVerifierKey } from './signed-note'

export interface PolicyWitness extends NoteKey {
  /** Its name in the policy; {@link NoteKey.name} is the one that it signs with. */
  readonly label: string
  /** Null if the policy only verifies. */
  readonly url: string | null
}

/** Null demands no cosignature. */
export type Quorum = PolicyWitness | WitnessGroup | null

interface WitnessGroup {
  readonly label: string
  readonly atLeast: number
  readonly members: readonly (PolicyWitness | WitnessGroup)[]
}

export interface WitnessPolicy {
  /** Empty if the logs are known from elsewhere. */
  readonly logs: readonly NoteKey[]
  readonly witnesses: readonly PolicyWitness[]
  readonly quorum: Quorum
}

export type PolicyReading =
  | { readonly ok: true; readonly policy: WitnessPolicy }
  /** One sentence for each wrong line, without a period. */
  | { readonly ok: false; readonly problems: readonly string[] }

/** Enough for 32 logs, witnesses and groups each, which the standard recommends to accept. */
const MAX_LINES = 1_000
/** Everything but tabs, spaces and what can be read: the standard allows no other control character. */
const CONTROL = /[\0-\x08\x0b-\x1f\x7f]/

export function readWitnessPolicy(text: string): PolicyReading {
  const lines = text.split('\n')
  if (lines.length > MAX_LINES) return { ok: false, problems: [`it has more than ${MAX_LINES} lines`] }
  const reader = new PolicyReader()
  for (const [index, line] of lines.entries()) {
    const problem = CONTROL.test(line) ? 'holds a control character' : reader.take(line.trim().split(/[ \t]+/))
    if (problem !== null) reader.problems.push(`line ${index + 1} ${problem}`)
  }
  return reader.end()
}

class PolicyReader {
  readonly problems: string[] = []
  private readonly logs: NoteKey[] = []
  private readonly witnesses: PolicyWitness[] = []
  private readonly named = new Map<string, PolicyWitness | WitnessGroup>()
  private readonly members = new Set<string>()
  private quorum: Quorum | undefined

  /** @returns the problem of the line, or null */
  take([word = '', ...rest]: readonly string[]): string | null {
    if (word === '' || word.startsWith('#')) return null
    if (word === 'log') return this.takeLog(rest)
    if (word === 'witness') return this.takeWitness(rest)
    if (word === 'group') return this.takeGroup(rest)
    if (word === 'quorum') return this.takeQuorum(rest)
    return `begins with "${word}" instead of log, witness, group or quorum`
  }

  end(): PolicyReading {
    const { problems, logs, witnesses, quorum } = this
    if (quorum === undefined && problems.length === 0) problems.push('it has no line that begins with quorum')
    if (quorum === undefined || problems.length > 0) return { ok: false, problems }
    return { ok: true, policy: { logs, witnesses, quorum } }
  }

  private takeLog([text = '', , ...more]: readonly string[]): string | null {
    const key = readVerifierKey(text, 'signature')
    if (key === null) return `needs the key of a log, name+id+key of type 1, instead of "${text}"`
    if (more.length > 0) return 'has more than a key and an address'
    if (this.logs.some((log) => log.publicKey.id === key.publicKey.id)) return 'repeats the key of another log'
    this.logs.push(key)
    return null
  }

  private takeWitness([label = '', text = '', url, ...more]: readonly string[]): string | null {
    const key = readVerifierKey(text, 'cosignature')
    if (key === null)
      return `needs a name and the key of a witness, name+id+key of type 4 (Ed25519), instead of "${text}"`
    if (more.length > 0) return 'has more than a name, a key and an address'
    if (url !== undefined && !isWebAddress(url)) return `has "${url}" instead of an http:// or https:// address`
    if (this.witnesses.some((each) => each.publicKey.id === key.publicKey.id))
      return 'repeats the key of another witness'
    const witness = { ...key, label, url: url ?? null }
    const problem = this.name(witness)
    if (problem === null) this.witnesses.push(witness)
    return problem
  }

  private takeGroup([label = '', count = '', ...names]: readonly string[]): string | null {
    const members = names.flatMap((name) => this.named.get(name) ?? [])
    const missing = names.find((name) => !this.named.has(name))
    if (missing !== undefined) return `names "${missing}", which no line before it defines`
    const repeated = names.find((name, at) => this.members.has(name) || names.indexOf(name) !== at)
    if (repeated !== undefined) return `names "${repeated}", which is in a group already`
    const atLeast = count === 'all' ? members.length : count === 'any' ? 1 : Number(/^[1-9]\d{0,3}$/.exec(count)?.[0])
    if (!(atLeast >= 1 && atLeast <= members.length))
      return `needs all, any or a number from 1 to the number of its members instead of "${count}"`
    const problem = this.name({ label, atLeast, members })
    if (problem === null) for (const name of names) this.members.add(name)
    return problem
  }

  private takeQuorum([name = '', ...more]: readonly string[]): string | null {
    if (this.quorum !== undefined) return 'is a second quorum'
    if (more.length > 0) return 'has more than one name'
    const quorum = name === 'none' ? null : this.named.get(name)
    if (quorum === undefined) return `names "${name}", which no line before it defines`
    this.quorum = quorum
    return null
  }

  private name(each: PolicyWitness | WitnessGroup): string | null {
    if (each.label === 'none') return 'uses the name none, which means no witness'
    if (this.named.has(each.label)) return `uses the name "${each.label}" a second time`
    this.named.set(each.label, each)
    return null
  }
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '')
}
