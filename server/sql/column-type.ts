/** Types of columns, as far as reading a claim exactly depends on them. */

export type ColumnType =
  | { readonly kind: 'boolean' | 'float' | 'text' | 'date' | 'timestamp' | 'local timestamp' | 'numeric' | 'any' }
  /** Whole numbers below 10^digits. */
  | { readonly kind: 'integer'; readonly digits: number }
  | { readonly kind: 'decimal'; readonly digits: number; readonly scale: number }

const INTEGERS: Readonly<Record<string, number>> = {
  ...{ tinyint: 3, utinyint: 3, smallint: 5, usmallint: 5, int2: 5, smallserial: 5 },
  ...{ integer: 10, int: 10, int4: 10, uinteger: 10, serial: 10 },
  ...{ bigint: 19, int8: 19, ubigint: 20, bigserial: 19 },
}
const OTHERS: Readonly<Record<string, ColumnType['kind']>> = {
  ...{ boolean: 'boolean', bool: 'boolean', date: 'date', any: 'any' },
  ...{ float: 'float', real: 'float', double: 'float', 'double precision': 'float', float4: 'float', float8: 'float' },
  ...{ text: 'text', varchar: 'text', char: 'text', character: 'text', 'character varying': 'text', string: 'text' },
  ...{ timestamptz: 'timestamp', 'timestamp with time zone': 'timestamp' },
  ...{ timestamp: 'local timestamp', 'timestamp without time zone': 'local timestamp' },
}

/**
 * Reads a type as DuckDB and PostgreSQL print it, such as `DECIMAL(18,2)` or `double precision`.
 * @returns null for any other type
 */
export function readColumnType(text: string): ColumnType | null {
  const [, name = '', first, second] =
    /^([a-z][a-z0-9 ]*?) *(?:\((\d{1,4})(?: *, *(\d{1,4}))?\))?$/.exec(text.trim().toLowerCase()) ?? []
  if (name === 'numeric' || name === 'decimal') {
    if (first === undefined) return { kind: 'numeric' }
    const [digits, scale] = [Number(first), Number(second ?? '0')]
    return scale <= digits ? { kind: 'decimal', digits, scale } : null
  }
  const digits = INTEGERS[name]
  if (digits !== undefined) return { kind: 'integer', digits }
  const kind = OTHERS[name]
  return kind === undefined || kind === 'integer' || kind === 'decimal' ? null : { kind }
}
