-- AlterTable
ALTER TABLE "log_entry" ADD COLUMN "salt" BYTEA;

-- AlterTable
ALTER TABLE "log_head" ADD COLUMN "last_at" TIMESTAMP(3);

-- The time of the last entry of each log that is there.
UPDATE "log_head" SET "last_at" = (
  SELECT "at" FROM "log_entry"
  WHERE "log_entry"."namespace_id" = "log_head"."namespace_id" AND "log_entry"."index" = "log_head"."size" - 1
);
