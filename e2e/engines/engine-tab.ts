/** One tab of one browser, as far as a person at a keyboard and a mouse can use it. Every engine has a driver for it. */
export interface EngineTab {
  /** Loads an address. Returns when the browser has loaded it. */
  open(address: string): Promise<void>
  /** The value of an expression in the page. */
  evaluate<T>(expression: string): Promise<T>
  /** A click of the main button, at a point of the window. */
  clickAt(point: Point): Promise<void>
  /** One key press for each character. A line feed is the Enter key. */
  type(text: string): Promise<void>
  /** One key press, with the Control key held down if `control` is set. */
  press(key: NamedKey | string, held?: { readonly control: boolean }): Promise<void>
  /** A picture of the window as a PNG file. */
  screenshot(file: string): Promise<void>
  /** Errors on the console and errors that no script caught, where the driver of the engine reports them. */
  readonly errors: readonly string[]
  /** Ends the browser, and what was started for it. */
  close(): Promise<void>
}

export interface Point {
  readonly x: number
  readonly y: number
}

export type NamedKey = 'Enter' | 'Tab' | 'Delete' | 'Escape'

/** The size of every window, which a small laptop has too. */
export const WINDOW = { width: 1280, height: 800 } as const

/** Milliseconds between two keys that are typed: fast, for a person. */
export const KEY_PAUSE = 25
