import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { prepareDataDirectory } from './data-directory'
import { StartRefusal } from './storage-fault'

let parent: string
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-directory-'))
  return () => rmSync(parent, { recursive: true })
})
const modeOf = (path: string) => statSync(path).mode & 0o777
const OWN = process.getuid?.() ?? 0

describe('DATA_DIR', () => {
  it('is created for only its owner', () => {
    const dataDir = join(parent, 'new', 'folder')
    prepareDataDirectory(dataDir)
    expect(modeOf(dataDir)).toBe(0o700)
  })

  it.each([0o755, 0o777, 0o750, 0o711])('of mode %o is closed if it is ours', (mode) => {
    chmodSync(parent, mode)
    prepareDataDirectory(parent)
    expect(modeOf(parent)).toBe(0o700)
  })

  it("of root lets PostgreSQL's group pass, and an ordinary user's lets nobody else pass", () => {
    chmodSync(parent, 0o710)
    prepareDataDirectory(parent)
    expect(modeOf(parent)).toBe(OWN === 0 ? 0o710 : 0o700)
  })

  // The process pretends to run as another user.
  it.each([0o755, 0o704, 0o702])('of another user is refused with mode %o, and left unchanged', (mode) => {
    chmodSync(parent, mode)
    expect(() => prepareDataDirectory(parent, OWN + 1)).toThrow(StartRefusal)
    expect(() => prepareDataDirectory(parent, OWN + 1)).toThrow(`uid ${OWN}`)
    expect(modeOf(parent)).toBe(mode)
  })

  it.each([0o700, 0o750, 0o711])('of another user is used with mode %o, since others cannot read it', (mode) => {
    chmodSync(parent, mode)
    prepareDataDirectory(parent, OWN + 1)
    expect(modeOf(parent)).toBe(mode)
  })

  it('that cannot be created is named', () => {
    expect(() => prepareDataDirectory('/dev/null/data')).toThrow(/^DATA_DIR \/dev\/null\/data cannot be used/)
  })
})
