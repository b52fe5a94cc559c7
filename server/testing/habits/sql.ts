/** Lines of SQL users. */
import { condition, type Habit, number, type Refused, rounded, statements } from './habit'

export const SQL: readonly Habit[] = [
  condition('days BETWEEN 1 AND 30', 'BETWEEN', (v) => v.days >= 1 && v.days <= 30),
  condition('days NOT BETWEEN 1 AND 30', 'NOT BETWEEN', (v) => !(v.days >= 1 && v.days <= 30)),
  condition('amount BETWEEN 1 "USD" AND 30 "USD"', 'BETWEEN', (v) => v.amount >= 1 && v.amount <= 30),
  condition("kind IN ('meal', 'hotel')", '"in"', (v) => v.kind !== 'flight'),
  condition("kind NOT IN ('meal')", '"in"', (v) => v.kind !== 'meal'),
  condition('days IN (1, 2, 3)', '"in"', (v) => [1, 2, 3].includes(v.days)),
  condition('days IS NULL', 'IS NULL', (v) => !v.given, { missing: true }),
  condition('days IS NOT NULL', 'IS NOT NULL', (v) => v.given, { missing: true }),
  condition('days IS NOT NULL AND days < 3', 'IS NOT NULL', (v) => v.given && v.days < 3, { missing: true }),
  condition('days IS NULL OR days < 3', 'IS NULL', (v) => !v.given || v.days < 3, { missing: true }),
  number('COALESCE(days, 0)', 'COALESCE', (v) => (v.given ? v.days : 0), { missing: true }),
  number('NVL(days, 7)', 'NVL', (v) => (v.given ? v.days : 7), { missing: true }),
  number('IFNULL(days, score)', 'IFNULL', (v) => (v.given ? v.days : v.score), { missing: true }),
  number('CASE WHEN has_id THEN 5 ELSE 9 END', 'CASE WHEN', (v) => (v.has_id ? 5 : 9)),
  number('CASE WHEN has_id THEN 1 WHEN days < 2 THEN 2 ELSE 3 END', 'CASE WHEN', (v) =>
    v.has_id ? 1 : v.days < 2 ? 2 : 3,
  ),
  condition('has_id AND has_receipt', '"AND"', (v) => v.has_id && v.has_receipt),
  condition('has_id OR NOT has_receipt', '"OR"', (v) => v.has_id || !v.has_receipt),
  condition(
    "kind = 'hotel' OR kind = 'meal' AND days < 3",
    '"OR"',
    (v) => v.kind === 'hotel' || (v.kind === 'meal' && v.days < 3),
  ),
  condition('days <> 3 AND score >= 2', '"<>"', (v) => v.days !== 3 && v.score >= 2),
  condition("kind = 'meal'", 'quotes', (v) => v.kind === 'meal'),
  number('Round(days, 1)', 'Round', (v) => rounded(v.days, 100, 'half from zero')),
  number('round(days, 1)', 'round', (v) => rounded(v.days, 100, 'half from zero'), { fix: 'away from zero' }),
  number('CEIL(days)', 'CEIL', (v) => Math.ceil(v.days)),
  number('FLOOR(days)', 'FLOOR', (v) => Math.floor(v.days)),
  number('TRUNCATE(days, 1)', 'TRUNCATE', (v) => rounded(v.days, 100, 'towards zero')),
  number('MOD(days, 7)', 'MOD', (v) => v.days % 7, { fix: 'SQL' }),
  number('days DIV 7', 'DIV', (v) => Math.trunc(v.days / 7)),
  number('GREATEST(days, score, 3)', 'GREATEST', (v) => Math.max(v.days, v.score, 3)),
  number('LEAST(days, score)', 'LEAST', (v) => Math.min(v.days, v.score)),
  number('POW(days, 2)', 'POW', (v) => v.days * v.days),
  number('ABS(days - score)', 'ABS', (v) => Math.abs(v.days - v.score)),
  number('IIF(has_id, 5, 9)', 'IIF', (v) => (v.has_id ? 5 : 9)),
  statements('-- only small ones\nassert habit { days < 3 };', '"--"', (v) => v.days < 3),
  statements('declare rate as decimal; assert habit { days < 3 };', '"decimal"', (v) => v.days < 3),
]

export const SQL_REFUSED: readonly Refused[] = [
  { line: "kind LIKE 'm%'", kind: 'condition', says: 'List the values' },
  { line: 'upper(kind) == "MEAL"', kind: 'condition', says: 'no free text' },
  { line: 'declare filed as date;', kind: 'statements', says: 'no dates' },
  { line: 'declare remark as varchar;', kind: 'statements', says: 'no free text' },
  { line: 'NULLIF(days, 0) < 3', kind: 'condition', says: 'No other value replaces' },
]
