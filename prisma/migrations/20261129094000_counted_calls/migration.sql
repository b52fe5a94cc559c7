-- CreateTable
CREATE TABLE "counted_call" (
    "use_id" UUID NOT NULL,
    "namespace_id" UUID NOT NULL,
    "session" TEXT NOT NULL,
    "server" TEXT NOT NULL,
    "tool" TEXT NOT NULL,
    "at" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "counted_call_pkey" PRIMARY KEY ("use_id")
);

-- CreateIndex
CREATE INDEX "counted_call_namespace_id_session_server_tool_at_idx" ON "counted_call"("namespace_id", "session", "server", "tool", "at");

-- CreateIndex
CREATE INDEX "counted_call_at_idx" ON "counted_call"("at");

-- AddForeignKey
ALTER TABLE "counted_call" ADD CONSTRAINT "counted_call_namespace_id_fkey" FOREIGN KEY ("namespace_id") REFERENCES "namespace"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- What Prisma's language cannot say
ALTER TABLE "counted_call" ADD CONSTRAINT "counted_call_session_check" CHECK ("session" ~ '^[0-9a-f]{64}$');
