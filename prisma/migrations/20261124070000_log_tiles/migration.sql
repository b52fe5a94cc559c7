-- CreateTable
CREATE TABLE "log_tile" (
    "namespace_id" UUID NOT NULL,
    "level" INTEGER NOT NULL,
    "index" BIGINT NOT NULL,
    "hashes" BYTEA NOT NULL,
    "root" BYTEA NOT NULL,

    CONSTRAINT "log_tile_pkey" PRIMARY KEY ("namespace_id","level","index")
);

-- AddForeignKey
ALTER TABLE "log_tile" ADD CONSTRAINT "log_tile_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma's language cannot say
ALTER TABLE "log_tile" ADD CONSTRAINT "log_tile_level_check" CHECK ("level" BETWEEN 0 AND 5);
ALTER TABLE "log_tile" ADD CONSTRAINT "log_tile_index_check" CHECK ("index" >= 0);
ALTER TABLE "log_tile" ADD CONSTRAINT "log_tile_hashes_check" CHECK (octet_length("hashes") = 8192);
ALTER TABLE "log_tile" ADD CONSTRAINT "log_tile_root_check" CHECK (octet_length("root") = 32);

-- Hashes do not compress.
ALTER TABLE "log_tile" ALTER COLUMN "hashes" SET STORAGE EXTERNAL;
