-- A page of the list of names is read in the order of their characters, which is the same on every database.
CREATE INDEX "ruleset_name_namespace_id_name_c_idx" ON "ruleset_name"("namespace_id", "name" COLLATE "C");
