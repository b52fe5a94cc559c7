/** The questions of VS Code, each asked of the language server. */
const vscode = require('vscode')
const forms = require('./protocol-forms')
const { AnswerError, ServerEndedError } = require('./server-process')

const REQUEST_CANCELLED = -32800
const CONTENT_MODIFIED = -32801

function aboutText(document) {
  return { textDocument: { uri: document.uri.toString() } }
}

function aboutPlace(document, position) {
  return { ...aboutText(document), position: forms.placeOf(position) }
}

/** VS Code no longer needs the answer, or will ask for it again. */
function isOutdated(error) {
  if (error instanceof ServerEndedError) return true
  return error instanceof AnswerError && (error.code === REQUEST_CANCELLED || error.code === CONTENT_MODIFIED)
}

/**
 * @param {import('vscode').DocumentSelector} selector
 * @param {import('./server-process').ServerProcess} server
 * @param {object} capabilities as the server describes itself
 * @returns {import('vscode').Disposable[]}
 */
function registerFeatures(selector, server, capabilities) {
  const ask = async (method, params, token, convert) => {
    try {
      const answer = await server.request(`textDocument/${method}`, params, token)
      return answer == null ? undefined : convert(answer)
    } catch (error) {
      if (isOutdated(error)) return undefined
      throw error
    }
  }
  return [...registerPlaces(selector, ask, capabilities), ...registerTexts(selector, ask, server, capabilities)]
}

const each = (convert) => (all) => all.map(convert)

function registerPlaces(selector, ask, { completionProvider, signatureHelpProvider }) {
  const { languages } = vscode
  const { triggerCharacters, retriggerCharacters } = signatureHelpProvider
  return [
    languages.registerHoverProvider(selector, {
      provideHover: (document, position, token) => ask('hover', aboutPlace(document, position), token, forms.hoverOf),
    }),
    languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: (document, position, token, { triggerKind, triggerCharacter }) => {
          const context = { triggerKind: triggerKind + 1, triggerCharacter }
          const params = { ...aboutPlace(document, position), context }
          return ask('completion', params, token, each(forms.completionItemOf))
        },
      },
      ...completionProvider.triggerCharacters,
    ),
    languages.registerSignatureHelpProvider(
      selector,
      {
        provideSignatureHelp: (document, position, token) =>
          ask('signatureHelp', aboutPlace(document, position), token, forms.signatureHelpOf),
      },
      { triggerCharacters, retriggerCharacters },
    ),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, position, token) =>
        ask('definition', aboutPlace(document, position), token, each(forms.locationOf)),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: (document, position, { includeDeclaration }, token) => {
        const params = { ...aboutPlace(document, position), context: { includeDeclaration } }
        return ask('references', params, token, each(forms.locationOf))
      },
    }),
    languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: (document, position, token) =>
        ask('documentHighlight', aboutPlace(document, position), token, each(forms.highlightOf)),
    }),
    languages.registerRenameProvider(selector, {
      prepareRename: (document, position, token) =>
        ask('prepareRename', aboutPlace(document, position), token, ({ range, placeholder }) => {
          return { range: forms.rangeOf(range), placeholder }
        }),
      provideRenameEdits: (document, position, newName, token) =>
        ask('rename', { ...aboutPlace(document, position), newName }, token, forms.workspaceEditOf),
    }),
  ]
}

function registerTexts(selector, ask, server, { semanticTokensProvider }) {
  const { languages } = vscode
  const { tokenTypes, tokenModifiers } = semanticTokensProvider.legend
  return [
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: (document, { tabSize, insertSpaces }, token) => {
        const params = { ...aboutText(document), options: { tabSize, insertSpaces } }
        return ask('formatting', params, token, each(forms.textEditOf))
      },
    }),
    languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: (document, { start, end }, { only }, token) => {
          const context = { diagnostics: [], ...(only && { only: [only.value] }) }
          const range = { start: forms.placeOf(start), end: forms.placeOf(end) }
          return ask('codeAction', { ...aboutText(document), range, context }, token, each(forms.actionOf))
        },
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: (document, token) =>
        ask('documentSymbol', aboutText(document), token, each(forms.symbolOf)),
    }),
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: (document, _context, token) =>
        ask('foldingRange', aboutText(document), token, each(forms.foldOf)),
    }),
    languages.registerDocumentSemanticTokensProvider(
      selector,
      {
        provideDocumentSemanticTokens: async (document, token) => {
          try {
            const { data } = await server.request('textDocument/semanticTokens/full', aboutText(document), token)
            return new vscode.SemanticTokens(Uint32Array.from(data))
          } catch (error) {
            // Without an answer VS Code would remove the colours; after a cancellation it asks again.
            throw isOutdated(error) ? new vscode.CancellationError() : error
          }
        },
      },
      new vscode.SemanticTokensLegend(tokenTypes, tokenModifiers),
    ),
  ]
}

module.exports = { registerFeatures }
