SELECT k0 AS "id",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a0 THEN 'TRUE' WHEN NOT a0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "checks_were_made",
  refused OR a0 IS NULL AS "open_checks_were_made",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a1 THEN 'TRUE' WHEN NOT a1 THEN 'FALSE' ELSE 'UNKNOWN' END AS "scan_is_fresh",
  refused OR a1 IS NULL AS "open_scan_is_fresh",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a2 THEN 'TRUE' WHEN NOT a2 THEN 'FALSE' ELSE 'UNKNOWN' END AS "open_vulnerabilities_are_tolerable",
  refused OR a2 IS NULL AS "open_open_vulnerabilities_are_tolerable",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a3 THEN 'TRUE' WHEN NOT a3 THEN 'FALSE' ELSE 'UNKNOWN' END AS "signature_can_be_verified",
  refused OR a3 IS NULL AS "open_signature_can_be_verified",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a4 THEN 'TRUE' WHEN NOT a4 THEN 'FALSE' ELSE 'UNKNOWN' END AS "release_is_preserved",
  refused OR a4 IS NULL AS "open_release_is_preserved",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a5 THEN 'TRUE' WHEN NOT a5 THEN 'FALSE' ELSE 'UNKNOWN' END AS "coverage_suffices",
  refused OR a5 IS NULL AS "open_coverage_suffices",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a6 THEN 'TRUE' WHEN NOT a6 THEN 'FALSE' ELSE 'UNKNOWN' END AS "emergency_only_when_needed",
  refused OR a6 IS NULL AS "open_emergency_only_when_needed",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a7 THEN 'TRUE' WHEN NOT a7 THEN 'FALSE' ELSE 'UNKNOWN' END AS "one_role_is_accountable",
  refused OR a7 IS NULL AS "open_one_role_is_accountable",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a8 THEN 'TRUE' WHEN NOT a8 THEN 'FALSE' ELSE 'UNKNOWN' END AS "root_cause_was_found",
  refused OR a8 IS NULL AS "open_root_cause_was_found"
FROM (
SELECT *,
  (CASE WHEN (CAST(s0 AS BIGINT) >= s2) THEN TRUE WHEN (CAST(s1 AS BIGINT) < s2) THEN FALSE END) AS a0,
  (CASE WHEN (c0 = 'general') THEN (n5 < CAST(24000000 AS BIGINT)) WHEN NOT (c0 = 'general') THEN (n5 < CAST(168000000 AS BIGINT)) WHEN (n5 < CAST(24000000 AS BIGINT)) = (n5 < CAST(168000000 AS BIGINT)) THEN (n5 < CAST(24000000 AS BIGINT)) END) AS a1,
  (((CASE c6 WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'critical' THEN 4 END) <= (CASE s3 WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'critical' THEN 4 END)) OR (c7 AND (c6 <> 'critical'))) AS a2,
  ((c0 IN ('internal')) OR (c8 IN ('ecdsa_p256', 'rsa_3072'))) AS a3,
  (c9 AND c10 AND ((CAST(n11 AS HUGEINT) * CAST(1024 AS BIGINT)) >= (CAST(3 AS BIGINT) * n12))) AS a4,
  ((NOT (c0 IN ('beta', 'general'))) OR (n13 >= CAST(80000000 AS BIGINT))) AS a5,
  (NOT (c14 = c15)) AS a6,
  (CASE WHEN s4 >= 1 AND s5 <= 1 THEN TRUE WHEN s5 < 1 OR s4 > 1 THEN FALSE END) AS a7,
  ((NOT c19) OR (c20 <> 'unknown')) AS a8
FROM (
SELECT *,
  (CASE WHEN c1 THEN 1 ELSE 0 END + CASE WHEN c2 THEN 1 ELSE 0 END + CASE WHEN c3 THEN 1 ELSE 0 END + CASE WHEN c4 THEN 1 ELSE 0 END) AS s0,
  (CASE WHEN NOT c1 THEN 0 ELSE 1 END + CASE WHEN NOT c2 THEN 0 ELSE 1 END + CASE WHEN NOT c3 THEN 0 ELSE 1 END + CASE WHEN NOT c4 THEN 0 ELSE 1 END) AS s1,
  (CASE WHEN c0 = 'internal' THEN CAST(2 AS BIGINT) WHEN c0 = 'beta' THEN CAST(3 AS BIGINT) WHEN c0 = 'general' THEN CAST(4 AS BIGINT) END) AS s2,
  (CASE WHEN c0 = 'internal' THEN 'high' WHEN c0 = 'beta' THEN 'medium' WHEN c0 = 'general' THEN 'low' END) AS s3,
  (CASE WHEN c16 THEN 1 ELSE 0 END + CASE WHEN c17 THEN 1 ELSE 0 END + CASE WHEN c18 THEN 1 ELSE 0 END) AS s4,
  (CASE WHEN NOT c16 THEN 0 ELSE 1 END + CASE WHEN NOT c17 THEN 0 ELSE 1 END + CASE WHEN NOT c18 THEN 0 ELSE 1 END) AS s5
FROM (
SELECT t."id" AS k0,
  t."code_reviewed" AS c1,
  t."static_analysis_run" AS c2,
  t."executable_tested" AS c3,
  t."components_checked" AS c4,
  NULLIF((CAST(t."channel" AS VARCHAR) COLLATE C), 'unknown') AS c0,
  CASE WHEN regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."scan_age" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n5,
  NULLIF((CAST(t."worst_open_severity" AS VARCHAR) COLLATE C), 'unknown') AS c6,
  t."risk_accepted" AS c7,
  NULLIF((CAST(t."signature_algorithm" AS VARCHAR) COLLATE C), 'unknown') AS c8,
  t."release_archived" AS c9,
  t."has_bill_of_materials" AS c10,
  CASE WHEN regexp_full_match(CAST(t."archive_space" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."archive_space" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n11,
  CASE WHEN regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."release_size" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n12,
  CASE WHEN regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."coverage" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n13,
  t."all_tests_passed" AS c14,
  t."emergency_procedure_used" AS c15,
  t."product_owner_signed" AS c16,
  t."security_lead_signed" AS c17,
  t."duty_officer_signed" AS c18,
  t."fixes_vulnerability" AS c19,
  (CAST(t."root_cause" AS VARCHAR) COLLATE C) AS c20,
  COALESCE((NOT ((CAST(t."channel" AS VARCHAR) COLLATE C) IN ('internal', 'beta', 'general', 'unknown'))) OR (t."scan_age" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."scan_age" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."scan_age" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."scan_age" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."scan_age" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(87600000000 AS BIGINT)))) OR (NOT ((CAST(t."worst_open_severity" AS VARCHAR) COLLATE C) IN ('none', 'low', 'medium', 'high', 'critical', 'unknown'))) OR (NOT ((CAST(t."signature_algorithm" AS VARCHAR) COLLATE C) IN ('ed25519', 'ecdsa_p256', 'rsa_3072', 'rsa_1024', 'unsigned', 'unknown'))) OR (t."archive_space" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."archive_space" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."archive_space" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."archive_space" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."release_size" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."release_size" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."release_size" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."release_size" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."release_size" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1048576000000 AS BIGINT)))) OR (t."coverage" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."coverage" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."coverage" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."coverage" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."coverage" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(100000000 AS BIGINT)))) OR (NOT ((CAST(t."root_cause" AS VARCHAR) COLLATE C) IN ('design', 'coding', 'component', 'configuration', 'unknown'))), FALSE) AS refused
FROM claims AS t) AS q) AS q) AS q
;

SELECT t."id" AS "id", 'channel' AS claim, 'not in the vocabulary' AS problem, CAST(t."channel" AS VARCHAR) AS value
FROM claims AS t
WHERE NOT ((CAST(t."channel" AS VARCHAR) COLLATE C) IN ('internal', 'beta', 'general', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'scan_age' AS claim, 'not read' AS problem, CAST(t."scan_age" AS VARCHAR) AS value
FROM claims AS t
WHERE t."scan_age" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."scan_age" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."scan_age" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'scan_age' AS claim, 'outside its range' AS problem, CAST(t."scan_age" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."scan_age" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."scan_age" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(87600000000 AS BIGINT)))
UNION ALL
SELECT t."id" AS "id", 'worst_open_severity' AS claim, 'not in the vocabulary' AS problem, CAST(t."worst_open_severity" AS VARCHAR) AS value
FROM claims AS t
WHERE NOT ((CAST(t."worst_open_severity" AS VARCHAR) COLLATE C) IN ('none', 'low', 'medium', 'high', 'critical', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'signature_algorithm' AS claim, 'not in the vocabulary' AS problem, CAST(t."signature_algorithm" AS VARCHAR) AS value
FROM claims AS t
WHERE NOT ((CAST(t."signature_algorithm" AS VARCHAR) COLLATE C) IN ('ed25519', 'ecdsa_p256', 'rsa_3072', 'rsa_1024', 'unsigned', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'archive_space' AS claim, 'not read' AS problem, CAST(t."archive_space" AS VARCHAR) AS value
FROM claims AS t
WHERE t."archive_space" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."archive_space" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."archive_space" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."archive_space" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'release_size' AS claim, 'not read' AS problem, CAST(t."release_size" AS VARCHAR) AS value
FROM claims AS t
WHERE t."release_size" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."release_size" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."release_size" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'release_size' AS claim, 'outside its range' AS problem, CAST(t."release_size" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."release_size" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."release_size" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1048576000000 AS BIGINT)))
UNION ALL
SELECT t."id" AS "id", 'coverage' AS claim, 'not read' AS problem, CAST(t."coverage" AS VARCHAR) AS value
FROM claims AS t
WHERE t."coverage" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."coverage" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."coverage" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'coverage' AS claim, 'outside its range' AS problem, CAST(t."coverage" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."coverage" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."coverage" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(100000000 AS BIGINT)))
UNION ALL
SELECT t."id" AS "id", 'root_cause' AS claim, 'not in the vocabulary' AS problem, CAST(t."root_cause" AS VARCHAR) AS value
FROM claims AS t
WHERE NOT ((CAST(t."root_cause" AS VARCHAR) COLLATE C) IN ('design', 'coding', 'component', 'configuration', 'unknown'))
;
