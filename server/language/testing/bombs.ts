/** Texts of at most 262,144 bytes that are costly on purpose: deep, long, repetitive, or exponential when expanded. */
const BYTES = 262_144

/** Repeats `piece` as often as it fits between `head` and `tail`. */
function fill(piece: string, head = '', tail = ''): string {
  return head + piece.repeat(Math.floor((BYTES - head.length - tail.length) / piece.length)) + tail
}

function numbered(count: number, line: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => line(i)).join('')
}

/** By what they attack. */
export const BOMBS: Readonly<Record<string, () => string>> = {
  brackets: () => fill('(', 'assert a { '),
  'brackets that close': () => `assert a { ${'('.repeat(130_000)}True${')'.repeat(130_000)} };`,
  braces: () => fill('{'),
  'closing brackets': () => fill(')};'),
  minuses: () => fill('-', 'assert a { 1 == ', '1 };'),
  'minuses apart': () => fill('- ', 'assert a { 1 == ', '1 };'),
  'negation by words': () => fill('not ', 'assert a { ', 'x };'),
  'negation by calls': () => fill('Not(', 'assert a { '),
  'a long sum': () => fill('1+', 'assert a { 1 == ', '1 };'),
  'a long chain of comparisons': () => fill('1<', 'assert a { ', '1 };'),
  'a long chain of words': () => fill('a and ', 'assert a { ', 'a };'),
  'a long chain of mixed words': () => fill('a and b or ', 'assert a { ', 'a };'),
  'a long chain of powers': () => fill('2^', 'assert a { 1 == ', '1 };'),
  'a long chain of whole divisions': () => fill('a div ', 'assert a { 1 == ', '1 };'),
  'a long chain of questions': () => fill('a?b:', 'assert a { ', 'c };'),
  'a long chain of replacements': () => fill('a??', 'assert a { ', 'b };'),
  'choices behind their values': () => fill('1 if a else ', 'assert a { ', '2 };'),
  'foreign calls': () => fill('Max(1,', 'assert a { ', '2 };'),
  'foreign calls in a row': () => fill('Round(1,2)+', 'assert a { 1 == ', '2 };'),
  'open intervals': () => fill('a in [', 'assert a { '),
  'intervals with open brackets': () => fill('a in (b', 'assert a { '),
  'words of a name': () => fill('assert a b c d e f g h '),
  'names with hyphens': () => fill('assert a-b-1-c { x-y };\n'),
  'names of another script': () => fill('declare größe as numeric;\n').slice(0, BYTES - 30_000),
  'two slashes behind values': () => fill('assert a { b // 2 == 1 };\n'),
  'members that look alike': () =>
    fill(
      '"member ", ',
      `declare e as enum {${numbered(1_000, (i) => `"m${i}",`)}"z"}; assert a { IsMember(e, {`,
      '"z"}) };',
    ),
  'open conditionals': () => fill('IF ', 'assert a { '),
  'conditionals with parts': () => fill('IF a THEN ', 'assert a { '),
  'open cases': () => fill('CASE a OF "x": ', 'assert a { '),
  quantifiers: () => fill('ForAll(x in {1}, ', 'assert a { '),
  'broken quantifiers': () => fill('ForAll(', 'assert a { '),
  quotes: () => fill('"'),
  'lines of quotes': () => fill('"\n'),
  backslashes: () => fill('\\', 'let a = "', '"'),
  'bad characters': () => fill('#'),
  'invisible characters': () => fill('\u200b').slice(0, BYTES / 3),
  'comment marks': () => fill('/*'),
  annotations: () => fill('// @ask\n'),
  'annotations of nothing': () => fill('// @ask b c\n', 'declare a as boolean;\n'),
  'statement words': () => fill('assert '),
  'statement words on lines': () => fill('assert a\n'),
  semicolons: () => fill(';'),
  commas: () => fill(',', 'assert a { And('),
  digits: () => fill('9', 'assert a { 1 < ', ' };'),
  exponents: () => fill('1e999999999 + ', 'assert a { 1 < ', '1 };'),
  'unknown names': () =>
    fill(
      'undeclared_name, ',
      `${numbered(1_000, (i) => `declare undeclared_${i} as boolean;`)}assert a { And(`,
      'x) };',
    ),
  'unknown members': () =>
    fill(
      '"membr", ',
      `declare e as enum {${numbered(1_000, (i) => `"member_${i}",`)}"z"}; assert a { IsMember(e, {`,
      '"z"}) };',
    ),
  'unknown units': () => `declare a as numeric; assert a { And(${numbered(12_000, (i) => `a < 1 "u${i}",`)}True) };`,
  'a set of strings': () =>
    `declare e as enum {"a"}; assert a { IsMember("s1", {${numbered(20_000, (i) => `"s${i}",`)}"z"}) };`,
  'one enum': () => `declare e as enum {${numbered(20_000, (i) => `"s${i}",`)}"z"}; assert a { e == "s77" };`,
  'lets that double': () =>
    `declare n as numeric;let x0 = n;${numbered(4_000, (i) => `let x${i + 1} = x${i} + x${i};`)}assert a { x4000 > 1 "kg" };`,
  'products that double': () =>
    `declare n as numeric;declare m as numeric;let x0 = n * m;${numbered(4_000, (i) => `let x${i + 1} = x${i} * x${i};`)}assert a { x4000 > 1 "kg" };`,
  'products in a chain': () =>
    `declare n as numeric;let x0 = n;${numbered(8_000, (i) => `let x${i + 1} = x${i}*n;`)}assert a { x8000 > 1 "kg" };`,
  'quotients in a chain': () =>
    `declare n as numeric;let x0 = n;${numbered(6_000, (i) => `let x${i + 1} = 1/(x${i}*n);`)}assert a { x6000 > 1 "kg" };`,
  'sets in a chain': () =>
    `let s0 = {1};${numbered(8_000, (i) => `let s${i + 1}=Union(s${i},{});`)}assert a { ForAll(x in s8000, x > 0) };`,
  'sets that double': () =>
    `let s0 = {1, 2};${numbered(3_000, (i) => `let s${i + 1} = Union(s${i}, s${i});`)}assert a { ForAll(x in s3000, x > 0) };`,
  'nested quantifiers': () =>
    `declare e as enum {"a","b","c","d"}; assert a { ${numbered(100, (i) => `ForAll(x${i} in Members(e), `)}e == "a"${')'.repeat(100)} };`,
  'units met in a chain': () =>
    `${numbered(1_999, (i) => `declare n${i} as numeric;`)}${numbered(1_998, (i) => `assert a${i} { n${1_997 - i} < n${1_998 - i} };`)}assert z { n0 < 1 "kg" };`,
  'units met in a chain, backwards': () =>
    `${numbered(1_999, (i) => `declare n${i} as numeric;`)}${numbered(1_998, (i) => `assert a${i} { n${i} < n${i + 1} };`)}assert z { n1998 < 1 "kg" };`,
  'claims read through lets': () =>
    `${numbered(1_500, (i) => `declare c${i} as boolean;`)}let all = And(${numbered(1_500, (i) => `c${i},`)}True);${numbered(2_000, (i) => `let l${i} = And(all, c0);`)}assert a { And(${numbered(2_000, (i) => `l${i},`)}all) };`,
}
