/**
 * What a model is told of this server before it uses any tool (service.md, "The MCP door").
 */
export const SERVER_INSTRUCTIONS = `Touchstone decides whether a written policy is met. A policy is compiled once into a ruleset; then dictionaries of claims are checked against it, exactly and repeatably.

Use it when an answer has to follow from a written rule: thresholds, units, eligibility, required evidence, what applies when. Do not use it to look up facts, to judge tone or quality, or for rules that nobody has written down. It reads no documents and calls no language model: you extract the claims, it decides.

Work in this order:
1. compile_ruleset turns source into a ruleset_hash, a claim schema and a review text. Mend the source by the diagnostics until it compiles; the resource touchstone://language/guide is the grammar.
2. get_prompt_pack gives one prompt a claim. Answer each from the text at hand alone.
3. check_claims decides. Send every declared claim. Send "unknown" for what the text does not say: never guess a value, never leave a claim out.

Reading the results:
- Every assertion has an answer of its own: TRUE, FALSE, UNKNOWN or AMBIGUOUS. Report them one by one, under their names.
- Never make a verdict, a score, a severity or a ranking of them. What a FALSE costs is for the reader to decide.
- UNKNOWN is an answer and no failure: say which claim is missing. Do not ask again with an invented value.
- A result belongs to its ruleset_hash and unit_library_hash. Quote both.

What belongs to people:
- An approval is a person's. Give the person the review text, and call record_approval only for one who has read it and told you to, in that person's name. Never approve on your own.
- A conversion factor (add_unit_converter) is supplied by a person, never inferred.

A result with ok false says in error.message what happened and what to do next; error.failures lists every field to correct.
`
