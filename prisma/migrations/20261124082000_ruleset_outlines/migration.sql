-- CreateTable: what a search looks through; made again from the ruleset whenever it is missing.
CREATE TABLE "ruleset_outline" (
    "namespace_id" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "made_by" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "claims" INTEGER,
    "assertions" INTEGER,

    CONSTRAINT "ruleset_outline_pkey" PRIMARY KEY ("namespace_id","hash")
);

-- AddForeignKey
ALTER TABLE "ruleset_outline" ADD CONSTRAINT "ruleset_outline_namespace_id_hash_fkey" FOREIGN KEY ("namespace_id", "hash") REFERENCES "ruleset"("namespace_id", "hash") ON DELETE CASCADE ON UPDATE NO ACTION;
