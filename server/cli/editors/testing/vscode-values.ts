/** The values of the API of VS Code that the extension makes, with the checks that VS Code makes when it takes them. */
import { fileURLToPath, pathToFileURL } from 'node:url'

export class Uri {
  private constructor(private readonly text: string) {}
  static parse(text: string): Uri {
    return new Uri(text)
  }
  static file(file: string): Uri {
    return new Uri(pathToFileURL(file).href)
  }
  get scheme(): string {
    return this.text.slice(0, this.text.indexOf(':'))
  }
  get fsPath(): string {
    return fileURLToPath(this.text)
  }
  toString(): string {
    return this.text
  }
}

/** VS Code keeps both numbers in private fields, so a position that is sent must be written as the protocol has it. */
export class Position {
  readonly #line: number
  readonly #character: number
  constructor(line: number, character: number) {
    if (!(line >= 0 && character >= 0)) throw new Error(`${line}, ${character} is not a position`)
    this.#line = line
    this.#character = character
  }
  get line(): number {
    return this.#line
  }
  get character(): number {
    return this.#character
  }
  isBefore({ line, character }: Position): boolean {
    return this.line < line || (this.line === line && this.character < character)
  }
}

export class Range {
  readonly start: Position
  readonly end: Position
  constructor(line: number, character: number, endLine: number, endCharacter: number) {
    this.start = new Position(line, character)
    this.end = new Position(endLine, endCharacter)
  }
  contains({ start, end }: Range): boolean {
    return !start.isBefore(this.start) && !this.end.isBefore(end)
  }
}

export class Location {
  constructor(
    readonly uri: Uri,
    readonly range: Range,
  ) {}
}

export class Diagnostic {
  source?: string
  code?: string
  constructor(
    readonly range: Range,
    readonly message: string,
    readonly severity: number,
  ) {
    if (message === '') throw new Error('a diagnostic needs a message')
  }
}

export class TextEdit {
  private constructor(
    readonly range: Range,
    readonly newText: string,
  ) {}
  static replace(range: Range, newText: string): TextEdit {
    return new TextEdit(range, newText)
  }
}

export class WorkspaceEdit {
  private readonly edits = new Map<string, readonly TextEdit[]>()
  set(uri: Uri, edits: readonly TextEdit[]): void {
    this.edits.set(String(uri), edits)
  }
  get(uri: Uri): readonly TextEdit[] {
    return this.edits.get(String(uri)) ?? []
  }
}

export class CompletionItem {
  range?: Range
  constructor(
    readonly label: string,
    readonly kind: number,
  ) {}
}

class Text {
  constructor(readonly value: string) {}
}
export class SnippetString extends Text {}
export class MarkdownString extends Text {}

export class Hover {
  constructor(
    readonly contents: MarkdownString,
    readonly range: Range,
  ) {}
}

export class SignatureHelp {}
export class SignatureInformation {
  constructor(
    readonly label: string,
    readonly documentation: string,
  ) {}
}
export class ParameterInformation {
  constructor(readonly label: readonly [number, number]) {}
}

export class DocumentHighlight {
  constructor(
    readonly range: Range,
    readonly kind: number,
  ) {}
}

export class DocumentSymbol {
  constructor(
    readonly name: string,
    readonly detail: string,
    readonly kind: number,
    range: Range,
    selectionRange: Range,
  ) {
    if (name.trim() === '') throw new Error('a symbol needs a name')
    if (!range.contains(selectionRange)) throw new Error('a symbol contains its name')
  }
}

export const FoldingRangeKind = { Comment: 1, Imports: 2, Region: 3 }
export class FoldingRange {
  constructor(
    readonly start: number,
    readonly end: number,
    readonly kind: number,
  ) {}
}

export const CodeActionKind = { QuickFix: { value: 'quickfix' } }
export class CodeAction {
  edit?: WorkspaceEdit
  constructor(
    readonly title: string,
    readonly kind: { readonly value: string },
  ) {}
}

export class SemanticTokensLegend {
  constructor(
    readonly tokenTypes: readonly string[],
    readonly tokenModifiers: readonly string[],
  ) {}
}
export class SemanticTokens {
  constructor(readonly data: Uint32Array) {}
}

export class CancellationError extends Error {}
export const LanguageStatusSeverity = { Information: 0, Warning: 1, Error: 2 }
