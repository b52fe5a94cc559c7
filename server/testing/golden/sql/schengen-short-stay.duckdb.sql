SELECT k0 AS "id",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a0 THEN 'TRUE' WHEN NOT a0 THEN 'FALSE' ELSE 'UNKNOWN' END AS "passport_is_valid",
  refused OR (a0 IS NULL AND (c13 IS NULL OR n12 IS NULL OR n1 IS NULL)) AS "open_passport_is_valid",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a1 THEN 'TRUE' WHEN NOT a1 THEN 'FALSE' ELSE 'UNKNOWN' END AS "passport_is_recent",
  refused OR (a1 IS NULL AND (n11 IS NULL OR n0 IS NULL)) AS "open_passport_is_recent",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a2 THEN 'TRUE' WHEN NOT a2 THEN 'FALSE' ELSE 'UNKNOWN' END AS "visa_is_in_order",
  refused OR a2 IS NULL AS "open_visa_is_in_order",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a3 THEN 'TRUE' WHEN NOT a3 THEN 'FALSE' ELSE 'UNKNOWN' END AS "funds_are_sufficient",
  refused OR a3 IS NULL AS "open_funds_are_sufficient",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a4 THEN 'TRUE' WHEN NOT a4 THEN 'FALSE' ELSE 'UNKNOWN' END AS "person_is_not_listed",
  refused OR a4 IS NULL AS "open_person_is_not_listed",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a5 THEN 'TRUE' WHEN NOT a5 THEN 'FALSE' ELSE 'UNKNOWN' END AS "stay_is_short",
  refused OR a5 IS NULL AS "open_stay_is_short",
  CASE WHEN refused THEN 'UNKNOWN' WHEN a6 THEN 'TRUE' WHEN NOT a6 THEN 'FALSE' ELSE 'UNKNOWN' END AS "stays_are_in_order",
  refused OR a6 IS NULL AS "open_stays_are_in_order"
FROM (
SELECT *,
  (CASE WHEN c13 THEN (n12 >= n1) WHEN NOT c13 THEN (n12 >= CAST((s0 - DATE '1970-01-01' - 1460970) AS BIGINT)) WHEN (n12 >= n1) = (n12 >= CAST((s0 - DATE '1970-01-01' - 1460970) AS BIGINT)) THEN (n12 >= n1) END) AS a0,
  ((n11 <= n0) AND (CAST((s1 - DATE '1970-01-01' - 1460970) AS BIGINT) >= n0)) AS a1,
  (c14 <> 'missing') AS a2,
  (n15 >= COALESCE((CAST(n16 AS HUGEINT) * ((n1 - n0) + CAST(1 AS BIGINT))), CASE WHEN n16 = CAST(0 AS BIGINT) OR ((n1 - n0) + CAST(1 AS BIGINT)) = CAST(0 AS BIGINT) THEN CAST(0 AS BIGINT) END)) AS a3,
  (NOT c17) AS a4,
  ((s2 + s11) <= CAST(90 AS BIGINT)) AS a5,
  ((n0 <= n1) AND (((NOT (c2 IN ('1', '2', '3', '4'))) OR ((n3 <= n4) AND (n4 < n0))) AND ((NOT (c2 IN ('2', '3', '4'))) OR ((n5 <= n6) AND (n6 < n0))) AND ((NOT (c2 IN ('3', '4'))) OR ((n7 <= n8) AND (n8 < n0))) AND ((NOT (c2 IN ('4'))) OR ((n9 <= n10) AND (n10 < n0)))) AND (((NOT (c2 IN ('1', '2', '3', '4'))) OR ((CASE WHEN s12 THEN CAST(1 AS BIGINT) WHEN NOT s12 THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('2', '3', '4')) AND ((n5 <= n4) AND (n6 >= n3))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('2', '3', '4')) AND ((n5 <= n4) AND (n6 >= n3))) THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('3', '4')) AND ((n7 <= n4) AND (n8 >= n3))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('3', '4')) AND ((n7 <= n4) AND (n8 >= n3))) THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('4')) AND ((n9 <= n4) AND (n10 >= n3))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('4')) AND ((n9 <= n4) AND (n10 >= n3))) THEN CAST(0 AS BIGINT) END) <= CAST(1 AS BIGINT))) AND ((NOT (c2 IN ('2', '3', '4'))) OR ((CASE WHEN s13 THEN CAST(1 AS BIGINT) WHEN NOT s13 THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('2', '3', '4')) AND ((n5 <= n6) AND (n6 >= n5))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('2', '3', '4')) AND ((n5 <= n6) AND (n6 >= n5))) THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('3', '4')) AND ((n7 <= n6) AND (n8 >= n5))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('3', '4')) AND ((n7 <= n6) AND (n8 >= n5))) THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('4')) AND ((n9 <= n6) AND (n10 >= n5))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('4')) AND ((n9 <= n6) AND (n10 >= n5))) THEN CAST(0 AS BIGINT) END) <= CAST(1 AS BIGINT))) AND ((NOT (c2 IN ('3', '4'))) OR ((CASE WHEN s14 THEN CAST(1 AS BIGINT) WHEN NOT s14 THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('2', '3', '4')) AND ((n5 <= n8) AND (n6 >= n7))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('2', '3', '4')) AND ((n5 <= n8) AND (n6 >= n7))) THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('3', '4')) AND ((n7 <= n8) AND (n8 >= n7))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('3', '4')) AND ((n7 <= n8) AND (n8 >= n7))) THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('4')) AND ((n9 <= n8) AND (n10 >= n7))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('4')) AND ((n9 <= n8) AND (n10 >= n7))) THEN CAST(0 AS BIGINT) END) <= CAST(1 AS BIGINT))) AND ((NOT (c2 IN ('4'))) OR ((CASE WHEN s15 THEN CAST(1 AS BIGINT) WHEN NOT s15 THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('2', '3', '4')) AND ((n5 <= n10) AND (n6 >= n9))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('2', '3', '4')) AND ((n5 <= n10) AND (n6 >= n9))) THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('3', '4')) AND ((n7 <= n10) AND (n8 >= n9))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('3', '4')) AND ((n7 <= n10) AND (n8 >= n9))) THEN CAST(0 AS BIGINT) END + CASE WHEN ((c2 IN ('4')) AND ((n9 <= n10) AND (n10 >= n9))) THEN CAST(1 AS BIGINT) WHEN NOT ((c2 IN ('4')) AND ((n9 <= n10) AND (n10 >= n9))) THEN CAST(0 AS BIGINT) END) <= CAST(1 AS BIGINT))))) AS a6
FROM (
SELECT *,
  ((((CASE WHEN (c2 IN ('1', '2', '3', '4')) THEN s4 WHEN NOT (c2 IN ('1', '2', '3', '4')) THEN CAST(0 AS BIGINT) WHEN s4 = CAST(0 AS BIGINT) THEN s4 END) + (CASE WHEN (c2 IN ('2', '3', '4')) THEN s6 WHEN NOT (c2 IN ('2', '3', '4')) THEN CAST(0 AS BIGINT) WHEN s6 = CAST(0 AS BIGINT) THEN s6 END)) + (CASE WHEN (c2 IN ('3', '4')) THEN s8 WHEN NOT (c2 IN ('3', '4')) THEN CAST(0 AS BIGINT) WHEN s8 = CAST(0 AS BIGINT) THEN s8 END)) + (CASE WHEN (c2 IN ('4')) THEN s10 WHEN NOT (c2 IN ('4')) THEN CAST(0 AS BIGINT) WHEN s10 = CAST(0 AS BIGINT) THEN s10 END)) AS s11
FROM (
SELECT *,
  (CASE WHEN (s3 >= CAST(0 AS BIGINT)) THEN s3 WHEN NOT (s3 >= CAST(0 AS BIGINT)) THEN CAST(0 AS BIGINT) WHEN s3 = CAST(0 AS BIGINT) THEN s3 END) AS s4,
  (CASE WHEN (s5 >= CAST(0 AS BIGINT)) THEN s5 WHEN NOT (s5 >= CAST(0 AS BIGINT)) THEN CAST(0 AS BIGINT) WHEN s5 = CAST(0 AS BIGINT) THEN s5 END) AS s6,
  (CASE WHEN (s7 >= CAST(0 AS BIGINT)) THEN s7 WHEN NOT (s7 >= CAST(0 AS BIGINT)) THEN CAST(0 AS BIGINT) WHEN s7 = CAST(0 AS BIGINT) THEN s7 END) AS s8,
  (CASE WHEN (s9 >= CAST(0 AS BIGINT)) THEN s9 WHEN NOT (s9 >= CAST(0 AS BIGINT)) THEN CAST(0 AS BIGINT) WHEN s9 = CAST(0 AS BIGINT) THEN s9 END) AS s10
FROM (
SELECT *,
  CAST((DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)) + to_months(3) AS DATE) AS s0,
  CAST((DATE '1970-01-01' + CAST(n11 + 1460970 AS INTEGER)) + to_months(120) AS DATE) AS s1,
  ((n1 - (CASE WHEN (n0 >= (n1 - CAST(179 AS BIGINT))) THEN n0 WHEN NOT (n0 >= (n1 - CAST(179 AS BIGINT))) THEN (n1 - CAST(179 AS BIGINT)) WHEN n0 = (n1 - CAST(179 AS BIGINT)) THEN n0 END)) + CAST(1 AS BIGINT)) AS s2,
  ((n4 - (CASE WHEN (n3 >= (n1 - CAST(179 AS BIGINT))) THEN n3 WHEN NOT (n3 >= (n1 - CAST(179 AS BIGINT))) THEN (n1 - CAST(179 AS BIGINT)) WHEN n3 = (n1 - CAST(179 AS BIGINT)) THEN n3 END)) + CAST(1 AS BIGINT)) AS s3,
  ((n6 - (CASE WHEN (n5 >= (n1 - CAST(179 AS BIGINT))) THEN n5 WHEN NOT (n5 >= (n1 - CAST(179 AS BIGINT))) THEN (n1 - CAST(179 AS BIGINT)) WHEN n5 = (n1 - CAST(179 AS BIGINT)) THEN n5 END)) + CAST(1 AS BIGINT)) AS s5,
  ((n8 - (CASE WHEN (n7 >= (n1 - CAST(179 AS BIGINT))) THEN n7 WHEN NOT (n7 >= (n1 - CAST(179 AS BIGINT))) THEN (n1 - CAST(179 AS BIGINT)) WHEN n7 = (n1 - CAST(179 AS BIGINT)) THEN n7 END)) + CAST(1 AS BIGINT)) AS s7,
  ((n10 - (CASE WHEN (n9 >= (n1 - CAST(179 AS BIGINT))) THEN n9 WHEN NOT (n9 >= (n1 - CAST(179 AS BIGINT))) THEN (n1 - CAST(179 AS BIGINT)) WHEN n9 = (n1 - CAST(179 AS BIGINT)) THEN n9 END)) + CAST(1 AS BIGINT)) AS s9,
  ((c2 IN ('1', '2', '3', '4')) AND ((n3 <= n4) AND (n4 >= n3))) AS s12,
  ((c2 IN ('1', '2', '3', '4')) AND ((n3 <= n6) AND (n4 >= n5))) AS s13,
  ((c2 IN ('1', '2', '3', '4')) AND ((n3 <= n8) AND (n4 >= n7))) AS s14,
  ((c2 IN ('1', '2', '3', '4')) AND ((n3 <= n10) AND (n4 >= n9))) AS s15
FROM (
SELECT t."id" AS k0,
  t."emergency" AS c13,
  CASE WHEN (CASE WHEN isfinite(t."passport.expires") THEN t."passport.expires" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."passport.expires") THEN t."passport.expires" - DATE '1970-01-01' END) END AS n12,
  CASE WHEN (CASE WHEN isfinite(t."exit") THEN t."exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."exit") THEN t."exit" - DATE '1970-01-01' END) END AS n1,
  CASE WHEN (CASE WHEN isfinite(t."passport.issued") THEN t."passport.issued" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."passport.issued") THEN t."passport.issued" - DATE '1970-01-01' END) END AS n11,
  CASE WHEN (CASE WHEN isfinite(t."entry") THEN t."entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."entry") THEN t."entry" - DATE '1970-01-01' END) END AS n0,
  NULLIF((CAST(t."visa" AS VARCHAR) COLLATE C), 'unknown') AS c14,
  CASE WHEN regexp_full_match(CAST(t."funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."funds" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n15,
  CASE WHEN regexp_full_match(CAST(t."daily_funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."daily_funds" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END AS n16,
  t."is_listed" AS c17,
  NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown') AS c2,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('1', '2', '3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[1].exit") THEN t."earlier_stays[1].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[1].exit") THEN t."earlier_stays[1].exit" - DATE '1970-01-01' END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('1', '2', '3', '4')) THEN CAST(0 AS BIGINT) END AS n4,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('1', '2', '3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[1].entry") THEN t."earlier_stays[1].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[1].entry") THEN t."earlier_stays[1].entry" - DATE '1970-01-01' END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('1', '2', '3', '4')) THEN CAST(0 AS BIGINT) END AS n3,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('2', '3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[2].exit") THEN t."earlier_stays[2].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[2].exit") THEN t."earlier_stays[2].exit" - DATE '1970-01-01' END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('2', '3', '4')) THEN CAST(0 AS BIGINT) END AS n6,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('2', '3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[2].entry") THEN t."earlier_stays[2].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[2].entry") THEN t."earlier_stays[2].entry" - DATE '1970-01-01' END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('2', '3', '4')) THEN CAST(0 AS BIGINT) END AS n5,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[3].exit") THEN t."earlier_stays[3].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[3].exit") THEN t."earlier_stays[3].exit" - DATE '1970-01-01' END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('3', '4')) THEN CAST(0 AS BIGINT) END AS n8,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[3].entry") THEN t."earlier_stays[3].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[3].entry") THEN t."earlier_stays[3].entry" - DATE '1970-01-01' END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('3', '4')) THEN CAST(0 AS BIGINT) END AS n7,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[4].exit") THEN t."earlier_stays[4].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[4].exit") THEN t."earlier_stays[4].exit" - DATE '1970-01-01' END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('4')) THEN CAST(0 AS BIGINT) END AS n10,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[4].entry") THEN t."earlier_stays[4].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[4].entry") THEN t."earlier_stays[4].entry" - DATE '1970-01-01' END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('4')) THEN CAST(0 AS BIGINT) END AS n9,
  COALESCE((t."entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."entry") THEN t."entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."entry" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."exit") THEN t."exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."exit" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (NOT ((CAST(t."earlier_stays" AS VARCHAR) COLLATE C) IN ('0', '1', '2', '3', '4', 'unknown'))) OR (((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('1', '2', '3', '4')) AND (t."earlier_stays[1].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[1].entry") THEN t."earlier_stays[1].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[1].entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[1].entry" AS VARCHAR) COLLATE C) IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('1', '2', '3', '4')) AND (t."earlier_stays[1].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[1].exit") THEN t."earlier_stays[1].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[1].exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[1].exit" AS VARCHAR) COLLATE C) IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('2', '3', '4')) AND (t."earlier_stays[2].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[2].entry") THEN t."earlier_stays[2].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[2].entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[2].entry" AS VARCHAR) COLLATE C) IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('2', '3', '4')) AND (t."earlier_stays[2].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[2].exit") THEN t."earlier_stays[2].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[2].exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[2].exit" AS VARCHAR) COLLATE C) IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('3', '4')) AND (t."earlier_stays[3].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[3].entry") THEN t."earlier_stays[3].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[3].entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[3].entry" AS VARCHAR) COLLATE C) IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('3', '4')) AND (t."earlier_stays[3].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[3].exit") THEN t."earlier_stays[3].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[3].exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[3].exit" AS VARCHAR) COLLATE C) IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('4')) AND (t."earlier_stays[4].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[4].entry") THEN t."earlier_stays[4].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[4].entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[4].entry" AS VARCHAR) COLLATE C) IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('4')) AND (t."earlier_stays[4].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[4].exit") THEN t."earlier_stays[4].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[4].exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[4].exit" AS VARCHAR) COLLATE C) IN ('unknown'))))) OR (t."passport.issued" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."passport.issued") THEN t."passport.issued" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."passport.issued" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."passport.issued" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."passport.expires" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."passport.expires") THEN t."passport.expires" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."passport.expires" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."passport.expires" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (NOT ((CAST(t."visa" AS VARCHAR) COLLATE C) IN ('not needed', 'valid', 'missing', 'unknown'))) OR (t."funds" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."funds" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."funds" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (t."daily_funds" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."daily_funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."daily_funds" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."daily_funds" AS VARCHAR) COLLATE C) IN ('unknown')))) OR (((CASE WHEN regexp_full_match(CAST(t."daily_funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."daily_funds" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."daily_funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."daily_funds" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000 AS BIGINT)))), FALSE) AS refused
FROM claims AS t) AS q) AS q) AS q) AS q) AS q
;

SELECT t."id" AS "id", 'entry' AS claim, 'not read' AS problem, CAST(t."entry" AS VARCHAR) AS value
FROM claims AS t
WHERE t."entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."entry") THEN t."entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."entry" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'exit' AS claim, 'not read' AS problem, CAST(t."exit" AS VARCHAR) AS value
FROM claims AS t
WHERE t."exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."exit") THEN t."exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."exit" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays' AS claim, 'not in the vocabulary' AS problem, CAST(t."earlier_stays" AS VARCHAR) AS value
FROM claims AS t
WHERE NOT ((CAST(t."earlier_stays" AS VARCHAR) COLLATE C) IN ('0', '1', '2', '3', '4', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[1].entry' AS claim, 'not read' AS problem, CAST(t."earlier_stays[1].entry" AS VARCHAR) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('1', '2', '3', '4')) AND (t."earlier_stays[1].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[1].entry") THEN t."earlier_stays[1].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[1].entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[1].entry" AS VARCHAR) COLLATE C) IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[1].exit' AS claim, 'not read' AS problem, CAST(t."earlier_stays[1].exit" AS VARCHAR) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('1', '2', '3', '4')) AND (t."earlier_stays[1].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[1].exit") THEN t."earlier_stays[1].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[1].exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[1].exit" AS VARCHAR) COLLATE C) IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[2].entry' AS claim, 'not read' AS problem, CAST(t."earlier_stays[2].entry" AS VARCHAR) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('2', '3', '4')) AND (t."earlier_stays[2].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[2].entry") THEN t."earlier_stays[2].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[2].entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[2].entry" AS VARCHAR) COLLATE C) IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[2].exit' AS claim, 'not read' AS problem, CAST(t."earlier_stays[2].exit" AS VARCHAR) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('2', '3', '4')) AND (t."earlier_stays[2].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[2].exit") THEN t."earlier_stays[2].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[2].exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[2].exit" AS VARCHAR) COLLATE C) IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[3].entry' AS claim, 'not read' AS problem, CAST(t."earlier_stays[3].entry" AS VARCHAR) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('3', '4')) AND (t."earlier_stays[3].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[3].entry") THEN t."earlier_stays[3].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[3].entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[3].entry" AS VARCHAR) COLLATE C) IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[3].exit' AS claim, 'not read' AS problem, CAST(t."earlier_stays[3].exit" AS VARCHAR) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('3', '4')) AND (t."earlier_stays[3].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[3].exit") THEN t."earlier_stays[3].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[3].exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[3].exit" AS VARCHAR) COLLATE C) IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[4].entry' AS claim, 'not read' AS problem, CAST(t."earlier_stays[4].entry" AS VARCHAR) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('4')) AND (t."earlier_stays[4].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[4].entry") THEN t."earlier_stays[4].entry" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[4].entry" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[4].entry" AS VARCHAR) COLLATE C) IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[4].exit' AS claim, 'not read' AS problem, CAST(t."earlier_stays[4].exit" AS VARCHAR) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS VARCHAR) COLLATE C), 'unknown')) IN ('4')) AND (t."earlier_stays[4].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[4].exit") THEN t."earlier_stays[4].exit" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[4].exit" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."earlier_stays[4].exit" AS VARCHAR) COLLATE C) IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'passport.issued' AS claim, 'not read' AS problem, CAST(t."passport.issued" AS VARCHAR) AS value
FROM claims AS t
WHERE t."passport.issued" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."passport.issued") THEN t."passport.issued" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."passport.issued" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."passport.issued" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'passport.expires' AS claim, 'not read' AS problem, CAST(t."passport.expires" AS VARCHAR) AS value
FROM claims AS t
WHERE t."passport.expires" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."passport.expires") THEN t."passport.expires" - DATE '1970-01-01' END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."passport.expires" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."passport.expires" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'visa' AS claim, 'not in the vocabulary' AS problem, CAST(t."visa" AS VARCHAR) AS value
FROM claims AS t
WHERE NOT ((CAST(t."visa" AS VARCHAR) COLLATE C) IN ('not needed', 'valid', 'missing', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'funds' AS claim, 'not read' AS problem, CAST(t."funds" AS VARCHAR) AS value
FROM claims AS t
WHERE t."funds" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."funds" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."funds" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'daily_funds' AS claim, 'not read' AS problem, CAST(t."daily_funds" AS VARCHAR) AS value
FROM claims AS t
WHERE t."daily_funds" IS NOT NULL AND NOT (NOT (NOT (regexp_full_match(CAST(t."daily_funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?'))) OR ((CAST(t."daily_funds" AS VARCHAR) COLLATE C) IS NULL OR (CAST(t."daily_funds" AS VARCHAR) COLLATE C) IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'daily_funds' AS claim, 'outside its range' AS problem, CAST(t."daily_funds" AS VARCHAR) AS value
FROM claims AS t
WHERE ((CASE WHEN regexp_full_match(CAST(t."daily_funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."daily_funds" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END < CAST(0 AS BIGINT)) OR (CASE WHEN regexp_full_match(CAST(t."daily_funds" AS VARCHAR), '-?[0-9]{1,12}([.][0-9]{1,6})?') THEN CAST(TRY_CAST(CAST(t."daily_funds" AS VARCHAR) AS DECIMAL(38, 6)) * 1000000 AS BIGINT) END > CAST(1000000000 AS BIGINT)))
;
