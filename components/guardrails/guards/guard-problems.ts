/** Shows the mistakes of a draft next to their entries, whether the page or the engine finds them. */
import { argumentPaths, type ClaimDraft, type GuardDraft, type LookupDraft } from './guard-draft'

/** A sentence by the key of its entry, such as `claims.amount.path` or `lookups.0.connection`. */
export type GuardProblems = ReadonlyMap<string, string>

const MAX_NAME_CHARS = 200
const MAX_GUARD_NAME_CHARS = 128
const MAX_WAIT_SECONDS = 86_400
const MAX_ARGUMENTS = 20

export function localProblems(draft: GuardDraft): GuardProblems {
  const problems = new Map<string, string>()
  const note = (key: string, problem: string | null) => problem !== null && problems.set(key, problem)
  note('name', nameProblem(draft.name, MAX_GUARD_NAME_CHARS))
  note('server', nameProblem(draft.server, MAX_NAME_CHARS))
  note('tool', nameProblem(draft.tool, MAX_NAME_CHARS))
  if (!/^[0-9a-f]{64}$/.test(draft.rulesetHash))
    note('ruleset_hash', 'Choose a ruleset, or enter its hash: 64 characters from 0 to 9 and a to f.')
  note('wait_seconds', numberProblem(draft.waitSeconds, 1, MAX_WAIT_SECONDS))
  for (const [claim, entry] of Object.entries(draft.claims))
    for (const [member, problem] of claimProblems(entry)) note(`claims.${claim}.${member}`, problem)
  const names = draft.lookups.map(({ name }) => name.trim())
  for (const [index, entry] of draft.lookups.entries()) {
    const isRepeated = names.indexOf(names[index] ?? '') < index
    note(
      `lookups.${index}.name`,
      isRepeated ? 'Another lookup has this name.' : nameProblem(entry.name, MAX_NAME_CHARS),
    )
    for (const [member, problem] of lookupProblems(entry)) note(`lookups.${index}.${member}`, problem)
  }
  return problems
}

function* claimProblems({ from, path, lookup, values, value }: ClaimDraft): Iterable<[string, string]> {
  if (from === 'none') return
  if (from === 'constant') {
    if (value === '') yield ['value', 'Enter the value.']
    return
  }
  if (path.trim() === '') yield ['path', 'Enter a path, such as $.amount.']
  if (from === 'lookup' && lookup === '') yield ['lookup', 'Choose a lookup.']
  const keys = values.map(({ key }) => key)
  if (new Set(keys).size < keys.length) yield ['values', 'A value is in the table twice.']
  else if (values.some((pair) => pair.value === '')) yield ['values', 'Every value needs one for the claim.']
}

function* lookupProblems(entry: LookupDraft): Iterable<[string, string]> {
  if (argumentPaths(entry).length > MAX_ARGUMENTS) yield ['arguments', `Enter at most ${MAX_ARGUMENTS} paths.`]
  if (entry.kind === 'none') return
  const problem = nameProblem(entry.connection, MAX_NAME_CHARS)
  if (problem !== null) yield ['connection', problem]
  if (entry.kind === 'sql' && entry.where.trim() === '') yield ['where', 'Enter a query.']
  if (entry.kind === 'http' && !/^[!-~]*$/.test(entry.where.trim()))
    yield ['where', 'Enter printable ASCII characters without spaces.']
  const [wait, keep] = [numberProblem(entry.waitMs, 1, 5_000), numberProblem(entry.keepSeconds, 0, 86_400)]
  if (wait !== null) yield ['waitMs', wait]
  if (keep !== null) yield ['keepSeconds', keep]
}

function nameProblem(text: string, most: number): string | null {
  const { length } = text.trim()
  if (length === 0) return 'Enter a name.'
  return length > most ? `Enter at most ${most} characters.` : null
}

function numberProblem(text: string, least: number, most: number): string | null {
  const isWhole = /^\d{1,6}$/.test(text.trim())
  return isWhole && Number(text) >= least && Number(text) <= most
    ? null
    : `Enter a whole number from ${least} to ${most.toLocaleString('en')}.`
}

/** Returns the part of a draft that the engine can judge although other entries have mistakes. */
export function judgedPart(draft: GuardDraft, problems: GuardProblems): GuardDraft {
  const isClear = (start: string) => ![...problems.keys()].some((key) => key.startsWith(start))
  const lookups = draft.lookups.flatMap((entry, index): readonly LookupDraft[] => {
    if (isClear(`lookups.${index}.`)) return [entry]
    if (!isClear(`lookups.${index}.name`)) return []
    // Claims can still name it.
    return [{ ...entry, kind: 'none', arguments: isClear(`lookups.${index}.arguments`) ? entry.arguments : '' }]
  })
  const claims = Object.entries(draft.claims).filter(([claim]) => isClear(`claims.${claim}.`))
  return { ...draft, claims: Object.fromEntries(claims), lookups }
}

/** Assigns the engine's mistakes, such as `map.lookups.trip.arguments.0`, to the entries of the draft. */
export function placeMistakes(
  mistakes: readonly { readonly field: string; readonly message: string }[],
  { claims, lookups }: GuardDraft,
): GuardProblems {
  const problems = new Map<string, string>()
  const add = (key: string, message: string) => {
    const former = problems.get(key)
    problems.set(key, former === undefined ? message : `${former} ${message}`)
  }
  for (const { field, message } of mistakes) {
    const claim = longest(Object.keys(claims), (name) => isBelow(field, `map.claims.${name}`))
    const lookup = lookups.findIndex(({ name }) => field.startsWith(`map.lookups.${name.trim()}.arguments.`))
    if (claim !== null) {
      const [member = '', ...key] = field.slice(`map.claims.${claim}.`.length).split('.')
      add(
        `claims.${claim}.${member === '' ? 'from' : member}`,
        key.length > 0 ? `${key.join('.')}: ${message}` : message,
      )
    } else if (lookup !== -1) {
      const line = Number(field.slice(field.lastIndexOf('.') + 1)) + 1
      add(`lookups.${lookup}.arguments`, `Line ${line}: ${message}`)
    } else add(field, message)
  }
  return problems
}

function isBelow(field: string, start: string): boolean {
  return field === start || field.startsWith(`${start}.`)
}

function longest(names: readonly string[], fits: (name: string) => boolean): string | null {
  return names.filter(fits).sort((a, b) => b.length - a.length)[0] ?? null
}

/** The engine's mistakes at entries that have not changed since it judged them. */
export function unchangedMistakes(mistakes: GuardProblems, judged: GuardDraft, draft: GuardDraft): GuardProblems {
  return new Map(
    [...mistakes].filter(([key]) => {
      const [part, index = ''] = key.split('.')
      if (part === 'lookups') return draft.lookups[Number(index)] === judged.lookups[Number(index)]
      if (part === 'claims') return draft.claims[index] === judged.claims[index]
      return draft.rulesetHash === judged.rulesetHash
    }),
  )
}
