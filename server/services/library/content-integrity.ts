/**
 * Checks that stored texts match their hashes. A damaged text is always answered with ENGINE_ERROR, raises one alarm
 * and counts in /ready until a read finds it restored.
 */
import { Refusal } from '../../api/refusal'
import { type ContentId, DamagedContentError } from '../../database/log/content-problems'
import type { Store } from '../../database/store'
import type { UnitLibraryInForce } from '../../database/units/unit-libraries'
import { libraryTextOf } from '../../language/units/converter-pairs'
import { hashLibrary } from './unit-libraries'

export interface IntegrityReport {
  /** Texts that this process found damaged. */
  readonly damaged_texts: number
  /** The time of the first finding, if any. */
  readonly since: string | null
}

export type ReportAlarm = (fields: Readonly<Record<string, unknown>>, message: string) => void

/** Further damaged texts are refused without being counted or reported. */
const MAX_KNOWN_DAMAGED = 10_000

export class ContentIntegrity {
  /** The time of the finding, by content key. */
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

  /** The same store, whose reads by hash are checked. */
  watch(store: Store): Store {
    return {
      ...store,
      findRuleset: (namespaceId, hash) =>
        this.reading({ kind: 'ruleset', namespaceId, hash }, () => store.findRuleset(namespaceId, hash)),
      putRuleset: (ruleset) => this.reading({ kind: 'ruleset', ...ruleset }, () => store.putRuleset(ruleset)),
      saveNamed: (save) => this.reading({ kind: 'ruleset', ...save }, () => store.saveNamed(save)),
      findUnitLibrary: (namespaceId, hash) =>
        this.reading({ kind: 'unit library', namespaceId, hash }, () => store.findUnitLibrary(namespaceId, hash)),
      findComparison: (namespaceId, hash) =>
        this.reading({ kind: 'comparison', namespaceId, hash }, () => store.findComparison(namespaceId, hash)),
      readUnitLibrary: async (namespaceId) => {
        const library = await store.readUnitLibrary(namespaceId)
        const { hash } = library
        if (hash === null) return library
        const id: ContentId = { kind: 'unit library', namespaceId, hash }
        return this.reading(id, async () => {
          if (convertersHash(library) !== hash) throw new DamagedContentError(id)
          return library
        })
      },
      findSources: async (namespaceId, hashes) => {
        const result = await store.findSources(namespaceId, hashes)
        for (const hash of result.damaged) this.noteDamaged({ kind: 'ruleset', namespaceId, hash })
        for (const hash of result.sources.keys()) this.noteIntact({ kind: 'ruleset', namespaceId, hash })
        return result
      },
      openName: async (namespaceId, name, now) => {
        const opened = await store.openName(namespaceId, name, now)
        if (opened?.source === null) this.noteDamaged({ kind: 'ruleset', namespaceId, hash: opened.hash })
        return opened
      },
    }
  }

  private async reading<T>(id: ContentId, read: () => Promise<T>): Promise<T> {
    try {
      const content = await read()
      this.noteIntact(id)
      return content
    } catch (error) {
      if (!(error instanceof DamagedContentError)) throw error
      this.noteDamaged(error.id)
      throw damagedRefusal(error.id)
    }
  }

  private noteDamaged(id: ContentId): void {
    const key = keyOf(id)
    if (this.damaged.has(key) || this.damaged.size === MAX_KNOWN_DAMAGED) return
    this.damaged.set(key, this.now())
    const { kind, namespaceId, hash } = id
    this.reportAlarm(
      { alarm: 'content_integrity', kind, namespaceId, hash },
      'ALARM: a stored text does not match its hash; it is not served and cannot be signed',
    )
  }

  private noteIntact(id: ContentId): void {
    if (this.damaged.size > 0) this.damaged.delete(keyOf(id))
  }
}

/** The hash of the library that the rows of converters make. */
function convertersHash({ converters }: UnitLibraryInForce): string {
  const lines = converters.map(({ fromUnit, toUnit, factor, offset }) => {
    return { from: fromUnit, to: toUnit, factor, offset }
  })
  return hashLibrary(libraryTextOf(lines))
}

function keyOf({ kind, namespaceId, hash }: ContentId): string {
  return `${kind}:${namespaceId}:${hash}`
}

function damagedRefusal({ kind, hash }: ContentId): Refusal {
  return new Refusal(
    'ENGINE_ERROR',
    `The bytes that the database stores for ${kind} ${hash} do not match this hash: they were changed or damaged. Nothing is answered, shown for signature or signed from them. Ask the operator to run \`npm run verify -- log\` and to restore the text from a backup.`,
  )
}
