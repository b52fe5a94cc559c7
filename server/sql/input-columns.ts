/** The columns of the innermost subquery: claims as the conditions read them, and the rows that the engine refuses. */

import { denominatorOf, numeratorOf, ZERO } from '../language/numeric/rational'
import { type Input, isPart, NO_CODE } from '../language/semantics/checked-input'
import { type Dialect, quoteText, truthLiteral, UntranslatableError } from './dialect'
import type { Fraction } from './fraction'
import { ClaimReading, type ClaimSource, type Problem, REFUSED_CODE, type ReadClaim } from './read-claim'
import type { InputColumns } from './write-condition'

/** A condition that holds in rows whose claim has no certain meaning in SQL. */
export interface Refusing {
  readonly input: Input
  readonly problem: Problem
  readonly sql: string
}

export class InputColumnsOfTable {
  /** By name; the conditions may use each of them. */
  readonly columns = new Map<string, string>()
  private readonly reading: ClaimReading
  private readonly effective = new Map<number, ReadClaim | UntranslatableError>()

  constructor(
    private readonly dialect: Dialect,
    private readonly inputs: readonly Input[],
    private readonly sources: readonly ClaimSource[],
    areCells: boolean,
  ) {
    this.reading = new ClaimReading(dialect, areCells)
  }

  /** @param limit greatest distance of a number from zero; farther ones are NULL */
  within(limit: bigint | null): InputColumns {
    return {
      truth: (input) => this.add(`c${input}`, this.read(input).sql),
      member: (input) => this.add(`c${input}`, this.read(input).sql),
      number: (input) => this.number(input, limit),
      decimals: (input) => this.decimals(input),
      code: (input) => this.code(input),
    }
  }

  /** NULL if the claim is, or if it exceeds the limit. */
  presence(input: number, limit: bigint | null): string {
    const { number, sql } = this.read(input)
    if (number === null) return this.add(`c${input}`, sql)
    if (limit !== null && this.columns.has(limitedName(input, limit))) return limitedName(input, limit)
    return this.decimals(input)?.sql ?? this.add(`n${input}`, sql)
  }

  /** A value that cannot be read here may be one that the engine refuses. */
  refusals(): readonly Refusing[] {
    return this.inputs.flatMap((input, index) => {
      const read = this.tryRead(index)
      if (!(read instanceof UntranslatableError)) return read.refused.map((refused) => ({ input, ...refused }))
      const source = this.sources[index]!
      // The engine accepts every text, but it may refuse another value.
      if (source.kind === 'unknown' || isPart(input) || input.form?.kind === 'text') return []
      return [{ input, problem: 'not read' as const, sql: `${source.sql} IS NOT NULL` }]
    })
  }

  /**
   * @returns conditions under which the engine judges a row: those on its cells, for the first subquery, and those on
   * columns of the first, for the next one
   */
  refusedRows(): { readonly cells: readonly string[]; readonly columns: readonly string[] } {
    const byCode = new Map(
      this.inputs.flatMap((input, index) => {
        const code = this.code(index)
        return code === null ? [] : [[input, `${code.sql} = ${REFUSED_CODE}`] as const]
      }),
    )
    const cells = this.refusals().flatMap(({ input, sql }) => (byCode.has(input) ? [] : [`(${sql})`]))
    return { cells, columns: [...byCode.values()] }
  }

  private code(index: number) {
    const { type } = this.inputs[index]!
    const read = this.tryRead(index)
    const code = read instanceof UntranslatableError ? undefined : read.code
    if (code === undefined || type.kind !== 'enum') return null
    return { sql: this.add(`e${index}`, code), vocabulary: type.vocabulary }
  }

  private number(input: number, limit: bigint | null): Fraction {
    const { number, sql } = this.read(input)
    if (number === null) throw new Error('the claim is not a number')
    const { over, bound } = number
    if (limit === null || (bound !== null && bound <= limit))
      return { numerator: { sql: this.add(`n${input}`, sql), bound, constant: null }, over, divisor: null }
    const limited = `CASE WHEN (${sql}) BETWEEN -${limit} AND ${limit} THEN (${sql}) END`
    return {
      numerator: { sql: this.add(limitedName(input, limit), limited), bound: limit, constant: null },
      over,
      divisor: null,
    }
  }

  private decimals(input: number) {
    const raw = this.read(input).number?.raw ?? null
    return raw === null ? null : { ...raw, sql: this.add(`r${input}`, raw.sql) }
  }

  private add(name: string, sql: string): string {
    this.columns.set(name, sql)
    return name
  }

  private read(input: number): ReadClaim {
    const read = this.tryRead(input)
    if (read instanceof UntranslatableError) throw read
    return read
  }

  private tryRead(input: number): ReadClaim | UntranslatableError {
    let read = this.effective.get(input)
    if (read === undefined) {
      read = this.attempt(input)
      this.effective.set(input, read)
    }
    return read
  }

  private attempt(index: number): ReadClaim | UntranslatableError {
    try {
      return this.enclosed(index)
    } catch (error) {
      if (error instanceof UntranslatableError) return error
      throw error
    }
  }

  /**
   * Reads a claim inside of a record or entry. If that is absent, the claim may have any value, because no rule reads
   * it.
   */
  private enclosed(index: number): ReadClaim {
    const own = this.own(index)
    const around = this.inputs[index]!.within?.at(-1)
    if (around === undefined) return own
    const group = this.read(around.input)
    const isThere = around.entry === null ? group.sql : this.hasEntry(group.sql, around.input, around.entry)
    return {
      sql: `CASE WHEN ${isThere} THEN (${own.sql}) WHEN NOT (${isThere}) THEN ${this.anyValue(index, own)} END`,
      number: own.number === null ? null : { ...own.number, raw: null },
      refused: isGroup(this.inputs[index]!)
        ? own.refused
        : own.refused.map(({ problem, sql }) => ({ problem, sql: `(${isThere}) AND (${sql})` })),
    }
  }

  /** The number of entries is one of the texts of a vocabulary, from 0. */
  private hasEntry(count: string, input: number, entry: number): string {
    const { type } = this.inputs[input]!
    const least = type.kind === 'enum' ? type.vocabulary.slice(entry) : []
    return `(${count}) IN (${least.map((text) => quoteText(this.dialect, text)).join(', ')})`
  }

  private own(index: number): ReadClaim {
    const { form } = this.inputs[index]!
    if (form?.kind === 'length') throw new UntranslatableError('it asks for the length of a text')
    if (form?.kind !== 'code') return this.reading.read(this.inputs[index]!, this.sources[index]!)
    const coded = this.inputs[form.of]!
    const codes = coded.form?.kind === 'coded' ? coded.form.codes.filter((code) => code !== NO_CODE) : []
    return this.reading.readCode(codes, this.sources[form.of]!)
  }

  private anyValue(index: number, { number }: ReadClaim): string {
    const { type, range, form } = this.inputs[index]!
    if (type.kind === 'boolean') return truthLiteral(this.dialect, false)
    if (type.kind === 'enum')
      return quoteText(this.dialect, form?.kind === 'code' ? NO_CODE : (type.vocabulary[0] ?? ''))
    const least = range?.min ?? ZERO
    return this.dialect.integer((numeratorOf(least) * (number?.over ?? 1n)) / denominatorOf(least))
  }
}

/** Whether the engine judges the input even inside of an absent record. */
function isGroup({ form }: Input): boolean {
  return form?.kind === 'given' || form?.kind === 'count'
}

function limitedName(input: number, limit: bigint): string {
  return `n${input}_${limit.toString().length - 1}`
}
