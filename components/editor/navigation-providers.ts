import type { editor, IDisposable, IPosition } from 'monaco-editor/editor'
import { NOT_RENAMABLE } from '../../server/language/service/rename'
import { RULESET_LANGUAGE } from '../../server/language/service/token-rules'
import type { LanguageClient } from './language-client'
import { freshAnswer, type MonacoApi, rangeIn } from './provider-answers'

export function registerNavigation(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
): readonly IDisposable[] {
  const { languages } = monaco
  const range = rangeIn(monaco, model)
  const usesAt = async (
    requestedModel: editor.ITextModel,
    position: IPosition,
    token: Parameters<typeof freshAnswer>[2],
  ) => {
    if (requestedModel !== model) return []
    const answer = await freshAnswer(client, model, token, { about: 'uses', offset: model.getOffsetAt(position) })
    return answer?.about === 'uses' ? answer.result.map((use) => ({ ...use, uri: model.uri, range: range(use) })) : []
  }
  return [
    languages.registerDefinitionProvider(RULESET_LANGUAGE, {
      provideDefinition: async (requestedModel, position, token) => {
        const uses = await usesAt(requestedModel, position, token)
        return uses.filter((use) => use.declares).map(({ uri, range }) => ({ uri, range }))
      },
    }),
    languages.registerReferenceProvider(RULESET_LANGUAGE, {
      provideReferences: async (requestedModel, position, { includeDeclaration }, token) => {
        const uses = await usesAt(requestedModel, position, token)
        return uses.filter(({ declares }) => includeDeclaration || !declares).map(({ uri, range }) => ({ uri, range }))
      },
    }),
    languages.registerDocumentHighlightProvider(RULESET_LANGUAGE, {
      provideDocumentHighlights: async (requestedModel, position, token) => {
        const uses = await usesAt(requestedModel, position, token)
        const { Read, Write } = languages.DocumentHighlightKind
        return uses.map(({ range, declares }) => ({ range, kind: declares ? Write : Read }))
      },
    }),
    languages.registerRenameProvider(RULESET_LANGUAGE, {
      provideRenameEdits: async (requestedModel, position, newName, token) => {
        if (requestedModel !== model) return { edits: [] }
        const versionId = model.getVersionId()
        const offset = model.getOffsetAt(position)
        const answer = await freshAnswer(client, model, token, { about: 'renaming', offset, newName })
        if (answer?.about !== 'renaming') return { edits: [], rejectReason: 'The text has changed. Rename again.' }
        const { result: renaming } = answer
        if (!renaming.ok) {
          showReason(monaco, model, position, renaming.reason)
          return { edits: [], rejectReason: renaming.reason }
        }
        const edits = renaming.edits.map((edit) => ({
          resource: model.uri,
          versionId,
          textEdit: { range: range(edit), text: edit.text },
        }))
        return { edits }
      },
      resolveRenameLocation: async (requestedModel, position, token) => {
        const question = { about: 'renamable', offset: model.getOffsetAt(position) } as const
        const answer = requestedModel === model ? await freshAnswer(client, model, token, question) : null
        const renamable = answer?.about === 'renamable' ? answer.result : null
        if (renamable !== null) return { range: range(renamable), text: renamable.name }
        const nothing = monaco.Range.fromPositions(position)
        return { range: nothing, text: '', rejectReason: NOT_RENAMABLE }
      },
    }),
  ]
}

interface Messages extends editor.IEditorContribution {
  showMessage(message: string, position: IPosition): void
}

/** Shows a message at the cursor; the editor itself only logs why a name was refused. */
function showReason(monaco: MonacoApi, model: editor.ITextModel, position: IPosition, message: string): void {
  const [shown] = monaco.editor.getEditors().filter((open) => open.getModel() === model)
  shown?.getContribution<Messages>('editor.contrib.messageController')?.showMessage(message, position)
}
