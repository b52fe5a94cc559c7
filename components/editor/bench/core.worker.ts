/** Worker of `server/testing/benchmarks/pages/page-keystroke.ts`. */
import { DEFAULT_BIND_LIMITS } from '../../../server/engine/claims/reading'
import { analyseRuleset } from '../../../server/language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../../server/language/text/limits'
import { builtInLibrary } from '../../../server/language/units/unit-library'

const library = builtInLibrary()
const limits = { ...DEFAULT_LANGUAGE_LIMITS, ...DEFAULT_BIND_LIMITS }

self.onmessage = ({ data }: MessageEvent<string>) => {
  const began = performance.now()
  const { diagnostics } = analyseRuleset(data, library, limits)
  const took = performance.now() - began
  self.postMessage({ took, diagnostics: diagnostics.length })
}
