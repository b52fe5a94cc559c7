/** Texts of at most 262,144 bytes that are costly on purpose: deep, long, repetitive, or exponential when expanded. */
const MAX_SOURCE_BYTES = 262_144

/** Repeats `piece` as often as it fits between `head` and `tail`. */
function fillBudget(piece: string, head = '', tail = ''): string {
  return head + piece.repeat(Math.floor((MAX_SOURCE_BYTES - head.length - tail.length) / piece.length)) + tail
}

function numberedLines(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join('')
}

/** By what they attack. */
export const BOMBS: Readonly<Record<string, () => string>> = {
  brackets: () => fillBudget('(', 'assert a { '),
  'brackets that close': () => `assert a { ${'('.repeat(130_000)}True${')'.repeat(130_000)} };`,
  braces: () => fillBudget('{'),
  'closing brackets': () => fillBudget(')};'),
  minuses: () => fillBudget('-', 'assert a { 1 == ', '1 };'),
  'minuses apart': () => fillBudget('- ', 'assert a { 1 == ', '1 };'),
  'negation by words': () => fillBudget('not ', 'assert a { ', 'x };'),
  'negation by calls': () => fillBudget('Not(', 'assert a { '),
  'a long sum': () => fillBudget('1+', 'assert a { 1 == ', '1 };'),
  'a long chain of comparisons': () => fillBudget('1<', 'assert a { ', '1 };'),
  'a long chain of words': () => fillBudget('a and ', 'assert a { ', 'a };'),
  'a long chain of mixed words': () => fillBudget('a and b or ', 'assert a { ', 'a };'),
  'a long chain of powers': () => fillBudget('2^', 'assert a { 1 == ', '1 };'),
  'a long chain of whole divisions': () => fillBudget('a div ', 'assert a { 1 == ', '1 };'),
  'a long chain of questions': () => fillBudget('a?b:', 'assert a { ', 'c };'),
  'a long chain of replacements': () => fillBudget('a??', 'assert a { ', 'b };'),
  'choices behind their values': () => fillBudget('1 if a else ', 'assert a { ', '2 };'),
  'foreign calls': () => fillBudget('Max(1,', 'assert a { ', '2 };'),
  'foreign calls in a row': () => fillBudget('Round(1,2)+', 'assert a { 1 == ', '2 };'),
  'open intervals': () => fillBudget('a in [', 'assert a { '),
  'intervals with open brackets': () => fillBudget('a in (b', 'assert a { '),
  'words of a name': () => fillBudget('assert a b c d e f g h '),
  'names with hyphens': () => fillBudget('assert a-b-1-c { x-y };\n'),
  'names of another script': () => fillBudget('declare größe as numeric;\n').slice(0, MAX_SOURCE_BYTES - 30_000),
  'two slashes behind values': () => fillBudget('assert a { b // 2 == 1 };\n'),
  'members that look alike': () =>
    fillBudget(
      '"member ", ',
      `declare e as enum {${numberedLines(1_000, (i) => `"m${i}",`)}"z"}; assert a { IsMember(e, {`,
      '"z"}) };',
    ),
  'open conditionals': () => fillBudget('IF ', 'assert a { '),
  'conditionals with parts': () => fillBudget('IF a THEN ', 'assert a { '),
  'open cases': () => fillBudget('CASE a OF "x": ', 'assert a { '),
  quantifiers: () => fillBudget('ForAll(x in {1}, ', 'assert a { '),
  'broken quantifiers': () => fillBudget('ForAll(', 'assert a { '),
  quotes: () => fillBudget('"'),
  'lines of quotes': () => fillBudget('"\n'),
  backslashes: () => fillBudget('\\', 'let a = "', '"'),
  'bad characters': () => fillBudget('#'),
  'invisible characters': () => fillBudget('\u200b').slice(0, MAX_SOURCE_BYTES / 3),
  'comment marks': () => fillBudget('/*'),
  annotations: () => fillBudget('// @ask\n'),
  'annotations of nothing': () => fillBudget('// @ask b c\n', 'declare a as boolean;\n'),
  'statement words': () => fillBudget('assert '),
  'statement words on lines': () => fillBudget('assert a\n'),
  semicolons: () => fillBudget(';'),
  commas: () => fillBudget(',', 'assert a { And('),
  digits: () => fillBudget('9', 'assert a { 1 < ', ' };'),
  exponents: () => fillBudget('1e999999999 + ', 'assert a { 1 < ', '1 };'),
  'unknown names': () =>
    fillBudget(
      'undeclared_name, ',
      `${numberedLines(1_000, (i) => `declare undeclared_${i} as boolean;`)}assert a { And(`,
      'x) };',
    ),
  'unknown members': () =>
    fillBudget(
      '"membr", ',
      `declare e as enum {${numberedLines(1_000, (i) => `"member_${i}",`)}"z"}; assert a { IsMember(e, {`,
      '"z"}) };',
    ),
  'unknown units': () =>
    `declare a as numeric; assert a { And(${numberedLines(12_000, (i) => `a < 1 "u${i}",`)}True) };`,
  'a set of strings': () =>
    `declare e as enum {"a"}; assert a { IsMember("s1", {${numberedLines(20_000, (i) => `"s${i}",`)}"z"}) };`,
  'one enum': () => `declare e as enum {${numberedLines(20_000, (i) => `"s${i}",`)}"z"}; assert a { e == "s77" };`,
  'lets that double': () =>
    `declare n as numeric;let x0 = n;${numberedLines(4_000, (i) => `let x${i + 1} = x${i} + x${i};`)}assert a { x4000 > 1 "kg" };`,
  'products that double': () =>
    `declare n as numeric;declare m as numeric;let x0 = n * m;${numberedLines(4_000, (i) => `let x${i + 1} = x${i} * x${i};`)}assert a { x4000 > 1 "kg" };`,
  'products in a chain': () =>
    `declare n as numeric;let x0 = n;${numberedLines(8_000, (i) => `let x${i + 1} = x${i}*n;`)}assert a { x8000 > 1 "kg" };`,
  'quotients in a chain': () =>
    `declare n as numeric;let x0 = n;${numberedLines(6_000, (i) => `let x${i + 1} = 1/(x${i}*n);`)}assert a { x6000 > 1 "kg" };`,
  'sets in a chain': () =>
    `let s0 = {1};${numberedLines(8_000, (i) => `let s${i + 1}=Union(s${i},{});`)}assert a { ForAll(x in s8000, x > 0) };`,
  'sets that double': () =>
    `let s0 = {1, 2};${numberedLines(3_000, (i) => `let s${i + 1} = Union(s${i}, s${i});`)}assert a { ForAll(x in s3000, x > 0) };`,
  'nested quantifiers': () =>
    `declare e as enum {"a","b","c","d"}; assert a { ${numberedLines(100, (i) => `ForAll(x${i} in Members(e), `)}e == "a"${')'.repeat(100)} };`,
  'units met in a chain': () =>
    `${numberedLines(1_999, (i) => `declare n${i} as numeric;`)}${numberedLines(1_998, (i) => `assert a${i} { n${1_997 - i} < n${1_998 - i} };`)}assert z { n0 < 1 "kg" };`,
  'units met in a chain, backwards': () =>
    `${numberedLines(1_999, (i) => `declare n${i} as numeric;`)}${numberedLines(1_998, (i) => `assert a${i} { n${i} < n${i + 1} };`)}assert z { n1998 < 1 "kg" };`,
  'claims read through lets': () =>
    `${numberedLines(1_500, (i) => `declare c${i} as boolean;`)}let all = And(${numberedLines(1_500, (i) => `c${i},`)}True);${numberedLines(2_000, (i) => `let l${i} = And(all, c0);`)}assert a { And(${numberedLines(2_000, (i) => `l${i},`)}all) };`,
}
