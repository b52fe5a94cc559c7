/**
 * What every claim, local, definition and quantifier variable of one ruleset is called in its sentences.
 *
 * Promises: two different names never get the same words, in any letter case: names whose words differ only in case are
 * shown exactly as written. A name whose words could be taken for the sentence around it stands in single quotation
 * marks; so does every yes/no name, which mostly is a statement itself ("has receipt"), and every defined term.
 * `humanise` only splits and changes case; `Names` finds out whether two names end up alike.
 */
import type { Checked, CheckedRuleset, Input } from '../../../language/semantics/checked-ruleset'
import { walk } from '../../../language/semantics/children'
import { readsAsSentence } from './reserved-words'

export class Names {
  private readonly labels = new Map<string, string>()
  private readonly words = new Map<string, string>()

  constructor(readonly ruleset: CheckedRuleset) {
    const quotedNames = new Set<string>(ruleset.lets.map(({ name }) => name))
    const others = new Set<string>()
    const variable = (node: Checked): void => {
      if (node.kind === 'quantified') others.add(node.name)
    }
    for (const { name, type } of ruleset.inputs) (type.kind === 'boolean' ? quotedNames : others).add(name)
    for (const { value } of ruleset.lets) walk(value, variable)
    for (const { expression } of ruleset.assertions) walk(expression, variable)

    const spoken = new Map<string, number>()
    const all = [...new Set([...quotedNames, ...others])]
    const humanised = all.map((name) => humanise(name))
    for (const text of humanised) spoken.set(text.toLowerCase(), (spoken.get(text.toLowerCase()) ?? 0) + 1)
    all.forEach((name, i) => {
      const text = humanised[i] ?? ''
      const alone = /^[A-Za-z]/.test(text) && spoken.get(text.toLowerCase()) === 1
      const plain = alone && !quotedNames.has(name) && !readsAsSentence(text)
      const words = alone ? text : name
      this.words.set(name, words)
      this.labels.set(name, plain ? words : `‘${words}’`)
    })
  }

  /** What a name is called in sentences. A name that the ruleset does not have is shown exactly. */
  called(name: string): string {
    return this.labels.get(name) ?? `‘${name}’`
  }

  /** The same without marks, for lists of names alone. */
  spoken(name: string): string {
    return this.words.get(name) ?? name
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

/**
 * `amount_due`, `amountDue` and `AmountDue` are all "amount due"; `FMLA_leave` is "FMLA leave"; `__` has no words. An
 * underscore between two digits stays, because `V660_1` is one number and not "V660 1".
 */
export function humanise(name: string): string {
  // Most names: lower case, single underscores between words.
  if (/^[a-z\d]+(?:_[a-z\d]+)*$/.test(name)) return name.replace(BETWEEN_WORDS, ' ')
  return name
    .split(BETWEEN_WORDS)
    .flatMap(wordsOf)
    .map((word) => (/^[A-Z][a-z]+$/.test(word) ? word.toLowerCase() : word))
    .join(' ')
}

/** Every underscore but one between two digits. */
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

/**
 * The first letter raised where the first word is an ordinary lower-case one: "amount" becomes "Amount", "pH" stays.
 */
export function capitalised(text: string): string {
  return /^[a-z]+(?![A-Za-z0-9])/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}
