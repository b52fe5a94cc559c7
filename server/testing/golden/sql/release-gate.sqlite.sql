SELECT k0 AS "id",
  CASE a0 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "checks_were_made",
  a0 IS NULL AS "open_checks_were_made",
  CASE a1 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "scan_is_fresh",
  a1 IS NULL AS "open_scan_is_fresh",
  CASE a2 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "open_vulnerabilities_are_tolerable",
  a2 IS NULL AS "open_open_vulnerabilities_are_tolerable",
  CASE a3 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "signature_can_be_verified",
  a3 IS NULL AS "open_signature_can_be_verified",
  CASE a4 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "release_is_preserved",
  a4 IS NULL AS "open_release_is_preserved",
  CASE a5 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "coverage_suffices",
  a5 IS NULL AS "open_coverage_suffices",
  CASE a6 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "emergency_only_when_needed",
  a6 IS NULL AS "open_emergency_only_when_needed",
  CASE a7 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "one_role_is_accountable",
  a7 IS NULL AS "open_one_role_is_accountable",
  CASE a8 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "root_cause_was_found",
  a8 IS NULL AS "open_root_cause_was_found"
FROM (
SELECT *,
  CASE WHEN NOT refused THEN (CASE WHEN (CAST(s0 AS INTEGER) >= s2) THEN 1 WHEN (CAST(s1 AS INTEGER) < s2) THEN 0 END) END AS a0,
  CASE WHEN NOT refused THEN (CASE WHEN (c0 = 'general') THEN (n5 < 240000) WHEN NOT (c0 = 'general') THEN (n5 < 1680000) WHEN (n5 < 240000) = (n5 < 1680000) THEN (n5 < 240000) END) END AS a1,
  CASE WHEN NOT refused THEN (((CASE c6 WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'critical' THEN 4 END) <= (CASE s3 WHEN 'none' THEN 0 WHEN 'low' THEN 1 WHEN 'medium' THEN 2 WHEN 'high' THEN 3 WHEN 'critical' THEN 4 END)) OR (c7 AND (c6 <> 'critical'))) END AS a2,
  CASE WHEN NOT refused THEN ((c0 IN ('internal')) OR (c8 IN ('ecdsa_p256', 'rsa_3072'))) END AS a3,
  CASE WHEN NOT refused THEN (c9 AND c10 AND ((n11 * 1024) >= (3 * n12))) END AS a4,
  CASE WHEN NOT refused THEN ((NOT (c0 IN ('beta', 'general'))) OR (n13 >= 800000)) END AS a5,
  CASE WHEN NOT refused THEN (NOT (c14 = c15)) END AS a6,
  CASE WHEN NOT refused THEN (((c16) OR (c17) OR (c18)) AND (NOT ((c16 AND c17) OR (c16 AND c18) OR (c17 AND c18)))) END AS a7,
  CASE WHEN NOT refused THEN ((NOT c19) OR (c20 <> 'unknown')) END AS a8
FROM (
SELECT *,
  (CASE WHEN c1 THEN 1 ELSE 0 END + CASE WHEN c2 THEN 1 ELSE 0 END + CASE WHEN c3 THEN 1 ELSE 0 END + CASE WHEN c4 THEN 1 ELSE 0 END) AS s0,
  (CASE WHEN NOT c1 THEN 0 ELSE 1 END + CASE WHEN NOT c2 THEN 0 ELSE 1 END + CASE WHEN NOT c3 THEN 0 ELSE 1 END + CASE WHEN NOT c4 THEN 0 ELSE 1 END) AS s1,
  (CASE WHEN c0 = 'internal' THEN 2 WHEN c0 = 'beta' THEN 3 WHEN c0 = 'general' THEN 4 END) AS s2,
  (CASE WHEN c0 = 'internal' THEN 'high' WHEN c0 = 'beta' THEN 'medium' WHEN c0 = 'general' THEN 'low' END) AS s3
FROM (
SELECT t."id" AS k0,
  t."code_reviewed" AS c1,
  t."static_analysis_run" AS c2,
  t."executable_tested" AS c3,
  t."components_checked" AS c4,
  NULLIF((CAST(t."channel" AS TEXT) COLLATE BINARY), 'unknown') AS c0,
  CASE WHEN typeof(t."scan_age") = 'integer' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 THEN t."scan_age" * 10000 WHEN typeof(t."scan_age") = 'real' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."scan_age" * 10000.0) AS INTEGER) / 10000.0 = t."scan_age" THEN CAST(round(t."scan_age" * 10000.0) AS INTEGER) END AS n5,
  NULLIF((CAST(t."worst_open_severity" AS TEXT) COLLATE BINARY), 'unknown') AS c6,
  t."risk_accepted" AS c7,
  NULLIF((CAST(t."signature_algorithm" AS TEXT) COLLATE BINARY), 'unknown') AS c8,
  t."release_archived" AS c9,
  t."has_bill_of_materials" AS c10,
  CASE WHEN typeof(t."archive_space") = 'integer' AND t."archive_space" BETWEEN -100000000000 AND 100000000000 THEN t."archive_space" * 10000 WHEN typeof(t."archive_space") = 'real' AND t."archive_space" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."archive_space" * 10000.0) AS INTEGER) / 10000.0 = t."archive_space" THEN CAST(round(t."archive_space" * 10000.0) AS INTEGER) END AS n11,
  CASE WHEN typeof(t."release_size") = 'integer' AND t."release_size" BETWEEN -100000000000 AND 100000000000 THEN t."release_size" * 10000 WHEN typeof(t."release_size") = 'real' AND t."release_size" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."release_size" * 10000.0) AS INTEGER) / 10000.0 = t."release_size" THEN CAST(round(t."release_size" * 10000.0) AS INTEGER) END AS n12,
  CASE WHEN typeof(t."coverage") = 'integer' AND t."coverage" BETWEEN -100000000000 AND 100000000000 THEN t."coverage" * 10000 WHEN typeof(t."coverage") = 'real' AND t."coverage" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."coverage" * 10000.0) AS INTEGER) / 10000.0 = t."coverage" THEN CAST(round(t."coverage" * 10000.0) AS INTEGER) END AS n13,
  t."all_tests_passed" AS c14,
  t."emergency_procedure_used" AS c15,
  t."product_owner_signed" AS c16,
  t."security_lead_signed" AS c17,
  t."duty_officer_signed" AS c18,
  t."fixes_vulnerability" AS c19,
  (CAST(t."root_cause" AS TEXT) COLLATE BINARY) AS c20,
  COALESCE((NOT ((CAST(t."channel" AS TEXT) COLLATE BINARY) IN ('internal', 'beta', 'general', 'unknown'))) OR (t."code_reviewed" IS NOT NULL AND (typeof(t."code_reviewed") <> 'integer' OR t."code_reviewed" NOT IN (0, 1))) OR (t."static_analysis_run" IS NOT NULL AND (typeof(t."static_analysis_run") <> 'integer' OR t."static_analysis_run" NOT IN (0, 1))) OR (t."executable_tested" IS NOT NULL AND (typeof(t."executable_tested") <> 'integer' OR t."executable_tested" NOT IN (0, 1))) OR (t."components_checked" IS NOT NULL AND (typeof(t."components_checked") <> 'integer' OR t."components_checked" NOT IN (0, 1))) OR (t."scan_age" IS NOT NULL AND NOT ((typeof(t."scan_age") = 'integer' AND t."scan_age" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."scan_age") = 'real' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."scan_age" * 10000.0) AS INTEGER) / 10000.0 = t."scan_age"))) OR (((CASE WHEN typeof(t."scan_age") = 'integer' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 THEN t."scan_age" * 10000 WHEN typeof(t."scan_age") = 'real' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."scan_age" * 10000.0) AS INTEGER) / 10000.0 = t."scan_age" THEN CAST(round(t."scan_age" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."scan_age") = 'integer' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 THEN t."scan_age" * 10000 WHEN typeof(t."scan_age") = 'real' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."scan_age" * 10000.0) AS INTEGER) / 10000.0 = t."scan_age" THEN CAST(round(t."scan_age" * 10000.0) AS INTEGER) END > 876000000))) OR (NOT ((CAST(t."worst_open_severity" AS TEXT) COLLATE BINARY) IN ('none', 'low', 'medium', 'high', 'critical', 'unknown'))) OR (t."risk_accepted" IS NOT NULL AND (typeof(t."risk_accepted") <> 'integer' OR t."risk_accepted" NOT IN (0, 1))) OR (NOT ((CAST(t."signature_algorithm" AS TEXT) COLLATE BINARY) IN ('ed25519', 'ecdsa_p256', 'rsa_3072', 'rsa_1024', 'unsigned', 'unknown'))) OR (t."release_archived" IS NOT NULL AND (typeof(t."release_archived") <> 'integer' OR t."release_archived" NOT IN (0, 1))) OR (t."has_bill_of_materials" IS NOT NULL AND (typeof(t."has_bill_of_materials") <> 'integer' OR t."has_bill_of_materials" NOT IN (0, 1))) OR (t."archive_space" IS NOT NULL AND NOT ((typeof(t."archive_space") = 'integer' AND t."archive_space" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."archive_space") = 'real' AND t."archive_space" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."archive_space" * 10000.0) AS INTEGER) / 10000.0 = t."archive_space"))) OR (t."release_size" IS NOT NULL AND NOT ((typeof(t."release_size") = 'integer' AND t."release_size" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."release_size") = 'real' AND t."release_size" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."release_size" * 10000.0) AS INTEGER) / 10000.0 = t."release_size"))) OR (((CASE WHEN typeof(t."release_size") = 'integer' AND t."release_size" BETWEEN -100000000000 AND 100000000000 THEN t."release_size" * 10000 WHEN typeof(t."release_size") = 'real' AND t."release_size" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."release_size" * 10000.0) AS INTEGER) / 10000.0 = t."release_size" THEN CAST(round(t."release_size" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."release_size") = 'integer' AND t."release_size" BETWEEN -100000000000 AND 100000000000 THEN t."release_size" * 10000 WHEN typeof(t."release_size") = 'real' AND t."release_size" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."release_size" * 10000.0) AS INTEGER) / 10000.0 = t."release_size" THEN CAST(round(t."release_size" * 10000.0) AS INTEGER) END > 10485760000))) OR (t."coverage" IS NOT NULL AND NOT ((typeof(t."coverage") = 'integer' AND t."coverage" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."coverage") = 'real' AND t."coverage" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."coverage" * 10000.0) AS INTEGER) / 10000.0 = t."coverage"))) OR (((CASE WHEN typeof(t."coverage") = 'integer' AND t."coverage" BETWEEN -100000000000 AND 100000000000 THEN t."coverage" * 10000 WHEN typeof(t."coverage") = 'real' AND t."coverage" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."coverage" * 10000.0) AS INTEGER) / 10000.0 = t."coverage" THEN CAST(round(t."coverage" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."coverage") = 'integer' AND t."coverage" BETWEEN -100000000000 AND 100000000000 THEN t."coverage" * 10000 WHEN typeof(t."coverage") = 'real' AND t."coverage" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."coverage" * 10000.0) AS INTEGER) / 10000.0 = t."coverage" THEN CAST(round(t."coverage" * 10000.0) AS INTEGER) END > 1000000))) OR (t."all_tests_passed" IS NOT NULL AND (typeof(t."all_tests_passed") <> 'integer' OR t."all_tests_passed" NOT IN (0, 1))) OR (t."emergency_procedure_used" IS NOT NULL AND (typeof(t."emergency_procedure_used") <> 'integer' OR t."emergency_procedure_used" NOT IN (0, 1))) OR (t."product_owner_signed" IS NOT NULL AND (typeof(t."product_owner_signed") <> 'integer' OR t."product_owner_signed" NOT IN (0, 1))) OR (t."security_lead_signed" IS NOT NULL AND (typeof(t."security_lead_signed") <> 'integer' OR t."security_lead_signed" NOT IN (0, 1))) OR (t."duty_officer_signed" IS NOT NULL AND (typeof(t."duty_officer_signed") <> 'integer' OR t."duty_officer_signed" NOT IN (0, 1))) OR (t."fixes_vulnerability" IS NOT NULL AND (typeof(t."fixes_vulnerability") <> 'integer' OR t."fixes_vulnerability" NOT IN (0, 1))) OR (NOT ((CAST(t."root_cause" AS TEXT) COLLATE BINARY) IN ('design', 'coding', 'component', 'configuration', 'unknown'))), 0) AS refused
FROM claims AS t LIMIT -1 OFFSET 0) AS q LIMIT -1 OFFSET 0) AS q LIMIT -1 OFFSET 0) AS q
;

SELECT t."id" AS "id", 'channel' AS claim, 'not in the vocabulary' AS problem, CAST(t."channel" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."channel" AS TEXT) COLLATE BINARY) IN ('internal', 'beta', 'general', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'code_reviewed' AS claim, 'not read' AS problem, CAST(t."code_reviewed" AS text) AS value
FROM claims AS t
WHERE t."code_reviewed" IS NOT NULL AND (typeof(t."code_reviewed") <> 'integer' OR t."code_reviewed" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'static_analysis_run' AS claim, 'not read' AS problem, CAST(t."static_analysis_run" AS text) AS value
FROM claims AS t
WHERE t."static_analysis_run" IS NOT NULL AND (typeof(t."static_analysis_run") <> 'integer' OR t."static_analysis_run" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'executable_tested' AS claim, 'not read' AS problem, CAST(t."executable_tested" AS text) AS value
FROM claims AS t
WHERE t."executable_tested" IS NOT NULL AND (typeof(t."executable_tested") <> 'integer' OR t."executable_tested" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'components_checked' AS claim, 'not read' AS problem, CAST(t."components_checked" AS text) AS value
FROM claims AS t
WHERE t."components_checked" IS NOT NULL AND (typeof(t."components_checked") <> 'integer' OR t."components_checked" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'scan_age' AS claim, 'not read' AS problem, CAST(t."scan_age" AS text) AS value
FROM claims AS t
WHERE t."scan_age" IS NOT NULL AND NOT ((typeof(t."scan_age") = 'integer' AND t."scan_age" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."scan_age") = 'real' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."scan_age" * 10000.0) AS INTEGER) / 10000.0 = t."scan_age"))
UNION ALL
SELECT t."id" AS "id", 'scan_age' AS claim, 'outside its range' AS problem, CAST(t."scan_age" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN typeof(t."scan_age") = 'integer' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 THEN t."scan_age" * 10000 WHEN typeof(t."scan_age") = 'real' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."scan_age" * 10000.0) AS INTEGER) / 10000.0 = t."scan_age" THEN CAST(round(t."scan_age" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."scan_age") = 'integer' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 THEN t."scan_age" * 10000 WHEN typeof(t."scan_age") = 'real' AND t."scan_age" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."scan_age" * 10000.0) AS INTEGER) / 10000.0 = t."scan_age" THEN CAST(round(t."scan_age" * 10000.0) AS INTEGER) END > 876000000))
UNION ALL
SELECT t."id" AS "id", 'worst_open_severity' AS claim, 'not in the vocabulary' AS problem, CAST(t."worst_open_severity" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."worst_open_severity" AS TEXT) COLLATE BINARY) IN ('none', 'low', 'medium', 'high', 'critical', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'risk_accepted' AS claim, 'not read' AS problem, CAST(t."risk_accepted" AS text) AS value
FROM claims AS t
WHERE t."risk_accepted" IS NOT NULL AND (typeof(t."risk_accepted") <> 'integer' OR t."risk_accepted" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'signature_algorithm' AS claim, 'not in the vocabulary' AS problem, CAST(t."signature_algorithm" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."signature_algorithm" AS TEXT) COLLATE BINARY) IN ('ed25519', 'ecdsa_p256', 'rsa_3072', 'rsa_1024', 'unsigned', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'release_archived' AS claim, 'not read' AS problem, CAST(t."release_archived" AS text) AS value
FROM claims AS t
WHERE t."release_archived" IS NOT NULL AND (typeof(t."release_archived") <> 'integer' OR t."release_archived" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'has_bill_of_materials' AS claim, 'not read' AS problem, CAST(t."has_bill_of_materials" AS text) AS value
FROM claims AS t
WHERE t."has_bill_of_materials" IS NOT NULL AND (typeof(t."has_bill_of_materials") <> 'integer' OR t."has_bill_of_materials" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'archive_space' AS claim, 'not read' AS problem, CAST(t."archive_space" AS text) AS value
FROM claims AS t
WHERE t."archive_space" IS NOT NULL AND NOT ((typeof(t."archive_space") = 'integer' AND t."archive_space" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."archive_space") = 'real' AND t."archive_space" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."archive_space" * 10000.0) AS INTEGER) / 10000.0 = t."archive_space"))
UNION ALL
SELECT t."id" AS "id", 'release_size' AS claim, 'not read' AS problem, CAST(t."release_size" AS text) AS value
FROM claims AS t
WHERE t."release_size" IS NOT NULL AND NOT ((typeof(t."release_size") = 'integer' AND t."release_size" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."release_size") = 'real' AND t."release_size" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."release_size" * 10000.0) AS INTEGER) / 10000.0 = t."release_size"))
UNION ALL
SELECT t."id" AS "id", 'release_size' AS claim, 'outside its range' AS problem, CAST(t."release_size" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN typeof(t."release_size") = 'integer' AND t."release_size" BETWEEN -100000000000 AND 100000000000 THEN t."release_size" * 10000 WHEN typeof(t."release_size") = 'real' AND t."release_size" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."release_size" * 10000.0) AS INTEGER) / 10000.0 = t."release_size" THEN CAST(round(t."release_size" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."release_size") = 'integer' AND t."release_size" BETWEEN -100000000000 AND 100000000000 THEN t."release_size" * 10000 WHEN typeof(t."release_size") = 'real' AND t."release_size" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."release_size" * 10000.0) AS INTEGER) / 10000.0 = t."release_size" THEN CAST(round(t."release_size" * 10000.0) AS INTEGER) END > 10485760000))
UNION ALL
SELECT t."id" AS "id", 'coverage' AS claim, 'not read' AS problem, CAST(t."coverage" AS text) AS value
FROM claims AS t
WHERE t."coverage" IS NOT NULL AND NOT ((typeof(t."coverage") = 'integer' AND t."coverage" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."coverage") = 'real' AND t."coverage" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."coverage" * 10000.0) AS INTEGER) / 10000.0 = t."coverage"))
UNION ALL
SELECT t."id" AS "id", 'coverage' AS claim, 'outside its range' AS problem, CAST(t."coverage" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN typeof(t."coverage") = 'integer' AND t."coverage" BETWEEN -100000000000 AND 100000000000 THEN t."coverage" * 10000 WHEN typeof(t."coverage") = 'real' AND t."coverage" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."coverage" * 10000.0) AS INTEGER) / 10000.0 = t."coverage" THEN CAST(round(t."coverage" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."coverage") = 'integer' AND t."coverage" BETWEEN -100000000000 AND 100000000000 THEN t."coverage" * 10000 WHEN typeof(t."coverage") = 'real' AND t."coverage" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."coverage" * 10000.0) AS INTEGER) / 10000.0 = t."coverage" THEN CAST(round(t."coverage" * 10000.0) AS INTEGER) END > 1000000))
UNION ALL
SELECT t."id" AS "id", 'all_tests_passed' AS claim, 'not read' AS problem, CAST(t."all_tests_passed" AS text) AS value
FROM claims AS t
WHERE t."all_tests_passed" IS NOT NULL AND (typeof(t."all_tests_passed") <> 'integer' OR t."all_tests_passed" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'emergency_procedure_used' AS claim, 'not read' AS problem, CAST(t."emergency_procedure_used" AS text) AS value
FROM claims AS t
WHERE t."emergency_procedure_used" IS NOT NULL AND (typeof(t."emergency_procedure_used") <> 'integer' OR t."emergency_procedure_used" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'product_owner_signed' AS claim, 'not read' AS problem, CAST(t."product_owner_signed" AS text) AS value
FROM claims AS t
WHERE t."product_owner_signed" IS NOT NULL AND (typeof(t."product_owner_signed") <> 'integer' OR t."product_owner_signed" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'security_lead_signed' AS claim, 'not read' AS problem, CAST(t."security_lead_signed" AS text) AS value
FROM claims AS t
WHERE t."security_lead_signed" IS NOT NULL AND (typeof(t."security_lead_signed") <> 'integer' OR t."security_lead_signed" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'duty_officer_signed' AS claim, 'not read' AS problem, CAST(t."duty_officer_signed" AS text) AS value
FROM claims AS t
WHERE t."duty_officer_signed" IS NOT NULL AND (typeof(t."duty_officer_signed") <> 'integer' OR t."duty_officer_signed" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'fixes_vulnerability' AS claim, 'not read' AS problem, CAST(t."fixes_vulnerability" AS text) AS value
FROM claims AS t
WHERE t."fixes_vulnerability" IS NOT NULL AND (typeof(t."fixes_vulnerability") <> 'integer' OR t."fixes_vulnerability" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'root_cause' AS claim, 'not in the vocabulary' AS problem, CAST(t."root_cause" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."root_cause" AS TEXT) COLLATE BINARY) IN ('design', 'coding', 'component', 'configuration', 'unknown'))
;
