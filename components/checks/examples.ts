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
  const file = expectObject(read.value)
  const cases = file.cases
  if (!Array.isArray(cases)) throw new Error('an example file has no cases')
  return {
    slug: expectText(file.slug),
    title: expectText(file.title),
    source: expectText(file.source),
    domain: expectText(file.domain),
    country: expectText(file.country),
    summary: expectText(file.summary),
    excerpt: expectText(file.excerpt),
    ruleset: expectText(file.ruleset),
    cases: cases.map((entry) => {
      const { name, claims } = expectObject(entry)
      return { name: expectText(name), claims: readLiteralsOf(claims) }
    }),
  }
}

function readLiteralsOf(value: LosslessJson | undefined): ClaimLiterals {
  return Object.fromEntries(
    Object.entries(expectObject(value)).map(([name, member]) => [
      name,
      member instanceof JsonNumber ? member.text : JSON.stringify(member),
    ]),
  )
}

function expectObject(value: LosslessJson | undefined): { [key: string]: LosslessJson } {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof JsonNumber)
    throw new Error('an example file has a value that is not an object')
  return value
}

function expectText(value: LosslessJson | undefined): string {
  if (typeof value !== 'string') throw new Error('an example file has a value that is not a text')
  return value
}
