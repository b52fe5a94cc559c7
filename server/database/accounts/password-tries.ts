/** Counts wrong passwords for all processes. One statement counts a try, so concurrent ones cannot exceed the rule. */
import type { Database } from '../client/database'

export interface AccountRule {
  /** Wrong tries before the first wait. */
  readonly freeTries: number
  /** Milliseconds; doubles with every further try. */
  readonly firstWait: number
  readonly longestWait: number
}

export interface AddressRule {
  readonly tries: number
  /** Milliseconds to a full allowance. */
  readonly period: number
}

export interface PasswordTryVerbs {
  /** @returns 0 if the try may be made and was counted as wrong, else the milliseconds to wait */
  countAccountTry(key: string, rule: AccountRule, at: Date): Promise<number>
  /** @returns as {@link countAccountTry} */
  countAddressTry(key: string, rule: AddressRule, at: Date): Promise<number>
  /** After a right password. */
  forgetAccountTries(key: string): Promise<void>
  returnAddressTry(key: string): Promise<void>
  /** Removes tries before the date, and the oldest ones beyond `limit` rows. */
  sweepPasswordTries(before: Date, limit: number): Promise<number>
}

export function passwordTryVerbs({ query, repeatable }: Database): PasswordTryVerbs {
  return {
    countAccountTry: (key, { freeTries, firstWait, longestWait }, at) =>
      repeatable(async () => {
        const now = at.toISOString()
        const counted = await query(COUNT_ACCOUNT, [key, now, freeTries, firstWait, longestWait])
        if (counted.length > 0) return 0
        const [row] = await query<{ wait: number }>(ACCOUNT_WAIT, [key, now])
        return Math.max(1, row?.wait ?? 1)
      }),

    countAddressTry: (key, { tries, period }, at) =>
      repeatable(async () => {
        const values = [key, at.toISOString(), period / tries]
        if ((await query(COUNT_ADDRESS, [...values, tries])).length > 0) return 0
        const [row] = await query<{ level: number }>(ADDRESS_LEVEL, values)
        return Math.max(1, Math.ceil((((row?.level ?? 0) + 1 - tries) * period) / tries))
      }),

    forgetAccountTries: (key) =>
      repeatable(async () => {
        await query('DELETE FROM password_try WHERE key = $1', [key])
      }),

    returnAddressTry: (key) =>
      repeatable(async () => {
        await query('UPDATE password_try SET tries = greatest(0, tries - 1) WHERE key = $1', [key])
      }),

    sweepPasswordTries: (before, limit) =>
      repeatable(async () => (await query(SWEEP, [before.toISOString(), limit])).length),
  }
}

const COUNT_ACCOUNT = `
  INSERT INTO password_try AS known (key, tries, at, free_at) VALUES ($1, 1, $2::timestamp, $2::timestamp)
  ON CONFLICT (key) DO UPDATE SET tries = known.tries + 1, at = $2::timestamp,
    free_at = $2::timestamp + interval '1 millisecond' * CASE WHEN known.tries + 1 < $3::float8 THEN 0
      ELSE least($5::float8, $4::float8 * 2 ^ least(known.tries + 1 - $3::float8, 20)) END
  WHERE known.free_at <= $2::timestamp
  RETURNING 1`

const ACCOUNT_WAIT = `
  SELECT ceil(extract(epoch FROM free_at - $2::timestamp) * 1000)::float8 AS wait FROM password_try WHERE key = $1`

/** The used allowance, which refills evenly. */
const LEVEL = `greatest(0, known.tries - greatest(0, extract(epoch FROM $2::timestamp - known.at) * 1000)::float8 / $3::float8)`

const COUNT_ADDRESS = `
  INSERT INTO password_try AS known (key, tries, at, free_at) VALUES ($1, 1, $2::timestamp, $2::timestamp)
  ON CONFLICT (key) DO UPDATE SET tries = ${LEVEL} + 1, at = greatest(known.at, $2::timestamp)
  WHERE ${LEVEL} + 1 <= $4::float8
  RETURNING 1`

const ADDRESS_LEVEL = `SELECT ${LEVEL} AS level FROM password_try known WHERE key = $1`

const SWEEP = `
  DELETE FROM password_try WHERE (at < $1::timestamp AND free_at < $1::timestamp)
    OR key IN (SELECT key FROM password_try ORDER BY at DESC OFFSET $2)
  RETURNING 1`
