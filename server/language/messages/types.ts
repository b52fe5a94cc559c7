/**
 * Messages about types: what kind of value an expression has and what stands where.
 */
import { choices, didYouMean, error, warning } from './message'

export const TYPES = {
  'expected-condition': error(
    (where: string, found: string) => `${where} needs a condition, something that is true or false. This is ${found}.`,
  ),
  'expected-number': error((where: string, found: string) => `${where} needs a number. This is ${found}.`),
  'expected-set': error(
    (where: string, found: string) =>
      `${where} needs a set, as in { "a", "b" } or Members(category). This is ${found}.`,
  ),
  'plain-count': error(
    (where: string, unit: string) =>
      `${where} counts members, so its bound is a number without a unit. This one is in ${unit}.`,
  ),
  'type-mismatch': error(
    (left: string, right: string) => `These two cannot meet: the left side is ${left}, the right side ${right}.`,
  ),
  'quoted-number': error((right: string) => `A number stands outside the quotes, which hold its unit alone: ${right}.`),
  'mixed-branches': error(
    (first: string, other: string) => `All branches have one type. The first is ${first}, this one is ${other}.`,
  ),
  'mixed-members': error(
    (first: string, other: string) =>
      `All members of a set have one type. The first is ${first}, this one is ${other}.`,
  ),
  'different-vocabularies': error(
    () =>
      'These two have different vocabularies, so they cannot be compared. Declare both with the same members in the same order.',
  ),
  'not-a-member': error((value: string, vocabulary: readonly string[], meant: string | null) =>
    vocabulary.length === 0
      ? `"${value}" meets nothing that has such a value.`
      : `"${value}" is not in the vocabulary.${didYouMean(meant)} It has ${choices(vocabulary)}.`,
  ),
  'never-equal': warning(() => 'These two can never be equal: they have no value in common.'),
  'unordered-enum': error(
    () =>
      'This vocabulary has no order. Compare with == or !=, or declare it with square brackets, lowest member first.',
  ),
  'downward-scale': warning(
    (lowest: string, highest: string) =>
      `An ordered vocabulary is written lowest first, so "${lowest}" is the lowest here and "${highest}" the highest: "at least" admits what is written later. Write the members the other way round if that is not meant.`,
  ),
  'no-order': error(
    (found: string) =>
      `Only numbers and members of an ordered enum have an order. This is ${found}; compare it with == or !=.`,
  ),
  'compared-sets': error(
    () => 'Sets are not compared with operators. Write IsSubset(a, b), and IsSubset(b, a) too for equal sets.',
  ),
  'operand-count': error(
    (name: string, expected: string, found: number) => `${name} takes ${expected}, but has ${found} here.`,
  ),
  'if-without-else': error(
    (found: string) => `An IF without ELSE is a condition, but this one gives ${found}. Add ELSE and the other value.`,
  ),
  'set-branch': error(() => 'A branch gives one value, not a set. Move the choice inside the set or the condition.'),
  'case-subject': error((found: string) => `CASE chooses by a member of an enum. This is ${found}; use IF for it.`),
  'repeated-case': error(
    (label: string) => `The case "${label}" stands here already. Only the first could ever be taken.`,
  ),
  'uncovered-case': error(
    (missing: readonly string[]) => `This CASE says nothing for ${choices(missing)}. Add each, or add DEFAULT.`,
  ),
  'members-operand': error((found: string) => `Members takes the name of an enum claim. This is ${found}.`),
  'nested-set': error(() => 'A set holds single values, not sets. Join sets with Union(a, b).'),
} as const
