/**
 * What the editor offers beyond text: completion, hover, signatures, quick fixes, definitions, references, layout,
 * rename. Answers come from the language worker.
 */
import type { editor, IDisposable, languages } from 'monaco-editor/editor'
import type { Diagnostic, Fix } from '../../server/language/diagnostic'
import type { LanguageClient } from '../language/language-client'
import { completionProvider } from './completion-provider'
import { hoverProvider } from './hover-provider'
import type { MonacoApi } from './load-monaco'
import { RULESET_LANGUAGE } from './ruleset-tokens'
import { signatureProvider } from './signature-provider'

export const MARKER_OWNER = 'touchstone'

/** Registers every provider for one model; the answer takes them away again. */
export function registerLanguageFeatures(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
): IDisposable {
  const isOurs = (other: editor.ITextModel) => other === model
  const rangeOf = (start: number, end: number) =>
    monaco.Range.fromPositions(model.getPositionAt(start), model.getPositionAt(end))
  const usesAt = async (position: Parameters<editor.ITextModel['getOffsetAt']>[0]) => {
    const offset = model.getOffsetAt(position)
    const answer = await client.ask(model.getValue(), { about: 'uses', offset })
    return answer.about === 'uses' ? answer.found : []
  }
  const providers = [
    monaco.languages.registerCompletionItemProvider(RULESET_LANGUAGE, completionProvider(monaco, model, client)),
    monaco.languages.registerHoverProvider(RULESET_LANGUAGE, hoverProvider(monaco, model, client)),
    monaco.languages.registerSignatureHelpProvider(RULESET_LANGUAGE, signatureProvider(model, client)),
    monaco.languages.registerCodeActionProvider(
      RULESET_LANGUAGE,
      {
        provideCodeActions: (asked, range) => {
          if (!isOurs(asked)) return { actions: [], dispose: () => {} }
          const start = model.getOffsetAt(range.getStartPosition())
          const end = model.getOffsetAt(range.getEndPosition())
          const touched = (client.snapshot().diagnostics ?? []).filter((d) => d.start <= end && d.end >= start)
          const actions = touched.flatMap((diagnostic) =>
            diagnostic.fixes.map((fix) => codeAction(monaco, model, diagnostic, fix, rangeOf)),
          )
          return { actions, dispose: () => {} }
        },
      },
      { providedCodeActionKinds: ['quickfix'] },
    ),
    monaco.languages.registerDefinitionProvider(RULESET_LANGUAGE, {
      provideDefinition: async (asked, position) => {
        const uses = isOurs(asked) ? await usesAt(position) : []
        return uses
          .filter((use) => use.declares)
          .map(({ start, end }) => ({ uri: model.uri, range: rangeOf(start, end) }))
      },
    }),
    monaco.languages.registerReferenceProvider(RULESET_LANGUAGE, {
      provideReferences: async (asked, position) => {
        const uses = isOurs(asked) ? await usesAt(position) : []
        return uses.map(({ start, end }) => ({ uri: model.uri, range: rangeOf(start, end) }))
      },
    }),
    monaco.languages.registerDocumentFormattingEditProvider(RULESET_LANGUAGE, {
      provideDocumentFormattingEdits: async (asked) => {
        if (!isOurs(asked)) return []
        const version = model.getVersionId()
        const answer = await client.ask(model.getValue(), { about: 'format' })
        if (answer.about !== 'format' || model.getVersionId() !== version) return []
        return [{ range: model.getFullModelRange(), text: answer.found }]
      },
    }),
    monaco.languages.registerRenameProvider(RULESET_LANGUAGE, {
      provideRenameEdits: async (asked, position, newName) => {
        if (!/^[A-Za-z_]\w*$/.test(newName))
          return { edits: [], rejectReason: 'A name is a letter or _, then letters, digits and _.' }
        const uses = isOurs(asked) ? await usesAt(position) : []
        return {
          edits: uses.map(({ start, end }) => ({
            resource: model.uri,
            versionId: undefined,
            textEdit: { range: rangeOf(start, end), text: newName },
          })),
        }
      },
      resolveRenameLocation: async (asked, position) => {
        const offset = model.getOffsetAt(position)
        const uses = isOurs(asked) ? await usesAt(position) : []
        const here = uses.find(({ start, end }) => start <= offset && offset <= end)
        const range = here === undefined ? new monaco.Range(1, 1, 1, 1) : rangeOf(here.start, here.end)
        return here === undefined
          ? { range, text: '', rejectReason: 'Only names can be renamed.' }
          : { range, text: here.name }
      },
    }),
  ]
  return { dispose: () => providers.forEach((provider) => void provider.dispose()) }
}

function codeAction(
  monaco: MonacoApi,
  model: editor.ITextModel,
  diagnostic: Diagnostic,
  fix: Fix,
  rangeOf: (start: number, end: number) => InstanceType<MonacoApi['Range']>,
): languages.CodeAction {
  return {
    title: fix.title,
    kind: 'quickfix',
    diagnostics: [marker(monaco, diagnostic)],
    isPreferred: diagnostic.fixes[0] === fix,
    edit: {
      edits: fix.edits.map(({ start, end, text }) => ({
        resource: model.uri,
        versionId: model.getVersionId(),
        textEdit: { range: rangeOf(start, end), text },
      })),
    },
  }
}

export function marker(monaco: MonacoApi, diagnostic: Diagnostic): editor.IMarkerData {
  const { severity, message, code, line, column, endLine, endColumn, start, end } = diagnostic
  return {
    severity: severity === 'error' ? monaco.MarkerSeverity.Error : monaco.MarkerSeverity.Warning,
    message,
    code,
    startLineNumber: line,
    startColumn: column,
    endLineNumber: endLine,
    // A mark without width would not be seen.
    endColumn: start === end ? endColumn + 1 : endColumn,
  }
}
