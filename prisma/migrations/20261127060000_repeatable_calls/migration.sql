-- CreateTable
CREATE TABLE "repeatable_call" (
    "namespace_id" UUID NOT NULL,
    "key_sha256" TEXT NOT NULL,
    "request_sha256" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,
    "outcome" JSONB,
    "answer" TEXT,

    CONSTRAINT "repeatable_call_pkey" PRIMARY KEY ("namespace_id","key_sha256")
);

-- CreateIndex
CREATE INDEX "repeatable_call_at_idx" ON "repeatable_call"("at");

-- AddForeignKey
ALTER TABLE "repeatable_call" ADD CONSTRAINT "repeatable_call_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
