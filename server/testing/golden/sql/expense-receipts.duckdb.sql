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
  CASE WHEN NOT refused THEN ((NOT (e0 = 3)) OR c8) END AS a2,
  CASE WHEN NOT refused THEN (n9 <= CAST(60000000 AS BIGINT)) END AS a3,
  CASE WHEN NOT refused THEN ((NOT (n10 > CAST(0 AS BIGINT))) OR (n11 <= CAST(30000000 AS BIGINT))) END AS a4,
  CASE WHEN NOT refused THEN ((NOT (n12 > CAST(0 AS BIGINT))) OR (n13 <= CAST(120000000 AS BIGINT))) END AS a5,
  CASE WHEN NOT refused THEN (CASE WHEN c0 = 'meal' THEN ((n17 * CAST(2 AS BIGINT)) <= n1) WHEN c0 = 'gift' THEN s1 WHEN c0 IS NOT NULL THEN (n17 <= n1) WHEN ((n17 * CAST(2 AS BIGINT)) <= n1) = s1 AND ((n17 * CAST(2 AS BIGINT)) <= n1) = (n17 <= n1) THEN ((n17 * CAST(2 AS BIGINT)) <= n1) END) END AS a6,
  CASE WHEN NOT refused THEN (CASE WHEN (e0 = 2) THEN ((NOT c14) AND c15) WHEN NOT (e0 = 2) THEN TRUE WHEN ((NOT c14) AND c15) = TRUE THEN ((NOT c14) AND c15) END) END AS a7
FROM (
SELECT *,
  ((e0 = 0) OR ((n1 >= CAST(75000000 AS BIGINT)) AND (NOT ((e0 = 1) AND (NOT c3))))) AS s0,
  (CASE WHEN (n1 < (CAST(25000000 AS BIGINT) - n16)) THEN (n17 <= n1) WHEN NOT (n1 < (CAST(25000000 AS BIGINT) - n16)) THEN (n17 <= (CAST(25000000 AS BIGINT) - n16)) WHEN (n17 <= n1) = (n17 <= (CAST(25000000 AS BIGINT) - n16)) THEN (n17 <= n1) END) AS s1,
  COALESCE(f0 OR e0 = -1, FALSE) AS refused
FROM (
SELECT t."id" AS k0,
  CASE (CAST(t."expense_kind" AS VARCHAR) COLLATE C) WHEN 'lodging' THEN 0 WHEN 'transportation' THEN 1 WHEN 'meal' THEN 2 WHEN 'gift' THEN 3 WHEN 'other' THEN 4 ELSE CASE WHEN (CAST(t."expense_kind" AS VARCHAR) COLLATE C) <> 'unknown' THEN -1 END END AS e0,
  CASE WHEN regexp_full_match(CAST(t."amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n1,
  t."evidence_readily_available" AS c3,
  t."has_documentary_evidence" AS c2,
  t."amount_recorded" AS c4,
  t."date_recorded" AS c5,
  t."place_recorded" AS c6,
  t."purpose_recorded" AS c7,
  t."relationship_recorded" AS c8,
  CASE WHEN regexp_full_match(CAST(t."days_to_substantiate" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."days_to_substantiate" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n9,
  CASE WHEN regexp_full_match(CAST(t."advance_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."advance_amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n10,
  CASE WHEN regexp_full_match(CAST(t."days_from_advance_to_expense" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."days_from_advance_to_expense" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n11,
  CASE WHEN regexp_full_match(CAST(t."excess_advance" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."excess_advance" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n12,
  CASE WHEN regexp_full_match(CAST(t."days_to_return_excess" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."days_to_return_excess" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n13,
  NULLIF((CAST(t."expense_kind" AS VARCHAR) COLLATE C), 'unknown') AS c0,
  CASE WHEN regexp_full_match(CAST(t."deducted_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."deducted_amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n17,
  CASE WHEN regexp_full_match(CAST(t."earlier_gift_deductions" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."earlier_gift_deductions" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n16,
  t."meal_is_lavish" AS c14,
  t."employee_present" AS c15,
  (t."amount" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."amount" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."amount" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))) OR (t."days_to_substantiate" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."days_to_substantiate" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."days_to_substantiate" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."days_to_substantiate" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."days_to_substantiate" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."days_to_substantiate" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."days_to_substantiate" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."days_to_substantiate" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(3660000000 AS BIGINT)))) OR (t."advance_amount" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."advance_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."advance_amount" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."advance_amount" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."advance_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."advance_amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."advance_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."advance_amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))) OR (t."days_from_advance_to_expense" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."days_from_advance_to_expense" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."days_from_advance_to_expense" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."days_from_advance_to_expense" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."excess_advance" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."excess_advance" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."excess_advance" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."excess_advance" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."excess_advance" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."excess_advance" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."excess_advance" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."excess_advance" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))) OR (t."days_to_return_excess" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."days_to_return_excess" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."days_to_return_excess" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."days_to_return_excess" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."earlier_gift_deductions" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."earlier_gift_deductions" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."earlier_gift_deductions" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_gift_deductions" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."earlier_gift_deductions" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."earlier_gift_deductions" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."earlier_gift_deductions" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."earlier_gift_deductions" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(25000000 AS BIGINT)))) OR (t."deducted_amount" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."deducted_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."deducted_amount" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."deducted_amount" AS VARCHAR) COLLATE C) IN ('unknown')))) AS f0
FROM claims AS t) AS q) AS q) AS q
;

SELECT t."id" AS "id", 'expense_kind' AS claim, 'not in the vocabulary' AS problem, CAST(t."expense_kind" AS VARCHAR) AS value
FROM claims AS t
WHERE NOT ((CAST(t."expense_kind" AS VARCHAR) COLLATE C) IN ('lodging', 'transportation', 'meal', 'gift', 'other', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'amount' AS claim, 'not read' AS problem, CAST(t."amount" AS VARCHAR) AS value
FROM claims AS t
WHERE t."amount" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."amount" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."amount" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'amount' AS claim, 'outside its range' AS problem, CAST(t."amount" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))
UNION ALL
SELECT t."id" AS "id", 'days_to_substantiate' AS claim, 'not read' AS problem, CAST(t."days_to_substantiate" AS VARCHAR) AS value
FROM claims AS t
WHERE t."days_to_substantiate" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."days_to_substantiate" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."days_to_substantiate" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."days_to_substantiate" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'days_to_substantiate' AS claim, 'outside its range' AS problem, CAST(t."days_to_substantiate" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."days_to_substantiate" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."days_to_substantiate" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."days_to_substantiate" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."days_to_substantiate" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(3660000000 AS BIGINT)))
UNION ALL
SELECT t."id" AS "id", 'advance_amount' AS claim, 'not read' AS problem, CAST(t."advance_amount" AS VARCHAR) AS value
FROM claims AS t
WHERE t."advance_amount" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."advance_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."advance_amount" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."advance_amount" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'advance_amount' AS claim, 'outside its range' AS problem, CAST(t."advance_amount" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."advance_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."advance_amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."advance_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."advance_amount" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))
UNION ALL
SELECT t."id" AS "id", 'days_from_advance_to_expense' AS claim, 'not read' AS problem, CAST(t."days_from_advance_to_expense" AS VARCHAR) AS value
FROM claims AS t
WHERE t."days_from_advance_to_expense" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."days_from_advance_to_expense" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."days_from_advance_to_expense" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."days_from_advance_to_expense" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'excess_advance' AS claim, 'not read' AS problem, CAST(t."excess_advance" AS VARCHAR) AS value
FROM claims AS t
WHERE t."excess_advance" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."excess_advance" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."excess_advance" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."excess_advance" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'excess_advance' AS claim, 'outside its range' AS problem, CAST(t."excess_advance" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."excess_advance" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."excess_advance" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."excess_advance" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."excess_advance" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000000 AS BIGINT)))
UNION ALL
SELECT t."id" AS "id", 'days_to_return_excess' AS claim, 'not read' AS problem, CAST(t."days_to_return_excess" AS VARCHAR) AS value
FROM claims AS t
WHERE t."days_to_return_excess" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."days_to_return_excess" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."days_to_return_excess" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."days_to_return_excess" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'earlier_gift_deductions' AS claim, 'not read' AS problem, CAST(t."earlier_gift_deductions" AS VARCHAR) AS value
FROM claims AS t
WHERE t."earlier_gift_deductions" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."earlier_gift_deductions" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."earlier_gift_deductions" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_gift_deductions" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'earlier_gift_deductions' AS claim, 'outside its range' AS problem, CAST(t."earlier_gift_deductions" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."earlier_gift_deductions" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."earlier_gift_deductions" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."earlier_gift_deductions" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."earlier_gift_deductions" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(25000000 AS BIGINT)))
UNION ALL
SELECT t."id" AS "id", 'deducted_amount' AS claim, 'not read' AS problem, CAST(t."deducted_amount" AS VARCHAR) AS value
FROM claims AS t
WHERE t."deducted_amount" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."deducted_amount" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."deducted_amount" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."deducted_amount" AS VARCHAR) COLLATE C) IN ('unknown')))
;
