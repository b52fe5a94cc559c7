/** Words that stand side by side in rulesets; every other run of bare words is prose. */
const RULESET_WORDS =
  /^(?:IF|THEN|ELSE|CASE|OF|in|as|declare|local|assert|let|true|false|boolean|numeric|enum|version)$/

/** More bare words in a row than any construct of the language has. */
const FEWEST_WORDS = 6

/**
 * Whether somebody put the prose of a policy where a ruleset belongs: six plain words in a row outside comments and
 * quotes. Asked only of texts that do not compile.
 */
export function looksLikeProse(source: string): boolean {
  const bare = source
    .replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ')
    .replaceAll(/\/\/[^\n]*/g, ' ')
    .replaceAll(/"[^"\n]*"/g, ' | ')
  let run = 0
  for (const word of bare.split(/\s+/)) {
    run = /^\(?[\p{L}’'-]+[,.;:)]*$/u.test(word) && !RULESET_WORDS.test(word) ? run + 1 : 0
    if (run >= FEWEST_WORDS) return true
  }
  return false
}
