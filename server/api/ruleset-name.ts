/** What names of rulesets are made of. Their length is the budget `name_chars`, which the service judges. */
export const RULESET_NAME = /^[A-Za-z0-9._-]([A-Za-z0-9 ._/-]*[A-Za-z0-9._-])?$/

/** Ends the sentence "A name is made of …". */
export const RULESET_NAME_RULE = 'letters, digits, space, and . _ - / with neither a space nor a slash at an end'
