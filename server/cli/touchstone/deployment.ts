/** A deployment over `/v1` with a credential. Only `pull`, `push` and `hook` connect to one. */
import { z } from 'zod'
import { RULESET_NAME } from '../../api/terms/ruleset-terms'
import { readJson } from '../../language/numeric/lossless-json'
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

/** The deployment answered with an error of its API. */
export class DeploymentRefusalError extends WrongUseError {
  constructor(
    message: string,
    readonly status: number,
    /** The message of the error alone. */
    readonly reason: string,
  ) {
    super(message)
  }
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

  /** @throws WrongUseError if the address is not one of HTTP, or if no credential has the form of this one */
  constructor(
    url: string,
    private readonly credential: string,
  ) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
      throw new WrongUseError(`${url} is not an address such as https://rules.example.org.`)
    this.address = new URL(url)
    // Errors of fetch would print both.
    if (this.address.username !== '' || this.address.password !== '')
      throw new WrongUseError('Write the address of the deployment without a user name and a password.')
    if (!/^[\x21-\x7e]+$/.test(credential))
      throw new WrongUseError(
        'TOUCHSTONE_CREDENTIAL is not a credential: it has a space, a line break or another sign.',
      )
  }

  get host(): string {
    return this.address.host
  }

  /** The stored rulesets by name. @throws WrongUseError, as every call */
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
    return (await this.ask(saved, 'POST', 'rulesets', JSON.stringify(body))).ruleset_hash
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
    throw new WrongUseError(`This version of touchstone cannot write the unit library of ${this.host}.`)
  }

  /**
   * @param schema numbers of the answer are `JsonNumber`
   * @param body JSON
   * @throws DeploymentRefusalError for an error of the API; WrongUseError for anything else than an answer
   */
  async ask<Answer>(
    schema: z.ZodType<Answer>,
    method: 'GET' | 'POST',
    path: string,
    body?: string,
    signal: AbortSignal = AbortSignal.timeout(TIMEOUT_MS),
  ): Promise<Answer> {
    const { response, text } = await this.send(method, path, body, signal)
    const answered = response.ok ? schema.safeParse(parsed(text)) : null
    if (answered?.success === true) return answered.data
    const read = refusal.safeParse(parsed(text))
    if (!read.success) throw new WrongUseError(`${this.host} answered ${method} /v1/${path} with something else.`)
    const { message } = read.data.error
    throw new DeploymentRefusalError(`${this.host} refuses ${method} /v1/${path}: ${message}`, response.status, message)
  }

  private async send(method: string, path: string, body: string | undefined, signal: AbortSignal) {
    const { href } = this.address
    const headers = { 'content-type': 'application/json', 'x-service-credential': this.credential }
    let response: Response
    let text: string
    try {
      const url = new URL(`v1/${path}`, href.endsWith('/') ? href : `${href}/`)
      // The credential must not follow a redirect to another host.
      response = await fetch(url, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        signal,
        redirect: 'manual',
      })
      text = await response.text()
    } catch (error) {
      throw new WrongUseError(`${this.host} does not answer: ${causeOf(error)}`)
    }
    if (response.status >= 300 && response.status < 400)
      throw new WrongUseError(`${this.host} redirects to another address. Use the one that the deployment has itself.`)
    return { response, text }
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'it takes too long.'
  const { cause } = error
  if (!(cause instanceof Error)) return String(error)
  // A host with several addresses has a cause with a code and without words.
  return cause.message === '' && 'code' in cause ? String(cause.code) : cause.message
}

function parsed(text: string): unknown {
  const read = readJson(text)
  return 'problem' in read ? null : read.value
}
