/**
 * Messages about names: what is declared, where, and whether anything reads it.
 */
import { didYouMean, error, warning } from './message'

export const NAMES = {
  'unknown-name': error((name: string, meant: string | null) =>
    meant === null
      ? `Nothing is called "${name}". Declare it first, as in: declare ${name} as boolean;`
      : `Nothing is called "${name}".${didYouMean(meant)}`,
  ),
  'assertion-as-value': error(
    (name: string) =>
      `"${name}" is an assertion, and an assertion has no value to use here. Name its condition with let and use that name in both.`,
  ),
  'unquoted-value': error(
    (name: string) => `"${name}" is a member of the vocabulary and stands in double quotes: "${name}".`,
  ),
  'used-before': error(
    (name: string) => `"${name}" is used before it is declared. Move its declaration above this statement.`,
  ),
  'own-definition': error((name: string) => `"${name}" is defined by itself. Use another name for the new value.`),
  'duplicate-name': error(
    (name: string, line: number) => `"${name}" is declared already, on line ${line}. Choose another name.`,
  ),
  'duplicate-assertion': error(
    (name: string, line: number) => `There is an assertion "${name}" already, on line ${line}. Choose another name.`,
  ),
  'let-for-claim': error(
    (name: string) =>
      `"${name}" is a claim: its value comes with each claim dictionary, so no let may give it one. Choose another name, or declare it local.`,
  ),
  'hides-name': error(
    (name: string) => `"${name}" names something else already. Choose a new name for the member of the set.`,
  ),
  'no-assertion': error(
    () =>
      'The ruleset holds no assertion, so there is nothing to check. Add one, as in: assert within_limit { amount <= 75 };',
  ),
  'unread-claim': warning(
    (name: string) =>
      `No assertion reads the claim "${name}". It must still be submitted; remove it if it is not needed.`,
  ),
  'unread-name': warning((name: string) => `No assertion reads "${name}". Remove it if it is not needed.`),
  'reads-no-claim': warning(
    (name: string) => `The assertion "${name}" reads no claim, so its answer is always the same.`,
  ),
  'no-member': error(() => 'An enum needs at least one member, as in: enum ["low", "high"].'),
  'repeated-member': error((member: string) => `"${member}" is a member of this enum already. Remove it.`),
} as const
