-- AlterTable
ALTER TABLE "tool_guard" ADD COLUMN     "confirmed_at" TIMESTAMP(3),
ADD COLUMN     "confirmed_by" TEXT,
ADD COLUMN     "confirmed_by_id" UUID,
ADD COLUMN     "confirmed_digest" TEXT,
ADD COLUMN     "editors" TEXT;

-- What Prisma's language cannot say
ALTER TABLE "tool_guard" ADD CONSTRAINT "tool_guard_confirmed_digest_check" CHECK ("confirmed_digest" ~ '^[0-9a-f]{64}$');
-- A confirmation is whole.
ALTER TABLE "tool_guard" ADD CONSTRAINT "tool_guard_confirmation_check" CHECK (
  num_nulls("confirmed_at", "confirmed_by", "confirmed_by_id", "confirmed_digest") IN (0, 4));
