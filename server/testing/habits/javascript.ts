/** Lines of JavaScript users. */
import { condition, type Habit, number, type Refused, rounded } from './habit'

export const JAVASCRIPT: readonly Habit[] = [
  condition('has_id && has_receipt', '"&&"', (v) => v.has_id && v.has_receipt),
  condition('has_id || days < 3', '"||"', (v) => v.has_id || v.days < 3),
  condition('!has_id', '"!"', (v) => !v.has_id),
  condition('!(days < 3)', '"!"', (v) => !(v.days < 3)),
  condition('has_id && has_receipt || !has_id && days < 3', '"||"', (v) =>
    (v.has_id && v.has_receipt) || (!v.has_id && v.days < 3),
  ),
  condition('days === 3', '"==="', (v) => v.days === 3),
  condition('days !== 3', '"!=="', (v) => v.days !== 3),
  condition("kind === 'meal'", '"==="', (v) => v.kind === 'meal'),
  condition('kind === `meal`', 'quotes', (v) => v.kind === 'meal'),
  condition('has_id === true', 'True', (v) => v.has_id),
  condition('has_id == 1', 'boolean claim', (v) => v.has_id),
  number('has_id ? 5 : 9', '"?"', (v) => (v.has_id ? 5 : 9)),
  number('has_id ? 5 : days < 3 ? 7 : 9', '"?"', (v) => (v.has_id ? 5 : v.days < 3 ? 7 : 9)),
  condition('has_id ? days < 3 : has_receipt', '"?"', (v) => (v.has_id ? v.days < 3 : v.has_receipt)),
  number('days ?? 0', '"??"', (v) => (v.given ? v.days : 0), { missing: true }),
  condition('days != null', '!= null', (v) => v.given, { missing: true }),
  condition('days === undefined', '=== undefined', (v) => !v.given, { missing: true }),
  condition('days !== undefined && days < 3', '!== undefined', (v) => v.given && v.days < 3, { missing: true }),
  condition('defined(days)', 'defined(days)', (v) => v.given, { missing: true }),
  number('Math.max(days, 3)', 'Math.max', (v) => Math.max(v.days, 3)),
  number('Math.min(days, score, 3)', 'Math.min', (v) => Math.min(v.days, v.score, 3)),
  number('Math.round(days)', 'Math.round', (v) => Math.round(v.days)),
  { ...number('Math.round(amount)', 'Math.round', (v) => Math.round(v.amount)), kind: 'dollars' },
  number('Math.floor(days)', 'Math.floor', (v) => Math.floor(v.days)),
  number('Math.floor(days / 4)', 'Math.floor', (v) => Math.floor(v.days / 4)),
  number('Math.ceil(days)', 'Math.ceil', (v) => Math.ceil(v.days)),
  number('Math.trunc(days)', 'Math.trunc', (v) => Math.trunc(v.days)),
  { ...number('Math.trunc(amount)', 'Math.trunc', (v) => rounded(v.amount, 1000, 'towards zero')), kind: 'dollars' },
  number('Math.abs(days)', 'Math.abs', (v) => Math.abs(v.days)),
  number('Math.sign(days)', 'Math.sign', (v) => Math.sign(v.days)),
  number('Math.pow(days, 2)', 'Math.pow', (v) => v.days ** 2),
  condition('["meal", "hotel"].includes(kind)', 'includes', (v) => ['meal', 'hotel'].includes(v.kind)),
  condition('"meal" === kind', '"==="', (v) => v.kind === 'meal'),
  condition('days >= 3 && days <= 5 || has_id', '"||"', (v) => (v.days >= 3 && v.days <= 5) || v.has_id),
]

export const JAVASCRIPT_REFUSED: readonly Refused[] = [
  { line: 'kind.startsWith("m")', kind: 'condition', says: 'no free text' },
  { line: 'startsWith(kind, "m")', kind: 'condition', says: 'no free text' },
  { line: 'isNaN(days)', kind: 'condition', says: 'whether a value is there' },
  { line: 'kind.length < 3', kind: 'condition', says: 'no parts' },
]
