import { foldCase } from '../../language/patterns/case-folding'
import { type Machine, runMachine } from '../../language/patterns/machine'
import { shapeMachine } from '../../language/patterns/shapes'
import type { TextForm } from '../../language/semantics/checked-input'

/** Finds the kind of a submitted text. Its time grows with the length of the text, and with nothing else of it. */
export class TextReader {
  /** The input of the length, or null. */
  readonly length: number | null
  /** Codes too, which may be submitted in another case. */
  private readonly literals: ReadonlyMap<string, string>
  private readonly others: ReadonlyMap<string, string>
  private machines: readonly Machine[] | null = null

  constructor(private readonly form: TextForm) {
    this.length = form.length
    const literals = form.classes.filter(({ literal }) => literal !== null)
    const named = [...literals.map(({ member }) => member), ...form.codes]
    this.literals = new Map(named.map((member) => [this.fold(member), member]))
    const others = form.classes.filter(({ literal }) => literal === null)
    this.others = new Map(others.map(({ matches, member }) => [matches.join(), member]))
  }

  /** The member of the vocabulary that stands for the text. */
  memberOf(submitted: string): string {
    const text = submitted.normalize('NFC')
    const literal = this.literals.get(this.fold(text))
    if (literal !== undefined) return literal
    this.machines ??= this.form.shapes.map((shape) => shapeMachine(shape, this.form.ignoringCase))
    const member = this.others.get(this.machines.map((machine) => runMachine(machine, text)).join())
    if (member === undefined) throw new Error('a text is of no kind that the compiler found')
    return member
  }

  /** The length of a text in code points. */
  lengthOf(submitted: string): number {
    return [...submitted.normalize('NFC')].length
  }

  private fold(text: string): string {
    return this.form.ignoringCase ? foldCase(text) : text
  }
}
