/** Expressions that several conditions share. Each is a column of a subquery, above those that it uses itself. */

import { UntranslatableError } from './dialect'

/** Shorter expressions are repeated instead. */
const MIN_CHARS = 60
/** A database takes long to plan more levels of nested subqueries. */
const MAX_LEVELS = 60

const NAMES = /\b[a-z]\d+(?:_\d+)?\b/g

export class StagedColumns {
  private readonly staged = new Map<string, { readonly sql: string; readonly level: number }>()
  private readonly names = new Map<string, string>()

  /** The name of the column, or null if the expression is to be repeated. */
  name(sql: string): string | null {
    const known = this.names.get(sql)
    if (known !== undefined) return known
    if (sql.length < MIN_CHARS) return null
    let level = 1
    for (const used of namesIn(sql)) level = Math.max(level, (this.staged.get(used)?.level ?? 0) + 1)
    if (level > MAX_LEVELS) throw new UntranslatableError('its definitions are nested too deeply')
    const name = `s${this.staged.size}`
    this.names.set(sql, name)
    this.staged.set(name, { sql, level })
    return name
  }

  /** The columns that the expressions use, lowest level first. */
  levelsFor(expressions: readonly string[]): readonly (readonly (readonly [name: string, sql: string])[])[] {
    const used = new Set<string>()
    const waiting = [...expressions]
    for (let sql = waiting.pop(); sql !== undefined; sql = waiting.pop())
      for (const name of namesIn(sql)) {
        const staged = used.has(name) ? undefined : this.staged.get(name)
        if (staged === undefined) continue
        used.add(name)
        waiting.push(staged.sql)
      }
    const levels: [string, string][][] = []
    for (const [name, { sql, level }] of this.staged)
      if (used.has(name)) {
        levels[level - 1] ??= []
        levels[level - 1]!.push([name, sql])
      }
    return levels
  }
}

/** Names of columns in an expression; also words of text literals, which does no harm. */
export function namesIn(sql: string): ReadonlySet<string> {
  return new Set(sql.match(NAMES) ?? [])
}
