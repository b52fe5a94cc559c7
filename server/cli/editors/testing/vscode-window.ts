/** A window of VS Code for tests: the part of its API that the extension uses, without a screen. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { compileFunction } from 'node:vm'
import { type CancellationToken, Emitter, OpenDocument } from './open-document'
import * as values from './vscode-values'

const PROVIDERS = [
  ...['Hover', 'CompletionItem', 'SignatureHelp', 'Definition', 'Reference', 'DocumentHighlight', 'Rename'],
  ...['DocumentFormattingEdit', 'CodeActions', 'DocumentSymbol', 'FoldingRange', 'DocumentSemanticTokens'],
]

export interface Options {
  readonly folder: string
  /** The setting `touchstone.command`. */
  readonly command: unknown
  readonly isTrusted?: boolean
}

interface Disposable {
  dispose(): unknown
}

interface Registered {
  readonly provider: Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>
  readonly options: readonly unknown[]
}

interface ConfigurationChange {
  affectsConfiguration(name: string): boolean
}

export class VscodeWindow {
  readonly documents: OpenDocument[] = []
  readonly problems = new Map<string, readonly values.Diagnostic[]>()
  readonly providers = new Map<string, Registered>()
  readonly watchers = new Map<string, Emitter<values.Uri>>()
  readonly messages: { readonly text: string; readonly buttons: string[]; choose(button: string): void }[] = []
  readonly commands = new Map<string, () => unknown>()
  readonly executed: unknown[][] = []
  readonly status: Record<string, unknown> = {}
  readonly subscriptions: Disposable[] = []
  readonly events = {
    opened: new Emitter<OpenDocument>(),
    edited: new Emitter<object>(),
    saved: new Emitter<OpenDocument>(),
    closed: new Emitter<OpenDocument>(),
    trusted: new Emitter<void>(),
    configured: new Emitter<ConfigurationChange>(),
    moved: new Emitter<void>(),
  }
  output = ''
  private readonly happened = new Emitter<void>()

  constructor(private options: Options) {}

  async until(isSo: () => boolean): Promise<void> {
    while (!isSo())
      await new Promise<void>((resolve) => {
        const once = this.happened.event(() => {
          once.dispose()
          resolve()
        })
      })
  }

  open(uri: values.Uri, text: string, languageId?: string): OpenDocument {
    const document = new OpenDocument(uri, text, languageId)
    this.documents.push(document)
    this.events.opened.fire(document)
    return document
  }

  edit(document: OpenDocument, range: values.Range, text: string): void {
    document.replace(range, text)
    this.events.edited.fire({ document, contentChanges: [{ range, text }] })
  }

  close(document: OpenDocument): void {
    this.documents.splice(this.documents.indexOf(document), 1)
    this.events.closed.fire(document)
  }

  /** @param question such as `Hover.provideHover` */
  async ask(question: string, ...args: readonly (unknown | CancellationToken)[]): Promise<unknown> {
    const [kind = '', method = ''] = question.split('.')
    const registered = this.providers.get(kind)
    if (registered === undefined) throw new Error(`nothing answers ${question}`)
    return registered.provider[method]!(...args)
  }

  configure(command: unknown): void {
    this.options = { ...this.options, command }
    this.events.configured.fire({ affectsConfiguration: (name) => name === 'touchstone.command' })
  }

  trust(): void {
    this.options = { ...this.options, isTrusted: true }
    this.events.trusted.fire()
  }

  /** The module `vscode`. */
  api(): object {
    return {
      ...values,
      version: '1.85.0',
      languages: this.languages(),
      window: this.window(),
      workspace: this.workspace(),
      commands: {
        registerCommand: (name: string, run: () => unknown) => this.register(this.commands, name, run),
        executeCommand: async (...words: unknown[]) => this.executed.push(words),
      },
    }
  }

  private languages(): object {
    const providers = PROVIDERS.map((kind) => [
      `register${kind}Provider`,
      (_selector: unknown, provider: Registered['provider'], ...options: unknown[]) =>
        this.register(this.providers, kind, { provider, options }),
    ])
    const status = new Proxy(this.status, {
      set: (target, name, value) => {
        target[String(name)] = value
        this.happened.fire()
        return true
      },
    })
    return {
      ...Object.fromEntries(providers),
      match: (selector: readonly { language: string; scheme: string }[], { uri, languageId }: OpenDocument) =>
        selector.some(({ language, scheme }) => language === languageId && scheme === uri.scheme) ? 10 : 0,
      createLanguageStatusItem: () => Object.assign(status, { dispose: () => undefined }),
      createDiagnosticCollection: () => ({
        set: (uri: values.Uri, found: readonly values.Diagnostic[]) => {
          this.problems.set(String(uri), found)
          this.happened.fire()
        },
        dispose: () => this.problems.clear(),
      }),
    }
  }

  private window(): object {
    const write = (text: string) => {
      this.output += text
    }
    return {
      createOutputChannel: () => ({
        ...{ append: write, appendLine: (line: string) => write(`${line}\n`) },
        ...{ show: () => this.executed.push(['output']), dispose: () => undefined },
      }),
      showErrorMessage: (text: string, ...buttons: string[]) =>
        new Promise((choose) => {
          this.messages.push({ text, buttons, choose })
          this.happened.fire()
        }),
    }
  }

  private workspace(): object {
    const { options, events, documents } = this
    const current = () => this.options
    return {
      textDocuments: documents,
      workspaceFolders: [{ uri: values.Uri.file(options.folder), name: 'folder' }],
      get isTrusted() {
        return current().isTrusted ?? true
      },
      getConfiguration: () => ({ get: () => current().command }),
      onDidOpenTextDocument: events.opened.event,
      onDidChangeTextDocument: events.edited.event,
      onDidSaveTextDocument: events.saved.event,
      onDidCloseTextDocument: events.closed.event,
      onDidGrantWorkspaceTrust: events.trusted.event,
      onDidChangeConfiguration: events.configured.event,
      onDidChangeWorkspaceFolders: events.moved.event,
      createFileSystemWatcher: (glob: string) => {
        const changed = new Emitter<values.Uri>()
        const unchanged = new Emitter<values.Uri>()
        const watched = this.register(this.watchers, glob, changed)
        const { event } = unchanged
        return { ...watched, onDidCreate: event, onDidDelete: event, onDidChange: changed.event }
      },
    }
  }

  private register<T>(all: Map<string, T>, name: string, value: T): Disposable {
    if (all.has(name)) throw new Error(`${name} is registered twice`)
    all.set(name, value)
    this.happened.fire()
    return { dispose: () => all.delete(name) }
  }
}

export interface Extension {
  activate(context: { readonly subscriptions: Disposable[] }): void
  deactivate(): Promise<void> | undefined
}

/** Loads a CommonJS module and those in its folder. @param vscode what they get as the module `vscode` */
export function loadExtension(main: string, vscode: object): Extension {
  const loaded = new Map<string, { exports: unknown }>()
  const load = (file: string): unknown => {
    const known = loaded.get(file)
    if (known !== undefined) return known.exports
    const made: { exports: unknown } = { exports: {} }
    loaded.set(file, made)
    const near = createRequire(file)
    const require = (name: string): unknown => {
      if (name === 'vscode') return vscode
      return name.startsWith('.') ? load(near.resolve(name)) : near(name)
    }
    const run = compileFunction(readFileSync(file, 'utf8'), ['require', 'module'], { filename: file })
    run(require, made)
    return made.exports
  }
  return load(main) as Extension
}
