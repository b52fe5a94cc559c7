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
  CASE WHEN NOT refused THEN (CASE WHEN (CAST(s0 AS numeric) >= s2) THEN TRUE WHEN (CAST(s1 AS numeric) < s2) THEN FALSE END) END AS a0,
  CASE WHEN NOT refused THEN (CASE WHEN (c0 = 'general') THEN (n5 < CAST(24 AS numeric)) WHEN NOT (c0 = 'general') THEN (n5 < CAST(168 AS numeric)) WHEN (n5 < CAST(24 AS numeric)) = (n5 < CAST(168 AS numeric)) THEN (n5 < CAST(24 AS numeric)) END) END AS a1,
  CASE WHEN NOT refused THEN (((CASE c6 WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'critical' THEN 4 END) <= (CASE s3 WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'critical' THEN 4 END)) OR (c7 AND (c6 <> 'critical'))) END AS a2,
  CASE WHEN NOT refused THEN ((c0 IN ('internal')) OR (c8 IN ('ecdsa_p256', 'rsa_3072'))) END AS a3,
  CASE WHEN NOT refused THEN (c9 AND c10 AND ((n11 * CAST(1024 AS numeric)) >= (CAST(3 AS numeric) * n12))) END AS a4,
  CASE WHEN NOT refused THEN ((NOT (c0 IN ('beta', 'general'))) OR (n13 >= CAST(80 AS numeric))) END AS a5,
  CASE WHEN NOT refused THEN (NOT (c14 = c15)) END AS a6,
  CASE WHEN NOT refused THEN (((c16) OR (c17) OR (c18)) AND (NOT ((c16 AND c17) OR (c16 AND c18) OR (c17 AND c18)))) END AS a7,
  CASE WHEN NOT refused THEN ((NOT c19) OR (c20 <> 'unknown')) END AS a8
FROM (
SELECT *,
  (CASE WHEN c1 THEN 1 ELSE 0 END + CASE WHEN c2 THEN 1 ELSE 0 END + CASE WHEN c3 THEN 1 ELSE 0 END + CASE WHEN c4 THEN 1 ELSE 0 END) AS s0,
  (CASE WHEN NOT c1 THEN 0 ELSE 1 END + CASE WHEN NOT c2 THEN 0 ELSE 1 END + CASE WHEN NOT c3 THEN 0 ELSE 1 END + CASE WHEN NOT c4 THEN 0 ELSE 1 END) AS s1,
  (CASE WHEN c0 = 'internal' THEN CAST(2 AS numeric) WHEN c0 = 'beta' THEN CAST(3 AS numeric) WHEN c0 = 'general' THEN CAST(4 AS numeric) END) AS s2,
  (CASE WHEN c0 = 'internal' THEN 'high' WHEN c0 = 'beta' THEN 'medium' WHEN c0 = 'general' THEN 'low' END) AS s3
FROM (
SELECT t."id" AS k0,
  t."code_reviewed" AS c1,
  t."static_analysis_run" AS c2,
  t."executable_tested" AS c3,
  t."components_checked" AS c4,
  NULLIF((CAST(t."channel" AS text) COLLATE "C"), 'unknown') AS c0,
  CASE WHEN CAST(t."scan_age" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."scan_age" AS text) AS numeric) END AS n5,
  NULLIF((CAST(t."worst_open_severity" AS text) COLLATE "C"), 'unknown') AS c6,
  t."risk_accepted" AS c7,
  NULLIF((CAST(t."signature_algorithm" AS text) COLLATE "C"), 'unknown') AS c8,
  t."release_archived" AS c9,
  t."has_bill_of_materials" AS c10,
  CASE WHEN CAST(t."archive_space" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."archive_space" AS text) AS numeric) END AS n11,
  CASE WHEN CAST(t."release_size" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."release_size" AS text) AS numeric) END AS n12,
  CASE WHEN CAST(t."coverage" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."coverage" AS text) AS numeric) END AS n13,
  t."all_tests_passed" AS c14,
  t."emergency_procedure_used" AS c15,
  t."product_owner_signed" AS c16,
  t."security_lead_signed" AS c17,
  t."duty_officer_signed" AS c18,
  t."fixes_vulnerability" AS c19,
  (CAST(t."root_cause" AS text) COLLATE "C") AS c20,
  COALESCE((NOT ((CAST(t."channel" AS text) COLLATE "C") IN ('internal', 'beta', 'general', 'unknown'))) OR (t."scan_age" IS NOT NULL AND NOT (NOT (NOT (CAST(t."scan_age" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."scan_age" AS text) COLLATE "C") IS NULL OR (CAST(t."scan_age" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."scan_age" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."scan_age" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."scan_age" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."scan_age" AS text) AS numeric) END > CAST(87600 AS numeric)))) OR (NOT ((CAST(t."worst_open_severity" AS text) COLLATE "C") IN ('none', 'low', 'medium', 'high', 'critical', 'unknown'))) OR (NOT ((CAST(t."signature_algorithm" AS text) COLLATE "C") IN ('ed25519', 'ecdsa_p256', 'rsa_3072', 'rsa_1024', 'unsigned', 'unknown'))) OR (t."archive_space" IS NOT NULL AND NOT (NOT (NOT (CAST(t."archive_space" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."archive_space" AS text) COLLATE "C") IS NULL OR (CAST(t."archive_space" AS text) COLLATE "C") IN ('unknown')))) OR (t."release_size" IS NOT NULL AND NOT (NOT (NOT (CAST(t."release_size" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."release_size" AS text) COLLATE "C") IS NULL OR (CAST(t."release_size" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."release_size" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."release_size" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."release_size" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."release_size" AS text) AS numeric) END > CAST(1048576 AS numeric)))) OR (t."coverage" IS NOT NULL AND NOT (NOT (NOT (CAST(t."coverage" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."coverage" AS text) COLLATE "C") IS NULL OR (CAST(t."coverage" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."coverage" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."coverage" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."coverage" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."coverage" AS text) AS numeric) END > CAST(100 AS numeric)))) OR (NOT ((CAST(t."root_cause" AS text) COLLATE "C") IN ('design', 'coding', 'component', 'configuration', 'unknown'))), FALSE) AS refused
FROM claims AS t OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q
;

SELECT t."id" AS "id", 'channel' AS claim, 'not in the vocabulary' AS problem, CAST(t."channel" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."channel" AS text) COLLATE "C") IN ('internal', 'beta', 'general', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'scan_age' AS claim, 'not read' AS problem, CAST(t."scan_age" AS text) AS value
FROM claims AS t
WHERE t."scan_age" IS NOT NULL AND NOT (NOT (NOT (CAST(t."scan_age" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."scan_age" AS text) COLLATE "C") IS NULL OR (CAST(t."scan_age" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'scan_age' AS claim, 'outside its range' AS problem, CAST(t."scan_age" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."scan_age" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."scan_age" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."scan_age" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."scan_age" AS text) AS numeric) END > CAST(87600 AS numeric)))
UNION ALL
SELECT t."id" AS "id", 'worst_open_severity' AS claim, 'not in the vocabulary' AS problem, CAST(t."worst_open_severity" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."worst_open_severity" AS text) COLLATE "C") IN ('none', 'low', 'medium', 'high', 'critical', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'signature_algorithm' AS claim, 'not in the vocabulary' AS problem, CAST(t."signature_algorithm" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."signature_algorithm" AS text) COLLATE "C") IN ('ed25519', 'ecdsa_p256', 'rsa_3072', 'rsa_1024', 'unsigned', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'archive_space' AS claim, 'not read' AS problem, CAST(t."archive_space" AS text) AS value
FROM claims AS t
WHERE t."archive_space" IS NOT NULL AND NOT (NOT (NOT (CAST(t."archive_space" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."archive_space" AS text) COLLATE "C") IS NULL OR (CAST(t."archive_space" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'release_size' AS claim, 'not read' AS problem, CAST(t."release_size" AS text) AS value
FROM claims AS t
WHERE t."release_size" IS NOT NULL AND NOT (NOT (NOT (CAST(t."release_size" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."release_size" AS text) COLLATE "C") IS NULL OR (CAST(t."release_size" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'release_size' AS claim, 'outside its range' AS problem, CAST(t."release_size" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."release_size" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."release_size" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."release_size" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."release_size" AS text) AS numeric) END > CAST(1048576 AS numeric)))
UNION ALL
SELECT t."id" AS "id", 'coverage' AS claim, 'not read' AS problem, CAST(t."coverage" AS text) AS value
FROM claims AS t
WHERE t."coverage" IS NOT NULL AND NOT (NOT (NOT (CAST(t."coverage" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."coverage" AS text) COLLATE "C") IS NULL OR (CAST(t."coverage" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'coverage' AS claim, 'outside its range' AS problem, CAST(t."coverage" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."coverage" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."coverage" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."coverage" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."coverage" AS text) AS numeric) END > CAST(100 AS numeric)))
UNION ALL
SELECT t."id" AS "id", 'root_cause' AS claim, 'not in the vocabulary' AS problem, CAST(t."root_cause" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."root_cause" AS text) COLLATE "C") IN ('design', 'coding', 'component', 'configuration', 'unknown'))
;
