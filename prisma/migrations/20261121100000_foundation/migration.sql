-- CreateEnum
CREATE TYPE "credential_grade" AS ENUM ('evaluation', 'full');

-- CreateTable
CREATE TABLE "namespace" (
    "id" UUID NOT NULL,
    "display_name" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "stored_bytes" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "namespace_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ruleset" (
    "namespace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "source" BYTEA NOT NULL,
    "parent_hash" TEXT,
    "revision_depth" INTEGER NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ruleset_pkey" PRIMARY KEY ("namespace_id","hash")
);

-- CreateTable
CREATE TABLE "unit_library" (
    "namespace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "canonical" BYTEA NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "unit_library_pkey" PRIMARY KEY ("namespace_id","hash")
);

-- CreateTable
CREATE TABLE "credential" (
    "id" UUID NOT NULL,
    "token_sha256" BYTEA NOT NULL,
    "namespace_id" UUID NOT NULL,
    "grade" "credential_grade" NOT NULL,
    "label" TEXT NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3),
    "revoked_at" TIMESTAMP(3),
    "calls_per_day" INTEGER,
    "calls_total" INTEGER,

    CONSTRAINT "credential_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "credential_usage" (
    "credential_id" UUID NOT NULL,
    "day" DATE,
    "leased_today" INTEGER NOT NULL DEFAULT 0,
    "leased_total" BIGINT NOT NULL DEFAULT 0,
    "last_used_at" TIMESTAMP(3),

    CONSTRAINT "credential_usage_pkey" PRIMARY KEY ("credential_id")
);

-- CreateTable
CREATE TABLE "evaluation_issuance" (
    "credential_id" UUID NOT NULL,
    "address_key" TEXT NOT NULL,
    "issued_at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "evaluation_issuance_pkey" PRIMARY KEY ("credential_id")
);

-- CreateIndex
CREATE INDEX "ruleset_namespace_id_parent_hash_idx" ON "ruleset"("namespace_id", "parent_hash");

-- CreateIndex
CREATE UNIQUE INDEX "credential_token_sha256_key" ON "credential"("token_sha256");

-- CreateIndex
CREATE INDEX "credential_namespace_id_idx" ON "credential"("namespace_id");

-- CreateIndex
CREATE INDEX "credential_grade_expires_at_idx" ON "credential"("grade", "expires_at");

-- CreateIndex
CREATE INDEX "evaluation_issuance_address_key_issued_at_idx" ON "evaluation_issuance"("address_key", "issued_at");

-- CreateIndex
CREATE INDEX "evaluation_issuance_issued_at_idx" ON "evaluation_issuance"("issued_at");

-- AddForeignKey
ALTER TABLE "ruleset" ADD CONSTRAINT "ruleset_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ruleset" ADD CONSTRAINT "ruleset_namespace_id_parent_hash_fkey" FOREIGN KEY ("namespace_id", "parent_hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE NO ACTION ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "unit_library" ADD CONSTRAINT "unit_library_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credential" ADD CONSTRAINT "credential_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credential_usage" ADD CONSTRAINT "credential_usage_credential_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "credential"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What the schema's language cannot say.
ALTER TABLE "namespace" ADD CONSTRAINT "namespace_stored_bytes_check" CHECK ("stored_bytes" >= 0);
ALTER TABLE "ruleset"
    ADD CONSTRAINT "ruleset_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$'),
    ADD CONSTRAINT "ruleset_revision_depth_check" CHECK (("parent_hash" IS NULL) = ("revision_depth" = 0) AND "revision_depth" >= 0);
ALTER TABLE "unit_library" ADD CONSTRAINT "unit_library_hash_check" CHECK ("hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "credential"
    ADD CONSTRAINT "credential_token_sha256_check" CHECK (octet_length("token_sha256") = 32),
    ADD CONSTRAINT "credential_caps_check" CHECK ("calls_per_day" >= 0 AND "calls_total" >= 0),
    ADD CONSTRAINT "credential_evaluation_expires_check" CHECK ("grade" <> 'evaluation' OR "expires_at" IS NOT NULL);
ALTER TABLE "credential_usage" ADD CONSTRAINT "credential_usage_check" CHECK ("leased_today" >= 0 AND "leased_total" >= "leased_today");

-- A lease rewrites its row: room on the page keeps such updates out of the indexes.
ALTER TABLE "credential_usage" SET (fillfactor = 50);
ALTER TABLE "namespace" SET (fillfactor = 80);
