/** Answers of the language core in the forms of the Language Server Protocol. Positions are UTF-16, as offsets are. */
import {
  CodeActionKind,
  type CompletionItem,
  CompletionItemKind,
  type Diagnostic,
  DiagnosticSeverity,
  type DocumentSymbol,
  InsertTextFormat,
  type Hover as LspHover,
  MarkupKind,
  type Range,
  type SignatureHelp,
  SymbolKind,
} from 'vscode-languageserver/node'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import { type Fix, fixesTouching, type Diagnostic as Problem } from '../../../language/messages/diagnostic'
import { type Completion, type CompletionKind, filterTextOf } from '../../../language/service/completion'
import type { Hover } from '../../../language/service/hover'
import { hoverLines, hoverParagraphs } from '../../../language/service/hover-markdown'
import type { OutlineEntry } from '../../../language/service/outline'
import type { Signature } from '../../../language/service/signature'
import type { Span } from '../../../language/text/line-index'
import type { Finding } from '../../../meaning/analysis/analysis-result'
import type { OpenText } from './open-text'

/** The client's description of itself. */
export interface ClientAbilities {
  /** Fills in placeholders. */
  readonly snippets: boolean
  readonly markdown: boolean
  /** Refuses edits of a text that has changed. */
  readonly versionedEdits: boolean
  /** Reports changed files. */
  readonly watches: boolean
}

const SOURCE = 'touchstone'
/** Findings come later, and are opinions on a text that compiles. */
const FINDING_SOURCE = 'touchstone meaning'

export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) }
}

/** A text whose units cannot be read has only that problem, because its others may be wrong. */
export function diagnosticsOf(text: OpenText): Diagnostic[] {
  const { analysis, units } = text.current()
  const { document } = text
  if (units.problem !== null) {
    const range = rangeOf(document, { start: 0, end: 0 })
    return [{ range, severity: DiagnosticSeverity.Error, source: SOURCE, message: units.problem }]
  }
  const problems = analysis.diagnostics.map((each) => problemOf(document, each))
  return [...problems, ...text.found().flatMap((each) => findingOf(each) ?? [])]
}

function problemOf(document: TextDocument, problem: Problem): Diagnostic {
  const severity = problem.severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning
  const { code, message } = problem
  return { range: rangeOf(document, problem), severity, code, source: SOURCE, message }
}

/** Null if it has no place in the text. */
function findingOf({ severity, kind, sentence, place }: Finding): Diagnostic | null {
  if (place === null) return null
  return {
    range: {
      start: { line: place.line - 1, character: place.column - 1 },
      end: { line: place.endLine - 1, character: place.endColumn - 1 },
    },
    severity: severity === 'warning' ? DiagnosticSeverity.Information : DiagnosticSeverity.Hint,
    code: kind,
    source: FINDING_SOURCE,
    message: sentence,
  }
}

/** A one-click fix, before it has the form of an edit. */
export interface OfferedAction {
  readonly fix: Fix
  readonly diagnostic: Diagnostic
  readonly isPreferred: boolean
}

/** @param only kinds that the editor asks for, or all */
export function actionsAt(text: OpenText, range: Range, only: readonly string[] | undefined): readonly OfferedAction[] {
  if (only !== undefined && !only.some((kind) => kind === '' || kind === CodeActionKind.QuickFix)) return []
  const { document } = text
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)]
  const { analysis, units } = text.current()
  if (units.problem !== null) return []
  const fixes = fixesTouching(analysis.diagnostics, start, end).map(({ diagnostic, fix, isPreferred }) => {
    return { fix, diagnostic: problemOf(document, diagnostic), isPreferred }
  })
  const meant = text.found().flatMap((finding): OfferedAction[] => {
    const diagnostic = findingOf(finding)
    if (finding.fix === null || diagnostic === null) return []
    const touches = document.offsetAt(diagnostic.range.start) <= end && document.offsetAt(diagnostic.range.end) >= start
    return touches ? [{ fix: finding.fix, diagnostic, isPreferred: false }] : []
  })
  return [...fixes, ...meant]
}

const COMPLETION_KINDS: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  keyword: CompletionItemKind.Keyword,
  function: CompletionItemKind.Function,
  claim: CompletionItemKind.Field,
  local: CompletionItemKind.Variable,
  let: CompletionItemKind.Constant,
  variable: CompletionItemKind.Variable,
  member: CompletionItemKind.EnumMember,
  unit: CompletionItemKind.Unit,
  annotation: CompletionItemKind.Property,
}

export function completionItem(
  document: TextDocument,
  completion: Completion,
  index: number,
  { snippets }: ClientAbilities,
): CompletionItem {
  const { label, kind, insert, snippet, detail, documentation, replaces } = completion
  const newText = snippet && !snippets ? withoutPlaceholders(insert) : insert
  return {
    ...{ label, detail, documentation },
    kind: COMPLETION_KINDS[kind],
    insertTextFormat: snippet && snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: rangeOf(document, replaces), newText },
    filterText: filterTextOf(document.getText(), completion),
    sortText: String(index).padStart(6, '0'),
  }
}

function withoutPlaceholders(insert: string): string {
  return insert.replace(/\$\{\d+:([^}]*)\}|\$\d+/g, (_, name: string | undefined) => name ?? '')
}

export function hoverOf(document: TextDocument, hover: Hover, { markdown }: ClientAbilities): LspHover {
  const paragraphs = markdown ? hoverParagraphs(hover) : hoverLines(hover)
  const kind = markdown ? MarkupKind.Markdown : MarkupKind.PlainText
  return { range: rangeOf(document, hover), contents: { kind, value: paragraphs.join('\n\n') } }
}

export function signatureHelp({ form, meaning, operands, active }: Signature): SignatureHelp {
  const parameters = operands.map(({ start, end }) => ({ label: [start, end] as [number, number] }))
  return {
    signatures: [{ label: form, documentation: meaning, parameters }],
    activeSignature: 0,
    activeParameter: active,
  }
}

const SYMBOL_KINDS: Readonly<Record<OutlineEntry['kind'], SymbolKind>> = {
  claim: SymbolKind.Field,
  local: SymbolKind.Variable,
  let: SymbolKind.Constant,
  assertion: SymbolKind.Method,
}

export function documentSymbol(document: TextDocument, entry: OutlineEntry): DocumentSymbol {
  const { name, detail, kind, nameAt } = entry
  return {
    ...{ name, detail },
    kind: SYMBOL_KINDS[kind],
    range: rangeOf(document, entry),
    selectionRange: rangeOf(document, nameAt),
  }
}
