-- CreateTable
CREATE TABLE "log_cosignature" (
    "namespace_id" UUID NOT NULL,
    "size" BIGINT NOT NULL,
    "witness" TEXT NOT NULL,
    "line" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "log_cosignature_pkey" PRIMARY KEY ("namespace_id","size","witness")
);

-- AddForeignKey
ALTER TABLE "log_cosignature" ADD CONSTRAINT "log_cosignature_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
