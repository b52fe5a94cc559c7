/**
 * Members that are the same expression after resolving names and units have the same key and are one slot
 * (public/docs/language.md, "Sets"). A let is its value, a variable its slot, a converted literal its number; bound
 * names do not matter. Linear in the size of the tree and of each let. Compare only keys of one {@link SlotKeys}.
 * `Intersect` and `Difference` match constants by value, everything else by key.
 */
import { printNumeral } from '../../numeric/numeral'
import { add, multiply, ONE, type Rational, ZERO } from '../../numeric/rational'
import type { Checked, CheckedLet } from '../checked-ruleset'

/** Undefined if the variable has no slot. */
export type VariableKeys = (variable: number) => string | undefined

/** Lets an outer conversion fold into the key. */
interface Shape {
  readonly base: string | null
  readonly factor: Rational
  readonly offset: Rational
}

export class SlotKeys {
  private readonly ids = new Map<string, string>()
  private readonly shapes = new Map<string, Shape>()
  private readonly lets: string[] = []
  /** Keys that depend on a claim, a local or a variable without a slot. */
  private readonly dependent = new Set<string>()

  constructor(private readonly definitions: readonly Pick<CheckedLet, 'value'>[]) {}

  /** @param variables slots of the free variables */
  key(expression: Checked, variables: VariableKeys): string {
    return this.of(expression, variables, [])
  }

  /** True without claims and locals: the value never changes. */
  isConstant(key: string): boolean {
    return !this.dependent.has(key)
  }

  /** @param bound variables of enclosing quantifiers, outermost first */
  private of(node: Checked, variables: VariableKeys, bound: readonly number[]): string {
    const of = (part: Checked) => this.of(part, variables, bound)
    switch (node.kind) {
      case 'boolean':
        return this.intern(`b${node.value}`)
      case 'number':
        return this.number(node.value)
      case 'string':
        return this.intern(`"${node.value}`)
      case 'input':
        return this.open(`i${node.input}`)
      case 'let':
        return this.letKey(node.let)
      case 'variable': {
        const depth = bound.lastIndexOf(node.variable)
        if (depth >= 0) return this.intern(`v${bound.length - depth}`)
        return variables(node.variable) ?? this.open(`f${node.variable}`)
      }
      case 'negate':
        return this.whole('-', [of(node.operand)])
      case 'absolute':
        return this.whole('abs', [of(node.operand)])
      case 'extreme':
        return this.whole(node.extreme, node.operands.map(of))
      case 'add-months':
        return this.whole(`add-months ${node.rule}`, [of(node.operand), of(node.months)])
      case 'calendar':
        return this.whole(`${node.part} ${node.rule}`, node.operands.map(of))
      case 'round':
        return this.whole(`round ${node.mode} ${printNumeral(node.step)}`, [of(node.operand)])
      case 'arithmetic':
      case 'compare':
        return this.whole(node.operator, [of(node.left), of(node.right)])
      case 'differ':
        return this.whole('differ', [of(node.left), of(node.right)])
      case 'convert':
        return this.converted(of(node.operand), node.factor, node.offset)
      case 'connective':
        return this.whole(node.connective, node.operands.map(of))
      case 'choice':
        return this.whole('if', [of(node.condition), of(node.then), of(node.otherwise)])
      case 'case':
        return this.caseKey(node, of)
      case 'quantified': {
        const body = this.of(node.body, variables, [...bound, node.variable])
        return this.whole(node.quantifier, [...(node.count === null ? [] : [of(node.count)]), of(node.set), body])
      }
      case 'is-member':
        return this.whole('in', [of(node.value), of(node.set)])
      case 'is-subset':
        return this.whole('sub', [of(node.left), of(node.right)])
      case 'set':
        return this.whole('set', node.members.map(of))
      case 'vocabulary':
        return this.intern(`m${node.input}`)
      case 'set-operation':
        return this.whole(node.operation, [of(node.left), of(node.right)])
      case 'nothing':
        return this.intern('nothing')
      case 'written':
        return of(node.core)
      case 'unbridged':
        return this.whole(`u${node.operator}`, [of(node.left), of(node.right)])
    }
  }

  private intern(text: string): string {
    const known = this.ids.get(text)
    if (known !== undefined) return known
    const id = `#${this.ids.size}`
    this.ids.set(text, id)
    return id
  }

  /** Numbers a value that a completion decides. */
  private open(text: string): string {
    const id = this.intern(text)
    this.dependent.add(id)
    return id
  }

  /** Constant if all operands are. */
  private whole(head: string, operands: readonly string[]): string {
    const text = `${head}(${operands.join()})`
    return operands.some((part) => this.dependent.has(part)) ? this.open(text) : this.intern(text)
  }

  private number(value: Rational): string {
    const id = this.intern(`n${printNumeral(value)}`)
    this.shapes.set(id, { base: null, factor: ONE, offset: value })
    return id
  }

  private converted(id: string, factor: Rational, offset: Rational): string {
    const inner = this.shapes.get(id) ?? { base: id, factor: ONE, offset: ZERO }
    const shape: Shape = {
      base: inner.base,
      factor: multiply(inner.factor, factor),
      offset: add(multiply(inner.offset, factor), offset),
    }
    if (shape.base === null) return this.number(shape.offset)
    const scale = printNumeral(shape.factor)
    const shift = printNumeral(shape.offset)
    if (scale === '1' && shift === '0') return shape.base
    const outer = this.whole(`c${scale};${shift}`, [shape.base])
    this.shapes.set(outer, shape)
    return outer
  }

  private letKey(index: number): string {
    // In order, so that a long chain of lets does not nest.
    while (this.lets.length <= index) {
      const definition = this.definitions[this.lets.length]
      if (definition === undefined) throw new RangeError(`there is no let ${index}`)
      this.lets.push(this.of(definition.value, () => undefined, []))
    }
    return this.lets[index]!
  }

  private caseKey(node: Extract<Checked, { kind: 'case' }>, of: (part: Checked) => string): string {
    const labels = node.arms.map((arm) => JSON.stringify(arm.label)).join()
    const values = node.arms.map((arm) => of(arm.value))
    const fallback = node.fallback === null ? [] : [of(node.fallback)]
    return this.whole(`case${labels};`, [of(node.subject), ...values, ...fallback])
  }
}
