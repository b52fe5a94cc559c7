-- AlterTable
ALTER TABLE "call_grant" ADD COLUMN     "taken_back_at" TIMESTAMP(3),
ADD COLUMN     "taken_back_by" TEXT,
ADD COLUMN     "taken_back_by_id" UUID;

-- What Prisma's language cannot say
-- Only a grant that is not used is taken back.
ALTER TABLE "call_grant" ADD CONSTRAINT "call_grant_take_back_check" CHECK (
  num_nulls("taken_back_at", "taken_back_by", "taken_back_by_id") IN (0, 3)
  AND ("taken_back_at" IS NULL OR ("is_granted" IS TRUE AND "used_at" IS NULL)));
