-- CreateEnum
CREATE TYPE "role" AS ENUM ('author', 'reviewer', 'administrator');

-- CreateEnum
CREATE TYPE "review_meaning" AS ENUM ('approved', 'reviewed', 'changes_requested', 'withdrawn');

-- CreateEnum
CREATE TYPE "key_purpose" AS ENUM ('statement', 'checkpoint');

-- AlterTable
ALTER TABLE "namespace" ADD COLUMN     "separate_approver" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "unsigned_approvals" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "name_binding" ADD COLUMN     "message" TEXT,
ADD COLUMN     "person_id" UUID;

-- AlterTable
ALTER TABLE "approval" ADD COLUMN     "expires_at" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "approval_withdrawal" (
    "approval_id" UUID NOT NULL,
    "withdrawn_at" TIMESTAMP(3) NOT NULL,
    "withdrawn_by" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "approval_withdrawal_pkey" PRIMARY KEY ("approval_id")
);

-- CreateTable
CREATE TABLE "person" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMP(3) NOT NULL,
    "sessions_from" TIMESTAMP(3) NOT NULL,
    "disabled_at" TIMESTAMP(3),

    CONSTRAINT "person_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "membership" (
    "namespace_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "roles" "role"[],
    "since" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "membership_pkey" PRIMARY KEY ("namespace_id","person_id")
);

-- CreateTable
CREATE TABLE "person_identity" (
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "added_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "person_identity_pkey" PRIMARY KEY ("issuer","subject")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" UUID NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "namespace_id" UUID NOT NULL,
    "roles" "role"[],
    "email" TEXT,
    "invited_by" TEXT NOT NULL,
    "invited_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "accepted_at" TIMESTAMP(3),
    "accepted_by" UUID,
    "revoked_at" TIMESTAMP(3),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "setup_link" (
    "token_sha256" BYTEA NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "used_at" TIMESTAMP(3),
    "at_start" BOOLEAN NOT NULL DEFAULT false,
    "namespace_id" UUID,

    CONSTRAINT "setup_link_pkey" PRIMARY KEY ("token_sha256")
);

-- CreateTable
CREATE TABLE "passkey" (
    "id" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "public_key" BYTEA NOT NULL,
    "counter" BIGINT NOT NULL,
    "transports" TEXT[],
    "label" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "last_used_at" TIMESTAMP(3),

    CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ceremony" (
    "id" UUID NOT NULL,
    "purpose" TEXT NOT NULL,
    "person_id" UUID,
    "payload" BYTEA NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "used_at" TIMESTAMP(3),

    CONSTRAINT "ceremony_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "test_case" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "claims" TEXT NOT NULL,
    "expected" JSONB NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "updated_by" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "test_case_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "review_record" (
    "id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "person_id" UUID NOT NULL,
    "printed_name" TEXT NOT NULL,
    "meaning" "review_meaning" NOT NULL,
    "note" TEXT,
    "signed_at" TIMESTAMP(3) NOT NULL,
    "approval_id" UUID,
    "withdraws_id" UUID,
    "envelope" BYTEA NOT NULL,
    "log_index" BIGINT NOT NULL,
    "sequence" BIGSERIAL NOT NULL,

    CONSTRAINT "review_record_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signing_key" (
    "id" TEXT NOT NULL,
    "purpose" "key_purpose" NOT NULL,
    "public_key" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "retired_at" TIMESTAMP(3),

    CONSTRAINT "signing_key_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "log_entry" (
    "namespace_id" UUID NOT NULL,
    "index" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "log_entry_pkey" PRIMARY KEY ("namespace_id","index")
);

-- CreateTable
CREATE TABLE "log_head" (
    "namespace_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "frontier" BYTEA NOT NULL,

    CONSTRAINT "log_head_pkey" PRIMARY KEY ("namespace_id")
);

-- CreateTable
CREATE TABLE "log_checkpoint" (
    "namespace_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "note" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "log_checkpoint_pkey" PRIMARY KEY ("namespace_id","size")
);

-- CreateIndex
CREATE UNIQUE INDEX "person_email_key" ON "person"("email");

-- CreateIndex
CREATE INDEX "membership_person_id_idx" ON "membership"("person_id");

-- CreateIndex
CREATE INDEX "person_identity_person_id_idx" ON "person_identity"("person_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_sha256_key" ON "invitation"("token_sha256");

-- CreateIndex
CREATE INDEX "invitation_namespace_id_idx" ON "invitation"("namespace_id");

-- CreateIndex
CREATE INDEX "passkey_person_id_idx" ON "passkey"("person_id");

-- CreateIndex
CREATE INDEX "ceremony_expires_at_idx" ON "ceremony"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "test_case_namespace_id_name_title_key" ON "test_case"("namespace_id", "name", "title");

-- CreateIndex
CREATE UNIQUE INDEX "review_record_approval_id_key" ON "review_record"("approval_id");

-- CreateIndex
CREATE INDEX "review_record_namespace_id_hash_sequence_idx" ON "review_record"("namespace_id", "hash", "sequence");

-- AddForeignKey
ALTER TABLE "name_binding" ADD CONSTRAINT "name_binding_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "approval_withdrawal" ADD CONSTRAINT "approval_withdrawal_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approval"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "membership" ADD CONSTRAINT "membership_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "person_identity" ADD CONSTRAINT "person_identity_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "setup_link" ADD CONSTRAINT "setup_link_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ceremony" ADD CONSTRAINT "ceremony_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "test_case" ADD CONSTRAINT "test_case_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_record" ADD CONSTRAINT "review_record_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_record" ADD CONSTRAINT "review_record_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_record" ADD CONSTRAINT "review_record_person_id_fkey" FOREIGN KEY ("person_id") REFERENCES "person"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_record" ADD CONSTRAINT "review_record_approval_id_fkey" FOREIGN KEY ("approval_id") REFERENCES "approval"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "review_record" ADD CONSTRAINT "review_record_withdraws_id_fkey" FOREIGN KEY ("withdraws_id") REFERENCES "review_record"("id") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "log_entry" ADD CONSTRAINT "log_entry_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "log_head" ADD CONSTRAINT "log_head_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "log_checkpoint" ADD CONSTRAINT "log_checkpoint_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;



-- What the schema's language cannot say.
ALTER TABLE "person" ADD CONSTRAINT "person_email_check" CHECK ("email" = lower("email") AND "email" <> '');
ALTER TABLE "membership" ADD CONSTRAINT "membership_roles_check" CHECK (cardinality("roles") > 0);
ALTER TABLE "invitation"
    ADD CONSTRAINT "invitation_roles_check" CHECK (cardinality("roles") > 0),
    ADD CONSTRAINT "invitation_token_sha256_check" CHECK (octet_length("token_sha256") = 32);
ALTER TABLE "setup_link" ADD CONSTRAINT "setup_link_token_sha256_check" CHECK (octet_length("token_sha256") = 32);
ALTER TABLE "review_record"
    ADD CONSTRAINT "review_record_approval_check" CHECK (("meaning" = 'approved') = ("approval_id" IS NOT NULL)),
    ADD CONSTRAINT "review_record_withdraws_check" CHECK (("meaning" = 'withdrawn') = ("withdraws_id" IS NOT NULL));
ALTER TABLE "log_entry" ADD CONSTRAINT "log_entry_index_check" CHECK ("index" >= 0);
ALTER TABLE "log_head" ADD CONSTRAINT "log_head_size_check" CHECK ("size" >= 0 AND octet_length("frontier") % 32 = 0);
