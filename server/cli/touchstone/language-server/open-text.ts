import type { TextDocument } from 'vscode-languageserver-textdocument'
import { DEFAULT_BUDGETS } from '../../../config/budgets'
import { CompiledRuleset } from '../../../engine/compile'
import { type Analysis, analyseRuleset } from '../../../language/semantics/analyse'
import { type Answer, answerQuestion, type Question } from '../../../language/service/answer-question'
import type { Finding } from '../../../meaning/analysis/analysis-result'
import { TypingFindings } from '../../../meaning/analysis/typing-findings'
import type { FolderUnits, UnitsOfText } from './folder-units'

/** Milliseconds per text and per turn, between which messages are read. The command answers the remaining questions. */
const MAX_FINDINGS_MS = 200
const MAX_TURN_MS = 4

/** A text in an editor, with what is known about its current version. */
export class OpenText {
  private analysed: { readonly version: number; readonly analysis: Analysis; readonly units: UnitsOfText } | null = null
  private findings: TypingFindings | null = null

  constructor(
    readonly document: TextDocument,
    private readonly folders: FolderUnits,
    private readonly now: () => number,
  ) {}

  /** The units may be others, so the text is analysed again. */
  forget(): void {
    this.analysed = null
    this.findings = null
  }

  current(): { readonly analysis: Analysis; readonly units: UnitsOfText } {
    const { version, uri } = this.document
    if (this.analysed?.version === version) return this.analysed
    const units = this.folders.of(uri)
    const analysis = analyseRuleset(this.document.getText(), units.library, DEFAULT_BUDGETS)
    this.analysed = { version, analysis, units }
    this.findings = null
    return this.analysed
  }

  ask(question: Question): Answer {
    const { analysis, units } = this.current()
    const source = this.document.getText()
    // The text after a rename is not cached.
    const analyse = (text: string) =>
      text === source ? analysis : analyseRuleset(text, units.library, DEFAULT_BUDGETS)
    return answerQuestion(source, analyse, units.library, question)
  }

  /** Findings about the meaning of the current version so far. */
  found(): readonly Finding[] {
    this.current()
    return this.findings?.found ?? []
  }

  /** Asks about the meaning for one turn. @returns whether nothing remains to be asked */
  findMore(): boolean {
    const { analysis, units } = this.current()
    const { ruleset, diagnostics } = analysis
    if (ruleset === null || units.problem !== null) return true
    const input = { source: this.document.getText(), hash: '', library: units.library, limits: DEFAULT_BUDGETS }
    this.findings ??= new TypingFindings(
      new CompiledRuleset({ ...input, unitLibraryHash: null }, ruleset, diagnostics),
      this.now,
    )
    return this.findings.isFinished(MAX_TURN_MS, MAX_FINDINGS_MS)
  }
}
