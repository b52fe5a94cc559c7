SELECT k0 AS "id",
  CASE a0 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "receipt_held",
  a0 IS NULL AS "open_receipt_held",
  CASE a1 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "elements_recorded",
  a1 IS NULL AS "open_elements_recorded",
  CASE a2 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "recipient_recorded",
  a2 IS NULL AS "open_recipient_recorded",
  CASE a3 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "substantiated_in_time",
  a3 IS NULL AS "open_substantiated_in_time",
  CASE a4 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "advance_not_early",
  a4 IS NULL AS "open_advance_not_early",
  CASE a5 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "excess_returned_in_time",
  a5 IS NULL AS "open_excess_returned_in_time",
  CASE a6 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "deduction_within_limit",
  a6 IS NULL AS "open_deduction_within_limit",
  CASE a7 WHEN 1 THEN 'TRUE' WHEN 0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "meal_conditions_met",
  a7 IS NULL AS "open_meal_conditions_met"
FROM (
SELECT *,
  CASE WHEN NOT refused THEN ((NOT s0) OR c2) END AS a0,
  CASE WHEN NOT refused THEN (c4 AND c5 AND c6 AND c7) END AS a1,
  CASE WHEN NOT refused THEN ((NOT (c0 = 'gift')) OR c8) END AS a2,
  CASE WHEN NOT refused THEN (n9 <= 600000) END AS a3,
  CASE WHEN NOT refused THEN ((NOT (n10 > 0)) OR (n11 <= 300000)) END AS a4,
  CASE WHEN NOT refused THEN ((NOT (n12 > 0)) OR (n13 <= 1200000)) END AS a5,
  CASE WHEN NOT refused THEN (CASE WHEN c0 = 'meal' THEN ((n17 * 2) <= n1) WHEN c0 = 'gift' THEN s1 WHEN c0 IS NOT NULL THEN (n17 <= n1) WHEN ((n17 * 2) <= n1) = s1 AND ((n17 * 2) <= n1) = (n17 <= n1) THEN ((n17 * 2) <= n1) END) END AS a6,
  CASE WHEN NOT refused THEN (CASE WHEN (c0 = 'meal') THEN ((NOT c14) AND c15) WHEN NOT (c0 = 'meal') THEN 1 WHEN ((NOT c14) AND c15) = 1 THEN ((NOT c14) AND c15) END) END AS a7
FROM (
SELECT *,
  ((c0 = 'lodging') OR ((n1 >= 750000) AND (NOT ((c0 = 'transportation') AND (NOT c3))))) AS s0,
  (CASE WHEN (n1 < (250000 - n16)) THEN (n17 <= n1) WHEN NOT (n1 < (250000 - n16)) THEN (n17 <= (250000 - n16)) WHEN (n17 <= n1) = (n17 <= (250000 - n16)) THEN (n17 <= n1) END) AS s1
FROM (
SELECT t."id" AS k0,
  NULLIF((CAST(t."expense_kind" AS TEXT) COLLATE BINARY), 'unknown') AS c0,
  CASE WHEN typeof(t."amount") = 'integer' AND t."amount" BETWEEN -100000000000 AND 100000000000 THEN t."amount" * 10000 WHEN typeof(t."amount") = 'real' AND t."amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."amount" * 10000.0) AS INTEGER) / 10000.0 = t."amount" THEN CAST(round(t."amount" * 10000.0) AS INTEGER) END AS n1,
  t."evidence_readily_available" AS c3,
  t."has_documentary_evidence" AS c2,
  t."amount_recorded" AS c4,
  t."date_recorded" AS c5,
  t."place_recorded" AS c6,
  t."purpose_recorded" AS c7,
  t."relationship_recorded" AS c8,
  CASE WHEN typeof(t."days_to_substantiate") = 'integer' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 THEN t."days_to_substantiate" * 10000 WHEN typeof(t."days_to_substantiate") = 'real' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_substantiate" THEN CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) END AS n9,
  CASE WHEN typeof(t."advance_amount") = 'integer' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 THEN t."advance_amount" * 10000 WHEN typeof(t."advance_amount") = 'real' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."advance_amount" * 10000.0) AS INTEGER) / 10000.0 = t."advance_amount" THEN CAST(round(t."advance_amount" * 10000.0) AS INTEGER) END AS n10,
  CASE WHEN typeof(t."days_from_advance_to_expense") = 'integer' AND t."days_from_advance_to_expense" BETWEEN -100000000000 AND 100000000000 THEN t."days_from_advance_to_expense" * 10000 WHEN typeof(t."days_from_advance_to_expense") = 'real' AND t."days_from_advance_to_expense" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_from_advance_to_expense" * 10000.0) AS INTEGER) / 10000.0 = t."days_from_advance_to_expense" THEN CAST(round(t."days_from_advance_to_expense" * 10000.0) AS INTEGER) END AS n11,
  CASE WHEN typeof(t."excess_advance") = 'integer' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 THEN t."excess_advance" * 10000 WHEN typeof(t."excess_advance") = 'real' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."excess_advance" * 10000.0) AS INTEGER) / 10000.0 = t."excess_advance" THEN CAST(round(t."excess_advance" * 10000.0) AS INTEGER) END AS n12,
  CASE WHEN typeof(t."days_to_return_excess") = 'integer' AND t."days_to_return_excess" BETWEEN -100000000000 AND 100000000000 THEN t."days_to_return_excess" * 10000 WHEN typeof(t."days_to_return_excess") = 'real' AND t."days_to_return_excess" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_return_excess" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_return_excess" THEN CAST(round(t."days_to_return_excess" * 10000.0) AS INTEGER) END AS n13,
  CASE WHEN typeof(t."deducted_amount") = 'integer' AND t."deducted_amount" BETWEEN -100000000000 AND 100000000000 THEN t."deducted_amount" * 10000 WHEN typeof(t."deducted_amount") = 'real' AND t."deducted_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."deducted_amount" * 10000.0) AS INTEGER) / 10000.0 = t."deducted_amount" THEN CAST(round(t."deducted_amount" * 10000.0) AS INTEGER) END AS n17,
  CASE WHEN typeof(t."earlier_gift_deductions") = 'integer' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 THEN t."earlier_gift_deductions" * 10000 WHEN typeof(t."earlier_gift_deductions") = 'real' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) / 10000.0 = t."earlier_gift_deductions" THEN CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) END AS n16,
  t."meal_is_lavish" AS c14,
  t."employee_present" AS c15,
  COALESCE((NOT ((CAST(t."expense_kind" AS TEXT) COLLATE BINARY) IN ('lodging', 'transportation', 'meal', 'gift', 'other', 'unknown'))) OR (t."amount" IS NOT NULL AND NOT ((typeof(t."amount") = 'integer' AND t."amount" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."amount") = 'real' AND t."amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."amount" * 10000.0) AS INTEGER) / 10000.0 = t."amount"))) OR (((CASE WHEN typeof(t."amount") = 'integer' AND t."amount" BETWEEN -100000000000 AND 100000000000 THEN t."amount" * 10000 WHEN typeof(t."amount") = 'real' AND t."amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."amount" * 10000.0) AS INTEGER) / 10000.0 = t."amount" THEN CAST(round(t."amount" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."amount") = 'integer' AND t."amount" BETWEEN -100000000000 AND 100000000000 THEN t."amount" * 10000 WHEN typeof(t."amount") = 'real' AND t."amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."amount" * 10000.0) AS INTEGER) / 10000.0 = t."amount" THEN CAST(round(t."amount" * 10000.0) AS INTEGER) END > 10000000000))) OR (t."has_documentary_evidence" IS NOT NULL AND (typeof(t."has_documentary_evidence") <> 'integer' OR t."has_documentary_evidence" NOT IN (0, 1))) OR (t."evidence_readily_available" IS NOT NULL AND (typeof(t."evidence_readily_available") <> 'integer' OR t."evidence_readily_available" NOT IN (0, 1))) OR (t."amount_recorded" IS NOT NULL AND (typeof(t."amount_recorded") <> 'integer' OR t."amount_recorded" NOT IN (0, 1))) OR (t."date_recorded" IS NOT NULL AND (typeof(t."date_recorded") <> 'integer' OR t."date_recorded" NOT IN (0, 1))) OR (t."place_recorded" IS NOT NULL AND (typeof(t."place_recorded") <> 'integer' OR t."place_recorded" NOT IN (0, 1))) OR (t."purpose_recorded" IS NOT NULL AND (typeof(t."purpose_recorded") <> 'integer' OR t."purpose_recorded" NOT IN (0, 1))) OR (t."relationship_recorded" IS NOT NULL AND (typeof(t."relationship_recorded") <> 'integer' OR t."relationship_recorded" NOT IN (0, 1))) OR (t."days_to_substantiate" IS NOT NULL AND NOT ((typeof(t."days_to_substantiate") = 'integer' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."days_to_substantiate") = 'real' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_substantiate"))) OR (((CASE WHEN typeof(t."days_to_substantiate") = 'integer' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 THEN t."days_to_substantiate" * 10000 WHEN typeof(t."days_to_substantiate") = 'real' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_substantiate" THEN CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."days_to_substantiate") = 'integer' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 THEN t."days_to_substantiate" * 10000 WHEN typeof(t."days_to_substantiate") = 'real' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_substantiate" THEN CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) END > 36600000))) OR (t."advance_amount" IS NOT NULL AND NOT ((typeof(t."advance_amount") = 'integer' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."advance_amount") = 'real' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."advance_amount" * 10000.0) AS INTEGER) / 10000.0 = t."advance_amount"))) OR (((CASE WHEN typeof(t."advance_amount") = 'integer' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 THEN t."advance_amount" * 10000 WHEN typeof(t."advance_amount") = 'real' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."advance_amount" * 10000.0) AS INTEGER) / 10000.0 = t."advance_amount" THEN CAST(round(t."advance_amount" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."advance_amount") = 'integer' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 THEN t."advance_amount" * 10000 WHEN typeof(t."advance_amount") = 'real' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."advance_amount" * 10000.0) AS INTEGER) / 10000.0 = t."advance_amount" THEN CAST(round(t."advance_amount" * 10000.0) AS INTEGER) END > 10000000000))) OR (t."days_from_advance_to_expense" IS NOT NULL AND NOT ((typeof(t."days_from_advance_to_expense") = 'integer' AND t."days_from_advance_to_expense" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."days_from_advance_to_expense") = 'real' AND t."days_from_advance_to_expense" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_from_advance_to_expense" * 10000.0) AS INTEGER) / 10000.0 = t."days_from_advance_to_expense"))) OR (t."excess_advance" IS NOT NULL AND NOT ((typeof(t."excess_advance") = 'integer' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."excess_advance") = 'real' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."excess_advance" * 10000.0) AS INTEGER) / 10000.0 = t."excess_advance"))) OR (((CASE WHEN typeof(t."excess_advance") = 'integer' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 THEN t."excess_advance" * 10000 WHEN typeof(t."excess_advance") = 'real' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."excess_advance" * 10000.0) AS INTEGER) / 10000.0 = t."excess_advance" THEN CAST(round(t."excess_advance" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."excess_advance") = 'integer' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 THEN t."excess_advance" * 10000 WHEN typeof(t."excess_advance") = 'real' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."excess_advance" * 10000.0) AS INTEGER) / 10000.0 = t."excess_advance" THEN CAST(round(t."excess_advance" * 10000.0) AS INTEGER) END > 10000000000))) OR (t."days_to_return_excess" IS NOT NULL AND NOT ((typeof(t."days_to_return_excess") = 'integer' AND t."days_to_return_excess" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."days_to_return_excess") = 'real' AND t."days_to_return_excess" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_return_excess" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_return_excess"))) OR (t."meal_is_lavish" IS NOT NULL AND (typeof(t."meal_is_lavish") <> 'integer' OR t."meal_is_lavish" NOT IN (0, 1))) OR (t."employee_present" IS NOT NULL AND (typeof(t."employee_present") <> 'integer' OR t."employee_present" NOT IN (0, 1))) OR (t."earlier_gift_deductions" IS NOT NULL AND NOT ((typeof(t."earlier_gift_deductions") = 'integer' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."earlier_gift_deductions") = 'real' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) / 10000.0 = t."earlier_gift_deductions"))) OR (((CASE WHEN typeof(t."earlier_gift_deductions") = 'integer' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 THEN t."earlier_gift_deductions" * 10000 WHEN typeof(t."earlier_gift_deductions") = 'real' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) / 10000.0 = t."earlier_gift_deductions" THEN CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."earlier_gift_deductions") = 'integer' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 THEN t."earlier_gift_deductions" * 10000 WHEN typeof(t."earlier_gift_deductions") = 'real' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) / 10000.0 = t."earlier_gift_deductions" THEN CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) END > 250000))) OR (t."deducted_amount" IS NOT NULL AND NOT ((typeof(t."deducted_amount") = 'integer' AND t."deducted_amount" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."deducted_amount") = 'real' AND t."deducted_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."deducted_amount" * 10000.0) AS INTEGER) / 10000.0 = t."deducted_amount"))), 0) AS refused
FROM claims AS t LIMIT -1 OFFSET 0) AS q LIMIT -1 OFFSET 0) AS q LIMIT -1 OFFSET 0) AS q
;

SELECT t."id" AS "id", 'expense_kind' AS claim, 'not in the vocabulary' AS problem, CAST(t."expense_kind" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."expense_kind" AS TEXT) COLLATE BINARY) IN ('lodging', 'transportation', 'meal', 'gift', 'other', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'amount' AS claim, 'not read' AS problem, CAST(t."amount" AS text) AS value
FROM claims AS t
WHERE t."amount" IS NOT NULL AND NOT ((typeof(t."amount") = 'integer' AND t."amount" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."amount") = 'real' AND t."amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."amount" * 10000.0) AS INTEGER) / 10000.0 = t."amount"))
UNION ALL
SELECT t."id" AS "id", 'amount' AS claim, 'outside its range' AS problem, CAST(t."amount" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN typeof(t."amount") = 'integer' AND t."amount" BETWEEN -100000000000 AND 100000000000 THEN t."amount" * 10000 WHEN typeof(t."amount") = 'real' AND t."amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."amount" * 10000.0) AS INTEGER) / 10000.0 = t."amount" THEN CAST(round(t."amount" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."amount") = 'integer' AND t."amount" BETWEEN -100000000000 AND 100000000000 THEN t."amount" * 10000 WHEN typeof(t."amount") = 'real' AND t."amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."amount" * 10000.0) AS INTEGER) / 10000.0 = t."amount" THEN CAST(round(t."amount" * 10000.0) AS INTEGER) END > 10000000000))
UNION ALL
SELECT t."id" AS "id", 'has_documentary_evidence' AS claim, 'not read' AS problem, CAST(t."has_documentary_evidence" AS text) AS value
FROM claims AS t
WHERE t."has_documentary_evidence" IS NOT NULL AND (typeof(t."has_documentary_evidence") <> 'integer' OR t."has_documentary_evidence" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'evidence_readily_available' AS claim, 'not read' AS problem, CAST(t."evidence_readily_available" AS text) AS value
FROM claims AS t
WHERE t."evidence_readily_available" IS NOT NULL AND (typeof(t."evidence_readily_available") <> 'integer' OR t."evidence_readily_available" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'amount_recorded' AS claim, 'not read' AS problem, CAST(t."amount_recorded" AS text) AS value
FROM claims AS t
WHERE t."amount_recorded" IS NOT NULL AND (typeof(t."amount_recorded") <> 'integer' OR t."amount_recorded" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'date_recorded' AS claim, 'not read' AS problem, CAST(t."date_recorded" AS text) AS value
FROM claims AS t
WHERE t."date_recorded" IS NOT NULL AND (typeof(t."date_recorded") <> 'integer' OR t."date_recorded" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'place_recorded' AS claim, 'not read' AS problem, CAST(t."place_recorded" AS text) AS value
FROM claims AS t
WHERE t."place_recorded" IS NOT NULL AND (typeof(t."place_recorded") <> 'integer' OR t."place_recorded" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'purpose_recorded' AS claim, 'not read' AS problem, CAST(t."purpose_recorded" AS text) AS value
FROM claims AS t
WHERE t."purpose_recorded" IS NOT NULL AND (typeof(t."purpose_recorded") <> 'integer' OR t."purpose_recorded" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'relationship_recorded' AS claim, 'not read' AS problem, CAST(t."relationship_recorded" AS text) AS value
FROM claims AS t
WHERE t."relationship_recorded" IS NOT NULL AND (typeof(t."relationship_recorded") <> 'integer' OR t."relationship_recorded" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'days_to_substantiate' AS claim, 'not read' AS problem, CAST(t."days_to_substantiate" AS text) AS value
FROM claims AS t
WHERE t."days_to_substantiate" IS NOT NULL AND NOT ((typeof(t."days_to_substantiate") = 'integer' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."days_to_substantiate") = 'real' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_substantiate"))
UNION ALL
SELECT t."id" AS "id", 'days_to_substantiate' AS claim, 'outside its range' AS problem, CAST(t."days_to_substantiate" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN typeof(t."days_to_substantiate") = 'integer' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 THEN t."days_to_substantiate" * 10000 WHEN typeof(t."days_to_substantiate") = 'real' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_substantiate" THEN CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."days_to_substantiate") = 'integer' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 THEN t."days_to_substantiate" * 10000 WHEN typeof(t."days_to_substantiate") = 'real' AND t."days_to_substantiate" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_substantiate" THEN CAST(round(t."days_to_substantiate" * 10000.0) AS INTEGER) END > 36600000))
UNION ALL
SELECT t."id" AS "id", 'advance_amount' AS claim, 'not read' AS problem, CAST(t."advance_amount" AS text) AS value
FROM claims AS t
WHERE t."advance_amount" IS NOT NULL AND NOT ((typeof(t."advance_amount") = 'integer' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."advance_amount") = 'real' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."advance_amount" * 10000.0) AS INTEGER) / 10000.0 = t."advance_amount"))
UNION ALL
SELECT t."id" AS "id", 'advance_amount' AS claim, 'outside its range' AS problem, CAST(t."advance_amount" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN typeof(t."advance_amount") = 'integer' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 THEN t."advance_amount" * 10000 WHEN typeof(t."advance_amount") = 'real' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."advance_amount" * 10000.0) AS INTEGER) / 10000.0 = t."advance_amount" THEN CAST(round(t."advance_amount" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."advance_amount") = 'integer' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 THEN t."advance_amount" * 10000 WHEN typeof(t."advance_amount") = 'real' AND t."advance_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."advance_amount" * 10000.0) AS INTEGER) / 10000.0 = t."advance_amount" THEN CAST(round(t."advance_amount" * 10000.0) AS INTEGER) END > 10000000000))
UNION ALL
SELECT t."id" AS "id", 'days_from_advance_to_expense' AS claim, 'not read' AS problem, CAST(t."days_from_advance_to_expense" AS text) AS value
FROM claims AS t
WHERE t."days_from_advance_to_expense" IS NOT NULL AND NOT ((typeof(t."days_from_advance_to_expense") = 'integer' AND t."days_from_advance_to_expense" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."days_from_advance_to_expense") = 'real' AND t."days_from_advance_to_expense" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_from_advance_to_expense" * 10000.0) AS INTEGER) / 10000.0 = t."days_from_advance_to_expense"))
UNION ALL
SELECT t."id" AS "id", 'excess_advance' AS claim, 'not read' AS problem, CAST(t."excess_advance" AS text) AS value
FROM claims AS t
WHERE t."excess_advance" IS NOT NULL AND NOT ((typeof(t."excess_advance") = 'integer' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."excess_advance") = 'real' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."excess_advance" * 10000.0) AS INTEGER) / 10000.0 = t."excess_advance"))
UNION ALL
SELECT t."id" AS "id", 'excess_advance' AS claim, 'outside its range' AS problem, CAST(t."excess_advance" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN typeof(t."excess_advance") = 'integer' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 THEN t."excess_advance" * 10000 WHEN typeof(t."excess_advance") = 'real' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."excess_advance" * 10000.0) AS INTEGER) / 10000.0 = t."excess_advance" THEN CAST(round(t."excess_advance" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."excess_advance") = 'integer' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 THEN t."excess_advance" * 10000 WHEN typeof(t."excess_advance") = 'real' AND t."excess_advance" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."excess_advance" * 10000.0) AS INTEGER) / 10000.0 = t."excess_advance" THEN CAST(round(t."excess_advance" * 10000.0) AS INTEGER) END > 10000000000))
UNION ALL
SELECT t."id" AS "id", 'days_to_return_excess' AS claim, 'not read' AS problem, CAST(t."days_to_return_excess" AS text) AS value
FROM claims AS t
WHERE t."days_to_return_excess" IS NOT NULL AND NOT ((typeof(t."days_to_return_excess") = 'integer' AND t."days_to_return_excess" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."days_to_return_excess") = 'real' AND t."days_to_return_excess" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."days_to_return_excess" * 10000.0) AS INTEGER) / 10000.0 = t."days_to_return_excess"))
UNION ALL
SELECT t."id" AS "id", 'meal_is_lavish' AS claim, 'not read' AS problem, CAST(t."meal_is_lavish" AS text) AS value
FROM claims AS t
WHERE t."meal_is_lavish" IS NOT NULL AND (typeof(t."meal_is_lavish") <> 'integer' OR t."meal_is_lavish" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'employee_present' AS claim, 'not read' AS problem, CAST(t."employee_present" AS text) AS value
FROM claims AS t
WHERE t."employee_present" IS NOT NULL AND (typeof(t."employee_present") <> 'integer' OR t."employee_present" NOT IN (0, 1))
UNION ALL
SELECT t."id" AS "id", 'earlier_gift_deductions' AS claim, 'not read' AS problem, CAST(t."earlier_gift_deductions" AS text) AS value
FROM claims AS t
WHERE t."earlier_gift_deductions" IS NOT NULL AND NOT ((typeof(t."earlier_gift_deductions") = 'integer' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."earlier_gift_deductions") = 'real' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) / 10000.0 = t."earlier_gift_deductions"))
UNION ALL
SELECT t."id" AS "id", 'earlier_gift_deductions' AS claim, 'outside its range' AS problem, CAST(t."earlier_gift_deductions" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN typeof(t."earlier_gift_deductions") = 'integer' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 THEN t."earlier_gift_deductions" * 10000 WHEN typeof(t."earlier_gift_deductions") = 'real' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) / 10000.0 = t."earlier_gift_deductions" THEN CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) END < 0) OR (CASE WHEN typeof(t."earlier_gift_deductions") = 'integer' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 THEN t."earlier_gift_deductions" * 10000 WHEN typeof(t."earlier_gift_deductions") = 'real' AND t."earlier_gift_deductions" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) / 10000.0 = t."earlier_gift_deductions" THEN CAST(round(t."earlier_gift_deductions" * 10000.0) AS INTEGER) END > 250000))
UNION ALL
SELECT t."id" AS "id", 'deducted_amount' AS claim, 'not read' AS problem, CAST(t."deducted_amount" AS text) AS value
FROM claims AS t
WHERE t."deducted_amount" IS NOT NULL AND NOT ((typeof(t."deducted_amount") = 'integer' AND t."deducted_amount" BETWEEN -100000000000 AND 100000000000) OR (typeof(t."deducted_amount") = 'real' AND t."deducted_amount" BETWEEN -100000000000 AND 100000000000 AND CAST(round(t."deducted_amount" * 10000.0) AS INTEGER) / 10000.0 = t."deducted_amount"))
;
