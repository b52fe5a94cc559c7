/** Posts at most one text per frame, and drops answers about an older text. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Diagnostic } from '../../server/language/messages/diagnostic'
import type { Finding } from '../../server/meaning/analysis/analysis-result'
import type { Answer, FromWorker, LibraryText, LiveCheck, Question, ToWorker } from './protocol'
import type { RulesetDescription } from './ruleset-description'

export interface LanguageState {
  /** Null until the first analysis. */
  readonly diagnostics: readonly Diagnostic[] | null
  /** Null if the text does not compile, or before the first description. */
  readonly description: RulesetDescription | null
  readonly described: boolean
  /** Text of {@link description}, which may be outdated. */
  readonly describedText: string | null
  /** Description of the last text that compiled. */
  readonly lastGood: RulesetDescription | null
  readonly check: { readonly source: string; readonly claims: string; readonly outcome: LiveCheck } | null
  /** Findings of the last analysed text. */
  readonly findings: readonly Finding[]
  /** Whether {@link findings} are about the current text, so that their edits fit. */
  readonly findingsAreCurrent: boolean
  readonly failure: string | null
}

export const NOTHING_YET: LanguageState = {
  diagnostics: null,
  description: null,
  described: false,
  describedText: null,
  lastGood: null,
  check: null,
  findings: [],
  findingsAreCurrent: true,
  failure: null,
}

export class LanguageClient {
  private state = NOTHING_YET
  private readonly listeners = new Set<() => void>()
  private readonly pendingAnswers = new Map<number, (answer: Answer) => void>()
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

  /** The default is the built-in standards. */
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
      this.pendingAnswers.set(id, resolve)
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
    // The first change is sent immediately, later ones once per frame.
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
      this.pendingAnswers.get(message.id)?.(message.answer)
      this.pendingAnswers.delete(message.id)
      return
    }
    if (message.revision !== this.textRevision) return
    this.change(this.news(message))
  }

  private news(message: Exclude<FromWorker, { readonly kind: 'answer' }>): Partial<LanguageState> {
    switch (message.kind) {
      case 'analysed':
        return { diagnostics: message.diagnostics, findingsAreCurrent: false }
      case 'described': {
        const { description } = message
        return {
          description,
          described: true,
          describedText: this.source,
          ...(description === null ? { check: null, findings: [] } : { lastGood: description }),
        }
      }
      case 'found':
        return { findings: message.findings, findingsAreCurrent: true }
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

const noSubscription = () => () => {}
const emptyState = () => NOTHING_YET

/** The client is null until the page runs in the browser. */
export function useLanguage(): { readonly client: LanguageClient | null; readonly state: LanguageState } {
  const [client, setClient] = useState<LanguageClient | null>(null)
  useEffect(() => {
    const made = new LanguageClient(
      new Worker(new URL('./language.worker.ts', import.meta.url), { type: 'module', name: 'language' }),
    )
    setClient(made)
    return () => {
      made.close()
      setClient(null)
    }
  }, [])
  const state = useSyncExternalStore(client?.subscribe ?? noSubscription, client?.snapshot ?? emptyState, emptyState)
  return { client, state }
}
