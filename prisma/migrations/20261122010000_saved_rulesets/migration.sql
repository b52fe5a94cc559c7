-- CreateEnum
CREATE TYPE "approval_channel" AS ENUM ('program', 'person', 'agent');

-- CreateEnum
CREATE TYPE "label_confidence" AS ENUM ('high', 'medium', 'low');

-- CreateEnum
CREATE TYPE "credential_tier" AS ENUM ('evaluation', 'standard', 'read_only');

-- AlterTable
ALTER TABLE "namespace" ADD COLUMN     "checks_per_month" INTEGER,
ADD COLUMN     "labeling_allowed" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "people_approve" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "unit_library_hash" TEXT;

-- AlterTable
ALTER TABLE "credential" ADD COLUMN     "tier" "credential_tier";
UPDATE "credential" SET "tier" = CASE "grade" WHEN 'full' THEN 'standard' ELSE 'evaluation' END::"credential_tier";
ALTER TABLE "credential" ALTER COLUMN "tier" SET NOT NULL;

-- CreateTable
CREATE TABLE "ruleset_name" (
    "namespace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "bound_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ruleset_name_pkey" PRIMARY KEY ("namespace_id","name")
);

-- CreateTable
CREATE TABLE "name_binding" (
    "id" BIGSERIAL NOT NULL,
    "namespace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "bound_at" TIMESTAMP(3) NOT NULL,
    "bound_by" TEXT NOT NULL,

    CONSTRAINT "name_binding_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "approval" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "approver" TEXT NOT NULL,
    "note" TEXT,
    "approved_at" TIMESTAMP(3) NOT NULL,
    "channel" "approval_channel" NOT NULL,
    "credential_id" UUID,
    "sequence" BIGSERIAL NOT NULL,

    CONSTRAINT "approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ruleset_label" (
    "namespace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "vocabulary_version" TEXT NOT NULL,
    "level_one" TEXT,
    "level_two" TEXT,
    "confidence" "label_confidence",
    "declined" BOOLEAN NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ruleset_label_pkey" PRIMARY KEY ("namespace_id","hash")
);

-- CreateTable
CREATE TABLE "promoted_term" (
    "id" TEXT NOT NULL,
    "topic_key" BYTEA NOT NULL,
    "level_one" TEXT NOT NULL,
    "term" TEXT NOT NULL,
    "since_version" INTEGER NOT NULL,
    "promoted_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "promoted_term_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "term_proposal" (
    "topic_key" BYTEA NOT NULL,
    "namespace_id" UUID NOT NULL,
    "proposed_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "term_proposal_pkey" PRIMARY KEY ("topic_key","namespace_id")
);

-- CreateTable
CREATE TABLE "unit_converter" (
    "id" BIGSERIAL NOT NULL,
    "namespace_id" UUID NOT NULL,
    "from_unit" TEXT NOT NULL,
    "to_unit" TEXT NOT NULL,
    "factor" TEXT NOT NULL,
    "offset" TEXT NOT NULL,
    "attribution" TEXT,
    "added_at" TIMESTAMP(3) NOT NULL,
    "added_by" TEXT NOT NULL,

    CONSTRAINT "unit_converter_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "namespace_usage" (
    "namespace_id" UUID NOT NULL,
    "month" DATE NOT NULL,
    "checks" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "namespace_usage_pkey" PRIMARY KEY ("namespace_id","month")
);

-- CreateTable
CREATE TABLE "authorization_record" (
    "kind" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "grant_id" TEXT,
    "consumed_at" TIMESTAMP(3),
    "expires_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "authorization_record_pkey" PRIMARY KEY ("kind","id")
);

-- CreateIndex
CREATE INDEX "ruleset_name_namespace_id_hash_idx" ON "ruleset_name"("namespace_id", "hash");

-- CreateIndex
CREATE INDEX "name_binding_namespace_id_name_id_idx" ON "name_binding"("namespace_id", "name", "id");

-- CreateIndex
CREATE INDEX "name_binding_namespace_id_hash_id_idx" ON "name_binding"("namespace_id", "hash", "id");

-- CreateIndex
CREATE INDEX "approval_namespace_id_hash_sequence_idx" ON "approval"("namespace_id", "hash", "sequence");

-- CreateIndex
CREATE UNIQUE INDEX "promoted_term_topic_key_key" ON "promoted_term"("topic_key");

-- CreateIndex
CREATE UNIQUE INDEX "promoted_term_since_version_key" ON "promoted_term"("since_version");

-- CreateIndex
CREATE INDEX "term_proposal_proposed_at_idx" ON "term_proposal"("proposed_at");

-- CreateIndex
CREATE INDEX "unit_converter_namespace_id_id_idx" ON "unit_converter"("namespace_id", "id");

-- CreateIndex
CREATE INDEX "authorization_record_grant_id_idx" ON "authorization_record"("grant_id");

-- CreateIndex
CREATE INDEX "authorization_record_expires_at_idx" ON "authorization_record"("expires_at");

-- AddForeignKey
ALTER TABLE "ruleset_name" ADD CONSTRAINT "ruleset_name_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ruleset_name" ADD CONSTRAINT "ruleset_name_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "name_binding" ADD CONSTRAINT "name_binding_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "name_binding" ADD CONSTRAINT "name_binding_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "approval" ADD CONSTRAINT "approval_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ruleset_label" ADD CONSTRAINT "ruleset_label_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ruleset_label" ADD CONSTRAINT "ruleset_label_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "term_proposal" ADD CONSTRAINT "term_proposal_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "unit_converter" ADD CONSTRAINT "unit_converter_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "namespace_usage" ADD CONSTRAINT "namespace_usage_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What the schema's language cannot say.
ALTER TABLE "namespace" ADD CONSTRAINT "namespace_checks_per_month_check" CHECK ("checks_per_month" >= 0);
-- A library in force is one that is kept.
ALTER TABLE "namespace" ADD CONSTRAINT "namespace_unit_library_fkey"
    FOREIGN KEY ("id", "unit_library_hash") REFERENCES "unit_library"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;
ALTER TABLE "credential" ADD CONSTRAINT "credential_tier_check" CHECK (("grade" = 'evaluation') = ("tier" = 'evaluation'));
ALTER TABLE "ruleset_label"
    ADD CONSTRAINT "ruleset_label_level_two_check" CHECK ("level_two" ~ '^l2-[0-9]{4,}$'),
    ADD CONSTRAINT "ruleset_label_declined_check" CHECK (("level_one" IS NULL) = "declined");
ALTER TABLE "promoted_term"
    ADD CONSTRAINT "promoted_term_id_check" CHECK ("id" ~ '^l2-[0-9]{4,}$'),
    ADD CONSTRAINT "promoted_term_topic_key_check" CHECK (octet_length("topic_key") = 32);
ALTER TABLE "term_proposal" ADD CONSTRAINT "term_proposal_topic_key_check" CHECK (octet_length("topic_key") = 32);
ALTER TABLE "namespace_usage" ADD CONSTRAINT "namespace_usage_checks_check" CHECK ("checks" >= 0);
ALTER TABLE "namespace_usage" SET (fillfactor = 50);
