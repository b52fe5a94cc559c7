-- AlterTable
ALTER TABLE "namespace" ADD COLUMN     "decision_log" JSONB;

-- CreateTable
CREATE TABLE "decision_entry" (
    "namespace_id" UUID NOT NULL,
    "index" BIGINT NOT NULL,
    "id" UUID NOT NULL,
    "ruleset_hash" TEXT NOT NULL,
    "body" BYTEA NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "key" BYTEA,
    "sealed" BYTEA,
    "marks" TEXT[],

    CONSTRAINT "decision_entry_pkey" PRIMARY KEY ("namespace_id","index")
);

-- CreateTable
CREATE TABLE "decision_head" (
    "namespace_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "frontier" BYTEA NOT NULL,
    "swept" BIGINT NOT NULL,
    "claim_key" BYTEA NOT NULL,

    CONSTRAINT "decision_head_pkey" PRIMARY KEY ("namespace_id")
);

-- CreateTable
CREATE TABLE "decision_tile" (
    "namespace_id" UUID NOT NULL,
    "level" INTEGER NOT NULL,
    "index" BIGINT NOT NULL,
    "hashes" BYTEA NOT NULL,
    "root" BYTEA NOT NULL,

    CONSTRAINT "decision_tile_pkey" PRIMARY KEY ("namespace_id","level","index")
);

-- CreateTable
CREATE TABLE "decision_checkpoint" (
    "namespace_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "note" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "decision_checkpoint_pkey" PRIMARY KEY ("namespace_id","size")
);

-- CreateTable
CREATE TABLE "decision_cosignature" (
    "namespace_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "witness" TEXT NOT NULL,
    "line" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "decision_cosignature_pkey" PRIMARY KEY ("namespace_id","size","witness")
);

-- CreateIndex
CREATE UNIQUE INDEX "decision_entry_namespace_id_id_key" ON "decision_entry"("namespace_id", "id");

-- AddForeignKey
ALTER TABLE "decision_head" ADD CONSTRAINT "decision_head_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "decision_tile" ADD CONSTRAINT "decision_tile_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "decision_checkpoint" ADD CONSTRAINT "decision_checkpoint_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "decision_cosignature" ADD CONSTRAINT "decision_cosignature_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma's language cannot say
ALTER TABLE "decision_entry" ADD CONSTRAINT "decision_entry_key_check" CHECK (("key" IS NULL) = ("sealed" IS NULL) AND octet_length("key") = 32);
ALTER TABLE "decision_entry" ADD CONSTRAINT "decision_entry_marks_check" CHECK ("key" IS NOT NULL OR cardinality("marks") = 0);
ALTER TABLE "decision_head" ADD CONSTRAINT "decision_head_claim_key_check" CHECK (octet_length("claim_key") = 32);
ALTER TABLE "decision_tile" ADD CONSTRAINT "decision_tile_level_check" CHECK ("level" BETWEEN 0 AND 5);
ALTER TABLE "decision_tile" ADD CONSTRAINT "decision_tile_index_check" CHECK ("index" >= 0);
ALTER TABLE "decision_tile" ADD CONSTRAINT "decision_tile_hashes_check" CHECK (octet_length("hashes") = 8192);
ALTER TABLE "decision_tile" ADD CONSTRAINT "decision_tile_root_check" CHECK (octet_length("root") = 32);

-- Hashes and encrypted values do not compress.
ALTER TABLE "decision_tile" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;
ALTER TABLE "decision_entry" ALTER COLUMN "sealed" SET STORAGE EXTERNAL;

-- An entry of a few kilobytes stays in one place, which costs less than compressing it or dividing it.
ALTER TABLE "decision_entry" SET (toast_tuple_target = 8160);
