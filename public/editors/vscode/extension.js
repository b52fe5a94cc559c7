/** The extension: starts the language server of the command `touchstone`, keeps it running and says how it is. */
const path = require('node:path')
const vscode = require('vscode')
const { LanguageSession, SELECTOR } = require('./language-session')
const { serverCommand } = require('./server-command')

/** A server that has ended this often within the time is started again only if the author asks for it. */
const MAX_ENDS = 4
const ENDS_WITHIN_MS = 180_000
const SETTING = 'touchstone.command'

class ServerKeeper {
  constructor() {
    this.output = vscode.window.createOutputChannel('Touchstone')
    this.status = vscode.languages.createLanguageStatusItem('touchstone.server', SELECTOR)
    this.status.name = 'Touchstone'
    this.session = null
    /** Times at which servers ended. */
    this.ends = []
    /** One start follows the other. */
    this.turn = Promise.resolve()
  }

  /** Starts the server, or starts it again. */
  start() {
    this.turn = Promise.all([this.turn, this.stop()]).then(() => this.open())
    return this.turn
  }

  /** The author asks for it, so earlier ends do not count. */
  restart() {
    this.ends = []
    return this.start()
  }

  async open() {
    await this.stop()
    if (!vscode.workspace.isTrusted) return this.show('not started', 'The language server needs a trusted workspace.')
    this.show('starting', 'The language server is starting.', { isBusy: true })
    let session = null
    try {
      const command = serverCommand(vscode.workspace.getConfiguration().get(SETTING), searchedFolders())
      this.output.appendLine(`Starting ${command.join(' ')}`)
      session = new LanguageSession(command, {
        onLog: (text) => this.output.append(text),
        onEnd: (reason) => this.ended(session, reason),
      })
      this.session = session
      this.show('running', await session.open())
    } catch (error) {
      // Another start or the end of the extension has stopped it.
      if (this.session !== session) return
      this.fail(`Touchstone cannot start its language server: ${error.message}. ${ADVICE}`)
      await this.stop()
    }
  }

  async stop() {
    const { session } = this
    this.session = null
    await session?.close()
  }

  ended(session, reason) {
    this.output.appendLine(`The language server has ended: ${reason}.`)
    // While it is opened, its first request says so.
    if (this.session !== session || this.status.busy) return
    this.session = null
    const now = Date.now()
    this.ends = [...this.ends.filter((time) => now - time < ENDS_WITHIN_MS), now]
    if (this.ends.length < MAX_ENDS) void this.start()
    else this.fail(`The language server of Touchstone ended ${MAX_ENDS} times: ${reason}.`)
  }

  fail(message) {
    this.output.appendLine(message)
    this.show('not running', message, { isError: true })
    void vscode.window.showErrorMessage(message, ...Object.keys(ACTIONS)).then((chosen) => {
      const [command, ...args] = ACTIONS[chosen ?? ''] ?? []
      if (command !== undefined) void vscode.commands.executeCommand(command, ...args)
    })
  }

  show(state, detail, { isBusy = false, isError = false } = {}) {
    const severity = isError ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information
    const command = { command: 'touchstone.restart', title: 'Restart' }
    Object.assign(this.status, { text: `Touchstone: ${state}`, detail, busy: isBusy, severity, command })
  }

  dispose() {
    this.output.dispose()
    this.status.dispose()
  }
}

const ADVICE = `Install the command touchstone in this workspace, or name it in the setting ${SETTING}.`

/** Buttons of a message of failure: a command and its arguments. */
const ACTIONS = {
  'Open Settings': ['workbench.action.openSettings', SETTING],
  'Show Output': ['touchstone.showOutput'],
  Restart: ['touchstone.restart'],
}

/** The workspace, and the folders of rulesets that are open without one. */
function searchedFolders() {
  const { workspaceFolders = [], textDocuments } = vscode.workspace
  const rulesets = textDocuments.filter(({ uri, languageId }) => uri.scheme === 'file' && languageId === 'ruleset')
  const folders = workspaceFolders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath)
  return [...folders, ...rulesets.map(({ uri }) => path.dirname(uri.fsPath))]
}

let keeper = null

function activate({ subscriptions }) {
  const started = new ServerKeeper()
  keeper = started
  const { workspace, commands } = vscode
  subscriptions.push(
    started,
    commands.registerCommand('touchstone.restart', () => started.restart()),
    commands.registerCommand('touchstone.showOutput', () => started.output.show()),
    workspace.onDidGrantWorkspaceTrust(() => started.restart()),
    workspace.onDidChangeWorkspaceFolders(() => started.restart()),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(SETTING)) void started.restart()
    }),
  )
  void started.start()
}

function deactivate() {
  return keeper?.stop()
}

module.exports = { activate, deactivate }
