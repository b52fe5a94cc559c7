/**
 * The page's side of the language worker.
 *
 * Promises: the main thread only posts text, at most once a frame and the latest alone; answers about an older text are
 * dropped.
 */
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import type { Answer, Question } from './editor-questions'
import type { FromWorker, LibraryText, LiveCheck, ToWorker } from './protocol'
import type { RulesetDescription } from './ruleset-description'

export interface LanguageState {
  /** Null until the first analysis. */
  readonly diagnostics: readonly Diagnostic[] | null
  /** Null where the text does not compile, or nothing was described yet: see `described`. */
  readonly description: RulesetDescription | null
  readonly described: boolean
  /** Of the last text that compiled on this page; null before there was one. */
  readonly lastGood: RulesetDescription | null
  /** The last check together with what it was a check of; null where there is none. */
  readonly check: { readonly source: string; readonly claims: string; readonly outcome: LiveCheck } | null
  /** What stopped the worker, or null. */
  readonly failure: string | null
}

/** Before the worker said anything. */
export const NOTHING_YET: LanguageState = {
  ...{ diagnostics: null, description: null, described: false },
  ...{ lastGood: null, check: null, failure: null },
}

export class LanguageClient {
  private state = NOTHING_YET
  private readonly listeners = new Set<() => void>()
  private readonly asked = new Map<number, (answer: Answer) => void>()
  private libraryHash: string | null = null
  private source: string | null = null
  private claims: string | null = null
  private textRevision = 0
  private claimsRevision = 0
  private frame = 0
  private readonly unsent = new Set<'text' | 'claims'>()
  private lastId = 0

  constructor(private readonly worker: Worker) {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.receive(data)
    worker.onerror = (event) => {
      event.preventDefault()
      this.change({ failure: event.message || 'it could not be started' })
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  readonly snapshot = (): LanguageState => this.state

  /** The built-in standards until it is called. */
  setLibrary(library: LibraryText): void {
    if (library.hash === this.libraryHash) return
    this.libraryHash = library.hash
    this.send({ kind: 'library', library })
  }

  setText(source: string): void {
    if (source === this.source) return
    this.source = source
    this.textRevision++
    this.soon('text')
  }

  setClaims(claims: string): void {
    if (claims === this.claims) return
    this.claims = claims
    this.claimsRevision++
    this.soon('claims')
  }

  ask(source: string, question: Question): Promise<Answer> {
    const id = ++this.lastId
    return new Promise((resolve) => {
      this.asked.set(id, resolve)
      this.send({ kind: 'ask', id, source, question })
    })
  }

  close(): void {
    cancelAnimationFrame(this.frame)
    this.worker.terminate()
    this.listeners.clear()
  }

  private soon(what: 'text' | 'claims'): void {
    this.unsent.add(what)
    // The first change after a pause goes at once; what follows within a frame goes together.
    if (this.frame === 0) this.flush()
  }

  private flush(): void {
    this.frame = 0
    if (this.unsent.size === 0) return
    if (this.unsent.has('text') && this.source !== null)
      this.send({ kind: 'text', revision: this.textRevision, source: this.source })
    if (this.unsent.has('claims') && this.claims !== null)
      this.send({ kind: 'claims', revision: this.claimsRevision, claims: this.claims })
    this.unsent.clear()
    this.frame = requestAnimationFrame(() => this.flush())
  }

  private send(message: ToWorker): void {
    this.worker.postMessage(message)
  }

  private receive(message: FromWorker): void {
    if (message.kind === 'answer') {
      this.asked.get(message.id)?.(message.answer)
      this.asked.delete(message.id)
      return
    }
    if (message.revision !== this.textRevision) return
    this.change(this.news(message))
  }

  private news(message: Exclude<FromWorker, { readonly kind: 'answer' }>): Partial<LanguageState> {
    switch (message.kind) {
      case 'analysed':
        return { diagnostics: message.diagnostics }
      case 'described': {
        const { description } = message
        return { description, described: true, ...(description === null ? { check: null } : { lastGood: description }) }
      }
      case 'checked':
        if (message.claimsRevision !== this.claimsRevision) return {}
        return { check: { source: this.source ?? '', claims: this.claims ?? '{}', outcome: message.check } }
    }
  }

  private change(part: Partial<LanguageState>): void {
    this.state = { ...this.state, ...part }
    for (const listener of this.listeners) listener()
  }
}
