/**
 * The members of a large object in the order of their arrival. V8 keeps an object with many members as a hash table: its
 * keys are sorted whenever they are listed, and an access by name reads another part of the memory each time. Whoever
 * reads all members in turn takes them from here.
 */

export interface Members {
  /** The same array for objects with the same names in the same order, so that its identity can be compared. */
  readonly names: readonly string[]
  /** In the order of the names. */
  readonly values: readonly unknown[]
}

/** Members from which on an object is large. */
export const LARGE = 64
/** Programs send the same names in the same order, so few orders are kept. */
const MAX_ORDERS = 8
const MAX_KEPT_NAMES = 10_000
/** Written in JSON without escapes, and listed in the order of arrival, which a number as a name is not. */
const KEPT_NAME = /^[A-Za-z_][\w.[\]]{0,99}$/
const QUOTE = 34

type Order = readonly string[]

const orders: Order[] = []
let oldest = 0

/**
 * Symbol members are neither listed nor copied with the other members. A WeakMap takes as long to fill as the object.
 */
const MEMBERS = Symbol('members')

/** Null for an object that is small or was not read as JSON. */
export function membersOf(object: { readonly [MEMBERS]?: Members }): Members | null {
  return object[MEMBERS] ?? null
}

/** Lists the members of an object while it is read. */
export class LargeObject {
  private readonly values: unknown[]
  /** Begins with the names so far; null if no kept order does. */
  private order: Order | null

  /** @param object with its first members, of which there are {@link LARGE} */
  constructor(private readonly object: Readonly<Record<string, unknown>>) {
    const names = Object.keys(object)
    this.values = names.map((name) => object[name])
    this.order = orders.find((order) => names.every((name, i) => name === order[i])) ?? null
  }

  /** The name between the quotes at `at`, if a kept order has it next. It then differs from all names before it. */
  expectedName(text: string, at: number): string | null {
    const { order, values } = this
    if (order === null) return null
    const place = values.length
    if (!isWrittenAt(order[place], text, at))
      this.order = this.othersLike(order).find((other) => isWrittenAt(other[place], text, at)) ?? null
    return this.order?.[place] ?? null
  }

  /** Adds the value of the name that was expected, or of any other name if none was expected. */
  add(value: unknown): void {
    this.values.push(value)
  }

  /** The object changes no more, so that its members stay those that are listed. */
  finish(): void {
    Object.defineProperty(this.object, MEMBERS, { value: this.members() })
    Object.freeze(this.object)
  }

  private members(): Members {
    const { values, order } = this
    if (order === null) return this.keepOrder()
    if (order.length === values.length) return { names: order, values }
    const names = this.othersLike(order).find((other) => other.length === values.length)
    return names === undefined ? this.keepOrder() : { names, values }
  }

  /** Other orders that begin with the same names. */
  private othersLike(order: Order): readonly Order[] {
    const { length } = this.values
    return orders.filter((other) => {
      for (let i = 0; i < length; i++) if (other[i] !== order[i]) return false
      return other !== order
    })
  }

  private keepOrder(): Members {
    const names = Object.keys(this.object)
    if (names.length <= MAX_KEPT_NAMES && names.every((name) => KEPT_NAME.test(name))) {
      orders[oldest] = names
      oldest = (oldest + 1) % MAX_ORDERS
    }
    return { names, values: names.map((name) => this.object[name]) }
  }
}

function isWrittenAt(name: string | undefined, text: string, at: number): boolean {
  return name !== undefined && text.startsWith(name, at) && text.charCodeAt(at + name.length) === QUOTE
}
