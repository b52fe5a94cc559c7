-- served_two_years is open in every row: SQLite has no calendar for it
-- claimed_in_time is open in every row: SQLite has no calendar for it
-- paid_in_full is open in every row: SQLite has no calendar for it
SELECT k0 AS "id",
  'UNKNOWN' AS "served_two_years",
  1 AS "open_served_two_years",
  CASE a1 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "job_is_redundant",
  a1 IS NULL AS "open_job_is_redundant",
  CASE a2 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "no_suitable_job_refused",
  a2 IS NULL AS "open_no_suitable_job_refused",
  'UNKNOWN' AS "claimed_in_time",
  1 AS "open_claimed_in_time",
  'UNKNOWN' AS "paid_in_full",
  1 AS "open_paid_in_full",
  CASE a5 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "calculation_is_explained",
  a5 IS NULL AS "open_calculation_is_explained"
FROM (
SELECT *,
  CASE WHEN NOT refused THEN NULL END AS a0,
  CASE WHEN NOT refused THEN (c4 IN ('workplace closed', 'less work of this kind')) END AS a1,
  CASE WHEN NOT refused THEN (NOT c5) END AS a2,
  CASE WHEN NOT refused THEN NULL END AS a3,
  CASE WHEN NOT refused THEN NULL END AS a4,
  CASE WHEN NOT refused THEN ((NOT (n8 > 0)) OR c9) END AS a5
FROM (
SELECT t."id" AS k0,
  NULLIF((CAST(t."cause" AS TEXT) COLLATE BINARY), 'unknown') AS c4,
  t."suitable_job_refused" AS c5,
  CASE WHEN typeof(t."paid") = 'integer' AND t."paid" BETWEEN -100000000000 AND 100000000000 THEN t."paid" * 10000 WHEN typeof(t."paid") = 'real' AND t."paid" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."paid" * 10000.0) AS INTEGER) / 10000.0 = t."paid" THEN CAST(round(t."paid" * 10000.0) AS INTEGER) END AS n8,
  t."calculation_given" AS c9,
  COALESCE((t."employee.born" IS NOT NULL AND NOT (COALESCE((CASE WHEN date(t."employee.born") = t."employee.born" THEN CAST(strftime('%s', t."employee.born") AS INTEGER) / 86400 END) BETWEEN -719162 AND 2932896, 0) OR ((CAST(t."employee.born" AS TEXT) COLLATE BINARY) IS NULL OR (CAST(t."employee.born" AS TEXT) COLLATE BINARY) IN ('unknown')))) OR (t."employee.started" IS NOT NULL AND NOT (COALESCE((CASE WHEN date(t."employee.started") = t."employee.started" THEN CAST(strftime('%s', t."employee.started") AS INTEGER) / 86400 END) BETWEEN -719162 AND 2932896, 0) OR ((CAST(t."employee.started" AS TEXT) COLLATE BINARY) IS NULL OR (CAST(t."employee.started" AS TEXT) COLLATE BINARY) IN ('unknown')))) OR (t."employee.left" IS NOT NULL AND NOT (COALESCE((CASE WHEN date(t."employee.left") = t."employee.left" THEN CAST(strftime('%s', t."employee.left") AS INTEGER) / 86400 END) BETWEEN -719162 AND 2932896, 0) OR ((CAST(t."employee.left" AS TEXT) COLLATE BINARY) IS NULL OR (CAST(t."employee.left" AS TEXT) COLLATE BINARY) IN ('unknown')))) OR (t."employee.weekly_pay" IS NOT NULL AND NOT ((typeof(t."employee.weekly_pay") = 'integer' AND t."employee.weekly_pay" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."employee.weekly_pay") = 'real' AND t."employee.weekly_pay" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."employee.weekly_pay" * 10000.0) AS INTEGER) / 10000.0 = t."employee.weekly_pay"))) OR (NOT ((CAST(t."cause" AS TEXT) COLLATE BINARY) IN ('workplace closed', 'less work of this kind', 'misconduct', 'other', 'unknown'))) OR (t."suitable_job_refused" IS NOT NULL AND (typeof(t."suitable_job_refused") <> 'integer' OR t."suitable_job_refused" NOT IN (0, 1))) OR (t."claimed_on" IS NOT NULL AND NOT (COALESCE((CASE WHEN date(t."claimed_on") = t."claimed_on" THEN CAST(strftime('%s', t."claimed_on") AS INTEGER) / 86400 END) BETWEEN -719162 AND 2932896, 0) OR ((CAST(t."claimed_on" AS TEXT) COLLATE BINARY) IS NULL OR (CAST(t."claimed_on" AS TEXT) COLLATE BINARY) IN ('unknown')) OR (CAST(t."claimed_on" AS TEXT) COLLATE BINARY) IN ('never'))) OR (t."paid" IS NOT NULL AND NOT ((typeof(t."paid") = 'integer' AND t."paid" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."paid") = 'real' AND t."paid" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."paid" * 10000.0) AS INTEGER) / 10000.0 = t."paid"))) OR (((CASE WHEN typeof(t."paid") = 'integer' AND t."paid" BETWEEN -100000000000 AND 100000000000 THEN t."paid" * 10000 WHEN typeof(t."paid") = 'real' AND t."paid" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."paid" * 10000.0) AS INTEGER) / 10000.0 = t."paid" THEN CAST(round(t."paid" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."paid") = 'integer' AND t."paid" BETWEEN -100000000000 AND 100000000000 THEN t."paid" * 10000 WHEN typeof(t."paid") = 'real' AND t."paid" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."paid" * 10000.0) AS INTEGER) / 10000.0 = t."paid" THEN CAST(round(t."paid" * 10000.0) AS INTEGER) END > 10000000000))) OR (t."calculation_given" IS NOT NULL AND (typeof(t."calculation_given") <> 'integer' OR t."calculation_given" NOT IN (0, 1))), 0) AS refused
FROM claims AS t LIMIT -1 OFFSET 0) AS q LIMIT -1 OFFSET 0) AS q
;

SELECT t."id" AS "id", 'employee.born' AS claim, 'not read' AS problem, CAST(t."employee.born" AS text) AS value
FROM claims AS t
WHERE t."employee.born" IS NOT NULL AND NOT (COALESCE((CASE WHEN date(t."employee.born") = t."employee.born" THEN CAST(strftime('%s', t."employee.born") AS INTEGER) / 86400 END) BETWEEN -719162 AND 2932896, 0) OR ((CAST(t."employee.born" AS TEXT) COLLATE BINARY) IS NULL OR (CAST(t."employee.born" AS TEXT) COLLATE BINARY) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.started' AS claim, 'not read' AS problem, CAST(t."employee.started" AS text) AS value
FROM claims AS t
WHERE t."employee.started" IS NOT NULL AND NOT (COALESCE((CASE WHEN date(t."employee.started") = t."employee.started" THEN CAST(strftime('%s', t."employee.started") AS INTEGER) / 86400 END) BETWEEN -719162 AND 2932896, 0) OR ((CAST(t."employee.started" AS TEXT) COLLATE BINARY) IS NULL OR (CAST(t."employee.started" AS TEXT) COLLATE BINARY) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.left' AS claim, 'not read' AS problem, CAST(t."employee.left" AS text) AS value
FROM claims AS t
WHERE t."employee.left" IS NOT NULL AND NOT (COALESCE((CASE WHEN date(t."employee.left") = t."employee.left" THEN CAST(strftime('%s', t."employee.left") AS INTEGER) / 86400 END) BETWEEN -719162 AND 2932896, 0) OR ((CAST(t."employee.left" AS TEXT) COLLATE BINARY) IS NULL OR (CAST(t."employee.left" AS TEXT) COLLATE BINARY) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'employee.weekly_pay' AS claim, 'not read' AS problem, CAST(t."employee.weekly_pay" AS text) AS value
FROM claims AS t
WHERE t."employee.weekly_pay" IS NOT NULL AND NOT ((typeof(t."employee.weekly_pay") = 'integer' AND t."employee.weekly_pay" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."employee.weekly_pay") = 'real' AND t."employee.weekly_pay" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."employee.weekly_pay" * 10000.0) AS INTEGER) / 10000.0 = t."employee.weekly_pay"))
UNION ALL
SELECT t."id" AS "id", 'cause' AS claim, 'not in the vocabulary' AS problem, CAST(t."cause" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."cause" AS TEXT) COLLATE BINARY) IN ('workplace closed', 'less work of this kind', 'misconduct', 'other', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'suitable_job_refused' AS claim, 'not read' AS problem, CAST(t."suitable_job_refused" AS text) AS value
FROM claims AS t
WHERE t."suitable_job_refused" IS NOT NULL AND (typeof(t."suitable_job_refused") <> 'integer' OR t."suitable_job_refused" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'claimed_on' AS claim, 'not read' AS problem, CAST(t."claimed_on" AS text) AS value
FROM claims AS t
WHERE t."claimed_on" IS NOT NULL AND NOT (COALESCE((CASE WHEN date(t."claimed_on") = t."claimed_on" THEN CAST(strftime('%s', t."claimed_on") AS INTEGER) / 86400 END) BETWEEN -719162 AND 2932896, 0) OR ((CAST(t."claimed_on" AS TEXT) COLLATE BINARY) IS NULL OR (CAST(t."claimed_on" AS TEXT) COLLATE BINARY) IN ('unknown')) OR (CAST(t."claimed_on" AS TEXT) COLLATE BINARY) IN ('never'))
UNION ALL
SELECT t."id" AS "id", 'paid' AS claim, 'not read' AS problem, CAST(t."paid" AS text) AS value
FROM claims AS t
WHERE t."paid" IS NOT NULL AND NOT ((typeof(t."paid") = 'integer' AND t."paid" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."paid") = 'real' AND t."paid" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."paid" * 10000.0) AS INTEGER) / 10000.0 = t."paid"))
UNION ALL
SELECT t."id" AS "id", 'paid' AS claim, 'outside its range' AS problem, CAST(t."paid" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN typeof(t."paid") = 'integer' AND t."paid" BETWEEN -100000000000 AND 100000000000 THEN t."paid" * 10000 WHEN typeof(t."paid") = 'real' AND t."paid" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."paid" * 10000.0) AS INTEGER) / 10000.0 = t."paid" THEN CAST(round(t."paid" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."paid") = 'integer' AND t."paid" BETWEEN -100000000000 AND 100000000000 THEN t."paid" * 10000 WHEN typeof(t."paid") = 'real' AND t."paid" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."paid" * 10000.0) AS INTEGER) / 10000.0 = t."paid" THEN CAST(round(t."paid" * 10000.0) AS INTEGER) END > 10000000000))
UNION ALL
SELECT t."id" AS "id", 'calculation_given' AS claim, 'not read' AS problem, CAST(t."calculation_given" AS text) AS value
FROM claims AS t
WHERE t."calculation_given" IS NOT NULL AND (typeof(t."calculation_given") <> 'integer' OR t."calculation_given" NOT IN (0, 1))
;
