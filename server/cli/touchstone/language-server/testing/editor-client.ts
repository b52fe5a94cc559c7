/** An editor for tests: a client of the protocol with the language server as its child process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  type ClientCapabilities,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  ExitNotification,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node'

export const FULL_ABILITIES: ClientCapabilities = {
  textDocument: {
    completion: { completionItem: { snippetSupport: true } },
    hover: { contentFormat: ['markdown', 'plaintext'] },
  },
  workspace: {
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
  },
}

export interface EditorOptions {
  readonly capabilities?: ClientCapabilities
  /** URI of the workspace folder. */
  readonly folder?: string | null
}

export class EditorClient {
  readonly published: PublishDiagnosticsParams[] = []
  private readonly waiting = new Set<() => void>()

  private constructor(
    readonly child: ChildProcess,
    readonly connection: ProtocolConnection,
    readonly initialised: InitializeResult,
  ) {
    connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.published.push(params)
      for (const wake of this.waiting) wake()
    })
  }

  /** @param program the words that start the server, such as `node touchstone.js language-server` */
  static async start(program: readonly [string, ...string[]], options: EditorOptions = {}): Promise<EditorClient> {
    const [command, ...args] = program
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    )
    connection.onRequest(RegistrationRequest.type, () => undefined)
    connection.listen()
    const { capabilities = FULL_ABILITIES, folder = null } = options
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the language server ended with ${code}`)
    })
    const answered = connection.sendRequest(InitializeRequest.type, {
      ...{ processId: process.pid, rootUri: folder, capabilities },
      workspaceFolders: folder === null ? null : [{ uri: folder, name: 'folder' }],
    })
    ended.catch(() => undefined)
    const initialised = await Promise.race([answered, ended])
    const client = new EditorClient(child, connection, initialised)
    await connection.sendNotification(InitializedNotification.type, {})
    return client
  }

  async open(uri: string, text: string, version = 1): Promise<void> {
    const textDocument = { uri, languageId: 'ruleset', version, text }
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument })
  }

  async change(uri: string, version: number, contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const textDocument = { uri, version }
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument, contentChanges })
  }

  async save(uri: string): Promise<void> {
    await this.connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument: { uri } })
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } })
  }

  /** The first diagnostics that fit, among those that have arrived and those that will. */
  async diagnostics(fits: (params: PublishDiagnosticsParams) => boolean): Promise<PublishDiagnosticsParams> {
    for (;;) {
      const found = this.published.find(fits)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.waiting.delete(wake)
          resolve()
        }
        this.waiting.add(wake)
      })
    }
  }

  /** @returns the exit code of the server */
  async stop(): Promise<number | null> {
    await this.connection.sendRequest(ShutdownRequest.type)
    const ended = once(this.child, 'exit')
    await this.connection.sendNotification(ExitNotification.type)
    const [code] = (await ended) as [number | null]
    this.connection.dispose()
    return code
  }
}
