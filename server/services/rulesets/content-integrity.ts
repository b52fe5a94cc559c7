/**
 * Whether the texts that the database stores under their hashes are those texts.
 *
 * Promises: a text that does not match its hash is answered by ENGINE_ERROR and by nothing else, raises one alarm when it
 * is found, and counts in /ready until a read finds it mended. Reads go through {@link ContentIntegrity.watch}.
 */
import { Refusal } from '../../api/refusal'
import { type ContentPlace, DamagedContent } from '../../database/rulesets/damaged-content'
import type { Store } from '../../database/store'
import type { UnitLibraryInForce } from '../../database/units/unit-libraries'
import { libraryTextOf } from '../../language/units/converter-pairs'
import { libraryHash } from '../units/unit-libraries'

export interface IntegrityReport {
  /** Texts of which this process knows that they do not match their hash. */
  readonly damaged_texts: number
  /** When the first of them was found; null where there is none. */
  readonly since: string | null
}

export type ReportAlarm = (fields: Readonly<Record<string, unknown>>, message: string) => void

/** More are alarmed of and refused, and not counted. */
const MAX_KNOWN = 10_000

export class ContentIntegrity {
  /** By place; the time when it was found. */
  private readonly damaged = new Map<string, Date>()

  constructor(
    private readonly now: () => Date,
    private readonly reportAlarm: ReportAlarm,
  ) {}

  report(): IntegrityReport {
    const [first] = this.damaged.values()
    return { damaged_texts: this.damaged.size, since: first?.toISOString() ?? null }
  }

  isDamaged(namespaceId: string, hash: string): boolean {
    return this.damaged.size > 0 && this.damaged.has(keyOf({ kind: 'ruleset', namespaceId, hash }))
  }

  /** The same store; what it reads by hash is counted, and refused where it is damaged. */
  watch(store: Store): Store {
    return {
      ...store,
      findRuleset: (namespaceId, hash) =>
        this.reading({ kind: 'ruleset', namespaceId, hash }, () => store.findRuleset(namespaceId, hash)),
      putRuleset: (ruleset) => this.reading({ kind: 'ruleset', ...ruleset }, () => store.putRuleset(ruleset)),
      saveNamed: (save) => this.reading({ kind: 'ruleset', ...save }, () => store.saveNamed(save)),
      findUnitLibrary: (namespaceId, hash) =>
        this.reading({ kind: 'unit library', namespaceId, hash }, () => store.findUnitLibrary(namespaceId, hash)),
      readUnitLibrary: async (namespaceId) => {
        const library = await store.readUnitLibrary(namespaceId)
        const { hash } = library
        if (hash === null) return library
        const place: ContentPlace = { kind: 'unit library', namespaceId, hash }
        return this.reading(place, async () => {
          if (convertersHash(library) !== hash) throw new DamagedContent(place)
          return library
        })
      },
      findSources: async (namespaceId, hashes) => {
        const found = await store.findSources(namespaceId, hashes)
        for (const hash of found.damaged) this.noteDamaged({ kind: 'ruleset', namespaceId, hash })
        for (const hash of found.sources.keys()) this.noteIntact({ kind: 'ruleset', namespaceId, hash })
        return found
      },
      openName: async (namespaceId, name, now) => {
        const opened = await store.openName(namespaceId, name, now)
        if (opened?.source === null) this.noteDamaged({ kind: 'ruleset', namespaceId, hash: opened.hash })
        return opened
      },
    }
  }

  private async reading<T>(place: ContentPlace, read: () => Promise<T>): Promise<T> {
    try {
      const found = await read()
      this.noteIntact(place)
      return found
    } catch (error) {
      if (!(error instanceof DamagedContent)) throw error
      this.noteDamaged(error.place)
      throw damagedRefusal(error.place)
    }
  }

  private noteDamaged(place: ContentPlace): void {
    const key = keyOf(place)
    if (this.damaged.has(key) || this.damaged.size === MAX_KNOWN) return
    this.damaged.set(key, this.now())
    const { kind, namespaceId, hash } = place
    this.reportAlarm(
      { alarm: 'content_integrity', kind, namespaceId, hash },
      'ALARM: a stored text does not match its hash; it is not served and cannot be signed',
    )
  }

  private noteIntact(place: ContentPlace): void {
    if (this.damaged.size > 0) this.damaged.delete(keyOf(place))
  }
}

/** Of the library that the rows of converters make: they are shown beside its hash. */
function convertersHash({ converters }: UnitLibraryInForce): string {
  const lines = converters.map(({ fromUnit, toUnit, factor, offset }) => {
    return { from: fromUnit, to: toUnit, factor, offset }
  })
  return libraryHash(libraryTextOf(lines))
}

function keyOf({ kind, namespaceId, hash }: ContentPlace): string {
  return `${kind}:${namespaceId}:${hash}`
}

function damagedRefusal({ kind, hash }: ContentPlace): Refusal {
  return new Refusal(
    'ENGINE_ERROR',
    `The bytes that the database stores for ${kind} ${hash} do not match this hash: they were changed or damaged. Nothing is answered, shown for signature or signed from them. Tell the operator to run \`npm run verify -- log\` and to restore the text from a backup.`,
  )
}
