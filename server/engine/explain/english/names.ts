/**
 * Two names never get the same words, ignoring case; those that would are shown as written. Names that could be read as
 * part of the sentence are in single quotation marks, and so are yes/no names and defined terms.
 */
import type { Input } from '../../../language/semantics/checked-input'
import type { Checked, CheckedRuleset } from '../../../language/semantics/checked-ruleset'
import { walkTree } from '../../../language/semantics/tree/children'
import { readsAsSentence } from './reserved-words'

/** Before the name of a parameter of a condition. */
const PARAMETER = 'parameter '

/** Beyond this, names are counted instead of compared. */
const MAX_NAMES_COMPARED = 8

interface CountedNames {
  /** Whether the name always has quotation marks. */
  readonly marked: ReadonlyMap<string, boolean>
  /** Names by {@link likenessOf}. */
  readonly alike: ReadonlyMap<string, number>
}

export class Names {
  private readonly labels = new Map<string, string>()
  /** Names of quantifier variables, and of parameters. */
  private readonly variables = new Set<string>()
  private counted: CountedNames | null = null
  /** The number of paths that read alike. */
  private paths: ReadonlyMap<string, number> | null = null
  private words: ReadonlySet<string> | null = null
  private readonly parameters: ReadonlySet<string>
  /** By condition, in order. */
  private readonly allParameters: ReadonlyMap<string, readonly string[]>

  /**
   * Lazy: a sentence uses few names.
   * @param outer as of {@link inCondition}
   */
  constructor(
    readonly ruleset: CheckedRuleset,
    private readonly outer: Names | null = null,
    parameters: readonly string[] = [],
  ) {
    this.parameters = new Set(parameters)
    this.allParameters =
      outer?.allParameters ?? new Map((ruleset.conditions ?? []).map(({ name, parameters }) => [name, parameters]))
    if (outer !== null) return
    const variable = (node: Checked): void => {
      if (node.kind === 'quantified') this.variables.add(node.name)
      if (node.kind === 'written' && node.form.kind === 'entries') this.variables.add(node.form.variable)
    }
    for (const { value } of ruleset.lets) walkTree(value, variable)
    for (const { expression } of ruleset.assertions) walkTree(expression, variable)
    for (const { parameters } of ruleset.conditions ?? []) for (const name of parameters) this.variables.add(name)
  }

  /** For the body of a condition: its parameter amount reads "parameter amount", unlike a claim of this name. */
  inCondition(parameters: readonly string[]): Names {
    return new Names(this.ruleset, this, parameters)
  }

  /** In order; empty if the condition has no definition in the ruleset. */
  parametersOf(condition: string): readonly string[] {
    return this.allParameters.get(condition) ?? []
  }

  /** "parameter amount", outside of the condition too. */
  asParameter(name: string): string {
    return PARAMETER + this.labelOf(name)
  }

  /** A condition, which a parameter may be named like. */
  calledCondition(name: string): string {
    return this.labelOf(name)
  }

  /** Unknown names are shown as written. */
  called(name: string): string {
    return this.prefixOf(name) + this.labelOf(name)
  }

  private prefixOf(path: string): string {
    return this.parameters.has(path.split('.', 1).join('')) ? PARAMETER : ''
  }

  private labelOf(name: string): string {
    if (this.outer !== null) return this.outer.labelOf(name)
    const known = this.labels.get(name)
    if (known !== undefined) return known
    // A variable without a name.
    if (name === '') return 'it'
    if (/[.[]/.test(name)) {
      const path = this.pathInWords(name)
      this.labels.set(name, path)
      return path
    }
    const words = this.spoken(name)
    const isPlain =
      this.isAlone(name) &&
      !this.isMarked(name) &&
      !readsAsSentence(words) &&
      !this.readsAsTime(words) &&
      !this.readsAsParameter(words)
    const label = isPlain ? words : `‘${words}’`
    this.labels.set(name, label)
    return label
  }

  /**
   * Like {@link called}, but also in quotation marks if its words match `pattern`: the sentence has these words around
   * it.
   */
  calledNear(name: string, pattern: RegExp): string {
    const label = this.labelOf(name)
    const prefix = this.prefixOf(name)
    if (label.startsWith('‘')) return prefix + label
    const [group, field] = splitPath(label)
    if (pattern.test(group.toLowerCase())) return `${prefix}‘${name}’`
    const isNear = !field.startsWith('‘') && pattern.test(field.toLowerCase())
    return prefix + (isNear ? `${group}‘${field}’` : label)
  }

  /** Whether the words are also those of a parameter. */
  private readsAsParameter(words: string): boolean {
    return this.allParameters.size > 0 && words.toLowerCase().startsWith(PARAMETER)
  }

  /** Whether the words are also "grace after filed", of two names. */
  private readsAsTime(words: string): boolean {
    const spoken = words.toLowerCase()
    return [...spoken.matchAll(/ (?:after|before) /g)].some(({ 0: { length }, index }) => {
      const [span, time] = [spoken.slice(0, index), spoken.slice(index + length)]
      return this.isSpoken(span) && (/^\d/.test(time) || this.isSpoken(time))
    })
  }

  /** Whether a name, or a field of a record, has these words. */
  private isSpoken(words: string): boolean {
    this.words ??= spokenWords(this.ruleset, this.variables)
    return this.words.has(words)
  }

  /** The name of a record, a list or an entry, which has no value itself. @param near as in {@link calledNear} */
  place(path: string, near?: RegExp): string {
    return this.prefixOf(path) + (this.outer ?? this).placeLabel(path, near)
  }

  private placeLabel(path: string, near: RegExp | undefined): string {
    const words = pathWords(path)
    const isAlike = this.some((name) => name !== path && pathWords(name).toLowerCase() === words.toLowerCase())
    const isNear = near?.test(words.toLowerCase()) ?? false
    return isAlike || isNear || readsAsSentence(words) || this.readsAsParameter(words) ? `‘${path}’` : words
  }

  /** The name without quotation marks, for lists of names. */
  spoken(name: string): string {
    if (this.outer !== null) return this.outer.spoken(name)
    if (/[.[]/.test(name)) return this.called(name)
    return this.isAlone(name) ? humaniseName(name) : name
  }

  /** "driver 2’s age"; as written if another path would read the same. */
  private pathInWords(name: string): string {
    this.paths ??= countPaths(this.ruleset)
    const words = pathWords(name)
    const [base = ''] = name.split('.', 1)
    if (this.variables.has(base) && !this.isAlone(base)) return `‘${name}’`
    if ((this.paths.get(words.toLowerCase()) ?? 0) > 1 || this.readsAsParameter(words)) return `‘${name}’`
    const [group, field] = splitPath(words)
    const ownWords = field.replace(/^each (.*) entry$/, '$1')
    const isPlain = !this.isMarked(name) && !readsAsSentence(ownWords) && !this.readsAsTime(ownWords)
    return isPlain ? words : `${group}‘${field}’`
  }

  private isAlone(name: string): boolean {
    if (!this.isKnown(name)) return false
    const words = humaniseName(name).toLowerCase()
    if (!/^[a-z]/.test(words)) return false
    if (this.counted === null && this.labels.size >= MAX_NAMES_COMPARED) this.counted = this.count()
    if (this.counted?.alike.get(likenessOf(name)) === 1) return true
    return !this.some((other) => other !== name && isAlike(other, name) && humaniseName(other).toLowerCase() === words)
  }

  private isKnown(name: string): boolean {
    const isValue = this.counted?.marked.has(name) ?? this.some((other) => other === name)
    return isValue || this.ruleset.inputs.some((input) => input.name.startsWith(`${name}.`))
  }

  private isMarked(name: string): boolean {
    const first = name.replaceAll('[]', '[1]')
    return this.counted?.marked.get(first) ?? this.some((other, isMarked) => isMarked && other === first)
  }

  private some(test: (name: string, isMarked: boolean) => boolean): boolean {
    const { lets, inputs, conditions = [] } = this.ruleset
    if (lets.some(({ name }) => test(name, true))) return true
    if (conditions.some(({ name }) => test(name, true))) return true
    if (inputs.some(({ name, type, form }) => test(name, type.kind === 'boolean' && form?.kind !== 'given')))
      return true
    return [...this.variables].some((name) => test(name, false))
  }

  private count(): CountedNames {
    const marked = new Map<string, boolean>()
    this.some((name, isMarked) => {
      marked.set(name, isMarked || marked.get(name) === true)
      return false
    })
    const alike = new Map<string, number>()
    for (const name of marked.keys()) alike.set(likenessOf(name), (alike.get(likenessOf(name)) ?? 0) + 1)
    return { marked, alike }
  }

  input(index: number): Input {
    const input = this.ruleset.inputs[index]
    if (input === undefined) throw new Error(`the ruleset has no input ${index}`)
    return input
  }

  letName(index: number): string {
    const definition = this.ruleset.lets[index]
    if (definition === undefined) throw new Error(`the ruleset has no definition ${index}`)
    return definition.name
  }
}

function countPaths({ inputs }: CheckedRuleset): ReadonlyMap<string, number> {
  const paths = new Map<string, Set<string>>()
  for (const { name } of inputs) {
    const words = pathWords(name).toLowerCase()
    paths.set(words, (paths.get(words) ?? new Set()).add(name))
  }
  return new Map([...paths].map(([words, names]) => [words, names.size]))
}

/** Lower case, without those that always have quotation marks. */
function spokenWords({ inputs }: CheckedRuleset, variables: ReadonlySet<string>): ReadonlySet<string> {
  const amounts = inputs.filter(({ type }) => type.kind !== 'boolean')
  const names = [...amounts.map(({ name }) => name), ...variables]
  return new Set(
    names.map((name) => humaniseName(name.slice(name.lastIndexOf('.') + 1).replace(/\[\d*\]$/, '')).toLowerCase()),
  )
}

/** "driver 2’s " and "age". */
function splitPath(words: string): readonly [group: string, field: string] {
  const at = words.lastIndexOf('’s ')
  return at < 0 ? ['', words] : [words.slice(0, at + 3), words.slice(at + 3)]
}

function pathWords(name: string): string {
  return name
    .split('.')
    .map((part) => {
      const [, base = part, index] = /^(.*?)(?:\[(\d*)\])?$/.exec(part) ?? []
      if (index === undefined) return humaniseName(base)
      return index === '' ? `each ${humaniseName(base)} entry` : `${humaniseName(base)} ${index}`
    })
    .join('’s ')
    .replaceAll('’s each ', '’s ')
}

const UNDERSCORE = '_'.charCodeAt(0)
const CASE_BIT = 32

/** Compares {@link likenessOf} without building it. */
function isAlike(one: string, other: string): boolean {
  let [i, j] = [0, 0]
  for (;;) {
    while (one.charCodeAt(i) === UNDERSCORE) i++
    while (other.charCodeAt(j) === UNDERSCORE) j++
    if (i === one.length || j === other.length) return i === one.length && j === other.length
    if ((one.charCodeAt(i++) | CASE_BIT) !== (other.charCodeAt(j++) | CASE_BIT)) return false
  }
}

function likenessOf(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/**
 * `amountDue` and `AmountDue` become "amount due", `FMLA_leave` "FMLA leave". An underscore between digits stays:
 * `V660_1`.
 */
export function humaniseName(name: string): string {
  // Fast path.
  if (/^[a-z\d]+(?:_[a-z\d]+)*$/.test(name)) return name.replace(BETWEEN_WORDS, ' ')
  return name
    .split(BETWEEN_WORDS)
    .flatMap(wordsOf)
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
    .join(' ')
}

/** Underscores, except one between two digits. */
const BETWEEN_WORDS = /(?<!\d)_|_(?!\d)/g

function wordsOf(part: string): readonly string[] {
  if (part === '') return []
  // "pH" and "kW" are words.
  if (/^[a-z][A-Z]+$/.test(part)) return [part]
  return part
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(' ')
}

/** "amount" becomes "Amount", but "pH" stays. */
export function capitalise(text: string): string {
  return /^[a-z]+(?![A-Za-z0-9])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
