import { JsonNumber, type LosslessJson, readJson } from '../../server/language/numeric/lossless-json'
import type { ClaimLiterals } from './claim-literals'

export interface ExampleTitle {
  readonly slug: string
  readonly title: string
  readonly source: string
  readonly domain: string
  /** Cases that the policy covers, in words. */
  readonly country: string
  readonly summary: string
}

export interface ExampleCase {
  readonly name: string
  readonly claims: ClaimLiterals
}

export interface Example extends ExampleTitle {
  readonly excerpt: string
  readonly ruleset: string
  readonly cases: readonly ExampleCase[]
}

export async function fetchExample(slug: string): Promise<Example> {
  const response = await fetch(`/examples/${encodeURIComponent(slug)}.json`)
  if (!response.ok) throw new Error(`the example answered ${response.status}`)
  return parseExample(await response.text())
}

/** Numbers of the dictionaries stay as written. */
export function parseExample(text: string): Example {
  const read = readJson(text)
  if ('problem' in read) throw new Error(`an example file is broken: ${read.problem.message}`)
  const file = record(read.value)
  const cases = file.cases
  if (!Array.isArray(cases)) throw new Error('an example file has no cases')
  return {
    slug: string(file.slug),
    title: string(file.title),
    source: string(file.source),
    domain: string(file.domain),
    country: string(file.country),
    summary: string(file.summary),
    excerpt: string(file.excerpt),
    ruleset: string(file.ruleset),
    cases: cases.map((entry) => {
      const { name, claims } = record(entry)
      return { name: string(name), claims: literals(claims) }
    }),
  }
}

function literals(value: LosslessJson | undefined): ClaimLiterals {
  return Object.fromEntries(
    Object.entries(record(value)).map(([name, member]) => [
      name,
      member instanceof JsonNumber ? member.text : JSON.stringify(member),
    ]),
  )
}

function record(value: LosslessJson | undefined): { [key: string]: LosslessJson } {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber)
    throw new Error('an example file has a value that is not an object')
  return value
}

function string(value: LosslessJson | undefined): string {
  if (typeof value !== 'string') throw new Error('an example file has a value that is not a text')
  return value
}
