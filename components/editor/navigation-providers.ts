/** Where a name is declared and used, and giving it another one. */
import type { editor, IDisposable, IPosition } from 'monaco-editor/editor'
import { freshAnswer } from './fresh-answer'
import type { LanguageClient } from './language-client'
import type { MonacoApi } from './load-monaco'
import { rangeIn } from './model-range'
import { RULESET_LANGUAGE } from './ruleset-tokens'

export function registerNavigation(
  monaco: MonacoApi,
  model: editor.ITextModel,
  client: LanguageClient,
): readonly IDisposable[] {
  const { languages } = monaco
  const range = rangeIn(monaco, model)
  const usesAt = async (asked: editor.ITextModel, position: IPosition, token: Parameters<typeof freshAnswer>[2]) => {
    if (asked !== model) return []
    const answer = await freshAnswer(client, model, token, { about: 'uses', offset: model.getOffsetAt(position) })
    return answer?.about === 'uses' ? answer.found.map((use) => ({ ...use, uri: model.uri, range: range(use) })) : []
  }
  return [
    languages.registerDefinitionProvider(RULESET_LANGUAGE, {
      provideDefinition: async (asked, position, token) => {
        const uses = await usesAt(asked, position, token)
        return uses.filter((use) => use.declares).map(({ uri, range }) => ({ uri, range }))
      },
    }),
    languages.registerReferenceProvider(RULESET_LANGUAGE, {
      provideReferences: async (asked, position, { includeDeclaration }, token) => {
        const uses = await usesAt(asked, position, token)
        return uses.filter(({ declares }) => includeDeclaration || !declares).map(({ uri, range }) => ({ uri, range }))
      },
    }),
    languages.registerDocumentHighlightProvider(RULESET_LANGUAGE, {
      provideDocumentHighlights: async (asked, position, token) => {
        const uses = await usesAt(asked, position, token)
        const { Read, Write } = languages.DocumentHighlightKind
        return uses.map(({ range, declares }) => ({ range, kind: declares ? Write : Read }))
      },
    }),
    languages.registerRenameProvider(RULESET_LANGUAGE, {
      provideRenameEdits: async (asked, position, newName, token) => {
        if (asked !== model) return { edits: [] }
        const versionId = model.getVersionId()
        const offset = model.getOffsetAt(position)
        const answer = await freshAnswer(client, model, token, { about: 'renaming', offset, newName })
        if (answer?.about !== 'renaming') return { edits: [], rejectReason: 'The text has changed. Rename again.' }
        const { found } = answer
        if (!found.ok) {
          tell(monaco, model, position, found.reason)
          return { edits: [], rejectReason: found.reason }
        }
        const edits = found.edits.map((edit) => ({
          resource: model.uri,
          versionId,
          textEdit: { range: range(edit), text: edit.text },
        }))
        return { edits }
      },
      resolveRenameLocation: async (asked, position, token) => {
        const question = { about: 'renamable', offset: model.getOffsetAt(position) } as const
        const answer = asked === model ? await freshAnswer(client, model, token, question) : null
        const found = answer?.about === 'renamable' ? answer.found : null
        if (found !== null) return { range: range(found), text: found.name }
        const nothing = monaco.Range.fromPositions(position)
        return { range: nothing, text: '', rejectReason: 'Only claims, definitions and assertions can be renamed.' }
      },
    }),
  ]
}

interface Messages extends editor.IEditorContribution {
  showMessage(message: string, position: IPosition): void
}

/** At the cursor, and aloud: the editor itself only logs why a name was refused. */
function tell(monaco: MonacoApi, model: editor.ITextModel, position: IPosition, message: string): void {
  const [shown] = monaco.editor.getEditors().filter((open) => open.getModel() === model)
  shown?.getContribution<Messages>('editor.contrib.messageController')?.showMessage(message, position)
}
