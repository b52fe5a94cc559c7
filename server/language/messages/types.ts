import { didYouMean, errorMessage, listChoices, warningMessage } from './diagnostic'
import { type IdiomId, wayOut } from './idioms'

/** Messages about types of values. */
export const TYPES = {
  'expected-condition': errorMessage(
    (where: string, actual: string) =>
      `${where} needs a condition, something that is true or false. This is ${actual}.`,
  ),
  'expected-number': errorMessage((where: string, actual: string) => `${where} needs a number. This is ${actual}.`),
  'expected-set': errorMessage(
    (where: string, actual: string) =>
      `${where} needs a set, as in { "a", "b" } or Members(category). This is ${actual}.`,
  ),
  'plain-count': errorMessage(
    (where: string, unit: string) =>
      `${where} counts members, so its bound is a number without a unit. This one is in ${unit}.`,
  ),
  'type-mismatch': errorMessage(
    (left: string, right: string, idiom: IdiomId | null) =>
      `These two cannot meet: the left side is ${left}, the right side ${right}.${idiom === null ? '' : ` ${wayOut(idiom)}`}`,
  ),
  'asks-presence': errorMessage(
    (written: string, given: string, answer: string, condition: string, member: string | null) =>
      `${written} asks whether a value is there. No condition sees that, and a policy answers for its whole assertion. Declare a yes/no claim, as in declare ${given} as boolean; and write ${answer} here. And(${given}, ${condition}) requires the value; Implies(${given}, ${condition}) leaves it optional.${member === null ? '' : ` If "${member}" is an answer, make it a member of the vocabulary.`}`,
  ),
  'quoted-number': errorMessage(
    (right: string) => `A number stands outside the quotes, which hold its unit alone: ${right}.`,
  ),
  'mixed-branches': errorMessage(
    (first: string, other: string) => `All branches have one type. The first is ${first}, this one is ${other}.`,
  ),
  'mixed-members': errorMessage(
    (first: string, other: string) =>
      `All members of a set have one type. The first is ${first}, this one is ${other}.`,
  ),
  'different-vocabularies': errorMessage(
    () =>
      'These two have different vocabularies, so they cannot be compared. Declare both with the same members in the same order.',
  ),
  'not-a-member': errorMessage(
    (
      value: string,
      vocabulary: readonly string[],
      meant: string | null,
      idiom: IdiomId | null,
      difference: string | null,
    ) =>
      vocabulary.length === 0
        ? `"${value}" meets nothing that has such a value.`
        : `"${value}" is not in the vocabulary.${didYouMean(meant)}${difference === null ? '' : ` They look alike, but ${difference}.`} It has ${listChoices(vocabulary)}.${idiom === null ? '' : ` ${wayOut(idiom)}`}`,
  ),
  'never-equal': warningMessage(() => 'These two can never be equal: they have no value in common.'),
  'unordered-enum': errorMessage(
    () =>
      'This vocabulary has no order. Compare with == or !=, or declare it with square brackets, lowest member first.',
  ),
  'downward-scale': warningMessage(
    (lowest: string, highest: string) =>
      `An ordered vocabulary is written lowest first, so "${lowest}" is the lowest here and "${highest}" the highest: "at least" admits what is written later. Write the members the other way round if that is not meant.`,
  ),
  'order-by-writing': warningMessage(
    (members: readonly string[]) =>
      `An ordered vocabulary has the order of writing, lowest first, whatever its members say: here ${members
        .slice(0, 4)
        .map((member) => `"${member}"`)
        .join(', then ')}${members.length > 4 ? ' and so on' : ''}. Write them by size if that is not meant.`,
  ),
  'look-alike-members': warningMessage(
    (one: string, other: string, difference: string) =>
      `"${one}" and "${other}" look alike but are two members: ${difference}. A reader sees no difference; remove one of them.`,
  ),
  'odd-member': warningMessage(
    (member: string, odd: string) => `The member "${member}" ${odd}. A value without that is a different value.`,
  ),
  'no-order': errorMessage(
    (actual: string) =>
      `Only numbers and members of an ordered enum have an order. This is ${actual}; compare it with == or !=.`,
  ),
  'compared-sets': errorMessage(
    () => 'Sets are not compared with operators. Write IsSubset(a, b), and IsSubset(b, a) too for equal sets.',
  ),
  'operand-count': errorMessage(
    (name: string, expected: string, actual: number) => `${name} takes ${expected}, but has ${actual} here.`,
  ),
  'if-without-else': errorMessage(
    (actual: string) =>
      `An IF without ELSE is a condition, but this one gives ${actual}. Add ELSE and the other value.`,
  ),
  'set-branch': errorMessage(
    () => 'A branch gives one value, not a set. Move the choice inside the set or the condition.',
  ),
  'case-subject': errorMessage((actual: string) => `This is ${actual}. ${wayOut('case-number')}`),
  'repeated-case': errorMessage(
    (label: string) => `The case "${label}" stands here already. Only the first could ever be taken.`,
  ),
  'uncovered-case': errorMessage(
    (missing: readonly string[]) => `This CASE says nothing for ${listChoices(missing)}. Add each, or add DEFAULT.`,
  ),
  'date-arithmetic': errorMessage(
    () =>
      'A date is compared, moved by a time, as in filed + 30 "d" or filed - 3 "mo", or subtracted from a date, which gives days: decided - filed.',
  ),
  'date-plus-number': errorMessage(
    () =>
      'A date is moved by days or months, and this is a number without a unit. Write which it is, as in 30 "d" or 1 "mo".',
  ),
  'date-plus-unit': errorMessage(
    (unit: string) =>
      `A date is moved by days, weeks, months, quarters or years, and nothing converts ${unit} to them.`,
  ),
  'date-fraction': errorMessage(() => 'A date is moved by whole days or whole months. This is a fraction of one.'),
  'no-month-end': errorMessage(
    () =>
      'Months end on different days: one month after 31 January has no day of its own. State once below the version which day counts: month_end last; is 28 or 29 February, month_end next; is 1 March.',
  ),
  'expected-date': errorMessage((where: string, actual: string) => `${where} needs a date. This is ${actual}.`),
  'quoted-date': errorMessage((date: string) => `A date is written without quotes. Write ${date}.`),
  'round-form': errorMessage(
    () =>
      'Round takes a number, a step and how to round, as in Round(fee, 0.01 "USD", "half_up"). There is no default: "half_up" takes the nearest multiple and halves away from zero, "half_even" takes halves to the even multiple, "up" goes away from zero and "down" towards it.',
  ),
  'round-step': errorMessage((number: string | null) =>
    number === null
      ? 'The step of Round is a written number above zero, as in 0.01 "USD", 5 or 1 "%".'
      : `This step does not convert to what it rounds, which is ${number}. Write the step in that unit.`,
  ),
  'round-mode': errorMessage(
    (meant: string | null) => `Round needs one of "half_up", "half_even", "up" and "down" here.${didYouMean(meant)}`,
  ),
  'set-report': errorMessage(() => 'A report gives one value, not a set.'),
  'members-operand': errorMessage((actual: string) => `Members takes the name of an enum claim. This is ${actual}.`),
  'nested-set': errorMessage(() => 'A set holds single values, not sets. Join sets with Union(a, b).'),
} as const

/** A quotient that meets a part of a whole. */
interface Share {
  /** Unit of the known part of the quotient. */
  readonly partner: string | null
  /** The same rule in plain numbers. */
  readonly rule: string | null
}

/** Messages about units. */
export const UNITS = {
  'unknown-unit': warningMessage(
    (part: string, meant: string | null) =>
      `No unit library has "${part}".${didYouMean(meant)} It is taken as a unit of this ruleset's own, which converts to no other.`,
  ),
  'malformed-unit': errorMessage(
    (part: string) => `This is not a unit: "${part}" cannot be read. Write one like "kg", "m/s", "mg/kg" or "kg.m/s2".`,
  ),
  'bare-versus-united': errorMessage((unit: string, wholes: string | null, hint: string | null) =>
    wholes === null
      ? `This is a bare number, and what it meets is in ${unit}. Write the unit behind the number, as in 10 "${unit}"; zero needs one too.${hint === null ? '' : ` ${hint}`}`
      : `This is a bare number, and what it meets is in ${unit}. 1 "${unit}" is the number ${wholes}. Write the unit behind the number that is meant; zero needs one too.`,
  ),
  'number-without-unit': errorMessage(
    (unit: string, rule: string | null) =>
      `This is a number without a unit, and what it meets is in ${unit}. Both sides need the same unit.${rule === null ? '' : ` As plain numbers: ${rule}`}`,
  ),
  'scaled-percentage': errorMessage(
    (unit: string, factor: string) =>
      `A quotient meets ${unit} as it is. This one is multiplied by ${factor} and still meets ${unit}: leave out either the factor or the unit.`,
  ),
  'unclear-unit': errorMessage((claims: readonly string[], unit: string, share: Share | null) => {
    const open = `This meets ${unit}, but what ${claims.join(' and ')} ${claims.length === 1 ? 'is' : 'are'} measured in is unclear.`
    if (share === null) return `${open} Write it in an annotation: // @unit ${claims[0] ?? ''} and its unit.`
    const annotations = claims.map((claim) => `// @unit ${claim} ${share.partner ?? 'USD'}`).join(' and ')
    const plain = share.rule === null ? '' : ` If they are plain numbers, write ${share.rule}`
    return `${open} A quotient meets ${unit} when its units cancel. Write the unit of each, as in ${annotations}.${plain}`
  }),
  'unbridged-units': warningMessage(
    (
      from: string,
      to: string,
      cause: 'missing' | 'ambiguous',
      open: readonly [claim: string, unit: string] | null,
      advice: string | null,
    ) => {
      if (advice !== null) return `This is UNKNOWN for every claim dictionary: ${advice}`
      const hint = open === null ? '' : ` If ${open[0]} is measured in ${open[1]} too, write // @unit ${open.join(' ')}`
      return cause === 'missing'
        ? `Nothing converts ${to} to ${from}, so this is UNKNOWN for every claim dictionary until a converter is added.${hint}`
        : `${to} to ${from} has more than one meaning, so this is UNKNOWN for every claim dictionary until a converter is added or exact units are written.${hint}`
    },
  ),
  'adopted-unit': warningMessage((claim: string, unit: string, line: number, isPart: boolean) => {
    const example = isPart ? `: 75 is 75 ${unit}, and 0.75 is 0.75 ${unit}` : ''
    return `"${claim}" has no @unit. It meets ${unit} on line ${line}, so its values are read as numbers of ${unit}${example}. Write the annotation to say so.`
  }),
  'adopted-two-units': errorMessage(
    (claim: string, first: string, second: string) =>
      `"${claim}" has no @unit and meets both ${first} and ${second}, which do not convert. Say which it is: // @unit ${claim} ${first}`,
  ),
  'affine-arithmetic': errorMessage(
    (unit: string) =>
      `${unit} has a zero of its own, so its values can be compared and subtracted but not added, negated, multiplied or divided.`,
  ),
  'unwieldy-unit': errorMessage(
    () =>
      'The unit of this product has more symbols or higher powers than anything is measured in. Check what is multiplied.',
  ),
  'quoted-unit': errorMessage(() => 'The unit of an annotation is written without quotes.'),
  'misplaced-unit': errorMessage(
    (unit: string) => `A unit is written only after a number, not after an expression. "${unit}" is one too many here.`,
  ),
} as const

/** Messages about declared names and whether anything reads them. */
export const NAMES = {
  'unknown-name': errorMessage((name: string, meant: string | null, idiom: IdiomId | null, type: string) =>
    meant === null
      ? `Nothing is called "${name}". ${wayOut(idiom) || `Declare it first, as in: declare ${name} as ${type};`}`
      : `Nothing is called "${name}".${didYouMean(meant)}`,
  ),
  'assertion-as-value': errorMessage(
    (name: string) =>
      `"${name}" is an assertion, and an assertion has no value to use here. Name its condition with let and use that name in both.`,
  ),
  'unquoted-value': errorMessage(
    (name: string) => `"${name}" is a member of the vocabulary and is written in double quotes: "${name}".`,
  ),
  'used-before': errorMessage(
    (name: string) => `"${name}" is used before it is declared. Move its declaration above this statement.`,
  ),
  'own-definition': errorMessage(
    (name: string) => `"${name}" is defined by itself. Use another name for the new value.`,
  ),
  'duplicate-name': errorMessage(
    (name: string, line: number) => `"${name}" is declared already, on line ${line}. Choose another name.`,
  ),
  'duplicate-assertion': errorMessage(
    (name: string, line: number) => `There is an assertion "${name}" already, on line ${line}. Choose another name.`,
  ),
  'let-for-claim': errorMessage(
    (name: string) =>
      `"${name}" is a claim: its value comes with each claim dictionary, so no let may give it one. Choose another name, or declare it local.`,
  ),
  'hides-name': errorMessage(
    (name: string) => `"${name}" names something else already. Choose a new name for the member of the set.`,
  ),
  'no-assertion': errorMessage(
    () =>
      'The ruleset holds no assertion, so there is nothing to check. Add one, as in: assert within_limit { amount <= 75 };',
  ),
  'unread-claim': warningMessage(
    (name: string) =>
      `No assertion reads the claim "${name}". It must still be submitted; remove it if it is not needed.`,
  ),
  'unread-name': warningMessage((name: string) => `No assertion reads "${name}". Remove it if it is not needed.`),
  'reads-no-claim': warningMessage(
    (name: string) => `The assertion "${name}" reads no claim, so its answer is always the same.`,
  ),
  'no-member': errorMessage(() => 'An enum needs at least one member, as in: enum ["low", "high"].'),
  'repeated-member': errorMessage((member: string) => `"${member}" is a member of this enum already. Remove it.`),
} as const
