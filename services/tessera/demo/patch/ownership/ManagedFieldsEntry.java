package tessera.demo.patch.ownership;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;
import tessera.demo.patch.schema.SimulatedKindSchema;

/**
 * One entry of {@code managedFields}.
 *
 * @param id   what makes it the same entry when it writes again
 * @param time when it last changed something; empty while it only ever agreed
 */
record ManagedFieldsEntry(ManagedFieldsEntryKey id, String apiVersion, String time, FieldPathSet fields) {

    static final String APPLY = "Apply";
    static final String UPDATE = "Update";

    /** @param version the API version an update was written in; applying is one workflow in all versions */
    record ManagedFieldsEntryKey(String manager, String operation, String version, String subresource) {

        static ManagedFieldsEntryKey forWriter(FieldManagerIdentity writer, String operation,
                SimulatedKindSchema kind) {
            return new ManagedFieldsEntryKey(writer.manager().isEmpty() ? "unknown" : writer.manager(), operation,
                    operation.equals(UPDATE) ? kind.apiVersion() : "", writer.subresource());
        }

        /** Returns the manager as a conflict message names it. */
        String managerText() {
            var text = new StringBuilder(JsonNodeFactory.instance.textNode(manager).toString());
            if (!subresource.isEmpty()) {
                text.append(" with subresource ").append(JsonNodeFactory.instance.textNode(subresource));
            }
            if (operation.equals(UPDATE)) {
                text.append(" using ").append(version);
            }
            return text.toString();
        }
    }

    /** The order in which a real server writes entries down. */
    static final Comparator<ManagedFieldsEntry> ORDER = Comparator
            .comparing((ManagedFieldsEntry owner) -> owner.id().operation()).thenComparing(ManagedFieldsEntry::time)
            .thenComparing(owner -> owner.id().manager()).thenComparing(ManagedFieldsEntry::apiVersion)
            .thenComparing(owner -> owner.id().subresource());

    /** Reads an entry; empty for one that a server would not understand. */
    static Optional<ManagedFieldsEntry> of(JsonNode entry) {
        var operation = entry.path("operation").asText();
        boolean known = operation.equals(APPLY) || operation.equals(UPDATE);
        if (!known || !entry.path("fieldsType").asText().equals("FieldsV1") || !entry.path("fieldsV1").isObject()) {
            return Optional.empty();
        }
        var version = entry.path("apiVersion").asText();
        var id = new ManagedFieldsEntryKey(entry.path("manager").asText(), operation,
                operation.equals(UPDATE) ? version : "", entry.path("subresource").asText());
        return Optional.of(new ManagedFieldsEntry(id, version, entry.path("time").asText(),
                FieldPathSet.fromFieldsV1(entry.get("fieldsV1"))));
    }

    static String timeText(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    ManagedFieldsEntry withFields(FieldPathSet changed) {
        return new ManagedFieldsEntry(id, apiVersion, time, changed);
    }

    ObjectNode toJson() {
        var entry = JsonNodeFactory.instance.objectNode();
        entry.put("manager", id.manager()).put("operation", id.operation()).put("apiVersion", apiVersion);
        if (!time.isEmpty()) {
            entry.put("time", time);
        }
        entry.put("fieldsType", "FieldsV1").set("fieldsV1", fields.toJson());
        if (!id.subresource().isEmpty()) {
            entry.put("subresource", id.subresource());
        }
        return entry;
    }
}
