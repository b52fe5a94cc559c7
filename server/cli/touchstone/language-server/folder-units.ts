import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { OpenLibraries } from '../../../engine/batch/open-library'
import { builtInLibrary, type UnitLibrary } from '../../../language/units/unit-library'
import { CONFIGURATION, openUnitLibrary, WrongUseError } from '../policy-files'

/** The units of a text; with a problem, those are the built-in ones, and the text cannot be judged. */
export interface UnitsOfText {
  readonly library: UnitLibrary
  readonly problem: string | null
}

/**
 * Finds the unit library of a text: the nearest `touchstone.json` at or above its folder names it, as it does for the
 * command that is run there. A workspace folder that contains the text is the highest one that is searched.
 */
export class FolderUnits {
  private readonly libraries = new OpenLibraries()
  private folders: readonly string[] = []

  /** @param uris of the workspace folders */
  setFolders(uris: readonly string[]): void {
    this.folders = uris.flatMap((uri) => pathOf(uri) ?? [])
  }

  /** Reads the files again at each call, so a changed file needs no notice. */
  of(uri: string): UnitsOfText {
    const file = pathOf(uri)
    const folder = file === null ? null : this.configuredFolder(path.dirname(file))
    if (folder === null) return { library: builtInLibrary(), problem: null }
    try {
      return { library: this.libraries.open(openUnitLibrary(folder)), problem: null }
    } catch (error) {
      if (error instanceof WrongUseError) return { library: builtInLibrary(), problem: error.message }
      throw error
    }
  }

  private configuredFolder(start: string): string | null {
    for (let folder = start; ; folder = path.dirname(folder)) {
      if (existsSync(path.join(folder, CONFIGURATION))) return folder
      if (this.folders.includes(folder) || folder === path.dirname(folder)) return null
    }
  }
}

/** Null for a text without a file, such as a new one. */
function pathOf(uri: string): string | null {
  try {
    return path.resolve(fileURLToPath(uri))
  } catch {
    return null
  }
}
