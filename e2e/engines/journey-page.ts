/** Uses pages in any engine by names on the screen, with real key presses and clicks. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import {
  type ControlKind,
  expressionOf,
  type Found,
  findControl,
  type OpenDialog,
  openDialog,
  type Point,
  valueNamed,
} from './questions-of-page'

const MIN_BODY_HEIGHT_PX = 100

export class JourneyPage {
  /** Titles of the examined dialogs. */
  readonly dialogs: string[] = []

  /** @param directory for screenshots */
  constructor(
    private readonly tab: EngineTab,
    private readonly origin: string,
    private readonly directory: string,
  ) {
    mkdirSync(directory, { recursive: true })
  }

  /** @param address a path, or an address of any origin whose path is opened here */
  async open(address: string): Promise<void> {
    const { pathname, search, hash } = new URL(address, this.origin)
    await this.tab.open(`${this.origin}${pathname}${search}${hash}`)
  }

  /** Clicks a control as soon as it stops moving. */
  async click(kind: ControlKind, name: string): Promise<void> {
    let point: Point = { x: 0, y: 0 }
    await waitUntilPasses(async () => {
      const before = point
      const control = await this.tab.evaluate<Found>(expressionOf(findControl, { kind, name }))
      if (control.problem !== null) throw new Error(control.problem)
      point = control.point
      expect(point, `“${name}” moves`).toEqual(before)
    })
    await this.tab.clickAt(point)
  }

  /** Types over the current text. */
  async fill(name: string, text: string): Promise<void> {
    await this.click('entry', name)
    await this.press('a', { control: true })
    await this.tab.type(text)
    await waitUntilPasses(async () => expect(await this.value(name)).toBe(text))
  }

  async tick(name: string, value = true): Promise<void> {
    await this.click('entry', name)
    await waitUntilPasses(async () => expect(await this.value(name)).toBe(value))
  }

  value(name: string): Promise<string | boolean | null> {
    return this.tab.evaluate(expressionOf(valueNamed, name))
  }

  type(text: string): Promise<void> {
    return this.tab.type(text)
  }

  press(key: NamedKey | string, held?: { readonly control: boolean }): Promise<void> {
    return this.tab.press(key, held)
  }

  async see(words: string): Promise<void> {
    await waitUntilPasses(async () => expect(await this.words()).toContain(words))
  }

  async seePath(pattern: RegExp): Promise<void> {
    await waitUntilPasses(async () => expect(await this.tab.evaluate<string>('location.pathname')).toMatch(pattern))
  }

  /** Clicks near the upper left corner of the element. */
  async clickInto(selector: string): Promise<void> {
    const corner = `(() => {
      const box = document.querySelector(${JSON.stringify(selector)})?.getBoundingClientRect()
      return box && box.height > 0 ? { x: box.left + 60, y: box.top + 10 } : null
    })()`
    await waitUntilPasses(async () => expect(await this.tab.evaluate(corner)).not.toBeNull())
    await this.tab.clickAt(await this.tab.evaluate(corner))
  }

  evaluate<T>(expression: string): Promise<T> {
    return this.tab.evaluate(expression)
  }

  /** Waits for the dialog, examines it and takes a screenshot. */
  async lookAtDialog(title: string): Promise<void> {
    await waitUntilPasses(async () => {
      expect((await this.dialog())?.title).toBe(title)
      // Waits for fetched content.
      expect(await this.tab.evaluate('document.querySelectorAll("dialog [aria-busy=true]").length')).toBe(0)
    })
    const picture = title.toLowerCase().replace(/[^a-z0-9]+/g, '-')
    const number = String(this.dialogs.length + 1).padStart(2, '0')
    await this.tab.screenshot(path.join(this.directory, `${number}-${picture}.png`))
    this.dialogs.push(title)
    const shown = await this.dialog()
    expect(shown).toMatchObject({
      title,
      isInsideWindow: true,
      cutButtons: [],
      scrollsSideways: false,
      groupsWithGap: [],
      hasFocus: true,
    })
    expect(shown?.bodyHeight, `height of the body of “${title}”`).toBeGreaterThan(MIN_BODY_HEIGHT_PX)
  }

  async expectNoDialog(): Promise<void> {
    await waitUntilPasses(async () => expect(await this.dialog()).toBeNull())
  }

  screenshot(name: string): Promise<void> {
    return this.tab.screenshot(path.join(this.directory, `${name}.png`))
  }

  private dialog(): Promise<OpenDialog | null> {
    return this.tab.evaluate(expressionOf(openDialog, undefined))
  }

  private words(): Promise<string> {
    return this.tab.evaluate("(document.body?.innerText ?? '').replace(/\\s+/g, ' ')")
  }
}

/** Repeats the check until it passes, because evaluations fail during navigation. */
export function waitUntilPasses(check: () => Promise<void>): Promise<void> {
  return expect(check).toPass({ timeout: 20_000, intervals: [50, 100, 250] })
}

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
  /** Ends the page and the programs started for it. */
  close(): Promise<void>
}

export type NamedKey = 'Enter' | 'Tab' | 'Delete' | 'Escape'

/** The size of a small laptop. */
export const WINDOW = { width: 1280, height: 800 } as const

/** Milliseconds between typed keys. */
export const KEY_PAUSE_MS = 25
