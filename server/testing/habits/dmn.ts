/** Lines of DMN and FEEL users. */
import { condition, floored, type Habit, number, type Refused, rounded } from './habit'

export const DMN: readonly Habit[] = [
  condition('days in [1..30]', '[..]', (v) => v.days >= 1 && v.days <= 30),
  condition('days in (1..30]', '(..]', (v) => v.days > 1 && v.days <= 30),
  condition('days in [1..30)', '[..)', (v) => v.days >= 1 && v.days < 30),
  condition('days in (1..30)', '(..)', (v) => v.days > 1 && v.days < 30),
  condition('days in ]1..5]', ']..]', (v) => v.days > 1 && v.days <= 5),
  condition('days in ]1..5[', ']..[', (v) => v.days > 1 && v.days < 5),
  condition('days in [1..5[', '[..[', (v) => v.days >= 1 && v.days < 5),
  condition('days in [1, 5)', '[..)', (v) => v.days >= 1 && v.days < 5),
  condition('days in (1, 5]', '(..]', (v) => v.days > 1 && v.days <= 5),
  condition('amount in [1 "USD"..5 "USD")', '[..)', (v) => v.amount >= 1 && v.amount < 5),
  condition('days + 1 in [score..score + 3]', '[..]', (v) => v.days + 1 >= v.score && v.days + 1 <= v.score + 3),
  condition('days between 1 and 30', '"between"', (v) => v.days >= 1 && v.days <= 30),
  condition('has_id and days between 1 and 3', '"between"', (v) => v.has_id && v.days >= 1 && v.days <= 3),
  number('if has_id then 5 else 9', 'capitals', (v) => (v.has_id ? 5 : 9)),
  condition('kind in ("meal", "hotel")', '"in"', (v) => v.kind !== 'flight'),
  condition('days = null', '= null', (v) => !v.given, { missing: true }),
  condition('days != null', '!= null', (v) => v.given, { missing: true }),
  condition('days = 3', 'Equality', (v) => v.days === 3),
  number('floor(days)', '"floor"', (v) => Math.floor(v.days)),
  number('ceiling(days)', '"ceiling"', (v) => Math.ceil(v.days)),
  number('floor(days, 1)', 'DMN', (v) => rounded(v.days, 100, 'down'), { fix: 'places' }),
  number('ceiling(days, 1)', 'DMN', (v) => rounded(v.days, 100, 'up'), { fix: 'places' }),
  number('modulo(days, 7)', '"modulo"', (v) => floored(v.days, 7)),
  number('abs(days - 3)', '"abs"', (v) => Math.abs(v.days - 3)),
  number('min(days, score)', '"min"', (v) => Math.min(v.days, v.score)),
  number('max(days, score, 3)', '"max"', (v) => Math.max(v.days, v.score, 3)),
  number('sum(days, score)', '"sum"', (v) => v.days + v.score),
  number('mean(days, score)', '"mean"', (v) => (v.days + v.score) / 2),
  condition('all(has_id, has_receipt)', '"all"', (v) => v.has_id && v.has_receipt),
  condition('any(has_id, days < 3)', '"any"', (v) => v.has_id || v.days < 3),
  condition('not(has_id)', '"not"', (v) => !v.has_id),
  condition('every x in { 1, 7 } satisfies days > x', 'satisfies', (v) => v.days > 1 && v.days > 7, {
    prints: 'ForAll(x in { 1, 7 }, days > x)',
  }),
  number('days ** 2', '"**"', (v) => v.days ** 2),
]

export const DMN_REFUSED: readonly Refused[] = [
  { line: 'substring(kind, 1, 2) == "me"', kind: 'condition', says: 'no free text' },
  { line: 'contains(kind, "me")', kind: 'condition', says: 'no free text' },
  { line: 'declare papers as list;', kind: 'statements', says: 'one value' },
]
