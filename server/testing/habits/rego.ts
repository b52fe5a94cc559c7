/** Lines of Rego, Cedar and CEL users. */
import { condition, type Habit, number, type Refused, rounded, statements } from './habit'

export const REGO: readonly Habit[] = [
  condition('input.days > 5', 'declared record', (v) => v.days > 5),
  condition('claims.has_id', 'declared record', (v) => v.has_id),
  condition('not has_id', '"not"', (v) => !v.has_id),
  condition('kind in {"meal", "hotel"}', '"in"', (v) => v.kind !== 'flight'),
  condition('has_id == true', 'True', (v) => v.has_id),
  condition('has_id == false', 'False', (v) => !v.has_id),
  condition('has(days) && days < 3', 'has(days)', (v) => v.given && v.days < 3, { missing: true }),
  condition('!has(days) || days < 3', 'has(days)', (v) => !v.given || v.days < 3, { missing: true }),
  condition('IsUnknown(days)', 'IsUnknown(days)', (v) => !v.given, { missing: true }),
  condition('And(IsKnown(days), days < 3)', 'IsKnown(days)', (v) => v.given && v.days < 3, { missing: true }),
  number('round(days)', '"round"', (v) => rounded(v.days, 1000, 'half from zero'), { fix: 'away from zero' }),
  number('ceil(days)', '"ceil"', (v) => Math.ceil(v.days)),
  number('floor(days)', '"floor"', (v) => Math.floor(v.days)),
  number('abs(days)', '"abs"', (v) => Math.abs(v.days)),
  number('max({days, score})', '"max"', (v) => Math.max(v.days, v.score)),
  number('count({has_id, has_receipt})', 'count', (v) => Number(v.has_id) + Number(v.has_receipt), {
    prints: 'CountWhere(x in { has_id, has_receipt }, x)',
  }),
  condition('has_id unless days < 2', 'unless', (v) => v.days < 2 || v.has_id, {
    prints: 'Implies(Not(days < 2), has_id)',
  }),
  condition('days equals 3', '"equals"', (v) => v.days === 3),
  condition('days is not 3', '"is"', (v) => v.days !== 3),
  condition('has_id => has_receipt', '"=>"', (v) => !v.has_id || v.has_receipt),
  condition('has_id implies has_receipt', '"implies"', (v) => !v.has_id || v.has_receipt),
  statements('permit when { has_id };', '"permit"', (v) => v.has_id, { prints: 'assert permitted { has_id };' }),
  statements('# comment\nassert habit { has_id };', '"#"', (v) => v.has_id),
]

export const REGO_REFUSED: readonly Refused[] = [
  { line: 'default allow = False;', kind: 'statements', says: 'begins with' },
  { line: 'forbid unless { has_id };', kind: 'statements', says: 'begins with' },
  { line: 'regex(kind, "m.*")', kind: 'condition', says: 'searches in a text' },
]
