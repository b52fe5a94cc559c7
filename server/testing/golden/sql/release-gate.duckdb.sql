SELECT k0 AS "id",
  CASE a0 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "checks_were_made",
  a0 IS NULL AS "open_checks_were_made",
  CASE a1 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "scan_is_fresh",
  a1 IS NULL AS "open_scan_is_fresh",
  CASE a2 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "open_vulnerabilities_are_tolerable",
  a2 IS NULL AS "open_open_vulnerabilities_are_tolerable",
  CASE a3 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "signature_can_be_verified",
  a3 IS NULL AS "open_signature_can_be_verified",
  CASE a4 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "release_is_preserved",
  a4 IS NULL AS "open_release_is_preserved",
  CASE a5 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "coverage_suffices",
  a5 IS NULL AS "open_coverage_suffices",
  CASE a6 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "emergency_only_when_needed",
  a6 IS NULL AS "open_emergency_only_when_needed",
  CASE a7 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "one_role_is_accountable",
  a7 IS NULL AS "open_one_role_is_accountable",
  CASE a8 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "root_cause_was_found",
  a8 IS NULL AS "open_root_cause_was_found"
FROM (
SELECT *,
  CASE WHEN NOT refused THEN (CASE WHEN (CAST(s0 AS BIGINT) >= s2) THEN TRUE WHEN (CAST(s1 AS BIGINT) < s2) THEN FALSE END) END AS a0,
  CASE WHEN NOT refused THEN (CASE WHEN (e0 = 2) THEN (n5 < CAST(24000000 AS BIGINT)) WHEN NOT (e0 = 2) THEN (n5 < CAST(168000000 AS BIGINT)) WHEN (n5 < CAST(24000000 AS BIGINT)) = (n5 < CAST(168000000 AS BIGINT)) THEN (n5 < CAST(24000000 AS BIGINT)) END) END AS a1,
  CASE WHEN NOT refused THEN (((CASE c6 WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'critical' THEN 4 END) <= (CASE s3 WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'critical' THEN 4 END)) OR (c7 AND (NOT (e6 = 4)))) END AS a2,
  CASE WHEN NOT refused THEN ((e0 = 0) OR (e8 BETWEEN 1 AND 2)) END AS a3,
  CASE WHEN NOT refused THEN (c9 AND c10 AND ((CAST(n11 AS HUGEINT) * CAST(1024 AS BIGINT)) >= (CAST(3 AS BIGINT) * n12))) END AS a4,
  CASE WHEN NOT refused THEN ((NOT (e0 >= 1)) OR (n13 >= CAST(80000000 AS BIGINT))) END AS a5,
  CASE WHEN NOT refused THEN (NOT (c14 = c15)) END AS a6,
  CASE WHEN NOT refused THEN (((c16) OR (c17) OR (c18)) AND (NOT ((c16 AND c17) OR (c16 AND c18) OR (c17 AND c18)))) END AS a7,
  CASE WHEN NOT refused THEN ((NOT c19) OR (NOT (e20 = 4))) END AS a8
FROM (
SELECT *,
  (CASE WHEN c1 THEN 1 ELSE 0 END + CASE WHEN c2 THEN 1 ELSE 0 END + CASE WHEN c3 THEN 1 ELSE 0 END + CASE WHEN c4 THEN 1 ELSE 0 END) AS s0,
  (CASE WHEN NOT c1 THEN 0 ELSE 1 END + CASE WHEN NOT c2 THEN 0 ELSE 1 END + CASE WHEN NOT c3 THEN 0 ELSE 1 END + CASE WHEN NOT c4 THEN 0 ELSE 1 END) AS s1,
  (CASE WHEN c0 = 'internal' THEN CAST(2 AS BIGINT) WHEN c0 = 'beta' THEN CAST(3 AS BIGINT) WHEN c0 = 'general' THEN CAST(4 AS BIGINT) END) AS s2,
  (CASE WHEN c0 = 'internal' THEN 'high' WHEN c0 = 'beta' THEN 'medium' WHEN c0 = 'general' THEN 'low' END) AS s3,
  COALESCE(f0 OR e0 = -1 OR e6 = -1 OR e8 = -1 OR e20 = -1, FALSE) AS refused
FROM (
SELECT t."id" AS k0,
  t."code_reviewed" AS c1,
  t."static_analysis_run" AS c2,
  t."executable_tested" AS c3,
  t."components_checked" AS c4,
  NULLIF((CAST(t."channel" AS VARCHAR) COLLATE C), 'unknown') AS c0,
  CASE (CAST(t."channel" AS VARCHAR) COLLATE C) WHEN 'internal' THEN 0 WHEN 'beta' THEN 1 WHEN 'general' THEN 2 ELSE CASE WHEN (CAST(t."channel" AS VARCHAR) COLLATE C) <> 'unknown' THEN -1 END END AS e0,
  CASE WHEN regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."scan_age" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n5,
  NULLIF((CAST(t."worst_open_severity" AS VARCHAR) COLLATE C), 'unknown') AS c6,
  t."risk_accepted" AS c7,
  CASE (CAST(t."worst_open_severity" AS VARCHAR) COLLATE C) WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'critical' THEN 4 ELSE CASE WHEN (CAST(t."worst_open_severity" AS VARCHAR) COLLATE C) <> 'unknown' THEN -1 END END AS e6,
  CASE (CAST(t."signature_algorithm" AS VARCHAR) COLLATE C) WHEN 'ed25519' THEN 0 WHEN 'ecdsa_p256' THEN 1 WHEN 'rsa_3072' THEN 2 WHEN 'rsa_1024' THEN 3 WHEN 'unsigned' THEN 4 ELSE CASE WHEN (CAST(t."signature_algorithm" AS VARCHAR) COLLATE C) <> 'unknown' THEN -1 END END AS e8,
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
  CASE (CAST(t."root_cause" AS VARCHAR) COLLATE C) WHEN 'design' THEN 0 WHEN 'coding' THEN 1 WHEN 'component' THEN 2 WHEN 'configuration' THEN 3 WHEN 'unknown' THEN 4 ELSE CASE WHEN (CAST(t."root_cause" AS VARCHAR) COLLATE C) IS NOT NULL THEN -1 END END AS e20,
  (t."scan_age" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."scan_age" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."scan_age" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."scan_age" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."scan_age" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."scan_age" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(87600000000 AS BIGINT)))) OR (t."archive_space" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."archive_space" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."archive_space" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."archive_space" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."release_size" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."release_size" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."release_size" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."release_size" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."release_size" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."release_size" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1048576000000 AS BIGINT)))) OR (t."coverage" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."coverage" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."coverage" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."coverage" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."coverage" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."coverage" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(100000000 AS BIGINT)))) AS f0
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
