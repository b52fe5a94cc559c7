-- AlterTable
ALTER TABLE "tool_guard" ADD COLUMN     "confirmed_unit_library_hash" TEXT;

-- What Prisma's language cannot say
ALTER TABLE "tool_guard" ADD CONSTRAINT "tool_guard_confirmed_unit_library_hash_check"
  CHECK ("confirmed_unit_library_hash" IS NULL OR
    ("confirmed_unit_library_hash" ~ '^[0-9a-f]{64}$' AND "confirmed_digest" IS NOT NULL));

-- The library in force at the confirmation. A digest of that time does not cover one with converters, so such a guard
-- waits for another confirmation. Under the built-in standards the digest is the same.
UPDATE "tool_guard" SET "confirmed_unit_library_hash" = (
  SELECT "hash" FROM "unit_library"
  WHERE "unit_library"."namespace_id" = "tool_guard"."namespace_id" AND "created_at" <= "confirmed_at"
  ORDER BY "created_at" DESC LIMIT 1)
WHERE "confirmed_digest" IS NOT NULL;
