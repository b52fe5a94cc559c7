/**
 * Messages about budgets.
 */
import type { LanguageLimits } from '../limits'
import { error } from './message'

const BUDGETS: Readonly<Record<keyof LanguageLimits, (limit: number) => string>> = {
  source_bytes: (limit) => `The ruleset is larger than ${limit} bytes. Split it into several rulesets.`,
  claims: (limit) => `The ruleset declares more than ${limit} claims. Split it into several rulesets.`,
  assertions: (limit) => `The ruleset holds more than ${limit} assertions. Split it into several rulesets.`,
  expression_depth: (limit) =>
    `Expressions are nested more than ${limit} deep here. Name parts of the expression with let, or write And(a, b, c) instead of a chain.`,
  expression_nodes: (limit) =>
    `With its quantifiers written out, the ruleset has more than ${limit} parts up to here. Use smaller sets or fewer nested quantifiers.`,
  numeral_digits: (limit) => `This number has more than ${limit} digits when it is written out. Use a shorter one.`,
}

export const LIMITS = {
  'limit-exceeded': error((budget: keyof LanguageLimits, limit: number) => BUDGETS[budget](limit)),
  'more-problems': error(
    (count: number) => `There are ${count} more problems. They are told once the ones above are mended.`,
  ),
} as const
