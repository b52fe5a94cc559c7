/**
 * An area of the settings: variables that are read and judged together.
 *
 * Promises: every variable of the area that is wrong by itself is reported, by name; what several say together is judged
 * where each of them is right. Trusts nothing.
 */
import { z } from 'zod'

/** The environment without what is unset or empty. */
export type GivenVariables = Readonly<Record<string, string>>

export interface EnvironmentProblem {
  readonly variable: string
  readonly problem: string
}

export type AreaReading<T> = { readonly ok: true; readonly settings: T } | WrongVariables

export interface WrongVariables {
  readonly ok: false
  readonly problems: readonly EnvironmentProblem[]
}

/** @param settle what the variables mean, each of which has its form; or what is wrong with them together */
export function readArea<Forms extends z.ZodRawShape, T>(
  forms: Forms,
  given: GivenVariables,
  settle: (read: z.output<z.ZodObject<Forms>>) => AreaReading<T>,
): AreaReading<T> {
  const read = z.object(forms).safeParse(given)
  return read.success ? settle(read.data) : { ok: false, problems: problemsOf(read.error) }
}

function problemsOf(error: z.ZodError): EnvironmentProblem[] {
  return error.issues.map(({ path, message }) => ({ variable: String(path[0]), problem: message }))
}
