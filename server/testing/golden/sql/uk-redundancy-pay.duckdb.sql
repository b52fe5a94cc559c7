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
  CASE WHEN NOT refused THEN (s3 >= CAST(24 AS BIGINT)) END AS a0,
  CASE WHEN NOT refused THEN (e4 <= 1) END AS a1,
  CASE WHEN NOT refused THEN (NOT c5) END AS a2,
  CASE WHEN NOT refused THEN ((c7 = '') AND (n6 < CAST((s4 - DATE '1970-01-01' - 1460970) AS BIGINT))) END AS a3,
  CASE WHEN NOT refused THEN (CASE WHEN s23 > CAST(0 AS BIGINT) THEN (s24 >= s22) WHEN s23 < CAST(0 AS BIGINT) THEN (s24 <= s22) END) END AS a4,
  CASE WHEN NOT refused THEN ((NOT (n8 > CAST(0 AS BIGINT))) OR c9) END AS a5
FROM (
SELECT *,
  (CAST((CAST(n8 AS HUGEINT) * CAST(24 AS BIGINT)) AS HUGEINT) * s23) AS s24
FROM (
SELECT *,
  (CASE WHEN (s9 <> 'payable') THEN CAST(0 AS BIGINT) WHEN NOT (s9 <> 'payable') THEN (CAST(s21 AS HUGEINT) * ((s13 + s18) + s20)) END) AS s22,
  (CASE WHEN (s9 <> 'payable') THEN CAST(1 AS BIGINT) WHEN NOT (s9 <> 'payable') THEN (CASE WHEN s12 THEN CAST(1 AS BIGINT) WHEN NOT s12 THEN s11 END) END) AS s23
FROM (
SELECT *,
  (CASE WHEN (NOT (s3 >= CAST(24 AS BIGINT))) THEN 'served_two_years' WHEN NOT (NOT (s3 >= CAST(24 AS BIGINT))) THEN s8 END) AS s9,
  (CASE WHEN (s13 <= s17) THEN s13 WHEN NOT (s13 <= s17) THEN s17 END) AS s18,
  (CASE WHEN (s13 <= s19) THEN s13 WHEN NOT (s13 <= s19) THEN s19 END) AS s20
FROM (
SELECT *,
  (CASE WHEN (NOT (e4 <= 1)) THEN 'job_is_redundant' WHEN NOT (NOT (e4 <= 1)) THEN s7 WHEN 'job_is_redundant' = s7 THEN 'job_is_redundant' END) AS s8,
  (CASE WHEN (s3 <= CAST(240 AS BIGINT)) THEN s3 WHEN NOT (s3 <= CAST(240 AS BIGINT)) THEN CAST(240 AS BIGINT) END) AS s13,
  (CASE WHEN ((s16 - CAST(264 AS BIGINT)) >= CAST(0 AS BIGINT)) THEN (s16 - CAST(264 AS BIGINT)) WHEN NOT ((s16 - CAST(264 AS BIGINT)) >= CAST(0 AS BIGINT)) THEN CAST(0 AS BIGINT) END) AS s17,
  (CASE WHEN ((s16 - CAST(492 AS BIGINT)) >= CAST(0 AS BIGINT)) THEN (s16 - CAST(492 AS BIGINT)) WHEN NOT ((s16 - CAST(492 AS BIGINT)) >= CAST(0 AS BIGINT)) THEN CAST(0 AS BIGINT) END) AS s19
FROM (
SELECT *,
  (CAST((s1 - CASE WHEN s2 > s0 THEN 1 ELSE 0 END) AS BIGINT) - (((CAST((s1 - CASE WHEN s2 > s0 THEN 1 ELSE 0 END) AS BIGINT) % CAST(12 AS BIGINT)) + CAST(12 AS BIGINT)) % CAST(12 AS BIGINT))) AS s3,
  (CASE WHEN (NOT (NOT c5)) THEN 'no_suitable_job_refused' WHEN NOT (NOT (NOT c5)) THEN s6 WHEN 'no_suitable_job_refused' = s6 THEN 'no_suitable_job_refused' END) AS s7,
  (CAST((s14 - CASE WHEN s15 > s0 THEN 1 ELSE 0 END) AS BIGINT) - (((CAST((s14 - CASE WHEN s15 > s0 THEN 1 ELSE 0 END) AS BIGINT) % CAST(12 AS BIGINT)) + CAST(12 AS BIGINT)) % CAST(12 AS BIGINT))) AS s16
FROM (
SELECT *,
  CAST((DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)) + to_months(s1) AS DATE) AS s2,
  (CASE WHEN s5 THEN 'claimed_in_time' WHEN NOT s5 THEN 'payable' END) AS s6,
  CAST((DATE '1970-01-01' + CAST(n0 + 1460970 AS INTEGER)) + to_months(s14) AS DATE) AS s15,
  (CASE WHEN s12 THEN n3 WHEN NOT s12 THEN (s10 * CAST(1000000 AS BIGINT)) END) AS s21
FROM (
SELECT *,
  CAST((EXTRACT(YEAR FROM s0) - EXTRACT(YEAR FROM (DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)))) * 12 + (EXTRACT(MONTH FROM s0) - EXTRACT(MONTH FROM (DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)))) AS INTEGER) AS s1,
  (NOT ((c7 = '') AND (n6 < CAST((s4 - DATE '1970-01-01' - 1460970) AS BIGINT)))) AS s5,
  (CASE WHEN s11 > CAST(0 AS BIGINT) THEN ((n3 * s11) <= (s10 * CAST(1000000 AS BIGINT))) WHEN s11 < CAST(0 AS BIGINT) THEN ((n3 * s11) >= (s10 * CAST(1000000 AS BIGINT))) END) AS s12,
  CAST((EXTRACT(YEAR FROM s0) - EXTRACT(YEAR FROM (DATE '1970-01-01' + CAST(n0 + 1460970 AS INTEGER)))) * 12 + (EXTRACT(MONTH FROM s0) - EXTRACT(MONTH FROM (DATE '1970-01-01' + CAST(n0 + 1460970 AS INTEGER)))) AS INTEGER) AS s14
FROM (
SELECT *,
  (DATE '1970-01-01' + CAST((n2 + CAST(1 AS BIGINT)) + 1460970 AS INTEGER)) AS s0,
  CAST((DATE '1970-01-01' + CAST(n2 + 1460970 AS INTEGER)) + to_months(6) AS DATE) AS s4,
  (CASE WHEN (n2 >= CAST(20184 AS BIGINT)) THEN CAST(719 AS BIGINT) WHEN NOT (n2 >= CAST(20184 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19819 AS BIGINT)) THEN CAST(700 AS BIGINT) WHEN NOT (n2 >= CAST(19819 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19453 AS BIGINT)) THEN CAST(643 AS BIGINT) WHEN NOT (n2 >= CAST(19453 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19088 AS BIGINT)) THEN CAST(571 AS BIGINT) WHEN NOT (n2 >= CAST(19088 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(18723 AS BIGINT)) THEN CAST(544 AS BIGINT) WHEN NOT (n2 >= CAST(18723 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(18358 AS BIGINT)) THEN CAST(538 AS BIGINT) WHEN NOT (n2 >= CAST(18358 AS BIGINT)) THEN CAST(0 AS BIGINT) END) END) END) END) END) END) AS s10,
  (CASE WHEN (n2 >= CAST(20184 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(20184 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19819 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(19819 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19453 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(19453 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(19088 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(19088 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(18723 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(18723 AS BIGINT)) THEN (CASE WHEN (n2 >= CAST(18358 AS BIGINT)) THEN CAST(1 AS BIGINT) WHEN NOT (n2 >= CAST(18358 AS BIGINT)) THEN NULLIF(CAST(0 AS BIGINT), CAST(0 AS BIGINT)) END) END) END) END) END) END) AS s11,
  COALESCE(f0 OR e4 = -1, FALSE) AS refused
FROM (
SELECT t."id" AS k0,
  CASE WHEN (CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.started" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.started" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.started" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.started" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.started" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.started" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.started" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.started" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) END AS n1,
  CASE WHEN (CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.left" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.left" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.left" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.left" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.left" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.left" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.left" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.left" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) END AS n2,
  CASE (CAST(t."cause" AS VARCHAR) COLLATE C) WHEN 'workplace closed' THEN 0 WHEN 'less work of this kind' THEN 1 WHEN 'misconduct' THEN 2 WHEN 'other' THEN 3 ELSE CASE WHEN (CAST(t."cause" AS VARCHAR) COLLATE C) <> 'unknown' THEN -1 END END AS e4,
  t."suitable_job_refused" AS c5,
  CASE WHEN (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('never') THEN (CAST(t."claimed_on" AS VARCHAR) COLLATE C) WHEN NOT ((CAST(t."claimed_on" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('unknown')) THEN '' END AS c7,
  CASE WHEN (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('never') THEN CAST(0 AS BIGINT) ELSE CASE WHEN (CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."claimed_on" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."claimed_on" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."claimed_on" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."claimed_on" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."claimed_on" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."claimed_on" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."claimed_on" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."claimed_on" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) END END AS n6,
  CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n8,
  CASE WHEN regexp_full_match(CAST(t."employee.weekly_pay" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."employee.weekly_pay" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n3,
  CASE WHEN (CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.born" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.born" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.born" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.born" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.born" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.born" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.born" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.born" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) END AS n0,
  NULLIF((CAST(t."cause" AS VARCHAR) COLLATE C), 'unknown') AS c4,
  t."calculation_given" AS c9,
  (t."employee.born" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.born" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.born" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.born" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.born" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.born" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.born" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."employee.started" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.started" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.started" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.started" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.started" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.started" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.started" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."employee.left" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.left" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.left" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.left" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.left" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.left" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.left" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."employee.weekly_pay" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."employee.weekly_pay" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."employee.weekly_pay" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.weekly_pay" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."claimed_on" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."claimed_on" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."claimed_on" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."claimed_on" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."claimed_on" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."claimed_on" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('unknown')) OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('never'))) OR (t."paid" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."paid" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."paid" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))) AS f0
FROM claims AS t) AS q) AS q) AS q) AS q) AS q) AS q) AS q) AS q) AS q) AS q
;

SELECT t."id" AS "id", 'employee.born' AS claim, 'not read' AS problem, CAST(t."employee.born" AS VARCHAR) AS value
FROM claims AS t
WHERE t."employee.born" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.born" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.born" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.born" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.born" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.born" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.born" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.started' AS claim, 'not read' AS problem, CAST(t."employee.started" AS VARCHAR) AS value
FROM claims AS t
WHERE t."employee.started" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.started" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.started" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.started" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.started" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.started" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.started" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.left' AS claim, 'not read' AS problem, CAST(t."employee.left" AS VARCHAR) AS value
FROM claims AS t
WHERE t."employee.left" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."employee.left" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.left" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."employee.left" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."employee.left" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."employee.left" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."employee.left" AS VARCHAR) COLLATE C) IN ('unknown')))
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
WHERE t."claimed_on" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite((CASE WHEN regexp_full_match(CAST(t."claimed_on" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."claimed_on" AS VARCHAR) AS DATE) END)) THEN (CASE WHEN regexp_full_match(CAST(t."claimed_on" AS VARCHAR), '[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN TRY_CAST(CAST(t."claimed_on" AS VARCHAR) AS DATE) END) - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."claimed_on" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('unknown')) OR (CAST(t."claimed_on" AS VARCHAR) COLLATE C) IN ('never'))
UNION ALL
SELECT t."id" AS "id", 'paid' AS claim, 'not read' AS problem, CAST(t."paid" AS VARCHAR) AS value
FROM claims AS t
WHERE t."paid" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."paid" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."paid" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'paid' AS claim, 'outside its range' AS problem, CAST(t."paid" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."paid" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."paid" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))
;
