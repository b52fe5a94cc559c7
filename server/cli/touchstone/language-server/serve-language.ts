/**
 * `touchstone language-server`: the Language Server Protocol over standard input and output. It answers with the
 * functions of the editor on the pages (decisions/060), opens no connection, and ends with its client.
 */
import {
  CodeActionKind,
  type Connection,
  createConnection,
  DidChangeWatchedFilesNotification,
  type InitializeParams,
  type InitializeResult,
  MarkupKind,
  TextDocumentSyncKind,
  TextDocuments,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { VERSIONS } from '../../../api/terms/versions'
import { COMPLETION_TRIGGERS } from '../../../language/service/completion'
import { MEANINGS, MODIFIERS } from '../../../language/service/highlighting'
import { CONFIGURATION } from '../policy-files'
import { answerRequests } from './answer-requests'
import { FolderUnits } from './folder-units'
import { OpenText } from './open-text'
import { type ClientAbilities, diagnosticsOf } from './protocol-answers'

/** Changes that arrive within this time are analysed once. */
const CHANGES_MS = 20

/** Serves until the client ends, which ends the process. */
export function serveLanguage(): void {
  new LanguageServer(createConnection(process.stdin, process.stdout)).listen()
}

class LanguageServer {
  private readonly folders = new FolderUnits()
  private readonly documents = new TextDocuments(TextDocument)
  private readonly texts = new Map<string, OpenText>()
  private readonly changed = new Set<OpenText>()
  private timer: NodeJS.Timeout | null = null
  private abilities: ClientAbilities = { snippets: false, markdown: false, versionedEdits: false, watches: false }

  constructor(private readonly connection: Connection) {}

  listen(): void {
    const { connection, documents } = this
    connection.onInitialize((params) => this.initialise(params))
    connection.onInitialized(() => this.watch())
    documents.onDidOpen(({ document }) => {
      this.texts.set(document.uri, new OpenText(document, this.folders, () => performance.now()))
    })
    documents.onDidChangeContent(({ document }) => this.schedule(this.texts.get(document.uri)))
    documents.onDidSave(() => this.judgeAll())
    documents.onDidClose(({ document }) => this.close(document.uri))
    connection.onDidChangeWatchedFiles(() => this.judgeAll())
    answerRequests(
      connection,
      (uri) => this.texts.get(uri) ?? null,
      () => this.abilities,
    )
    documents.listen(connection)
    connection.listen()
  }

  private initialise({ capabilities, workspaceFolders, rootUri }: InitializeParams): InitializeResult {
    const { textDocument, workspace } = capabilities
    this.abilities = {
      snippets: textDocument?.completion?.completionItem?.snippetSupport === true,
      markdown: textDocument?.hover?.contentFormat?.includes(MarkupKind.Markdown) === true,
      versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
      watches: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    }
    this.folders.setFolders(workspaceFolders?.map(({ uri }) => uri) ?? (rootUri == null ? [] : [rootUri]))
    return { serverInfo: { name: 'touchstone', version: VERSIONS.service_version }, capabilities: CAPABILITIES }
  }

  /** A client that does not watch files is served at the next change or save. */
  private watch(): void {
    if (!this.abilities.watches) return
    const watchers = [{ globPattern: `**/${CONFIGURATION}` }]
    void this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers })
  }

  private schedule(text: OpenText | undefined): void {
    if (text === undefined) return
    this.changed.add(text)
    this.timer ??= setTimeout(() => {
      this.timer = null
      const due = [...this.changed]
      this.changed.clear()
      for (const each of due) this.judge(each)
    }, CHANGES_MS)
  }

  private judgeAll(): void {
    for (const text of this.texts.values()) {
      text.forget()
      this.schedule(text)
    }
  }

  private close(uri: string): void {
    const text = this.texts.get(uri)
    if (text !== undefined) this.changed.delete(text)
    this.texts.delete(uri)
    void this.connection.sendDiagnostics({ uri, diagnostics: [] })
  }

  /** Sends what is wrong at once, and then what is found about the meaning. */
  private judge(text: OpenText): void {
    const { uri, version } = text.document
    this.send(text)
    const findMore = () => {
      if (this.texts.get(uri) !== text || text.document.version !== version) return
      if (!text.findMore()) setImmediate(findMore)
      else if (text.found().length > 0) this.send(text)
    }
    setImmediate(findMore)
  }

  private send(text: OpenText): void {
    const { uri, version } = text.document
    void this.connection.sendDiagnostics({ uri, version, diagnostics: diagnosticsOf(text) })
  }
}

const CAPABILITIES: InitializeResult['capabilities'] = {
  positionEncoding: 'utf-16',
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
  completionProvider: { triggerCharacters: [...COMPLETION_TRIGGERS] },
  signatureHelpProvider: { triggerCharacters: ['(', ','], retriggerCharacters: [')'] },
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  semanticTokensProvider: {
    legend: { tokenTypes: [...MEANINGS], tokenModifiers: [...MODIFIERS] },
    full: true,
    range: true,
  },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  documentSymbolProvider: true,
  documentFormattingProvider: true,
  foldingRangeProvider: true,
}
