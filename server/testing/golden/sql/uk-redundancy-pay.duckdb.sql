SELECT k0 AS "id",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a0 THEN 'TRUE' WHEN NOT a0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "served_two_years",
  refused OR (a0 IS NULL AND (n1 IS NULL OR n2 IS NULL)) AS "open_served_two_years",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a1 THEN 'TRUE' WHEN NOT a1 THEN 'FALSE' ELSE 'UNKNOWN' END AS "job_is_redundant",
  refused OR a1 IS NULL AS "open_job_is_redundant",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a2 THEN 'TRUE' WHEN NOT a2 THEN 'FALSE' ELSE 'UNKNOWN' END AS "no_suitable_job_refused",
  refused OR a2 IS NULL AS "open_no_suitable_job_refused",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a3 THEN 'TRUE' WHEN NOT a3 THEN 'FALSE' ELSE 'UNKNOWN' END AS "claimed_in_time",
  refused OR (a3 IS NULL AND (c7 IS NULL OR n6 IS NULL OR n2 IS NULL)) AS "open_claimed_in_time",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a4 THEN 'TRUE' WHEN NOT a4 THEN 'FALSE' ELSE 'UNKNOWN' END AS "paid_in_full",
  refused OR (a4 IS NULL AND (n8 IS NULL OR n1 IS NULL OR n2 IS NULL OR c4 IS NULL OR c5 IS NULL OR c7 IS NULL OR n6 IS NULL OR n3 IS NULL OR n0 IS NULL)) AS "open_paid_in_full",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a5 THEN 'TRUE' WHEN NOT a5 THEN 'FALSE' ELSE 'UNKNOWN' END AS "calculation_is_explained",
  refused OR a5 IS NULL AS "open_calculation_is_explained"
FROM (
SELECT *,
  (s3 >= CAST(24 AS BIGINT)) AS a0,
  (c4 IN ('workplace closed', 'less work of this kind')) AS a1,
  (NOT c5) AS a2,
  ((c7 = '') AND (n6 < CAST((s4 - DATE '1970-01-01' - 1460970) AS BIGINT))) AS a3,
  (CASE WHEN s24 > CAST(0 AS BIGINT) THEN (s25 >= s23) WHEN s24 < CAST(0 AS BIGINT) THEN (s25 <= s23) END) AS a4,
  ((NOT (n8 > CAST(0 AS BIGINT))) OR c9) AS a5
FROM (
SELECT *,
  (CAST((CAST(n8 AS HUGEINT) * CAST(24 AS BIGINT)) AS HUGEINT) * s24) AS s25
FROM (
SELECT *,
  (CASE WHEN (s10 <> 'payable') THEN CAST(0 AS BIGINT) WHEN NOT (s10 <> 'payable') THEN (CAST(s22 AS HUGEINT) * ((s14 + s19) + s21)) END) AS s23,
  (CASE WHEN (s10 <> 'payable') THEN CAST(1 AS BIGINT) WHEN NOT (s10 <> 'payable') THEN (CASE WHEN s13 THEN CAST(1 AS BIGINT) WHEN NOT s13 THEN s12 END) END) AS s24
FROM (
SELECT *,
  (CASE WHEN (NOT (s3 >= CAST(24 AS BIGINT))) THEN 'served_two_years' WHEN NOT (NOT (s3 >= CAST(24 AS BIGINT))) THEN s9 END) AS s10,
  (CASE WHEN (s14 <= s18) THEN s14 WHEN NOT (s14 <= s18) THEN s18 END) AS s19,
  (CASE WHEN (s14 <= s20) THEN s14 WHEN NOT (s14 <= s20) THEN s20 END) AS s21
FROM (
SELECT *,
  (CASE WHEN s5 THEN 'job_is_redundant' WHEN NOT s5 THEN s8 WHEN 'job_is_redundant' = s8 THEN 'job_is_redundant' END) AS s9,
  (CASE WHEN (s3 <= CAST(240 AS BIGINT)) THEN s3 WHEN NOT (s3 <= CAST(240 AS BIGINT)) THEN CAST(240 AS BIGINT) END) AS s14,
  (CASE WHEN ((s17 - CAST(264 AS BIGINT)) >= CAST(0 AS BIGINT)) THEN (s17 - CAST(264 AS BIGINT)) WHEN NOT ((s17 - CAST(264 AS BIGINT)) >= CAST(0 AS BIGINT)) THEN CAST(0 AS BIGINT) END) AS s18,
  (CASE WHEN ((s17 - CAST(492 AS BIGINT)) >= CAST(0 AS BIGINT)) THEN (s17 - CAST(492 AS BIGINT)) WHEN NOT ((s17 - CAST(492 AS BIGINT)) >= CAST(0 AS BIGINT)) THEN CAST(0 AS BIGINT) END) AS s20
FROM (
SELECT *,
  (CAST((s1 - CASE WHEN s2 > s0 THEN 1 ELSE 0 END) AS BIGINT) - (((CAST((s1 - CASE WHEN s2 > s0 THEN 1 ELSE 0 END) AS BIGINT) % CAST(12 AS BIGINT)) + CAST(12 AS BIGINT)) % CAST(12 AS BIGINT))) AS s3,
  (CASE WHEN (NOT (NOT c5)) THEN 'no_suitable_job_refused' WHEN NOT (NOT (NOT c5)) THEN s7 WHEN 'no_suitable_job_refused' = s7 THEN 'no_suitable_job_refused' END) AS s8,
  (CAST((s15 - CASE WHEN s16 > s0 THEN 1 ELSE 0 END) AS BIGINT) - (((CAST((s15 - CASE WHEN s16 > s0 THEN 1 ELSE 0 END) AS BIGINT) % CAST(12 AS BIGINT)) + CAST(12 AS BIGINT)) % CAST(12 AS BIGINT))) AS s17
FROM (
SELECT *,
  CAST((DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)) + to_months(s1) AS DATE) AS s2,
  (CASE WHEN s6 THEN 'claimed_in_time' WHEN NOT s6 THEN 'payable' END) AS s7,
  CAST((DATE '1970-01-01' + CAST(n0 + 1460970 AS INTEGER)) + to_months(s15) AS DATE) AS s16,
  (CASE WHEN s13 THEN n3 WHEN NOT s13 THEN (s11 * CAST(1000000 AS BIGINT)) END) AS s22
FROM (
SELECT *,
  CAST((EXTRACT(YEAR FROM s0) - EXTRACT(YEAR FROM (DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)))) * 12 + (EXTRACT(MONTH FROM s0) - EXTRACT(MONTH FROM (DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)))) AS INTEGER) AS s1,
  (NOT ((c7 = '') AND (n6 < CAST((s4 - DATE '1970-01-01' - 1460970) AS BIGINT)))) AS s6,
  (CASE WHEN s12 > CAST(0 AS BIGINT) THEN ((n3 * s12) <= (s11 * CAST(1000000 AS BIGINT))) WHEN s12 < CAST(0 AS BIGINT) THEN ((n3 * s12) >= (s11 * CAST(1000000 AS BIGINT))) END) AS s13,
  CAST((EXTRACT(YEAR FROM s0) - EXTRACT(YEAR FROM (DATE '1970-01-01' + CAST(n0 + 1460970 AS INTEGER)))) * 12 + (EXTRACT(MONTH FROM s0) - EXTRACT(MONTH FROM (DATE '1970-01-01' + CAST(n0 + 1460970 AS INTEGER)))) AS INTEGER) AS s15
FROM (
SELECT *,
  (DATE '1970-01-01' + CAST((n2 + CAST(1 AS BIGINT)) + 1460970 AS INTEGER)) AS s0,
  CAST((DATE '1970-01-01' + CAST(n2 + 1460970 AS INTEGER)) + to_months(6) AS DATE) AS s4,
  (NOT (c4 IN ('workplace closed', 'less work of this kind'))) AS s5,
  (CASE WHEN (n2 >= CAST(20184 AS BIGINT)) THEN CAST(719 AS BIGINT) WHEN NOT (n2 >= CAST(20184 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19819 AS BIGINT)) THEN CAST(700 AS BIGINT) WHEN NOT (n2 >= CAST(19819 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19453 AS BIGINT)) THEN CAST(643 AS BIGINT) WHEN NOT (n2 >= CAST(19453 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19088 AS BIGINT)) THEN CAST(571 AS BIGINT) WHEN NOT (n2 >= CAST(19088 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(18723 AS BIGINT)) THEN CAST(544 AS BIGINT) WHEN NOT (n2 >= CAST(18723 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(18358 AS BIGINT)) THEN CAST(538 AS BIGINT) WHEN NOT (n2 >= CAST(18358 AS BIGINT)) THEN CAST(0 AS BIGINT) END) END) END) END) END) END) AS s11,
  (CASE WHEN (n2 >= CAST(20184 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(20184 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19819 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(19819 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19453 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(19453 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19088 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(19088 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(18723 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(18723 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(18358 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(18358 AS BIGINT)) THEN NULLIF(CAST(0 AS BIGINT), CAST(0 AS BIGINT)) END) END) END) END) END) END) AS s12
FROM (
SELECT t."id" AS k0,
  CASE WHEN (CASE WHEN isfinite(t."employee.started") THEN t."employee.started" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."employee.started") THEN t."employee.started" - DATE '1970-01-01' END) END AS n1,
  CASE WHEN (CASE WHEN isfinite(t."employee.left") THEN t."employee.left" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."employee.left") THEN t."employee.left" - DATE '1970-01-01' END) END AS n2,
  NULLIF((CAST(t."cause" AS VARCHAR) COLLATE C), 'unknown') AS c4,
  t."suitable_job_refused" AS c5,
  CASE WHEN (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('never') THEN (CAST(t."claimed_on" AS VARCHAR) COLLATE C) WHEN NOT ((CAST(t."claimed_on" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('unknown')) THEN '' END AS c7,
  CASE WHEN (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('never') THEN CAST(0 AS BIGINT) ELSE CASE WHEN (CASE WHEN isfinite(t."claimed_on") THEN t."claimed_on" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."claimed_on") THEN t."claimed_on" - DATE '1970-01-01' END) END END AS n6,
  CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n8,
  CASE WHEN regexp_full_match(CAST(t."employee.weekly_pay" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."employee.weekly_pay" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n3,
  CASE WHEN (CASE WHEN isfinite(t."employee.born") THEN t."employee.born" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."employee.born") THEN t."employee.born" - DATE '1970-01-01' END) END AS n0,
  t."calculation_given" AS c9,
  COALESCE((t."employee.born" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."employee.born") THEN t."employee.born" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.born" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.born" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."employee.started" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."employee.started") THEN t."employee.started" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.started" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.started" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."employee.left" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."employee.left") THEN t."employee.left" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.left" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.left" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."employee.weekly_pay" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."employee.weekly_pay" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."employee.weekly_pay" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.weekly_pay" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (NOT ((CAST(t."cause" AS VARCHAR) COLLATE C) IN ('workplace closed', 'less work of this kind', 'misconduct', 'other', 'unknown'))) OR (t."claimed_on" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."claimed_on") THEN t."claimed_on" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."claimed_on" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('unknown')) OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('never'))) OR (t."paid" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."paid" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."paid" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))), FALSE) AS refused
FROM claims AS t) AS q) AS q) AS q) AS q) AS q) AS q) AS q) AS q) AS q) AS q
;

SELECT t."id" AS "id", 'employee.born' AS claim, 'not read' AS problem, CAST(t."employee.born" AS VARCHAR) AS value
FROM claims AS t
WHERE t."employee.born" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."employee.born") THEN t."employee.born" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.born" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.born" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.started' AS claim, 'not read' AS problem, CAST(t."employee.started" AS VARCHAR) AS value
FROM claims AS t
WHERE t."employee.started" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."employee.started") THEN t."employee.started" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.started" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.started" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.left' AS claim, 'not read' AS problem, CAST(t."employee.left" AS VARCHAR) AS value
FROM claims AS t
WHERE t."employee.left" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."employee.left") THEN t."employee.left" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.left" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.left" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.weekly_pay' AS claim, 'not read' AS problem, CAST(t."employee.weekly_pay" AS VARCHAR) AS value
FROM claims AS t
WHERE t."employee.weekly_pay" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."employee.weekly_pay" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."employee.weekly_pay" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.weekly_pay" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'cause' AS claim, 'not in the vocabulary' AS problem, CAST(t."cause" AS VARCHAR) AS value
FROM claims AS t
WHERE NOT ((CAST(t."cause" AS VARCHAR) COLLATE C) IN ('workplace closed', 'less work of this kind', 'misconduct', 'other', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'claimed_on' AS claim, 'not read' AS problem, CAST(t."claimed_on" AS VARCHAR) AS value
FROM claims AS t
WHERE t."claimed_on" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."claimed_on") THEN t."claimed_on" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."claimed_on" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('unknown')) OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('never'))
UNION ALL
SELECT t."id" AS "id", 'paid' AS claim, 'not read' AS problem, CAST(t."paid" AS VARCHAR) AS value
FROM claims AS t
WHERE t."paid" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."paid" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."paid" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'paid' AS claim, 'outside its range' AS problem, CAST(t."paid" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))
;
