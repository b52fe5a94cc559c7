import { MAX_REPETITIONS, type PatternProblem } from '../patterns/pattern'
import { CHECKS } from '../patterns/shapes'
import { didYouMean, errorMessage, listChoices, warningMessage } from './diagnostic'

const PROBLEMS: Readonly<Record<PatternProblem, (written: string) => string>> = {
  anchor: (written) =>
    `Leave out ${written}: a pattern is about the entire text. For the sign itself write [${written === '^' ? '\\\\^' : written}].`,
  'group-open': () => 'A ( of this pattern is never closed. Write ) at the end of the group.',
  'group-close': () => 'A ) of this pattern closes nothing. Remove it, or write [)] for the sign itself.',
  'group-kind': (written) =>
    `A pattern cannot have ${written}. It has plain groups, as in (AB|CD), and neither lookaround nor flags.`,
  'class-open': (written) => `${written} is never closed. Write ] after the last character.`,
  'class-empty': (written) => `${written} has no character. Write those that are allowed, as in [A-Z0-9].`,
  'class-range': (written) => `The range ${written} ends before it begins. Write the lower character first.`,
  'nothing-repeated': (written) =>
    `There is nothing before ${written} to repeat. Remove it, or write [${written}] for the sign itself.`,
  'repeated-twice': (written) =>
    `${written} follows another repetition. Keep one of them, or put the first into brackets.`,
  count: (written) =>
    `${written} is not a number of repetitions. Write {3}, {2,5} or {2,}, or [{] for the sign itself.`,
  'count-order': (written) => `${written} has its greater number first. Write the lower one first.`,
  'count-size': (written) =>
    `${written} is more than ${MAX_REPETITIONS} repetitions. Write * or + if there is no upper bound.`,
  escape: (written) =>
    `${written} means nothing in a pattern. Write a class, as in [0-9] for a digit or [A-Za-z] for a letter; patterns cannot refer back to a group.`,
  stray: (written) => `${written} closes nothing. Write [\\\\${written}] for the sign itself.`,
}

/** Messages about texts, shapes and vocabularies of language 1.4. */
export const TEXTS = {
  'vocabulary-order': errorMessage(
    () => 'A vocabulary has no order, so its members stand in braces: {"1", "2"}. An order belongs to an enum.',
  ),
  'unknown-vocabulary': errorMessage((name: string, meant: string | null) =>
    meant === null
      ? `There is no vocabulary "${name}" above. Define it, as in vocabulary ${name} = {"1", "2"};`
      : `There is no vocabulary "${name}" above.${didYouMean(meant)}`,
  ),
  'unused-text': warningMessage(
    (what: 'vocabulary' | 'shape', name: string) =>
      `Nothing uses the ${what} "${name}". Remove it if it is not needed.`,
  ),
  'text-assign': errorMessage((what: 'vocabulary' | 'shape', name: string, actual: string) =>
    what === 'shape'
      ? `Expected = and a pattern, as in shape ${name} = "[0-9]{5}"; but found ${actual}.`
      : `Expected = and members, as in vocabulary ${name} = {"1", "2"}; but found ${actual}.`,
  ),
  'ignoring-case': errorMessage(
    (actual: string) => `Expected ignoring case, as in enum {"US", "CA"} ignoring case, but found ${actual}.`,
  ),
  'same-but-case': errorMessage(
    (known: string, written: string) =>
      `The case does not count here, so "${written}" is the same as "${known}". Write only one of them.`,
  ),
  'shape-form': errorMessage(
    (actual: string) =>
      `Expected the pattern of the shape in double quotes, as in shape zip = "[0-9]{5}"; but found ${actual}.`,
  ),
  'shape-check': errorMessage((actual: string, meant: string | null) =>
    actual === '"iban"'
      ? 'The digits of an IBAN cannot be checked here: its first four characters count last, which needs too many states. Leave out the check, as in shape iban = "[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}"; and let the program that sends the claims check the digits, as in declare iban_is_valid as boolean;'
      : `The word check is followed by ${listChoices(CHECKS)}. This is ${actual}.${didYouMean(meant)}`,
  ),
  'shape-pattern': errorMessage((problem: PatternProblem, written: string) => PROBLEMS[problem](written)),
  'shape-size': errorMessage(
    () => 'This pattern is too large: written out it has more than 20,000 places. Use smaller numbers of repetitions.',
  ),
  'shape-as-value': errorMessage(
    (name: string) => `"${name}" is a shape, not a value. Ask whether a text has it: Matches(x, ${name}).`,
  ),
  'unknown-shape': errorMessage((pattern: string | null, meant: string | null) =>
    pattern === null
      ? `Matches takes the name of a shape that is defined above, as in shape zip = "[0-9]{5}";${didYouMean(meant)}`
      : `Matches takes the name of a shape. Define it above: shape zip = ${JSON.stringify(pattern)};`,
  ),
  'text-operand': errorMessage(
    (callee: 'Length' | 'Matches', actual: string) =>
      `${callee} asks about a text, as in declare street as text; This is ${actual}.`,
  ),
  'text-else': errorMessage(
    () => 'A text claim accepts any text, so else would never apply. Leave it out, or use an enum or a number.',
  ),
  'text-case': errorMessage(() => 'No list has every text, so CASE needs a DEFAULT here.'),
  'text-report': errorMessage(
    () => 'A report cannot be a text of a claim, because no answer repeats it. Report what the rules say about it.',
  ),
  'table-result-text': errorMessage(
    () => 'The results of a table are listed in its type. Write -> enum with all of them, as in -> enum {"a", "b"}.',
  ),
  'two-texts': errorMessage(
    (operator: '==' | '!=' | null) =>
      `The rules know a text only by what they ask of it, so two text claims cannot be compared with each other. Let the program that sends the claims compare them, as in declare same_name as boolean;${operator === null ? '' : ` and write ${operator === '==' ? 'same_name' : 'Not(same_name)'} here.`}`,
  ),
  'repeated-texts': errorMessage(
    (list: string) =>
      `NoneRepeated cannot compare texts with each other. Declare the entries of "${list}" as an enum or as numbers, or let the program that sends the claims say it, as in declare none_repeated as boolean;`,
  ),
  'unknown-text': errorMessage(
    () =>
      'A claim that is submitted as "unknown" is not known, so no text is equal to it. Add it to the codes if it is a value: text or {"unknown"}.',
  ),
  'text-size': errorMessage(
    (name: string) =>
      `The rules ask about too many texts or shapes at once, up to those of "${name}". Compare with fewer texts, or use fewer shapes, smaller numbers of repetitions, or no check.`,
  ),
} as const
