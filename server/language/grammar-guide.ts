/**
 * The grammar guide that COMPILE_FAILED carries as its hint.
 */
export const GRAMMAR_GUIDE = `Every statement ends with a semicolon.`
