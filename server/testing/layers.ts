/** A layer of the code and its allowed imports, which layers.test.ts checks. */
export interface Layer {
  /** Path prefixes relative to the root; the longest match of all layers wins. */
  readonly folders: readonly string[]
  /** Layers that it may import besides itself. */
  readonly may: readonly string[]
  readonly bans: readonly { readonly match: RegExp; readonly reason: string }[]
  readonly reason: string
}

const PURE = [
  { match: /^node:/, reason: 'it runs in the browser too' },
  { match: /^zod/, reason: 'values are parsed at the border, and this code lies behind it' },
]
const PRISMA = { match: /^@prisma|generated\/prisma/, reason: 'server/database is the only importer of Prisma' }
const MCP = { match: /^@modelcontextprotocol\//, reason: 'the MCP SDK stands behind server/http/mcp' }
const NEXT = { match: /^(next|react)(\/|$)/, reason: 'rules must not depend on how pages are made' }

export const LAYERS: Readonly<Record<string, Layer>> = {
  numeric: {
    folders: ['server/language/numeric'],
    may: [],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'arithmetic needs nothing else',
  },
  units: {
    folders: ['server/language/units'],
    may: ['numeric'],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'units are pure data and arithmetic',
  },
  language: {
    folders: ['server/language'],
    may: ['numeric', 'units'],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'the language core answers about text alone, in any process',
  },
  documents: {
    folders: ['server/documents'],
    may: ['numeric'],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'clauses follow from the text of a document alone, in any process',
  },
  evaluator: {
    folders: [
      'server/engine/evaluate',
      'server/engine/search',
      'server/engine/decide',
      'server/engine/possible',
      'server/engine/claims',
      'server/engine/explain',
    ],
    may: ['numeric', 'units', 'language', 'engine'],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'the browser runs tiers 1 and 2 with this very code',
  },
  solver: {
    folders: ['server/engine/solver'],
    may: ['numeric', 'units', 'language', 'engine'],
    bans: [PRISMA, NEXT, MCP, { match: /^zod/, reason: 'values are parsed at the border' }],
    reason:
      'the solver lowers the checked tree by itself: with the evaluator behind it their agreement would prove nothing',
  },
  engine: {
    // The interface of solvers belongs to the engine; the solver itself is another layer.
    folders: ['server/engine', 'server/engine/solver/solver', 'server/engine/solver/solver.ts'],
    may: ['numeric', 'units', 'language', 'evaluator', 'solver'],
    bans: [
      PRISMA,
      NEXT,
      MCP,
      { match: /^node:http/, reason: 'the engine knows no HTTP' },
      { match: /^zod/, reason: 'values are parsed at the border' },
    ],
    reason: 'the engine knows no wire, storage or service',
  },
  meaning: {
    folders: ['server/meaning'],
    // The interface of solvers belongs to the engine; the solver itself is an argument.
    may: ['numeric', 'units', 'language', 'engine', 'evaluator'],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'it asks questions about rulesets wherever a solver, a wire or a store is, and where none is',
  },
  sql: {
    folders: ['server/sql'],
    may: ['numeric', 'units', 'language', 'engine', 'evaluator'],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'it writes queries for databases that others run',
  },
  guard: {
    folders: ['server/guard'],
    // The claim map is one of the forms that the API defines.
    may: ['api', 'numeric', 'units', 'language', 'engine', 'evaluator', 'meaning'],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'it decides about a call from values that others have looked up',
  },
  api: {
    folders: ['server/api'],
    may: ['numeric'],
    bans: [PRISMA, NEXT, MCP, { match: /^node:/, reason: 'pages use the API definitions in the browser' }],
    reason: 'every layer and every client depends on the API, so it depends on none',
  },
  attestation: {
    folders: ['server/attestation'],
    may: ['api', 'verification'],
    bans: [
      PRISMA,
      NEXT,
      MCP,
      { match: /^zod/, reason: 'who verifies a signature needs nothing but this folder and the canonical JSON' },
    ],
    reason: 'signatures and logs are verified without the product that made them',
  },
  verification: {
    folders: [
      'byte-texts',
      'checkpoint',
      'checks/check-receipt',
      'checks/check-statement',
      'checks/verify-file',
      'cosignature',
      'dsse',
      'judge-checkpoint',
      'log-entry',
      'merkle-tree',
      'passkey-signature',
      'portable-primitives',
      'published-keys',
      'receipt',
      'receipt-check',
      'refused-file',
      'repeated-member',
      'review-statement',
      'signed-blind-test',
      'signed-note',
      'unsigned-parts',
      'witness-policy',
    ].flatMap((name) => [`server/attestation/${name}`, `server/attestation/${name}.ts`]),
    may: ['api'],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'the page /verify runs this very code in the browser',
  },
  database: {
    folders: ['server/database'],
    // The log's tree is extended in the transaction of the event.
    may: ['api', 'attestation', 'verification'],
    bans: [NEXT, MCP],
    reason: 'storage is called by services and never calls them',
  },
  batch: {
    folders: ['server/engine/batch'],
    may: ['api', 'engine', 'evaluator', 'solver', 'language', 'units', 'numeric'],
    bans: [...PURE, PRISMA, NEXT, MCP],
    reason: 'the pages decide batches with this very code, so it knows no storage and no transport',
  },
  messaging: {
    folders: ['server/messaging'],
    may: ['api'],
    bans: [PRISMA, NEXT, MCP],
    reason: 'the bus carries messages and knows nothing of what they mean',
  },
  services: {
    folders: ['server/services'],
    may: [
      'api',
      'attestation',
      'verification',
      'engine',
      'evaluator',
      'solver',
      'language',
      'units',
      'numeric',
      'meaning',
      'guard',
      'documents',
      'batch',
      'database',
      'messaging',
      'config',
    ],
    bans: [
      PRISMA,
      NEXT,
      MCP,
      { match: /^(ws$|@trpc)/, reason: 'a rule that knows its transport cannot serve the others' },
    ],
    reason: 'a rule that knows its transport cannot serve the others',
  },
  http: {
    folders: ['server/http'],
    may: ['api', 'services', 'numeric'],
    bans: [PRISMA, MCP],
    reason: 'a handler authenticates the caller and parses bytes; every rule is in the services',
  },
  mcp: {
    folders: ['server/http/mcp'],
    // For the grammar guide that models read; it reads no ruleset.
    may: ['api', 'services', 'numeric', 'http', 'language'],
    bans: [PRISMA, NEXT],
    reason: 'a handler authenticates the caller and parses bytes; every rule is in the services',
  },
  config: {
    folders: ['server/config'],
    may: ['language', 'evaluator'],
    bans: [PRISMA, NEXT],
    reason: 'configuration is read before anything exists',
  },
  bootstrap: {
    folders: ['server/bootstrap'],
    may: ['routers', 'mcp', 'config', 'database', 'messaging', 'services', 'http', 'engine', 'solver', 'api'],
    bans: [],
    reason: 'the composition root joins layers and holds no rule',
  },
  tools: {
    folders: ['server/testing', 'server/cli'],
    may: [
      'numeric',
      'units',
      'language',
      'engine',
      'evaluator',
      'solver',
      'meaning',
      'documents',
      'guard',
      'sql',
      'api',
      'attestation',
      'verification',
      'batch',
      'services',
      'database',
      'messaging',
      'http',
      'mcp',
      'config',
      'bootstrap',
    ],
    bans: [],
    reason: 'tools look at the product from outside; pages are tested by e2e',
  },
  components: {
    folders: ['components'],
    may: [
      ...[
        'api',
        'verification',
        'language',
        'units',
        'numeric',
        'documents',
        'evaluator',
        'engine',
        'meaning',
        'batch',
      ],
      'routers',
    ],
    bans: [PRISMA, MCP, { match: /^node:/, reason: 'components run in the browser' }],
    reason: 'a component shows and asks; it decides nothing',
  },
  routers: {
    folders: ['server/http/trpc'],
    may: ['api', 'services', 'numeric', 'http'],
    bans: [PRISMA, MCP],
    reason: 'a router is a handler',
  },
  app: {
    folders: ['app'],
    may: ['components', 'http', 'routers', 'bootstrap', 'api'],
    bans: [PRISMA, MCP],
    reason: 'routes parse nothing and decide nothing',
  },
  e2e: {
    folders: ['e2e'],
    may: ['api'],
    bans: [PRISMA],
    reason: 'end-to-end tests know the product as its users do',
  },
}

/** Returns null for files outside all layers (configuration at the root). */
export function layerOf(file: string): string | null {
  let best: { name: string; length: number } | null = null
  for (const [name, layer] of Object.entries(LAYERS))
    for (const folder of layer.folders)
      if ((file === folder || file.startsWith(`${folder}/`)) && folder.length > (best?.length ?? 0))
        best = { name, length: folder.length }
  return best?.name ?? null
}

/**
 * Returns the problem of one import, or null.
 * @param target a path from the root for own files, otherwise a package
 */
export function importProblem(file: string, target: string, isOwnFile: boolean): string | null {
  const from = layerOf(file)
  if (from === null) return null
  const layer = LAYERS[from]!
  for (const ban of layer.bans)
    if (ban.match.test(target)) return `${file} imports ${target}: ${from} may not, because ${ban.reason}`
  if (!isOwnFile) return null
  const to = layerOf(target)
  if (to === null || to === from || layer.may.includes(to)) return null
  return `${file} imports ${target}: ${from} may not import ${to}, because ${layer.reason}`
}

/** Returns the folder at the level where imports must not be mutual: `server/database`, `components/checks`, `app`. */
export function areaOf(file: string): string {
  const [top = '', second = '', ...rest] = file.split('/')
  if (top !== 'server' && top !== 'components') return top
  if (rest.length === 0) return top === 'server' ? 'server/bootstrap' : top
  return `${top}/${second}`
}

interface OwnImport {
  readonly file: string
  readonly target: string
}

/**
 * Returns each circle once, with an import that closes it.
 * @param placeOf the area of a path, or another place whose circles are sought
 */
export function circlesIn(imports: readonly OwnImport[], placeOf: (path: string) => string = areaOf): string[] {
  const next = new Map<string, Map<string, OwnImport>>()
  for (const each of imports) {
    const [from, to] = [placeOf(each.file), placeOf(each.target)]
    if (from === to) continue
    const targets = next.get(from) ?? new Map<string, OwnImport>()
    next.set(from, targets)
    if (!targets.has(to)) targets.set(to, each)
  }
  const circles: string[] = []
  const finished = new Set<string>()
  const visit = (place: string, way: readonly string[]): void => {
    for (const [to, { file, target }] of next.get(place) ?? []) {
      const start = way.indexOf(to)
      if (start >= 0) circles.push(`${[...way.slice(start), to].join(' → ')}: ${file} imports ${target}`)
      else if (!finished.has(to)) visit(to, [...way, to])
    }
    finished.add(place)
  }
  for (const place of next.keys()) if (!finished.has(place)) visit(place, [place])
  return circles
}

/**
 * The pairs of folders that import each other inside one area: `services/rulesets ↔ services/signing`. Files directly in the
 * area count as one more folder; deeper down only sibling folders are compared, since a folder may divide its work
 * with its subfolders.
 */
export function mutualRooms(imports: readonly OwnImport[]): string[] {
  const first = new Map<string, OwnImport>()
  const pairs: string[] = []
  for (const each of imports) {
    const rooms = roomsBetween(each.file, each.target)
    if (rooms === null) continue
    const back = first.get(`${rooms[1]} → ${rooms[0]}`)
    const way = `${rooms[0]} → ${rooms[1]}`
    if (back !== undefined && !first.has(way))
      pairs.push(`${rooms[0]} ↔ ${rooms[1]}: ${each.file} and ${back.file} import each other's folder`)
    if (!first.has(way)) first.set(way, each)
  }
  return pairs
}

/** The folders in which the paths of two files of one area diverge; null if one file is deeper in the folder of the other. */
function roomsBetween(file: string, target: string): readonly [string, string] | null {
  const area = areaOf(file)
  if (area !== areaOf(target) || !file.startsWith(`${area}/`)) return null
  const [from, to] = [file, target].map((name) =>
    name
      .slice(area.length + 1)
      .split('/')
      .slice(0, -1),
  )
  let depth = 0
  while (depth < from!.length && from![depth] === to![depth]) depth++
  const [one, other] = [from![depth], to![depth]]
  if (one === other || (depth > 0 && (one === undefined || other === undefined))) return null
  const parent = [area, ...from!.slice(0, depth)].join('/')
  return [one, other].map((room) => `${parent}/${room ?? ''}`) as [string, string]
}
