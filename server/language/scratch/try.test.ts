import { it } from 'vitest'
import { readFileSync } from 'node:fs'
import { analyse } from '/work/wt/idioms/server/language/semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '/work/wt/idioms/server/language/semantics/limits'
import { GUIDE_RULESET } from '/work/wt/idioms/server/language/service/grammar-guide'
import { builtInLibrary } from '/work/wt/idioms/server/language/units/unit-library'
import { applyFix } from '/work/wt/idioms/server/language/messages/diagnostic'
it('x', () => {
  for (const line of readFileSync('/tmp/lines.txt','utf8').split('\n').filter(Boolean)) {
    const stmt = /^(assert|declare|let|default) /.test(line) ? line : `assert a { ${line} };`
    const text = `${GUIDE_RULESET}declare b as boolean;\n${stmt}\n`
    const { diagnostics } = analyse(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
    console.log('### ' + line)
    for (const d of diagnostics) { if (/No assertion reads/.test(d.message)) continue
      console.log(`  [${d.severity} ${d.code}] ${d.message}`)
      for (const f of d.fixes) console.log(`     FIX ${f.title}  =>  ${applyFix(text, f).split('\n').filter((l) => !text.split('\n').includes(l)).join(' | ')}`)
    }
  }
})
