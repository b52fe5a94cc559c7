/** The rulesets and units of a namespace, over `/v1` with a full credential. Only `pull` and `push` connect to it. */
import { z } from 'zod'
import { RULESET_NAME } from '../../api/terms/ruleset-terms'
import { BUILT_IN_LIBRARY } from '../../services/library/unit-libraries'
import { WrongUseError } from './policy-files'
import { readUnitLibrary, UnitLibraryError } from './unit-library-text'

export interface StoredRuleset {
  readonly name: string
  readonly hash: string
}

/** `text` is null for only the built-in units. */
export interface StoredUnits {
  readonly hash: string | null
  readonly text: string | null
}

/** Members that later versions add are ignored. */
const row = z.object({ name: z.string().regex(RULESET_NAME), ruleset_hash: z.string() })
const list = z.object({ rulesets: z.array(row), next: z.string().nullable() })
const loaded = z.object({ ruleset_hash: z.string(), source: z.string() })
const saved = z.object({ ruleset_hash: z.string() })
const units = z.object({
  unit_library_hash: z.string().nullable(),
  converters: z.array(
    z.object({ from_unit: z.string(), to_unit: z.string(), factor_exact: z.string(), offset_exact: z.string() }),
  ),
})
const refusal = z.object({ error: z.object({ code: z.string(), message: z.string() }) })

const NAMES_A_PAGE = 200
const TIMEOUT_MS = 60_000

export class Deployment {
  private readonly address: URL

  /** @throws WrongUseError if the address is not one of HTTP */
  constructor(
    url: string,
    private readonly credential: string,
  ) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new WrongUseError(`${url} is not an address such as https://rules.example.org.`)
    this.address = new URL(url)
  }

  /** By name. @throws WrongUseError, as every call */
  async names(): Promise<readonly StoredRuleset[]> {
    const all: StoredRuleset[] = []
    for (let after: string | null = ''; after !== null; ) {
      const query: string = `limit=${NAMES_A_PAGE}${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`
      const page: z.output<typeof list> = await this.ask(list, 'GET', `rulesets?${query}`)
      all.push(...page.rulesets.map(({ name, ruleset_hash }) => ({ name, hash: ruleset_hash })))
      after = page.next
    }
    return all
  }

  async source(name: string): Promise<string> {
    return (await this.ask(loaded, 'GET', `rulesets/${encodeURIComponent(name)}`)).source
  }

  /** Saves a revision, and approves nothing. @returns its hash */
  async save(name: string, source: string, parent: string | null): Promise<string> {
    const body = { name, source, ...(parent === null ? {} : { parent_hash: parent }) }
    return (await this.ask(saved, 'POST', 'rulesets', body)).ruleset_hash
  }

  async units(): Promise<StoredUnits> {
    const { unit_library_hash: hash, converters } = await this.ask(units, 'GET', 'units')
    if (hash === BUILT_IN_LIBRARY.hash) return { hash, text: null }
    const lines = converters.map(
      ({ from_unit, to_unit, factor_exact, offset_exact }) =>
        `${to_unit} = ${from_unit} * ${factor_exact} + ${offset_exact}\n`,
    )
    const text = `unit library 1\n${lines.join('')}`
    try {
      if (readUnitLibrary('the unit library', text).hash === hash) return { hash, text }
    } catch (error) {
      if (!(error instanceof UnitLibraryError)) throw error
    }
    throw new WrongUseError(`This version of touchstone cannot write the unit library of ${this.address.host}.`)
  }

  private async ask<Answer>(
    schema: z.ZodType<Answer>,
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<Answer> {
    const { host, href } = this.address
    const headers = { 'content-type': 'application/json', 'x-service-credential': this.credential }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    let response: Response
    let text: string
    try {
      const url = new URL(`v1/${path}`, href.endsWith('/') ? href : `${href}/`)
      response = await fetch(url, { method, headers, ...sent, signal: AbortSignal.timeout(TIMEOUT_MS) })
      text = await response.text()
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new WrongUseError(`${host} does not answer: ${cause}`)
    }
    const answered = response.ok ? schema.safeParse(parsed(text)) : null
    if (answered?.success === true) return answered.data
    const read = refusal.safeParse(parsed(text))
    if (!read.success) throw new WrongUseError(`${host} answered ${method} /v1/${path} with something else.`)
    throw new WrongUseError(`${host} refuses ${method} /v1/${path}: ${read.data.error.message}`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
