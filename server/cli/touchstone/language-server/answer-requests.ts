/** The requests of the Language Server Protocol, each answered about the current text of its file. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CancellationToken,
  type CodeAction,
  CodeActionKind,
  type Connection,
  DocumentHighlightKind,
  type FoldingRange,
  LSPErrorCodes,
  type Position,
  type Range,
  ResponseError,
  type SemanticTokens,
  SemanticTokensBuilder,
  type TextDocumentIdentifier,
  type WorkspaceEdit,
} from 'vscode-languageserver/node'
import type { TextEdit } from '../../../language/messages/diagnostic'
import type { NameUse } from '../../../language/semantics/checking'
import { opensCompletions } from '../../../language/service/completion'
import { MEANINGS } from '../../../language/service/highlighting'
import { NOT_RENAMABLE } from '../../../language/service/rename'
import type { OpenText } from './open-text'
import {
  actionsAt,
  type ClientAbilities,
  completionItem,
  documentSymbol,
  hoverOf,
  rangeOf,
  signatureHelp,
} from './protocol-answers'

type TextOf = (uri: string) => OpenText | null

interface TextParams {
  readonly textDocument: TextDocumentIdentifier
}

interface PlaceParams {
  readonly textDocument: TextDocumentIdentifier
  readonly position: Position
}

/**
 * @param textOf the text of a URI, or null if it is not open
 * @param abilities known after the client has introduced itself
 */
export function answerRequests(connection: Connection, textOf: TextOf, abilities: () => ClientAbilities): void {
  const placeOf = ({ textDocument, position }: PlaceParams) => {
    const text = textOf(textDocument.uri)
    return text === null ? null : { text, offset: text.document.offsetAt(position) }
  }
  const usesAt = (params: PlaceParams) => {
    const place = placeOf(params)
    const answer = place?.text.ask({ about: 'uses', offset: place.offset })
    return place == null || answer?.about !== 'uses' ? [] : answer.result.map((use) => usedAt(place.text, use))
  }
  const wanted = whileWanted(textOf)
  answerAboutPlaces(connection, wanted, placeOf, abilities)
  connection.onDefinition(
    wanted((params: PlaceParams) => {
      const declarations = usesAt(params).filter(({ use }) => use.declares)
      return declarations.map(({ location }) => location)
    }),
  )
  connection.onReferences(
    wanted((params) => {
      const { includeDeclaration } = params.context
      const shown = usesAt(params).filter(({ use }) => includeDeclaration || !use.declares)
      return shown.map(({ location }) => location)
    }),
  )
  connection.onDocumentHighlight(
    wanted((params) =>
      usesAt(params).map(({ use, location: { range } }) => {
        return { range, kind: use.declares ? DocumentHighlightKind.Write : DocumentHighlightKind.Read }
      }),
    ),
  )
  answerAboutTexts(connection, wanted, textOf, abilities)
}

/** Turns in which the messages that have already arrived are read. */
const TURNS = 8

type Wanted = <Params extends TextParams, Result>(
  answer: (params: Params) => Result,
) => (params: Params, token: CancellationToken) => Promise<Result | ResponseError<void>>

/**
 * Answers after the messages that have arrived are read, so that a request that is cancelled, or is about a text that
 * has changed, costs nothing.
 */
function whileWanted(textOf: TextOf): Wanted {
  return (answer) => async (params, token) => {
    const versionNow = () => textOf(params.textDocument.uri)?.document.version
    const version = versionNow()
    for (let turn = 0; turn < TURNS; turn++) await nextTurn()
    if (token.isCancellationRequested) return new ResponseError(LSPErrorCodes.RequestCancelled, 'It was cancelled.')
    if (versionNow() !== version) return new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed.')
    return answer(params)
  }
}

function usedAt({ document }: OpenText, use: NameUse) {
  return { use, location: { uri: document.uri, range: rangeOf(document, use) } }
}

type PlaceOf = (params: PlaceParams) => { readonly text: OpenText; readonly offset: number } | null

function answerAboutPlaces(
  connection: Connection,
  wanted: Wanted,
  placeOf: PlaceOf,
  abilities: () => ClientAbilities,
): void {
  connection.onHover(
    wanted((params) => {
      const place = placeOf(params)
      const answer = place?.text.ask({ about: 'hover', offset: place.offset })
      if (place == null || answer?.about !== 'hover' || answer.result === null) return null
      return hoverOf(place.text.document, answer.result, abilities())
    }),
  )
  connection.onSignatureHelp(
    wanted((params) => {
      const place = placeOf(params)
      const answer = place?.text.ask({ about: 'signature', offset: place.offset })
      return answer?.about !== 'signature' || answer.result === null ? null : signatureHelp(answer.result)
    }),
  )
  connection.onCompletion(
    wanted((params) => {
      const place = placeOf(params)
      if (place === null) return null
      const { document } = place.text
      const line = document.getText({ start: { line: params.position.line, character: 0 }, end: params.position })
      if (!opensCompletions(params.context?.triggerCharacter, line)) return null
      const answer = place.text.ask({ about: 'completions', offset: place.offset })
      if (answer.about !== 'completions') return null
      return answer.result.map((each, index) => completionItem(document, each, index, abilities()))
    }),
  )
  connection.onPrepareRename(
    wanted((params) => {
      const place = placeOf(params)
      const answer = place?.text.ask({ about: 'renamable', offset: place.offset })
      if (place == null || answer?.about !== 'renamable') return null
      if (answer.result === null) throw new ResponseError(LSPErrorCodes.RequestFailed, NOT_RENAMABLE)
      return { range: rangeOf(place.text.document, answer.result), placeholder: answer.result.name }
    }),
  )
  connection.onRenameRequest(
    wanted((params) => {
      const place = placeOf(params)
      const { newName } = params
      const answer = place?.text.ask({ about: 'renaming', offset: place.offset, newName })
      if (place == null || answer?.about !== 'renaming') return null
      if (!answer.result.ok) throw new ResponseError(LSPErrorCodes.RequestFailed, answer.result.reason)
      return workspaceEdit(place.text, answer.result.edits, abilities())
    }),
  )
}

function workspaceEdit(
  { document }: OpenText,
  edits: readonly TextEdit[],
  { versionedEdits }: ClientAbilities,
): WorkspaceEdit {
  const { uri, version } = document
  const written = edits.map((edit) => ({ range: rangeOf(document, edit), newText: edit.text }))
  if (!versionedEdits) return { changes: { [uri]: written } }
  return { documentChanges: [{ textDocument: { uri, version }, edits: written }] }
}

function answerAboutTexts(
  connection: Connection,
  wanted: Wanted,
  textOf: TextOf,
  abilities: () => ClientAbilities,
): void {
  connection.onDocumentFormatting(
    wanted(({ textDocument }) => {
      const text = textOf(textDocument.uri)
      const answer = text?.ask({ about: 'format' })
      if (text === null || answer?.about !== 'format') return null
      const before = text.document.getText()
      if (answer.result === before) return []
      return [{ range: rangeOf(text.document, { start: 0, end: before.length }), newText: answer.result }]
    }),
  )
  connection.onCodeAction(
    wanted(({ textDocument, range, context }): CodeAction[] => {
      const text = textOf(textDocument.uri)
      if (text === null) return []
      return actionsAt(text, range, context.only).map(({ fix, diagnostic, isPreferred }) => ({
        ...{ title: fix.title, kind: CodeActionKind.QuickFix, diagnostics: [diagnostic], isPreferred },
        edit: workspaceEdit(text, fix.edits, abilities()),
      }))
    }),
  )
  connection.onDocumentSymbol(
    wanted(({ textDocument }) => {
      const text = textOf(textDocument.uri)
      const answer = text?.ask({ about: 'outline' })
      if (text === null || answer?.about !== 'outline') return []
      return answer.result.map((entry) => documentSymbol(text.document, entry))
    }),
  )
  connection.onFoldingRanges(
    wanted(({ textDocument }): FoldingRange[] => {
      const answer = textOf(textDocument.uri)?.ask({ about: 'folds' })
      const kinds = { comment: 'comment', library: 'imports', region: 'region' }
      if (answer?.about !== 'folds') return []
      return answer.result.map(({ startLine, endLine, kind }) => {
        return { startLine: startLine - 1, endLine: endLine - 1, kind: kinds[kind] }
      })
    }),
  )
  connection.languages.semanticTokens.on(wanted(({ textDocument }) => coloursIn(textOf(textDocument.uri), null)))
  connection.languages.semanticTokens.onRange(
    wanted(({ textDocument, range }) => coloursIn(textOf(textDocument.uri), range)),
  )
}

/** @param range the entire text if null */
function coloursIn(text: OpenText | null, range: Range | null): SemanticTokens {
  const builder = new SemanticTokensBuilder()
  if (text === null) return builder.build()
  const { document } = text
  const start = range === null ? 0 : document.offsetAt(range.start)
  const end = range === null ? document.getText().length : document.offsetAt(range.end)
  const answer = text.ask({ about: 'highlights', start, end })
  if (answer.about !== 'highlights') return builder.build()
  for (const highlight of answer.result) {
    const { line, character } = document.positionAt(highlight.start)
    const modifiers = (highlight.unread ? 1 : 0) + (highlight.declares ? 2 : 0)
    builder.push(line, character, highlight.end - highlight.start, MEANINGS.indexOf(highlight.meaning), modifiers)
  }
  return builder.build()
}
