import { didYouMean, errorMessage, warningMessage } from './diagnostic'

/** Messages about conditions with parameters, lists of conditions and exceptions of language 1.4. */
export const DEFINITIONS = {
  'condition-parameters': errorMessage(
    () =>
      'A condition has names in brackets for what it is asked of, as in condition is_large(x) = x > 75 "USD"; Without them it is a let, as in let is_large = amount > 75 "USD";',
  ),
  'repeated-parameter': errorMessage((name: string) => `"${name}" is a parameter already. Choose another name.`),
  'unused-parameter': warningMessage(
    (name: string) => `The condition does not use "${name}". Remove it if it is not needed.`,
  ),
  'parameter-count': errorMessage(
    (name: string, parameters: readonly string[], actual: number) =>
      `"${name}" takes ${parameters.length === 1 ? 'one operand' : `${parameters.length} operands`}, ${name}(${parameters.join(', ')}), but has ${actual} here.`,
  ),
  'condition-without-operands': errorMessage(
    (name: string, parameters: readonly string[]) =>
      `"${name}" is a condition about something. Write in brackets what it is asked of: ${name}(${parameters.join(', ')}).`,
  ),
  'operand-record': errorMessage(
    (name: string, field: string, actual: string) =>
      `"${name}" reads ${field}, so it is asked of a record or of an entry of a list. This is ${actual}.`,
  ),
  'condition-operand': errorMessage(
    (name: string, line: number, reason: string) => `"${name}" does not fit this, because of line ${line}: ${reason}`,
  ),
  'first-form': errorMessage(
    (actual: string) =>
      `Expected a condition, => and a value, as in first { amount > 75 "USD" => 10 "USD"; else => 0 "USD" }, but found ${actual}.`,
  ),
  'first-arrow': errorMessage(() => 'Between a condition of first and its value stands =>.'),
  'first-separator': errorMessage(
    (actual: string) =>
      `Between the conditions of first stands a semicolon, and } behind the last value. Found ${actual}.`,
  ),
  'else-not-last': errorMessage(() => 'else is the last of the list. Move it behind the conditions.'),
  'exception-form': errorMessage(
    (actual: string) =>
      `Expected an exception, as in except when waived { True }, but found ${actual}. The value in braces holds when the condition does.`,
  ),
  'exception-inside': errorMessage(
    () =>
      'An exception stands behind the braces of the assertion, not inside them. Close the brace before except: assert a { b } except when c { True };',
  ),
  'first-exception': errorMessage(
    () => 'No exception comes before this one that it could win over. Leave then out, or move it after the others.',
  ),
  'first-failed-form': errorMessage(
    (actual: string) =>
      `Expected names of assertions, as in FirstFailed(of_age, income) else "approved", but found ${actual}.`,
  ),
  'unknown-assertion': errorMessage((name: string, meant: string | null) =>
    meant === null
      ? `There is no assertion "${name}". FirstFailed takes the names of assertions that stand above it.`
      : `There is no assertion "${name}".${didYouMean(meant)}`,
  ),
} as const
