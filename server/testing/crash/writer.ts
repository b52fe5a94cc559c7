/**
 * A client that writes continuously through the public interfaces until it is stopped. It records each write in the
 * journal before it sends it, and marks it as answered when the whole answer has arrived. Every text is unique.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { DOMAINS } from '../../api/schemas/fields'
import type { Random } from '../../engine/testing/random-rules'
import { type ApprovalWrite, type BindingWrite, type Journal, type RulesetWrite, sha256 } from './journal'

export interface WriterOptions {
  /** Shared by writers. */
  readonly journal: Journal
  readonly url: string
  readonly name: string
  /** Name that other writers of the account bind too. */
  readonly sharedName: string
  readonly random: Random
  readonly stopped: () => boolean
}

type Answer = Readonly<Record<string, unknown>>

/** The server retries its database for 10 seconds. */
const LONGEST_WAIT = 60_000

export class Writer {
  private count = 0
  private last: RulesetWrite | null = null

  constructor(private readonly options: WriterOptions) {}

  async run(): Promise<void> {
    const { random, stopped } = this.options
    const acts = [
      ...Array<() => Promise<void>>(5).fill(() => this.compile()),
      ...Array<() => Promise<void>>(4).fill(() => this.save(this.options.name)),
      ...Array<() => Promise<void>>(3).fill(() => this.save(this.options.sharedName)),
      ...Array<() => Promise<void>>(4).fill(() => this.approve()),
      () => this.addConverter(),
      () => this.useEvaluationCredential(),
    ]
    while (!stopped()) await acts[Math.floor(random() * acts.length)]!()
  }

  private async compile(): Promise<void> {
    const parentHash = this.last !== null && this.options.random() < 0.7 ? this.last.hash : null
    const write = this.newRuleset()
    const answer = await this.send('/v1/compile', { source: write.source, parent_hash: parentHash })
    if (answer === null) return
    const stored = answer.stored as { parent_hash: string | null; revision_depth: number }
    write.depth = stored.revision_depth
    this.stored(write, answer.ruleset_hash, stored.parent_hash)
  }

  private async save(name: string): Promise<void> {
    const { journal, random } = this.options
    const write = this.newRuleset()
    const binding = this.newBinding(name, write.hash)
    const domain = DOMAINS[Math.floor(random() * DOMAINS.length)]
    const label = { hash: write.hash, label: '', answered: false }
    const labelled = random() < 0.3
    if (labelled) journal.labels.push(label)
    const request = { name, source: write.source, ...(labelled && { label: { domain, confidence: 'low' } }) }
    const answer = await this.send('/v1/rulesets', request)
    if (answer === null) return
    label.label = JSON.stringify(answer.label)
    label.answered = true
    binding.answered = true
    this.stored(write, answer.ruleset_hash, answer.parent_hash as string | null)
  }

  private async approve(): Promise<void> {
    const { journal, name: writer, random } = this.options
    if (this.last === null) return
    const { hash } = this.last
    const approver = `${writer} ${this.count++}`
    const binding = random() < 0.5 ? this.newBinding(`${approver} approved`, hash) : null
    const note = `note of ${approver}`
    const write: ApprovalWrite = { hash, approver, note, binding, writer, approvedAt: '', answered: false }
    journal.approvals.push(write)
    const answer = await this.send('/v1/approvals', {
      ruleset_hash: hash,
      approver,
      note,
      ...(binding !== null && { name: binding.name }),
    })
    if (answer === null) return
    write.approvedAt = (answer.approval as { approved_at: string }).approved_at
    write.answered = true
    if (binding !== null) binding.answered = true
  }

  private async addConverter(): Promise<void> {
    const write = { factor: `${this.factorBase()}${this.count++}`, libraryHash: '', answered: false }
    this.options.journal.converters.push(write)
    const converter = { from_unit: 'USD', to_unit: 'EUR', factor: Number(write.factor) }
    const answer = await this.send('/v1/units/converters', converter)
    if (answer === null) return
    write.libraryHash = answer.unit_library_hash as string
    write.answered = true
  }

  private async useEvaluationCredential(): Promise<void> {
    const { credentials } = this.options.journal
    if (credentials.length === 0 || this.options.random() < 0.5) {
      const answer = await this.send('/v1/credentials/evaluation', { client: this.options.name })
      if (answer !== null) credentials.push({ token: answer.credential as string, charged: 0 })
      return
    }
    const credential = credentials[Math.floor(this.options.random() * credentials.length)]!
    const answer = await this.send('/v1/compile', { source: this.newSource() }, credential.token)
    if (answer !== null) credential.charged++
  }

  private newSource(): string {
    return `declare a as boolean;\nassert x { a };\n// ${this.options.name} ${this.count++}\n`
  }

  private newRuleset(): RulesetWrite {
    const source = this.newSource()
    const write = { hash: sha256(source), source, parentHash: null, depth: null, answered: false }
    this.options.journal.rulesets.push(write)
    return write
  }

  private newBinding(name: string, hash: string): BindingWrite {
    const binding = { name, hash, writer: this.options.name, answered: false }
    this.options.journal.bindings.push(binding)
    return binding
  }

  private stored(write: RulesetWrite, hash: unknown, parentHash: string | null): void {
    if (hash !== write.hash) this.options.journal.unexpected.push(`${write.source} was stored as ${String(hash)}`)
    write.parentHash = parentHash
    write.answered = true
    this.last = write
  }

  /** Returns a whole number that is unique to the writer and exact as a double. */
  private factorBase(): string {
    return String(1_000 + Number.parseInt(sha256(this.options.name).slice(0, 6), 16))
  }

  /** Returns the answer of a success; null without an answer or if the database was unavailable. */
  private async send(route: string, body: Answer, token = this.options.journal.token): Promise<Answer | null> {
    let status: number
    let text: string
    try {
      const answer = await fetch(this.options.url + route, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-service-credential': token },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(LONGEST_WAIT),
      })
      status = answer.status
      text = await answer.text()
    } catch {
      await sleep(20) // the server was killed; the caller stops the writer
      return null
    }
    if (status === 200) return JSON.parse(text) as Answer
    if (status !== 503) this.options.journal.unexpected.push(`${route} answered ${status}: ${text.slice(0, 500)}`)
    return null
  }
}
