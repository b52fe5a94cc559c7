/**
 * Evaluates only branches that can be taken. If the condition or the subject has no value, neither has the result
 * (public/docs/language.md, "What an answer means").
 */
import { FALSE, NONE, type Outcomes, TRUE } from '../core/value'
import {
  type BooleanNode,
  branchChildren,
  type Case,
  type Choice,
  extentAbove,
  type MemberNode,
  type NumericNode,
  type Run,
} from './node'
import { eitherMember, eitherQuantity, type Member, NO_VALUE, type Quantity } from './quantity'

type Branch<Result> = { readonly evaluate: (run: Run) => Result }

function evaluateChoice<Result>(
  { condition, whenTrue, whenFalse }: Choice<Branch<Result>>,
  none: Result,
  either: (a: Result, b: Result) => Result,
): (run: Run) => Result {
  const test = condition.evaluate
  const first = whenTrue.evaluate
  const second = whenFalse.evaluate
  return (run) => {
    const taken = test(run)
    if (taken === TRUE) return first(run)
    if (taken === FALSE) return second(run)
    if (taken === NONE) return none
    const value =
      (taken & TRUE) === 0 ? second(run) : (taken & FALSE) === 0 ? first(run) : either(first(run), second(run))
    return (taken & NONE) === 0 ? value : either(value, none)
  }
}

function evaluateCase<Result>(
  { subject, arms, fallback }: Case<Branch<Result>>,
  none: Result,
  either: (a: Result, b: Result) => Result,
): (run: Run) => Result {
  const label = subject.evaluate
  const closures = new Map([...arms].map(([name, arm]) => [name, arm.evaluate]))
  const other = fallback === null ? null : fallback.evaluate
  return (run) => {
    const taken = label(run)
    if (typeof taken === 'string') {
      const arm = closures.get(taken) ?? other
      if (arm === null) throw new Error(`no arm of a CASE names "${taken}"`)
      return arm(run)
    }
    if (taken === NO_VALUE) return none
    let value: Result | undefined = other === null ? undefined : other(run)
    for (const arm of closures.values()) value = value === undefined ? arm(run) : either(value, arm(run))
    if (value === undefined) throw new Error('a CASE has no branch')
    return (taken.compared & NONE) === 0 ? value : either(value, none)
  }
}

function eitherOutcome(a: Outcomes, b: Outcomes): Outcomes {
  return a | b
}

export function booleanBranches(form: Choice<BooleanNode> | Case<BooleanNode>): BooleanNode {
  const evaluate =
    form.kind === 'choice'
      ? evaluateChoice<Outcomes>(form, NONE, eitherOutcome)
      : evaluateCase<Outcomes>(form, NONE, eitherOutcome)
  return { domain: 'boolean', ...form, evaluate, ...extentAbove(branchChildren(form)) }
}

export function numericBranches(form: Choice<NumericNode> | Case<NumericNode>): NumericNode {
  const evaluate =
    form.kind === 'choice'
      ? evaluateChoice<Quantity>(form, NO_VALUE, eitherQuantity)
      : evaluateCase<Quantity>(form, NO_VALUE, eitherQuantity)
  return { domain: 'numeric', ...form, evaluate, ...extentAbove(branchChildren(form)) }
}

export function memberBranches(form: Choice<MemberNode> | Case<MemberNode>): MemberNode {
  const evaluate =
    form.kind === 'choice'
      ? evaluateChoice<Member>(form, NO_VALUE, eitherMember)
      : evaluateCase<Member>(form, NO_VALUE, eitherMember)
  return { domain: 'member', ...form, evaluate, ...extentAbove(branchChildren(form)) }
}
