SELECT k0 AS "id",
  CASE a0 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "receipt_held",
  a0 IS NULL AS "open_receipt_held",
  CASE a1 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "elements_recorded",
  a1 IS NULL AS "open_elements_recorded",
  CASE a2 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "recipient_recorded",
  a2 IS NULL AS "open_recipient_recorded",
  CASE a3 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "substantiated_in_time",
  a3 IS NULL AS "open_substantiated_in_time",
  CASE a4 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "advance_not_early",
  a4 IS NULL AS "open_advance_not_early",
  CASE a5 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "excess_returned_in_time",
  a5 IS NULL AS "open_excess_returned_in_time",
  CASE a6 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "deduction_within_limit",
  a6 IS NULL AS "open_deduction_within_limit",
  CASE a7 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "meal_conditions_met",
  a7 IS NULL AS "open_meal_conditions_met"
FROM (
SELECT *,
  CASE WHEN NOT refused THEN ((NOT s0) OR c2) END AS a0,
  CASE WHEN NOT refused THEN (c4 AND c5 AND c6 AND c7) END AS a1,
  CASE WHEN NOT refused THEN ((NOT (c0 = 'gift')) OR c8) END AS a2,
  CASE WHEN NOT refused THEN (n9 <= CAST(60 AS numeric)) END AS a3,
  CASE WHEN NOT refused THEN ((NOT (n10 > CAST(0 AS numeric))) OR (n11 <= CAST(30 AS numeric))) END AS a4,
  CASE WHEN NOT refused THEN ((NOT (n12 > CAST(0 AS numeric))) OR (n13 <= CAST(120 AS numeric))) END AS a5,
  CASE WHEN NOT refused THEN (CASE WHEN c0 = 'meal' THEN ((n17 * CAST(2 AS numeric)) <= n1) WHEN c0 = 'gift' THEN s1 WHEN c0 IS NOT NULL THEN (n17 <= n1) WHEN ((n17 * CAST(2 AS numeric)) <= n1) = s1 AND ((n17 * CAST(2 AS numeric)) <= n1) = (n17 <= n1) THEN ((n17 * CAST(2 AS numeric)) <= n1) END) END AS a6,
  CASE WHEN NOT refused THEN (CASE WHEN (c0 = 'meal') THEN ((NOT c14) AND c15) WHEN NOT (c0 = 'meal') THEN TRUE WHEN ((NOT c14) AND c15) = TRUE THEN ((NOT c14) AND c15) END) END AS a7
FROM (
SELECT *,
  ((c0 = 'lodging') OR ((n1 >= CAST(75 AS numeric)) AND (NOT ((c0 = 'transportation') AND (NOT c3))))) AS s0,
  (CASE WHEN (n1 < (CAST(25 AS numeric) - n16)) THEN (n17 <= n1) WHEN NOT (n1 < (CAST(25 AS numeric) - n16)) THEN (n17 <= (CAST(25 AS numeric) - n16)) WHEN (n17 <= n1) = (n17 <= (CAST(25 AS numeric) - n16)) THEN (n17 <= n1) END) AS s1
FROM (
SELECT t."id" AS k0,
  NULLIF((CAST(t."expense_kind" AS text) COLLATE "C"), 'unknown') AS c0,
  CASE WHEN CAST(t."amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."amount" AS text) AS numeric) END AS n1,
  t."evidence_readily_available" AS c3,
  t."has_documentary_evidence" AS c2,
  t."amount_recorded" AS c4,
  t."date_recorded" AS c5,
  t."place_recorded" AS c6,
  t."purpose_recorded" AS c7,
  t."relationship_recorded" AS c8,
  CASE WHEN CAST(t."days_to_substantiate" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."days_to_substantiate" AS text) AS numeric) END AS n9,
  CASE WHEN CAST(t."advance_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."advance_amount" AS text) AS numeric) END AS n10,
  CASE WHEN CAST(t."days_from_advance_to_expense" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."days_from_advance_to_expense" AS text) AS numeric) END AS n11,
  CASE WHEN CAST(t."excess_advance" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."excess_advance" AS text) AS numeric) END AS n12,
  CASE WHEN CAST(t."days_to_return_excess" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."days_to_return_excess" AS text) AS numeric) END AS n13,
  CASE WHEN CAST(t."deducted_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."deducted_amount" AS text) AS numeric) END AS n17,
  CASE WHEN CAST(t."earlier_gift_deductions" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."earlier_gift_deductions" AS text) AS numeric) END AS n16,
  t."meal_is_lavish" AS c14,
  t."employee_present" AS c15,
  COALESCE((NOT ((CAST(t."expense_kind" AS text) COLLATE "C") IN ('lodging', 'transportation', 'meal', 'gift', 'other', 'unknown'))) OR (t."amount" IS NOT NULL AND NOT (NOT (NOT (CAST(t."amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."amount" AS text) COLLATE "C") IS NULL OR (CAST(t."amount" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."amount" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."amount" AS text) AS numeric) END > CAST(1000000 AS numeric)))) OR (t."days_to_substantiate" IS NOT NULL AND NOT (NOT (NOT (CAST(t."days_to_substantiate" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."days_to_substantiate" AS text) COLLATE "C") IS NULL OR (CAST(t."days_to_substantiate" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."days_to_substantiate" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."days_to_substantiate" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."days_to_substantiate" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."days_to_substantiate" AS text) AS numeric) END > CAST(3660 AS numeric)))) OR (t."advance_amount" IS NOT NULL AND NOT (NOT (NOT (CAST(t."advance_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."advance_amount" AS text) COLLATE "C") IS NULL OR (CAST(t."advance_amount" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."advance_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."advance_amount" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."advance_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."advance_amount" AS text) AS numeric) END > CAST(1000000 AS numeric)))) OR (t."days_from_advance_to_expense" IS NOT NULL AND NOT (NOT (NOT (CAST(t."days_from_advance_to_expense" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."days_from_advance_to_expense" AS text) COLLATE "C") IS NULL OR (CAST(t."days_from_advance_to_expense" AS text) COLLATE "C") IN ('unknown')))) OR (t."excess_advance" IS NOT NULL AND NOT (NOT (NOT (CAST(t."excess_advance" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."excess_advance" AS text) COLLATE "C") IS NULL OR (CAST(t."excess_advance" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."excess_advance" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."excess_advance" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."excess_advance" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."excess_advance" AS text) AS numeric) END > CAST(1000000 AS numeric)))) OR (t."days_to_return_excess" IS NOT NULL AND NOT (NOT (NOT (CAST(t."days_to_return_excess" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."days_to_return_excess" AS text) COLLATE "C") IS NULL OR (CAST(t."days_to_return_excess" AS text) COLLATE "C") IN ('unknown')))) OR (t."earlier_gift_deductions" IS NOT NULL AND NOT (NOT (NOT (CAST(t."earlier_gift_deductions" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."earlier_gift_deductions" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_gift_deductions" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."earlier_gift_deductions" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."earlier_gift_deductions" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."earlier_gift_deductions" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."earlier_gift_deductions" AS text) AS numeric) END > CAST(25 AS numeric)))) OR (t."deducted_amount" IS NOT NULL AND NOT (NOT (NOT (CAST(t."deducted_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."deducted_amount" AS text) COLLATE "C") IS NULL OR (CAST(t."deducted_amount" AS text) COLLATE "C") IN ('unknown')))), FALSE) AS refused
FROM claims AS t OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q
;

SELECT t."id" AS "id", 'expense_kind' AS claim, 'not in the vocabulary' AS problem, CAST(t."expense_kind" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."expense_kind" AS text) COLLATE "C") IN ('lodging', 'transportation', 'meal', 'gift', 'other', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'amount' AS claim, 'not read' AS problem, CAST(t."amount" AS text) AS value
FROM claims AS t
WHERE t."amount" IS NOT NULL AND NOT (NOT (NOT (CAST(t."amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."amount" AS text) COLLATE "C") IS NULL OR (CAST(t."amount" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'amount' AS claim, 'outside its range' AS problem, CAST(t."amount" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."amount" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."amount" AS text) AS numeric) END > CAST(1000000 AS numeric)))
UNION ALL
SELECT t."id" AS "id", 'days_to_substantiate' AS claim, 'not read' AS problem, CAST(t."days_to_substantiate" AS text) AS value
FROM claims AS t
WHERE t."days_to_substantiate" IS NOT NULL AND NOT (NOT (NOT (CAST(t."days_to_substantiate" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."days_to_substantiate" AS text) COLLATE "C") IS NULL OR (CAST(t."days_to_substantiate" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'days_to_substantiate' AS claim, 'outside its range' AS problem, CAST(t."days_to_substantiate" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."days_to_substantiate" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."days_to_substantiate" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."days_to_substantiate" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."days_to_substantiate" AS text) AS numeric) END > CAST(3660 AS numeric)))
UNION ALL
SELECT t."id" AS "id", 'advance_amount' AS claim, 'not read' AS problem, CAST(t."advance_amount" AS text) AS value
FROM claims AS t
WHERE t."advance_amount" IS NOT NULL AND NOT (NOT (NOT (CAST(t."advance_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."advance_amount" AS text) COLLATE "C") IS NULL OR (CAST(t."advance_amount" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'advance_amount' AS claim, 'outside its range' AS problem, CAST(t."advance_amount" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."advance_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."advance_amount" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."advance_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."advance_amount" AS text) AS numeric) END > CAST(1000000 AS numeric)))
UNION ALL
SELECT t."id" AS "id", 'days_from_advance_to_expense' AS claim, 'not read' AS problem, CAST(t."days_from_advance_to_expense" AS text) AS value
FROM claims AS t
WHERE t."days_from_advance_to_expense" IS NOT NULL AND NOT (NOT (NOT (CAST(t."days_from_advance_to_expense" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."days_from_advance_to_expense" AS text) COLLATE "C") IS NULL OR (CAST(t."days_from_advance_to_expense" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'excess_advance' AS claim, 'not read' AS problem, CAST(t."excess_advance" AS text) AS value
FROM claims AS t
WHERE t."excess_advance" IS NOT NULL AND NOT (NOT (NOT (CAST(t."excess_advance" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."excess_advance" AS text) COLLATE "C") IS NULL OR (CAST(t."excess_advance" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'excess_advance' AS claim, 'outside its range' AS problem, CAST(t."excess_advance" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."excess_advance" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."excess_advance" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."excess_advance" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."excess_advance" AS text) AS numeric) END > CAST(1000000 AS numeric)))
UNION ALL
SELECT t."id" AS "id", 'days_to_return_excess' AS claim, 'not read' AS problem, CAST(t."days_to_return_excess" AS text) AS value
FROM claims AS t
WHERE t."days_to_return_excess" IS NOT NULL AND NOT (NOT (NOT (CAST(t."days_to_return_excess" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."days_to_return_excess" AS text) COLLATE "C") IS NULL OR (CAST(t."days_to_return_excess" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'earlier_gift_deductions' AS claim, 'not read' AS problem, CAST(t."earlier_gift_deductions" AS text) AS value
FROM claims AS t
WHERE t."earlier_gift_deductions" IS NOT NULL AND NOT (NOT (NOT (CAST(t."earlier_gift_deductions" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."earlier_gift_deductions" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_gift_deductions" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'earlier_gift_deductions' AS claim, 'outside its range' AS problem, CAST(t."earlier_gift_deductions" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."earlier_gift_deductions" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."earlier_gift_deductions" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."earlier_gift_deductions" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."earlier_gift_deductions" AS text) AS numeric) END > CAST(25 AS numeric)))
UNION ALL
SELECT t."id" AS "id", 'deducted_amount' AS claim, 'not read' AS problem, CAST(t."deducted_amount" AS text) AS value
FROM claims AS t
WHERE t."deducted_amount" IS NOT NULL AND NOT (NOT (NOT (CAST(t."deducted_amount" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."deducted_amount" AS text) COLLATE "C") IS NULL OR (CAST(t."deducted_amount" AS text) COLLATE "C") IN ('unknown')))
;
