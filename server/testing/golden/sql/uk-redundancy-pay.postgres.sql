SELECT k0 AS "id",
  CASE a0 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "served_two_years",
  (refused OR (a0 IS NULL AND (n1 IS NULL OR n2 IS NULL))) AS "open_served_two_years",
  CASE a1 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "job_is_redundant",
  a1 IS NULL AS "open_job_is_redundant",
  CASE a2 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "no_suitable_job_refused",
  a2 IS NULL AS "open_no_suitable_job_refused",
  CASE a3 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "claimed_in_time",
  (refused OR (a3 IS NULL AND (c7 IS NULL OR n6 IS NULL OR n2 IS NULL))) AS "open_claimed_in_time",
  CASE a4 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "paid_in_full",
  (refused OR (a4 IS NULL AND (n8 IS NULL OR n1 IS NULL OR n2 IS NULL OR c4 IS NULL OR c5 IS NULL OR c7 IS NULL OR n6 IS NULL OR n3 IS NULL OR n0 IS NULL))) AS "open_paid_in_full",
  CASE a5 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "calculation_is_explained",
  a5 IS NULL AS "open_calculation_is_explained"
FROM (
SELECT *,
  CASE WHEN NOT refused THEN (s3 >= CAST(24 AS numeric)) END AS a0,
  CASE WHEN NOT refused THEN (c4 IN ('workplace closed', 'less work of this kind')) END AS a1,
  CASE WHEN NOT refused THEN (NOT c5) END AS a2,
  CASE WHEN NOT refused THEN ((c7 = '') AND (n6 < CAST((s4 - DATE '1970-01-01' - 1460970) AS numeric))) END AS a3,
  CASE WHEN NOT refused THEN (CASE WHEN s23 > CAST(0 AS numeric) THEN (((n8 * CAST(24 AS numeric)) * s23) >= s22) WHEN s23 < CAST(0 AS numeric) THEN (((n8 * CAST(24 AS numeric)) * s23) <= s22) END) END AS a4,
  CASE WHEN NOT refused THEN ((NOT (n8 > CAST(0 AS numeric))) OR c9) END AS a5
FROM (
SELECT *,
  (CASE WHEN (s10 <> 'payable') THEN CAST(0 AS numeric) WHEN NOT (s10 <> 'payable') THEN ((CASE WHEN s13 THEN n3 WHEN NOT s13 THEN s11 END) * ((s14 + s19) + s21)) END) AS s22,
  (CASE WHEN (s10 <> 'payable') THEN CAST(1 AS numeric) WHEN NOT (s10 <> 'payable') THEN (CASE WHEN s13 THEN CAST(1 AS numeric) WHEN NOT s13 THEN s12 END) END) AS s23
FROM (
SELECT *,
  (CASE WHEN (NOT (s3 >= CAST(24 AS numeric))) THEN 'served_two_years' WHEN NOT (NOT (s3 >= CAST(24 AS numeric))) THEN s9 END) AS s10,
  (CASE WHEN (s14 <= s18) THEN s14 WHEN NOT (s14 <= s18) THEN s18 END) AS s19,
  (CASE WHEN (s14 <= s20) THEN s14 WHEN NOT (s14 <= s20) THEN s20 END) AS s21
FROM (
SELECT *,
  (CASE WHEN s5 THEN 'job_is_redundant' WHEN NOT s5 THEN s8 WHEN 'job_is_redundant' = s8 THEN 'job_is_redundant' END) AS s9,
  (CASE WHEN (s3 <= CAST(240 AS numeric)) THEN s3 WHEN NOT (s3 <= CAST(240 AS numeric)) THEN CAST(240 AS numeric) END) AS s14,
  (CASE WHEN ((s17 - CAST(264 AS numeric)) >= CAST(0 AS numeric)) THEN (s17 - CAST(264 AS numeric)) WHEN NOT ((s17 - CAST(264 AS numeric)) >= CAST(0 AS numeric)) THEN CAST(0 AS numeric) END) AS s18,
  (CASE WHEN ((s17 - CAST(492 AS numeric)) >= CAST(0 AS numeric)) THEN (s17 - CAST(492 AS numeric)) WHEN NOT ((s17 - CAST(492 AS numeric)) >= CAST(0 AS numeric)) THEN CAST(0 AS numeric) END) AS s20
FROM (
SELECT *,
  (CAST((s1 - CASE WHEN s2 > s0 THEN 1 ELSE 0 END) AS numeric) - (((CAST((s1 - CASE WHEN s2 > s0 THEN 1 ELSE 0 END) AS numeric) % CAST(12 AS numeric)) + CAST(12 AS numeric)) % CAST(12 AS numeric))) AS s3,
  (CASE WHEN (NOT (NOT c5)) THEN 'no_suitable_job_refused' WHEN NOT (NOT (NOT c5)) THEN s7 WHEN 'no_suitable_job_refused' = s7 THEN 'no_suitable_job_refused' END) AS s8,
  (CAST((s15 - CASE WHEN s16 > s0 THEN 1 ELSE 0 END) AS numeric) - (((CAST((s15 - CASE WHEN s16 > s0 THEN 1 ELSE 0 END) AS numeric) % CAST(12 AS numeric)) + CAST(12 AS numeric)) % CAST(12 AS numeric))) AS s17
FROM (
SELECT *,
  CAST((DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)) + make_interval(months => s1) AS DATE) AS s2,
  (CASE WHEN s6 THEN 'claimed_in_time' WHEN NOT s6 THEN 'payable' END) AS s7,
  CAST((DATE '1970-01-01' + CAST(n0 + 1460970 AS INTEGER)) + make_interval(months => s15) AS DATE) AS s16
FROM (
SELECT *,
  CAST((EXTRACT(YEAR FROM s0) - EXTRACT(YEAR FROM (DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)))) * 12 + (EXTRACT(MONTH FROM s0) - EXTRACT(MONTH FROM (DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)))) AS INTEGER) AS s1,
  (NOT ((c7 = '') AND (n6 < CAST((s4 - DATE '1970-01-01' - 1460970) AS numeric)))) AS s6,
  (CASE WHEN s12 > CAST(0 AS numeric) THEN ((n3 * s12) <= s11) WHEN s12 < CAST(0 AS numeric) THEN ((n3 * s12) >= s11) END) AS s13,
  CAST((EXTRACT(YEAR FROM s0) - EXTRACT(YEAR FROM (DATE '1970-01-01' + CAST(n0 + 1460970 AS INTEGER)))) * 12 + (EXTRACT(MONTH FROM s0) - EXTRACT(MONTH FROM (DATE '1970-01-01' + CAST(n0 + 1460970 AS INTEGER)))) AS INTEGER) AS s15
FROM (
SELECT *,
  (DATE '1970-01-01' + CAST((n2 + CAST(1 AS numeric)) + 1460970 AS INTEGER)) AS s0,
  CAST((DATE '1970-01-01' + CAST(n2 + 1460970 AS INTEGER)) + make_interval(months => 6) AS DATE) AS s4,
  (NOT (c4 IN ('workplace closed', 'less work of this kind'))) AS s5,
  (CASE WHEN (n2 >= CAST(20184 AS numeric)) THEN CAST(719 AS numeric) WHEN NOT (n2 >= CAST(20184 AS numeric)) THEN (CASE WHEN (n2 >= CAST(19819 AS numeric)) THEN CAST(700 AS numeric) WHEN NOT (n2 >= CAST(19819 AS numeric)) THEN (CASE WHEN (n2 >= CAST(19453 AS numeric)) THEN CAST(643 AS numeric) WHEN NOT (n2 >= CAST(19453 AS numeric)) THEN (CASE WHEN (n2 >= CAST(19088 AS numeric)) THEN CAST(571 AS numeric) WHEN NOT (n2 >= CAST(19088 AS numeric)) THEN (CASE WHEN (n2 >= CAST(18723 AS numeric)) THEN CAST(544 AS numeric) WHEN NOT (n2 >= CAST(18723 AS numeric)) THEN (CASE WHEN (n2 >= CAST(18358 AS numeric)) THEN CAST(538 AS numeric) WHEN NOT (n2 >= CAST(18358 AS numeric)) THEN CAST(0 AS numeric) END) END) END) END) END) END) AS s11,
  (CASE WHEN (n2 >= CAST(20184 AS numeric)) THEN CAST(1 AS numeric) WHEN NOT (n2 >= CAST(20184 AS numeric)) THEN (CASE WHEN (n2 >= CAST(19819 AS numeric)) THEN CAST(1 AS numeric) WHEN NOT (n2 >= CAST(19819 AS numeric)) THEN (CASE WHEN (n2 >= CAST(19453 AS numeric)) THEN CAST(1 AS numeric) WHEN NOT (n2 >= CAST(19453 AS numeric)) THEN (CASE WHEN (n2 >= CAST(19088 AS numeric)) THEN CAST(1 AS numeric) WHEN NOT (n2 >= CAST(19088 AS numeric)) THEN (CASE WHEN (n2 >= CAST(18723 AS numeric)) THEN CAST(1 AS numeric) WHEN NOT (n2 >= CAST(18723 AS numeric)) THEN (CASE WHEN (n2 >= CAST(18358 AS numeric)) THEN CAST(1 AS numeric) WHEN NOT (n2 >= CAST(18358 AS numeric)) THEN NULLIF(CAST(0 AS numeric), CAST(0 AS numeric)) END) END) END) END) END) END) AS s12
FROM (
SELECT t."id" AS k0,
  CASE WHEN (to_jsonb(t."employee.started") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."employee.started") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END AS n1,
  CASE WHEN (to_jsonb(t."employee.left") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."employee.left") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END AS n2,
  NULLIF((CAST(t."cause" AS text) COLLATE "C"), 'unknown') AS c4,
  t."suitable_job_refused" AS c5,
  CASE WHEN (CAST(t."claimed_on" AS text) COLLATE "C") IN ('never') THEN (CAST(t."claimed_on" AS text) COLLATE "C") WHEN NOT ((CAST(t."claimed_on" AS text) COLLATE "C") IS NULL OR (CAST(t."claimed_on" AS text) COLLATE "C") IN ('unknown')) THEN '' END AS c7,
  CASE WHEN (CAST(t."claimed_on" AS text) COLLATE "C") IN ('never') THEN CAST(0 AS numeric) ELSE CASE WHEN (to_jsonb(t."claimed_on") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."claimed_on") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END END AS n6,
  CASE WHEN CAST(t."paid" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."paid" AS text) AS numeric) END AS n8,
  CASE WHEN CAST(t."employee.weekly_pay" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."employee.weekly_pay" AS text) AS numeric) END AS n3,
  CASE WHEN (to_jsonb(t."employee.born") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."employee.born") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END AS n0,
  t."calculation_given" AS c9,
  COALESCE((t."employee.born" IS NOT NULL AND NOT (COALESCE((CASE WHEN (to_jsonb(t."employee.born") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."employee.born") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END) IS NOT NULL, FALSE) OR ((CAST(t."employee.born" AS text) COLLATE "C") IS NULL OR (CAST(t."employee.born" AS text) COLLATE "C") IN ('unknown')))) OR (t."employee.started" IS NOT NULL AND NOT (COALESCE((CASE WHEN (to_jsonb(t."employee.started") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."employee.started") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END) IS NOT NULL, FALSE) OR ((CAST(t."employee.started" AS text) COLLATE "C") IS NULL OR (CAST(t."employee.started" AS text) COLLATE "C") IN ('unknown')))) OR (t."employee.left" IS NOT NULL AND NOT (COALESCE((CASE WHEN (to_jsonb(t."employee.left") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."employee.left") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END) IS NOT NULL, FALSE) OR ((CAST(t."employee.left" AS text) COLLATE "C") IS NULL OR (CAST(t."employee.left" AS text) COLLATE "C") IN ('unknown')))) OR (t."employee.weekly_pay" IS NOT NULL AND NOT (NOT (NOT (CAST(t."employee.weekly_pay" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."employee.weekly_pay" AS text) COLLATE "C") IS NULL OR (CAST(t."employee.weekly_pay" AS text) COLLATE "C") IN ('unknown')))) OR (NOT ((CAST(t."cause" AS text) COLLATE "C") IN ('workplace closed', 'less work of this kind', 'misconduct', 'other', 'unknown'))) OR (t."claimed_on" IS NOT NULL AND NOT (COALESCE((CASE WHEN (to_jsonb(t."claimed_on") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."claimed_on") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END) IS NOT NULL, FALSE) OR ((CAST(t."claimed_on" AS text) COLLATE "C") IS NULL OR (CAST(t."claimed_on" AS text) COLLATE "C") IN ('unknown')) OR (CAST(t."claimed_on" AS text) COLLATE "C") IN ('never'))) OR (t."paid" IS NOT NULL AND NOT (NOT (NOT (CAST(t."paid" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."paid" AS text) COLLATE "C") IS NULL OR (CAST(t."paid" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."paid" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."paid" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."paid" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."paid" AS text) AS numeric) END > CAST(1000000 AS numeric)))), FALSE) AS refused
FROM claims AS t OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q
;

SELECT t."id" AS "id", 'employee.born' AS claim, 'not read' AS problem, CAST(t."employee.born" AS text) AS value
FROM claims AS t
WHERE t."employee.born" IS NOT NULL AND NOT (COALESCE((CASE WHEN (to_jsonb(t."employee.born") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."employee.born") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END) IS NOT NULL, FALSE) OR ((CAST(t."employee.born" AS text) COLLATE "C") IS NULL OR (CAST(t."employee.born" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.started' AS claim, 'not read' AS problem, CAST(t."employee.started" AS text) AS value
FROM claims AS t
WHERE t."employee.started" IS NOT NULL AND NOT (COALESCE((CASE WHEN (to_jsonb(t."employee.started") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."employee.started") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END) IS NOT NULL, FALSE) OR ((CAST(t."employee.started" AS text) COLLATE "C") IS NULL OR (CAST(t."employee.started" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.left' AS claim, 'not read' AS problem, CAST(t."employee.left" AS text) AS value
FROM claims AS t
WHERE t."employee.left" IS NOT NULL AND NOT (COALESCE((CASE WHEN (to_jsonb(t."employee.left") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."employee.left") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END) IS NOT NULL, FALSE) OR ((CAST(t."employee.left" AS text) COLLATE "C") IS NULL OR (CAST(t."employee.left" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.weekly_pay' AS claim, 'not read' AS problem, CAST(t."employee.weekly_pay" AS text) AS value
FROM claims AS t
WHERE t."employee.weekly_pay" IS NOT NULL AND NOT (NOT (NOT (CAST(t."employee.weekly_pay" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."employee.weekly_pay" AS text) COLLATE "C") IS NULL OR (CAST(t."employee.weekly_pay" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'cause' AS claim, 'not in the vocabulary' AS problem, CAST(t."cause" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."cause" AS text) COLLATE "C") IN ('workplace closed', 'less work of this kind', 'misconduct', 'other', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'claimed_on' AS claim, 'not read' AS problem, CAST(t."claimed_on" AS text) AS value
FROM claims AS t
WHERE t."claimed_on" IS NOT NULL AND NOT (COALESCE((CASE WHEN (to_jsonb(t."claimed_on") #>> '{}') ~ '^((?!0000)([0-9]{4}-((0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])|(0[469]|11)-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29))$' THEN CAST(CAST((to_jsonb(t."claimed_on") #>> '{}') AS date) - DATE '1970-01-01' AS numeric) END) IS NOT NULL, FALSE) OR ((CAST(t."claimed_on" AS text) COLLATE "C") IS NULL OR (CAST(t."claimed_on" AS text) COLLATE "C") IN ('unknown')) OR (CAST(t."claimed_on" AS text) COLLATE "C") IN ('never'))
UNION ALL
SELECT t."id" AS "id", 'paid' AS claim, 'not read' AS problem, CAST(t."paid" AS text) AS value
FROM claims AS t
WHERE t."paid" IS NOT NULL AND NOT (NOT (NOT (CAST(t."paid" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."paid" AS text) COLLATE "C") IS NULL OR (CAST(t."paid" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'paid' AS claim, 'outside its range' AS problem, CAST(t."paid" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."paid" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."paid" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."paid" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."paid" AS text) AS numeric) END > CAST(1000000 AS numeric)))
;
