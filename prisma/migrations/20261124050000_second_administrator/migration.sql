-- AlterTable
ALTER TABLE "namespace" ADD COLUMN     "changed_alone_at" TIMESTAMP(3),
ADD COLUMN     "passkey_to_administer" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "passkey_to_sign" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "preset" TEXT;

-- AlterTable
ALTER TABLE "person" ADD COLUMN     "operator_password_at" TIMESTAMP(3);

-- AlterTable
ALTER TABLE "membership" ADD COLUMN     "administrator_since" TIMESTAMP(3),
ADD COLUMN     "by_operator" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "invitation" ADD COLUMN     "confirmed_at" TIMESTAMP(3),
ADD COLUMN     "held_by" UUID,
ADD COLUMN     "invited_by_id" UUID;

-- CreateTable
CREATE TABLE "group_member_request" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "username" TEXT NOT NULL,
    "account_id" UUID,
    "requested_at" TIMESTAMP(3) NOT NULL,
    "requested_by" TEXT NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "outcome" TEXT,
    "answered_at" TIMESTAMP(3),
    "answered_by" TEXT,

    CONSTRAINT "group_member_request_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "pending_change" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "proposal" TEXT NOT NULL,
    "proposer_id" UUID NOT NULL,
    "proposed_by" TEXT NOT NULL,
    "proposed_at" TIMESTAMP(3) NOT NULL,
    "alone_from" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "outcome" TEXT,
    "ended_at" TIMESTAMP(3),
    "ended_by_id" UUID,
    "ended_by" TEXT,

    CONSTRAINT "pending_change_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "group_member_request_namespace_id_requested_at_idx" ON "group_member_request"("namespace_id", "requested_at");

-- CreateIndex
CREATE INDEX "group_member_request_account_id_idx" ON "group_member_request"("account_id");

-- CreateIndex
CREATE INDEX "pending_change_namespace_id_proposed_at_idx" ON "pending_change"("namespace_id", "proposed_at");

-- AddForeignKey
ALTER TABLE "group_member_request" ADD CONSTRAINT "group_member_request_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "group_member_request" ADD CONSTRAINT "group_member_request_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "service_account"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pending_change" ADD CONSTRAINT "pending_change_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;



-- What Prisma's language cannot say
ALTER TABLE "pending_change" ADD CONSTRAINT "pending_change_outcome_check" CHECK ("outcome" IN ('confirmed', 'declined', 'withdrawn', 'expired', 'applied_alone', 'void'));
ALTER TABLE "group_member_request" ADD CONSTRAINT "group_member_request_outcome_check" CHECK ("outcome" IN ('confirmed', 'declined'));
ALTER TABLE "namespace" ADD CONSTRAINT "namespace_preset_check" CHECK ("preset" IN ('regulated', 'standard'));

-- Who is an administrator has been one since they joined: an earlier release stored no other time.
UPDATE "membership" SET "administrator_since" = "since" WHERE 'administrator' = ANY ("roles");
-- The label of the administrator ends with the e-mail address, which is of one account.
UPDATE "invitation" SET "invited_by_id" = "person"."id" FROM "person"
WHERE "person"."email" = substring("invitation"."invited_by" FROM '<([^<>]*)>$');
