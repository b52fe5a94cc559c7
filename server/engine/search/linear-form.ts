/**
 * A quotient of two linear forms. Only used for samples, so a missing form never makes an answer wrong. Known values
 * are substituted, so that a deadline computed from a known date is one constant.
 */
import { fromInteger, ONE, Rational, ZERO } from '../../language/numeric/rational'
import { FALSE, TRUE } from '../core/value'
import {
  addMetered,
  divideMetered,
  moduloMetered,
  multiplyMetered,
  negateQuantity,
} from '../evaluate/metered-arithmetic'
import type { Evaluated, NumericNode, Run } from '../evaluate/node'
import { requireDefinite } from '../evaluate/quantity'
import { MAX_ALTERNATIVES, MAX_FORM_DEPTH } from './caps'

export interface Linear {
  readonly constant: Rational
  readonly terms: ReadonlyMap<number, Rational>
}

export interface Form {
  readonly above: Linear
  readonly below: Linear
}

const NO_TERMS: ReadonlyMap<number, Rational> = new Map()

export function constantForm(constant: Rational): Linear {
  return { constant, terms: NO_TERMS }
}

export const UNIT = constantForm(ONE)

export function scaleForm(run: Run, form: Linear, factor: Rational): Linear {
  const terms = new Map<number, Rational>()
  for (const [input, coefficient] of form.terms)
    terms.set(input, requireDefinite(multiplyMetered(run, coefficient, factor)))
  run.meter.spend(1 + 2 * terms.size)
  return { constant: requireDefinite(multiplyMetered(run, form.constant, factor)), terms }
}

export function addForms(run: Run, a: Linear, b: Linear): Linear {
  const terms = new Map(a.terms)
  for (const [input, coefficient] of b.terms) {
    const total = requireDefinite(addMetered(run, terms.get(input) ?? ZERO, coefficient))
    if (total.n === 0) terms.delete(input)
    else terms.set(input, total)
  }
  run.meter.spend(1 + 2 * (a.terms.size + b.terms.size))
  return { constant: requireDefinite(addMetered(run, a.constant, b.constant)), terms }
}

/** Null if both factors have unbound inputs. */
function multiplyForms(run: Run, a: Linear, b: Linear): Linear | null {
  if (a.terms.size === 0) return scaleForm(run, b, a.constant)
  return b.terms.size === 0 ? scaleForm(run, a, b.constant) : null
}

/** Zero when the sides are equal; null if not linear. */
export function subtractForms(run: Run, left: Form, right: Form): Linear | null {
  const a = multiplyForms(run, left.above, right.below)
  const b = multiplyForms(run, right.above, left.below)
  return a === null || b === null ? null : addForms(run, a, scaleForm(run, b, negateNumber(ONE)))
}

function negateNumber(value: Rational): Rational {
  return requireDefinite(negateQuantity(value))
}

/** Reads shared nodes once. */
export class FormReader {
  private readonly read = new Map<NumericNode, readonly Form[]>()

  constructor(private readonly run: Run) {}

  /** One for each possible branch. */
  forms(node: NumericNode, depth = 0): readonly Form[] {
    if (depth > MAX_FORM_DEPTH) return []
    switch (node.kind) {
      case 'constant':
        return [{ above: constantForm(node.value), below: UNIT }]
      case 'input': {
        const value = this.run.known[node.input]
        const above: Linear =
          value instanceof Rational ? constantForm(value) : { constant: ZERO, terms: new Map([[node.input, ONE]]) }
        return [{ above, below: UNIT }]
      }
      case 'shared': {
        const earlier = this.read.get(node)
        if (earlier !== undefined) return earlier
        const forms = this.forms(node.inner, depth + 1)
        this.read.set(node, forms)
        return forms
      }
      case 'negation':
        return this.forms(node.operand, depth + 1).map(({ above, below }) => ({
          above: scaleForm(this.run, above, negateNumber(ONE)),
          below,
        }))
      case 'arithmetic':
        return this.arithmetic(node, depth)
      case 'choice': {
        const taken = this.settled(node.condition)
        if (taken === TRUE) return this.forms(node.whenTrue, depth + 1)
        if (taken === FALSE) return this.forms(node.whenFalse, depth + 1)
        return [...this.forms(node.whenTrue, depth + 1), ...this.forms(node.whenFalse, depth + 1)].slice(
          0,
          MAX_ALTERNATIVES,
        )
      }
      case 'case': {
        const label = this.settled(node.subject)
        const taken = typeof label === 'string' ? (node.arms.get(label) ?? node.fallback) : null
        if (taken !== null) return this.forms(taken, depth + 1)
        const forms: Form[] = []
        for (const arm of [...node.arms.values(), ...(node.fallback === null ? [] : [node.fallback])])
          if (forms.length < MAX_ALTERNATIVES) forms.push(...this.forms(arm, depth + 1))
        return forms.slice(0, MAX_ALTERNATIVES)
      }
      case 'calendar': {
        const value = this.settled(node)
        return value instanceof Rational ? [{ above: constantForm(value), below: UNIT }] : []
      }
      case 'count': {
        const value = this.settled(node)
        if (value instanceof Rational) return [{ above: constantForm(value), below: UNIT }]
        return Array.from({ length: Math.min(node.slots.length + 1, MAX_ALTERNATIVES) }, (_, count) => ({
          above: constantForm(fromInteger(count)),
          below: UNIT,
        }))
      }
    }
  }

  /** Null if the node needs landings first (shared-cell.ts). */
  private settled<Result>(node: Evaluated<Result>): Result | null {
    if (node.deep) return null
    this.run.meter.spend(node.cost)
    return node.evaluate(this.run)
  }

  private arithmetic(node: Extract<NumericNode, { kind: 'arithmetic' }>, depth: number): readonly Form[] {
    const forms: Form[] = []
    const rights = this.forms(node.right, depth + 1)
    for (const left of this.forms(node.left, depth + 1))
      for (const right of rights) {
        if (forms.length === MAX_ALTERNATIVES) return forms
        const form = this.combined(node.operator, left, right)
        if (form !== null) forms.push(form)
      }
    return forms
  }

  private combined(operator: '+' | '-' | '*' | '/' | '%', left: Form, right: Form): Form | null {
    const { run } = this
    switch (operator) {
      case '+':
      case '-': {
        const a = multiplyForms(run, left.above, right.below)
        const b = multiplyForms(run, right.above, left.below)
        const below = multiplyForms(run, left.below, right.below)
        if (a === null || b === null || below === null) return null
        return { above: addForms(run, a, operator === '+' ? b : scaleForm(run, b, negateNumber(ONE))), below }
      }
      case '*':
        return quotientForm(multiplyForms(run, left.above, right.above), multiplyForms(run, left.below, right.below))
      case '/':
        return quotientForm(multiplyForms(run, left.above, right.below), multiplyForms(run, left.below, right.above))
      case '%':
        return remainderForm(run, left, right)
    }
  }
}

/** Null if either operand has unbound inputs. */
function remainderForm(run: Run, left: Form, right: Form): Form | null {
  const [of, by] = [constantOf(run, left), constantOf(run, right)]
  const value = of === null || by === null ? null : moduloMetered(run, of, by)
  return value instanceof Rational ? { above: constantForm(value), below: UNIT } : null
}

/** Null if the form has unbound inputs or divides by zero. */
function constantOf(run: Run, { above, below }: Form): Rational | null {
  if (above.terms.size + below.terms.size > 0) return null
  const value = divideMetered(run, above.constant, below.constant)
  return value instanceof Rational ? value : null
}

function quotientForm(above: Linear | null, below: Linear | null): Form | null {
  return above === null || below === null ? null : { above, below }
}

/** The other unbound inputs are zero. Null if the form lacks the input. */
export function zeroFor(run: Run, form: Linear, input: number): Rational | null {
  const coefficient = form.terms.get(input)
  if (coefficient === undefined || coefficient.n === 0) return null
  const zero = divideMetered(run, negateNumber(form.constant), coefficient)
  return zero instanceof Rational ? zero : null
}
