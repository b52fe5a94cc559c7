SELECT k0 AS "id",
  CASE a0 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "passport_is_valid",
  (refused OR (a0 IS NULL AND (c13 IS NULL OR n12 IS NULL OR n1 IS NULL))) AS "open_passport_is_valid",
  CASE a1 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "passport_is_recent",
  (refused OR (a1 IS NULL AND (n11 IS NULL OR n0 IS NULL))) AS "open_passport_is_recent",
  CASE a2 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "visa_is_in_order",
  a2 IS NULL AS "open_visa_is_in_order",
  CASE a3 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "funds_are_sufficient",
  a3 IS NULL AS "open_funds_are_sufficient",
  CASE a4 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "person_is_not_listed",
  a4 IS NULL AS "open_person_is_not_listed",
  CASE a5 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "stay_is_short",
  a5 IS NULL AS "open_stay_is_short",
  CASE a6 WHEN TRUE THEN 'TRUE' WHEN FALSE THEN 'FALSE' ELSE 'UNKNOWN' END AS "stays_are_in_order",
  a6 IS NULL AS "open_stays_are_in_order"
FROM (
SELECT *,
  CASE WHEN NOT refused THEN (CASE WHEN c13 THEN (n12 >= n1) WHEN NOT c13 THEN s1 WHEN (n12 >= n1) = s1 THEN (n12 >= n1) END) END AS a0,
  CASE WHEN NOT refused THEN ((n11 <= n0) AND (CAST((s2 - DATE '1970-01-01' - 1460970) AS numeric) >= n0)) END AS a1,
  CASE WHEN NOT refused THEN (c14 <> 'missing') END AS a2,
  CASE WHEN NOT refused THEN (n15 >= COALESCE((n16 * ((n1 - n0) + CAST(1 AS numeric))), CASE WHEN n16 = CAST(0 AS numeric) OR ((n1 - n0) + CAST(1 AS numeric)) = CAST(0 AS numeric) THEN CAST(0 AS numeric) END)) END AS a3,
  CASE WHEN NOT refused THEN (NOT c17) END AS a4,
  CASE WHEN NOT refused THEN ((s3 + s12) <= CAST(90 AS numeric)) END AS a5,
  CASE WHEN NOT refused THEN ((n0 <= n1) AND (((NOT (c2 IN ('1', '2', '3', '4'))) OR ((n3 <= n4) AND (n4 < n0))) AND ((NOT (c2 IN ('2', '3', '4'))) OR ((n5 <= n6) AND (n6 < n0))) AND ((NOT (c2 IN ('3', '4'))) OR ((n7 <= n8) AND (n8 < n0))) AND ((NOT (c2 IN ('4'))) OR ((n9 <= n10) AND (n10 < n0)))) AND (((NOT (c2 IN ('1', '2', '3', '4'))) OR ((CASE WHEN s13 THEN CAST(1 AS numeric) WHEN NOT s13 THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('2', '3', '4')) AND ((n5 <= n4) AND (n6 >= n3))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('2', '3', '4')) AND ((n5 <= n4) AND (n6 >= n3))) THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('3', '4')) AND ((n7 <= n4) AND (n8 >= n3))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('3', '4')) AND ((n7 <= n4) AND (n8 >= n3))) THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('4')) AND ((n9 <= n4) AND (n10 >= n3))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('4')) AND ((n9 <= n4) AND (n10 >= n3))) THEN CAST(0 AS numeric) END) <= CAST(1 AS numeric))) AND ((NOT (c2 IN ('2', '3', '4'))) OR ((CASE WHEN s14 THEN CAST(1 AS numeric) WHEN NOT s14 THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('2', '3', '4')) AND ((n5 <= n6) AND (n6 >= n5))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('2', '3', '4')) AND ((n5 <= n6) AND (n6 >= n5))) THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('3', '4')) AND ((n7 <= n6) AND (n8 >= n5))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('3', '4')) AND ((n7 <= n6) AND (n8 >= n5))) THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('4')) AND ((n9 <= n6) AND (n10 >= n5))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('4')) AND ((n9 <= n6) AND (n10 >= n5))) THEN CAST(0 AS numeric) END) <= CAST(1 AS numeric))) AND ((NOT (c2 IN ('3', '4'))) OR ((CASE WHEN s15 THEN CAST(1 AS numeric) WHEN NOT s15 THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('2', '3', '4')) AND ((n5 <= n8) AND (n6 >= n7))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('2', '3', '4')) AND ((n5 <= n8) AND (n6 >= n7))) THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('3', '4')) AND ((n7 <= n8) AND (n8 >= n7))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('3', '4')) AND ((n7 <= n8) AND (n8 >= n7))) THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('4')) AND ((n9 <= n8) AND (n10 >= n7))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('4')) AND ((n9 <= n8) AND (n10 >= n7))) THEN CAST(0 AS numeric) END) <= CAST(1 AS numeric))) AND ((NOT (c2 IN ('4'))) OR ((CASE WHEN s16 THEN CAST(1 AS numeric) WHEN NOT s16 THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('2', '3', '4')) AND ((n5 <= n10) AND (n6 >= n9))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('2', '3', '4')) AND ((n5 <= n10) AND (n6 >= n9))) THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('3', '4')) AND ((n7 <= n10) AND (n8 >= n9))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('3', '4')) AND ((n7 <= n10) AND (n8 >= n9))) THEN CAST(0 AS numeric) END + CASE WHEN ((c2 IN ('4')) AND ((n9 <= n10) AND (n10 >= n9))) THEN CAST(1 AS numeric) WHEN NOT ((c2 IN ('4')) AND ((n9 <= n10) AND (n10 >= n9))) THEN CAST(0 AS numeric) END) <= CAST(1 AS numeric))))) END AS a6
FROM (
SELECT *,
  ((((CASE WHEN (c2 IN ('1', '2', '3', '4')) THEN s5 WHEN NOT (c2 IN ('1', '2', '3', '4')) THEN CAST(0 AS numeric) WHEN s5 = CAST(0 AS numeric) THEN s5 END) + (CASE WHEN (c2 IN ('2', '3', '4')) THEN s7 WHEN NOT (c2 IN ('2', '3', '4')) THEN CAST(0 AS numeric) WHEN s7 = CAST(0 AS numeric) THEN s7 END)) + (CASE WHEN (c2 IN ('3', '4')) THEN s9 WHEN NOT (c2 IN ('3', '4')) THEN CAST(0 AS numeric) WHEN s9 = CAST(0 AS numeric) THEN s9 END)) + (CASE WHEN (c2 IN ('4')) THEN s11 WHEN NOT (c2 IN ('4')) THEN CAST(0 AS numeric) WHEN s11 = CAST(0 AS numeric) THEN s11 END)) AS s12
FROM (
SELECT *,
  (n12 >= CAST((s0 - DATE '1970-01-01' - 1460970) AS numeric)) AS s1,
  (CASE WHEN (s4 >= CAST(0 AS numeric)) THEN s4 WHEN NOT (s4 >= CAST(0 AS numeric)) THEN CAST(0 AS numeric) WHEN s4 = CAST(0 AS numeric) THEN s4 END) AS s5,
  (CASE WHEN (s6 >= CAST(0 AS numeric)) THEN s6 WHEN NOT (s6 >= CAST(0 AS numeric)) THEN CAST(0 AS numeric) WHEN s6 = CAST(0 AS numeric) THEN s6 END) AS s7,
  (CASE WHEN (s8 >= CAST(0 AS numeric)) THEN s8 WHEN NOT (s8 >= CAST(0 AS numeric)) THEN CAST(0 AS numeric) WHEN s8 = CAST(0 AS numeric) THEN s8 END) AS s9,
  (CASE WHEN (s10 >= CAST(0 AS numeric)) THEN s10 WHEN NOT (s10 >= CAST(0 AS numeric)) THEN CAST(0 AS numeric) WHEN s10 = CAST(0 AS numeric) THEN s10 END) AS s11
FROM (
SELECT *,
  CAST((DATE '1970-01-01' + CAST(n1 + 1460970 AS INTEGER)) + make_interval(months => 3) AS DATE) AS s0,
  CAST((DATE '1970-01-01' + CAST(n11 + 1460970 AS INTEGER)) + make_interval(months => 120) AS DATE) AS s2,
  ((n1 - (CASE WHEN (n0 >= (n1 - CAST(179 AS numeric))) THEN n0 WHEN NOT (n0 >= (n1 - CAST(179 AS numeric))) THEN (n1 - CAST(179 AS numeric)) WHEN n0 = (n1 - CAST(179 AS numeric)) THEN n0 END)) + CAST(1 AS numeric)) AS s3,
  ((n4 - (CASE WHEN (n3 >= (n1 - CAST(179 AS numeric))) THEN n3 WHEN NOT (n3 >= (n1 - CAST(179 AS numeric))) THEN (n1 - CAST(179 AS numeric)) WHEN n3 = (n1 - CAST(179 AS numeric)) THEN n3 END)) + CAST(1 AS numeric)) AS s4,
  ((n6 - (CASE WHEN (n5 >= (n1 - CAST(179 AS numeric))) THEN n5 WHEN NOT (n5 >= (n1 - CAST(179 AS numeric))) THEN (n1 - CAST(179 AS numeric)) WHEN n5 = (n1 - CAST(179 AS numeric)) THEN n5 END)) + CAST(1 AS numeric)) AS s6,
  ((n8 - (CASE WHEN (n7 >= (n1 - CAST(179 AS numeric))) THEN n7 WHEN NOT (n7 >= (n1 - CAST(179 AS numeric))) THEN (n1 - CAST(179 AS numeric)) WHEN n7 = (n1 - CAST(179 AS numeric)) THEN n7 END)) + CAST(1 AS numeric)) AS s8,
  ((n10 - (CASE WHEN (n9 >= (n1 - CAST(179 AS numeric))) THEN n9 WHEN NOT (n9 >= (n1 - CAST(179 AS numeric))) THEN (n1 - CAST(179 AS numeric)) WHEN n9 = (n1 - CAST(179 AS numeric)) THEN n9 END)) + CAST(1 AS numeric)) AS s10,
  ((c2 IN ('1', '2', '3', '4')) AND ((n3 <= n4) AND (n4 >= n3))) AS s13,
  ((c2 IN ('1', '2', '3', '4')) AND ((n3 <= n6) AND (n4 >= n5))) AS s14,
  ((c2 IN ('1', '2', '3', '4')) AND ((n3 <= n8) AND (n4 >= n7))) AS s15,
  ((c2 IN ('1', '2', '3', '4')) AND ((n3 <= n10) AND (n4 >= n9))) AS s16
FROM (
SELECT t."id" AS k0,
  t."emergency" AS c13,
  CASE WHEN (CASE WHEN isfinite(t."passport.expires") THEN CAST(t."passport.expires" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."passport.expires") THEN CAST(t."passport.expires" - DATE '1970-01-01' AS numeric) END) END AS n12,
  CASE WHEN (CASE WHEN isfinite(t."exit") THEN CAST(t."exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."exit") THEN CAST(t."exit" - DATE '1970-01-01' AS numeric) END) END AS n1,
  CASE WHEN (CASE WHEN isfinite(t."passport.issued") THEN CAST(t."passport.issued" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."passport.issued") THEN CAST(t."passport.issued" - DATE '1970-01-01' AS numeric) END) END AS n11,
  CASE WHEN (CASE WHEN isfinite(t."entry") THEN CAST(t."entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."entry") THEN CAST(t."entry" - DATE '1970-01-01' AS numeric) END) END AS n0,
  NULLIF((CAST(t."visa" AS text) COLLATE "C"), 'unknown') AS c14,
  CASE WHEN CAST(t."funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."funds" AS text) AS numeric) END AS n15,
  CASE WHEN CAST(t."daily_funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."daily_funds" AS text) AS numeric) END AS n16,
  t."is_listed" AS c17,
  NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown') AS c2,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('1', '2', '3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[1].exit") THEN CAST(t."earlier_stays[1].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[1].exit") THEN CAST(t."earlier_stays[1].exit" - DATE '1970-01-01' AS numeric) END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('1', '2', '3', '4')) THEN CAST(0 AS numeric) END AS n4,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('1', '2', '3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[1].entry") THEN CAST(t."earlier_stays[1].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[1].entry") THEN CAST(t."earlier_stays[1].entry" - DATE '1970-01-01' AS numeric) END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('1', '2', '3', '4')) THEN CAST(0 AS numeric) END AS n3,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('2', '3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[2].exit") THEN CAST(t."earlier_stays[2].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[2].exit") THEN CAST(t."earlier_stays[2].exit" - DATE '1970-01-01' AS numeric) END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('2', '3', '4')) THEN CAST(0 AS numeric) END AS n6,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('2', '3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[2].entry") THEN CAST(t."earlier_stays[2].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[2].entry") THEN CAST(t."earlier_stays[2].entry" - DATE '1970-01-01' AS numeric) END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('2', '3', '4')) THEN CAST(0 AS numeric) END AS n5,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[3].exit") THEN CAST(t."earlier_stays[3].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[3].exit") THEN CAST(t."earlier_stays[3].exit" - DATE '1970-01-01' AS numeric) END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('3', '4')) THEN CAST(0 AS numeric) END AS n8,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('3', '4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[3].entry") THEN CAST(t."earlier_stays[3].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[3].entry") THEN CAST(t."earlier_stays[3].entry" - DATE '1970-01-01' AS numeric) END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('3', '4')) THEN CAST(0 AS numeric) END AS n7,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[4].exit") THEN CAST(t."earlier_stays[4].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[4].exit") THEN CAST(t."earlier_stays[4].exit" - DATE '1970-01-01' AS numeric) END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('4')) THEN CAST(0 AS numeric) END AS n10,
  CASE WHEN (NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('4') THEN (CASE WHEN (CASE WHEN isfinite(t."earlier_stays[4].entry") THEN CAST(t."earlier_stays[4].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896 THEN (CASE WHEN isfinite(t."earlier_stays[4].entry") THEN CAST(t."earlier_stays[4].entry" - DATE '1970-01-01' AS numeric) END) END) WHEN NOT ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('4')) THEN CAST(0 AS numeric) END AS n9,
  COALESCE((t."entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."entry") THEN CAST(t."entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."entry" AS text) COLLATE "C") IS NULL OR (CAST(t."entry" AS text) COLLATE "C") IN ('unknown')))) OR (t."exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."exit") THEN CAST(t."exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."exit" AS text) COLLATE "C") IS NULL OR (CAST(t."exit" AS text) COLLATE "C") IN ('unknown')))) OR (NOT ((CAST(t."earlier_stays" AS text) COLLATE "C") IN ('0', '1', '2', '3', '4', 'unknown'))) OR (((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('1', '2', '3', '4')) AND (t."earlier_stays[1].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[1].entry") THEN CAST(t."earlier_stays[1].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[1].entry" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[1].entry" AS text) COLLATE "C") IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('1', '2', '3', '4')) AND (t."earlier_stays[1].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[1].exit") THEN CAST(t."earlier_stays[1].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[1].exit" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[1].exit" AS text) COLLATE "C") IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('2', '3', '4')) AND (t."earlier_stays[2].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[2].entry") THEN CAST(t."earlier_stays[2].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[2].entry" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[2].entry" AS text) COLLATE "C") IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('2', '3', '4')) AND (t."earlier_stays[2].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[2].exit") THEN CAST(t."earlier_stays[2].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[2].exit" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[2].exit" AS text) COLLATE "C") IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('3', '4')) AND (t."earlier_stays[3].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[3].entry") THEN CAST(t."earlier_stays[3].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[3].entry" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[3].entry" AS text) COLLATE "C") IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('3', '4')) AND (t."earlier_stays[3].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[3].exit") THEN CAST(t."earlier_stays[3].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[3].exit" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[3].exit" AS text) COLLATE "C") IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('4')) AND (t."earlier_stays[4].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[4].entry") THEN CAST(t."earlier_stays[4].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[4].entry" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[4].entry" AS text) COLLATE "C") IN ('unknown'))))) OR (((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('4')) AND (t."earlier_stays[4].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[4].exit") THEN CAST(t."earlier_stays[4].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[4].exit" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[4].exit" AS text) COLLATE "C") IN ('unknown'))))) OR (t."passport.issued" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."passport.issued") THEN CAST(t."passport.issued" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."passport.issued" AS text) COLLATE "C") IS NULL OR (CAST(t."passport.issued" AS text) COLLATE "C") IN ('unknown')))) OR (t."passport.expires" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."passport.expires") THEN CAST(t."passport.expires" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."passport.expires" AS text) COLLATE "C") IS NULL OR (CAST(t."passport.expires" AS text) COLLATE "C") IN ('unknown')))) OR (NOT ((CAST(t."visa" AS text) COLLATE "C") IN ('not needed', 'valid', 'missing', 'unknown'))) OR (t."funds" IS NOT NULL AND NOT (NOT (NOT (CAST(t."funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."funds" AS text) COLLATE "C") IS NULL OR (CAST(t."funds" AS text) COLLATE "C") IN ('unknown')))) OR (t."daily_funds" IS NOT NULL AND NOT (NOT (NOT (CAST(t."daily_funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."daily_funds" AS text) COLLATE "C") IS NULL OR (CAST(t."daily_funds" AS text) COLLATE "C") IN ('unknown')))) OR (((CASE WHEN CAST(t."daily_funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."daily_funds" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."daily_funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."daily_funds" AS text) AS numeric) END > CAST(1000 AS numeric)))), FALSE) AS refused
FROM claims AS t OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q OFFSET 0) AS q
;

SELECT t."id" AS "id", 'entry' AS claim, 'not read' AS problem, CAST(t."entry" AS text) AS value
FROM claims AS t
WHERE t."entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."entry") THEN CAST(t."entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."entry" AS text) COLLATE "C") IS NULL OR (CAST(t."entry" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'exit' AS claim, 'not read' AS problem, CAST(t."exit" AS text) AS value
FROM claims AS t
WHERE t."exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."exit") THEN CAST(t."exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."exit" AS text) COLLATE "C") IS NULL OR (CAST(t."exit" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays' AS claim, 'not in the vocabulary' AS problem, CAST(t."earlier_stays" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."earlier_stays" AS text) COLLATE "C") IN ('0', '1', '2', '3', '4', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[1].entry' AS claim, 'not read' AS problem, CAST(t."earlier_stays[1].entry" AS text) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('1', '2', '3', '4')) AND (t."earlier_stays[1].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[1].entry") THEN CAST(t."earlier_stays[1].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[1].entry" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[1].entry" AS text) COLLATE "C") IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[1].exit' AS claim, 'not read' AS problem, CAST(t."earlier_stays[1].exit" AS text) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('1', '2', '3', '4')) AND (t."earlier_stays[1].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[1].exit") THEN CAST(t."earlier_stays[1].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[1].exit" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[1].exit" AS text) COLLATE "C") IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[2].entry' AS claim, 'not read' AS problem, CAST(t."earlier_stays[2].entry" AS text) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('2', '3', '4')) AND (t."earlier_stays[2].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[2].entry") THEN CAST(t."earlier_stays[2].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[2].entry" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[2].entry" AS text) COLLATE "C") IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[2].exit' AS claim, 'not read' AS problem, CAST(t."earlier_stays[2].exit" AS text) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('2', '3', '4')) AND (t."earlier_stays[2].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[2].exit") THEN CAST(t."earlier_stays[2].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[2].exit" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[2].exit" AS text) COLLATE "C") IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[3].entry' AS claim, 'not read' AS problem, CAST(t."earlier_stays[3].entry" AS text) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('3', '4')) AND (t."earlier_stays[3].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[3].entry") THEN CAST(t."earlier_stays[3].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[3].entry" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[3].entry" AS text) COLLATE "C") IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[3].exit' AS claim, 'not read' AS problem, CAST(t."earlier_stays[3].exit" AS text) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('3', '4')) AND (t."earlier_stays[3].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[3].exit") THEN CAST(t."earlier_stays[3].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[3].exit" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[3].exit" AS text) COLLATE "C") IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[4].entry' AS claim, 'not read' AS problem, CAST(t."earlier_stays[4].entry" AS text) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('4')) AND (t."earlier_stays[4].entry" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[4].entry") THEN CAST(t."earlier_stays[4].entry" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[4].entry" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[4].entry" AS text) COLLATE "C") IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'earlier_stays[4].exit' AS claim, 'not read' AS problem, CAST(t."earlier_stays[4].exit" AS text) AS value
FROM claims AS t
WHERE ((NULLIF((CAST(t."earlier_stays" AS text) COLLATE "C"), 'unknown')) IN ('4')) AND (t."earlier_stays[4].exit" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."earlier_stays[4].exit") THEN CAST(t."earlier_stays[4].exit" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."earlier_stays[4].exit" AS text) COLLATE "C") IS NULL OR (CAST(t."earlier_stays[4].exit" AS text) COLLATE "C") IN ('unknown'))))
UNION ALL
SELECT t."id" AS "id", 'passport.issued' AS claim, 'not read' AS problem, CAST(t."passport.issued" AS text) AS value
FROM claims AS t
WHERE t."passport.issued" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."passport.issued") THEN CAST(t."passport.issued" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."passport.issued" AS text) COLLATE "C") IS NULL OR (CAST(t."passport.issued" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'passport.expires' AS claim, 'not read' AS problem, CAST(t."passport.expires" AS text) AS value
FROM claims AS t
WHERE t."passport.expires" IS NOT NULL AND NOT (COALESCE((CASE WHEN isfinite(t."passport.expires") THEN CAST(t."passport.expires" - DATE '1970-01-01' AS numeric) END) BETWEEN -719162 AND 2932896, FALSE) OR ((CAST(t."passport.expires" AS text) COLLATE "C") IS NULL OR (CAST(t."passport.expires" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'visa' AS claim, 'not in the vocabulary' AS problem, CAST(t."visa" AS text) AS value
FROM claims AS t
WHERE NOT ((CAST(t."visa" AS text) COLLATE "C") IN ('not needed', 'valid', 'missing', 'unknown'))
UNION ALL
SELECT t."id" AS "id", 'funds' AS claim, 'not read' AS problem, CAST(t."funds" AS text) AS value
FROM claims AS t
WHERE t."funds" IS NOT NULL AND NOT (NOT (NOT (CAST(t."funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."funds" AS text) COLLATE "C") IS NULL OR (CAST(t."funds" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'daily_funds' AS claim, 'not read' AS problem, CAST(t."daily_funds" AS text) AS value
FROM claims AS t
WHERE t."daily_funds" IS NOT NULL AND NOT (NOT (NOT (CAST(t."daily_funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$')) OR ((CAST(t."daily_funds" AS text) COLLATE "C") IS NULL OR (CAST(t."daily_funds" AS text) COLLATE "C") IN ('unknown')))
UNION ALL
SELECT t."id" AS "id", 'daily_funds' AS claim, 'outside its range' AS problem, CAST(t."daily_funds" AS text) AS value
FROM claims AS t
WHERE ((CASE WHEN CAST(t."daily_funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."daily_funds" AS text) AS numeric) END < CAST(0 AS numeric)) OR (CASE WHEN CAST(t."daily_funds" AS text) ~ '^-?[0-9]{1,40}([.][0-9]{1,40})?$' THEN CAST(CAST(t."daily_funds" AS text) AS numeric) END > CAST(1000 AS numeric)))
;
