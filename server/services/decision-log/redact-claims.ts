/**
 * Claims as a decision log keeps them, by the rules of its namespace. A check accepts the members of records and lists
 * nested and under their paths, so a rule is found by the path of a value in one form: `person.name`, `drivers[].licence`.
 */
import type { DecisionLogSettings } from '../../api/terms/decision-log-words'
import { canonicalText, JsonNumber, type LosslessJson } from '../../language/numeric/lossless-json'

export type LoggedClaims = Readonly<Record<string, LosslessJson>>
export type RedactionRule = Pick<DecisionLogSettings, 'redaction' | 'exceptions'>
type Members = Readonly<Record<string, LosslessJson>>

const EVERY_ENTRY = '[]'

/** Names every entry of a list in the same way. @param name of a claim, such as `drivers[1].licence` */
export function claimPath(name: string): string {
  return name.includes('[') ? name.replace(/\[\d+\]/g, EVERY_ENTRY) : name
}

export function pathOfMember(path: string, name: string): string {
  return `${path}.${claimPath(name)}`
}

export function pathOfEntry(path: string): string {
  return `${path}${EVERY_ENTRY}`
}

export function isRecord(value: LosslessJson): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof JsonNumber)
}

/**
 * Returns canonical JSON without what is dropped. A value to be hashed is `\t<path>\t<value>\t` in its place.
 */
export function redactedText(claims: LoggedClaims, { redaction, exceptions }: RedactionRule): string {
  const rules = new Rules(redaction, exceptions)
  return membersText(Object.keys(claims), (name) => rules.written(claims[name] ?? null, claimPath(name)))
}

class Rules {
  private readonly paths: readonly string[]

  constructor(
    private readonly byDefault: DecisionLogSettings['redaction'],
    private readonly exceptions: DecisionLogSettings['exceptions'],
  ) {
    this.paths = Object.keys(exceptions).filter(isInner)
  }

  /** Null for what is dropped. */
  written(value: LosslessJson, path: string): string | null {
    if (this.hasInside(path)) {
      if (isRecord(value))
        return membersText(Object.keys(value), (name) => this.written(value[name] ?? null, pathOfMember(path, name)))
      if (Array.isArray(value)) {
        const entries = value.map((entry) => this.written(entry, pathOfEntry(path)))
        return `[${entries.filter((entry) => entry !== null).join(',')}]`
      }
    }
    const rule = this.ruleOf(path)
    if (rule === 'drop') return null
    const text = canonicalText(value)
    // Unknown values say nothing about anybody, so they are not hashed.
    return rule === 'keep' || value === null ? text : `\t${JSON.stringify(path)}\t${text}\t`
  }

  /** The rule for the path itself, or for the nearest record or list around it. */
  private ruleOf(path: string): DecisionLogSettings['redaction'] {
    for (let around = path; around !== ''; around = aroundOf(around))
      if (Object.hasOwn(this.exceptions, around)) return this.exceptions[around]!
    return this.byDefault
  }

  private hasInside(path: string): boolean {
    return this.paths.some((inner) => inner.startsWith(path) && isInner(inner.slice(path.length, path.length + 1)))
  }
}

/** Whether a path, or the beginning of its rest, belongs to a record or list around it. */
function isInner(path: string): boolean {
  return path.includes('.') || path.includes('[')
}

function aroundOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('['), 0))
}

function membersText(names: string[], written: (name: string) => string | null): string {
  let text = ''
  for (const name of names.sort()) {
    const member = written(name)
    if (member !== null) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${member}`
  }
  return text === '' ? '{}' : `${text}}`
}
