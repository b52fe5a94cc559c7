/** Answers of the Language Server Protocol in the forms of VS Code, which counts kinds from zero, and places the other way. */
const vscode = require('vscode')

/** @param {import('vscode').Position} position */
function placeOf({ line, character }) {
  return { line, character }
}

function rangeOf({ start, end }) {
  return new vscode.Range(start.line, start.character, end.line, end.character)
}

function locationOf({ uri, range }) {
  return new vscode.Location(vscode.Uri.parse(uri), rangeOf(range))
}

function diagnosticOf({ range, message, severity, code, source }) {
  const made = new vscode.Diagnostic(rangeOf(range), message, severity - 1)
  return Object.assign(made, { code, source })
}

function textEditOf({ range, newText }) {
  return vscode.TextEdit.replace(rangeOf(range), newText)
}

function workspaceEditOf({ documentChanges }) {
  const made = new vscode.WorkspaceEdit()
  for (const { textDocument, edits } of documentChanges)
    made.set(vscode.Uri.parse(textDocument.uri), edits.map(textEditOf))
  return made
}

function completionItemOf({ label, kind, detail, documentation, insertTextFormat, textEdit, filterText, sortText }) {
  const isSnippet = insertTextFormat === 2
  return Object.assign(new vscode.CompletionItem(label, kind - 1), {
    detail,
    documentation,
    filterText,
    sortText,
    insertText: isSnippet ? new vscode.SnippetString(textEdit.newText) : textEdit.newText,
    range: rangeOf(textEdit.range),
  })
}

function hoverOf({ contents, range }) {
  return new vscode.Hover(new vscode.MarkdownString(contents.value), rangeOf(range))
}

function signatureHelpOf({ signatures, activeSignature, activeParameter }) {
  return Object.assign(new vscode.SignatureHelp(), {
    signatures: signatures.map(({ label, documentation, parameters }) =>
      Object.assign(new vscode.SignatureInformation(label, documentation), {
        parameters: parameters.map((each) => new vscode.ParameterInformation(each.label)),
      }),
    ),
    activeSignature,
    activeParameter,
  })
}

function highlightOf({ range, kind }) {
  return new vscode.DocumentHighlight(rangeOf(range), kind - 1)
}

function symbolOf({ name, detail, kind, range, selectionRange }) {
  return new vscode.DocumentSymbol(name, detail, kind - 1, rangeOf(range), rangeOf(selectionRange))
}

const FOLDS = { comment: 'Comment', imports: 'Imports', region: 'Region' }

function foldOf({ startLine, endLine, kind }) {
  return new vscode.FoldingRange(startLine, endLine, vscode.FoldingRangeKind[FOLDS[kind]])
}

function actionOf({ title, diagnostics, isPreferred, edit }) {
  return Object.assign(new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix), {
    diagnostics: diagnostics.map(diagnosticOf),
    edit: workspaceEditOf(edit),
    isPreferred,
  })
}

module.exports = {
  ...{ actionOf, completionItemOf, diagnosticOf, foldOf, highlightOf, hoverOf, locationOf, placeOf },
  ...{ rangeOf, signatureHelpOf, symbolOf, textEditOf, workspaceEditOf },
}
