/** A browser tab, as a person uses it. */
export interface EngineTab {
  /** Returns after loading. */
  open(address: string): Promise<void>
  evaluate<T>(expression: string): Promise<T>
  /** A point of the window. */
  clickAt(point: Point): Promise<void>
  /** One key press for each character; a line feed is Enter. */
  type(text: string): Promise<void>
  press(key: NamedKey | string, held?: { readonly control: boolean }): Promise<void>
  /** Writes the window as a PNG file. */
  screenshot(file: string): Promise<void>
  /** Console errors and uncaught errors, if the driver reports them. */
  readonly errors: readonly string[]
  /** Also ends the programs started for it. */
  close(): Promise<void>
}

export interface Point {
  readonly x: number
  readonly y: number
}

export type NamedKey = 'Enter' | 'Tab' | 'Delete' | 'Escape'

/** The size of a small laptop. */
export const WINDOW = { width: 1280, height: 800 } as const

/** Milliseconds between typed keys. */
export const KEY_PAUSE_MS = 25
