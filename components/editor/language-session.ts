/**
 * Works in small steps: markers, description, check, then findings. Newer messages come between two steps, and no step
 * begins for an outdated text.
 */
import { openLibrary } from '../../server/engine/batch/open-library'
import { DEFAULT_BIND_LIMITS } from '../../server/engine/claims/reading'
import { CompiledRuleset } from '../../server/engine/compile'
import { placeRules } from '../../server/engine/explain/placed-rules'
import { knownNamesOf } from '../../server/language/imports/known-names'
import { type Analysis, analyseRuleset } from '../../server/language/semantics/analyse'
import { answerQuestion } from '../../server/language/service/answer-question'
import { DEFAULT_LANGUAGE_LIMITS } from '../../server/language/text/limits'
import { builtInLibrary, type UnitLibrary } from '../../server/language/units/unit-library'
import { TypingFindings } from '../../server/meaning/analysis/typing-findings'
import { liveCheck } from './live-check'
import type { Answer, FromWorker, Question, ToWorker } from './protocol'
import { describeForPages } from './ruleset-description'
import { UnitChoices } from './unit-choices'

const LIMITS = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }

interface Text {
  readonly revision: number
  readonly source: string
}

type Step = 'analyse' | 'describe' | 'check' | 'question'

/** Milliseconds per text and per turn. The server answers the remaining questions. */
const MAX_QUESTIONS_MS = 20
const MAX_TURN_MS = 4

export class LanguageSession {
  private library: UnitLibrary = builtInLibrary()
  private choices = new UnitChoices(this.library)
  private readonly due = new Set<Step>()
  private text: Text = { revision: 0, source: '' }
  private claims = { revision: 0, claims: '{}' }
  private analysed: { readonly source: string; readonly analysis: Analysis } | null = null
  private compiled: CompiledRuleset | null = null
  private findings: TypingFindings | null = null
  private scheduled = false

  /**
   * @param later runs a call after the waiting messages
   * @param now milliseconds; limits the number of questions, never their answers
   */
  constructor(
    private readonly post: (message: FromWorker) => void,
    private readonly later: (call: () => void) => void,
    private readonly now: () => number,
  ) {}

  receive(message: ToWorker): void {
    switch (message.kind) {
      case 'library':
        this.library = openLibrary(message.library)
        this.choices = new UnitChoices(this.library)
        this.analysed = null
        this.due.clear()
        if (this.text.revision > 0) this.due.add('analyse')
        break
      case 'text':
        this.text = message
        this.due.clear()
        this.due.add('analyse')
        break
      case 'claims':
        this.claims = message
        this.due.add('check')
        break
      case 'ask': {
        const { id, source, question } = message
        this.post({ kind: 'answer', id, answer: this.answer(source, question) })
        return
      }
    }
    this.schedule()
  }

  private answer(source: string, question: Question): Answer {
    if (question.about === 'citing') return { about: 'citing', result: placeRules(source, this.analysis(source)) }
    if (question.about === 'names') return { about: 'names', names: knownNamesOf(this.analysis(source)) }
    // The text after a rename is not cached.
    const analyse = (text: string) =>
      text === source ? this.analysis(text) : analyseRuleset(text, this.library, LIMITS)
    return answerQuestion(source, analyse, this.library, question)
  }

  private schedule(): void {
    if (this.scheduled || this.due.size === 0) return
    this.scheduled = true
    this.later(() => {
      this.scheduled = false
      this.step()
      this.schedule()
    })
  }

  private step(): void {
    const { revision, source } = this.text
    if (this.due.delete('analyse')) {
      const analysis = this.analysis(source)
      this.post({ kind: 'analysed', revision, diagnostics: analysis.diagnostics })
      this.findings = null
      this.due.add('describe')
    } else if (this.due.delete('describe')) {
      this.compiled = this.compile()
      const description =
        this.compiled === null
          ? null
          : describeForPages(this.compiled.ruleset, this.compiled.definitions, this.library, this.choices)
      this.post({ kind: 'described', revision, description })
      this.due.add('check')
      this.due.add('question')
    } else if (this.due.delete('check')) {
      if (this.compiled === null) return
      const { revision: claimsRevision, claims } = this.claims
      this.post({ kind: 'checked', revision, claimsRevision, check: liveCheck(this.compiled, claims) })
    } else if (this.due.delete('question') && this.compiled !== null) {
      this.findings ??= new TypingFindings(this.compiled, this.now)
      if (this.findings.isFinished(MAX_TURN_MS, MAX_QUESTIONS_MS))
        this.post({ kind: 'found', revision, findings: this.findings.found })
      else this.due.add('question')
    }
  }

  private analysis(source: string): Analysis {
    if (this.analysed?.source === source) return this.analysed.analysis
    const analysis = analyseRuleset(source, this.library, LIMITS)
    this.analysed = { source, analysis }
    return analysis
  }

  private compile(): CompiledRuleset | null {
    const { source } = this.text
    const { ruleset, diagnostics } = this.analysis(source)
    if (ruleset === null) return null
    // The hash is only for stored rulesets.
    const input = { source, hash: '', library: this.library, unitLibraryHash: null, limits: LIMITS }
    return new CompiledRuleset(input, ruleset, diagnostics)
  }
}
