-- CreateTable: what a full-text search looks through; made again from the ruleset whenever it is missing.
CREATE TABLE "ruleset_passage" (
    "namespace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "subject" TEXT,
    "line" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "ruleset_passage_pkey" PRIMARY KEY ("namespace_id","hash","position")
);

-- AddForeignKey
ALTER TABLE "ruleset_passage" ADD CONSTRAINT "ruleset_passage_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The words are split before they are stored, so no text search configuration of the database has an effect.
CREATE INDEX "ruleset_passage_words_idx" ON "ruleset_passage" USING GIN (array_to_tsvector(string_to_array("words", ' ')));

-- Outlines are made again together with the passages.
DELETE FROM "ruleset_outline";

-- AlterTable: whether a name is in lists. Binding the name to other bytes clears both.
ALTER TABLE "ruleset_name" ADD COLUMN "archived_at" TIMESTAMP(3), ADD COLUMN "renamed_to" TEXT;

-- AlterTable: a rename makes nobody an author of the bytes.
ALTER TABLE "name_binding" ADD COLUMN "renamed_from" TEXT;
