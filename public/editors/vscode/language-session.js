/** A running language server, the texts that it knows, and the features that it answers. */
const vscode = require('vscode')
const { registerFeatures } = require('./language-features')
const { diagnosticOf, placeOf } = require('./protocol-forms')
const { ServerProcess } = require('./server-process')

const LANGUAGE = 'ruleset'
const SELECTOR = ['file', 'untitled'].map((scheme) => ({ language: LANGUAGE, scheme }))

const ABILITIES = {
  general: { positionEncodings: ['utf-16'] },
  textDocument: {
    synchronization: { didSave: true },
    completion: { completionItem: { snippetSupport: true }, contextSupport: true },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    signatureHelp: { signatureInformation: { parameterInformation: { labelOffsetSupport: true } } },
    rename: { prepareSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } }, isPreferredSupport: true },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
  workspace: {
    workspaceEdit: { documentChanges: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceFolders: true,
  },
}

/** Kinds of change of a watched file. */
const CHANGES = { created: 1, changed: 2, deleted: 3 }

class LanguageSession {
  /**
   * @param {readonly string[]} command
   * @param {{ onLog(text: string): void, onEnd(reason: string): void }} listener told if the server ends without `close`
   */
  constructor(command, listener) {
    this.isClosed = false
    this.problems = vscode.languages.createDiagnosticCollection('touchstone')
    /** @type {import('vscode').Disposable[]} */
    this.disposables = [this.problems]
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri
    this.server = new ServerProcess(command, folder?.scheme === 'file' ? folder.fsPath : undefined, {
      onLog: listener.onLog,
      onRequest: (method, params) => this.answer(method, params),
      onNotification: (method, params) => {
        if (method === 'textDocument/publishDiagnostics') this.showProblems(params)
        else if (method === 'window/logMessage' || method === 'window/showMessage')
          listener.onLog(`${params.message}\n`)
      },
      onEnd: (reason) => {
        this.dispose()
        if (!this.isClosed) listener.onEnd(reason)
      },
    })
  }

  /** @returns {Promise<string>} name and version of the server */
  async open() {
    const folders = vscode.workspace.workspaceFolders ?? []
    const { capabilities, serverInfo } = await this.server.request('initialize', {
      processId: process.pid,
      clientInfo: { name: 'Visual Studio Code', version: vscode.version },
      capabilities: ABILITIES,
      rootUri: folders[0]?.uri.toString() ?? null,
      workspaceFolders: folders.map(({ uri, name }) => ({ uri: uri.toString(), name })),
    })
    this.server.notify('initialized', {})
    this.followTexts()
    this.disposables.push(...registerFeatures(SELECTOR, this.server, capabilities))
    return `${serverInfo.name} ${serverInfo.version}`
  }

  async close() {
    this.isClosed = true
    await this.server.stop()
  }

  dispose() {
    for (const each of this.disposables.splice(0)) each.dispose()
  }

  followTexts() {
    const { workspace } = vscode
    const ofRulesets = (report) => (document) => {
      if (vscode.languages.match(SELECTOR, document) > 0) report(document)
    }
    const opened = ofRulesets((document) => {
      const textDocument = { languageId: LANGUAGE, ...versionOf(document), text: document.getText() }
      this.server.notify('textDocument/didOpen', { textDocument })
    })
    this.disposables.push(
      workspace.onDidOpenTextDocument(opened),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length === 0) return
        const changes = contentChanges.map(({ range: { start, end }, text }) => {
          return { range: { start: placeOf(start), end: placeOf(end) }, text }
        })
        const params = { textDocument: versionOf(document), contentChanges: changes }
        ofRulesets(() => this.server.notify('textDocument/didChange', params))(document)
      }),
      workspace.onDidSaveTextDocument(
        ofRulesets((document) => this.server.notify('textDocument/didSave', { textDocument: versionOf(document) })),
      ),
      workspace.onDidCloseTextDocument(
        ofRulesets((document) => this.server.notify('textDocument/didClose', { textDocument: versionOf(document) })),
      ),
    )
    workspace.textDocuments.forEach(opened)
  }

  showProblems({ uri, diagnostics }) {
    this.problems.set(vscode.Uri.parse(uri), diagnostics.map(diagnosticOf))
  }

  /** @returns {null | undefined} undefined if the request is unknown */
  answer(method, params) {
    if (method !== 'client/registerCapability') return undefined
    for (const { method: registered, registerOptions } of params.registrations)
      if (registered === 'workspace/didChangeWatchedFiles')
        for (const { globPattern } of registerOptions.watchers) this.watch(globPattern)
    return null
  }

  watch(globPattern) {
    const watcher = vscode.workspace.createFileSystemWatcher(globPattern)
    const report = (type) => (uri) =>
      this.server.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: uri.toString(), type }] })
    watcher.onDidCreate(report(CHANGES.created))
    watcher.onDidChange(report(CHANGES.changed))
    watcher.onDidDelete(report(CHANGES.deleted))
    this.disposables.push(watcher)
  }
}

function versionOf({ uri, version }) {
  return { uri: uri.toString(), version }
}

module.exports = { LanguageSession, SELECTOR }
