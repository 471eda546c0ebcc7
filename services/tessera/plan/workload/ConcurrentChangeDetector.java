package tessera.plan.workload;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.plan.context.FieldManagerReader;
import tessera.plan.intent.EditObjectIntent;

/**
 * Detects concurrent changes of an object since an edited file's resource version. Pure.
 *
 * @param writtenVersion  the version that the file names
 * @param currentVersion      the version that the object is of
 * @param sameSpec whether its spec is the one that the file was written from
 * @param recordedFields who wrote which field, as the file tells; missing where it does not
 * @param live     the object with who wrote which field; missing where it could not be read
 */
record ConcurrentChangeDetector(JsonNode writtenVersion, JsonNode currentVersion, boolean sameSpec,
        JsonNode recordedFields,
        JsonNode live) {

    private static final String GENERATION = "/metadata/generation";

    /** Compares a file with the live object. */
    static ConcurrentChangeDetector of(ObjectNode before, ObjectNode after, JsonNode live) {
        return new ConcurrentChangeDetector(after.at("/metadata/resourceVersion"),
                before.at("/metadata/resourceVersion"),
                before.at(GENERATION).isNumber() && before.at(GENERATION).equals(after.at(GENERATION)),
                after.at("/metadata/managedFields"), live);
    }

    /** Returns why the differences cannot be sent, as others may have changed the fields; empty if nobody did. */
    List<Problem> findConflicts(EditObjectIntent intent, Collection<String> differing) {
        if (!writtenVersion.isTextual() || !currentVersion.isTextual() || writtenVersion.equals(currentVersion)
                || intent.force()) {
            return List.of();
        }
        var fields = differing.stream().filter(this::maybeChanged).toList();
        return fields.isEmpty() ? List.of()
                : List.of(new Problem(OperationProblemKind.CONFLICT,
                        "%s was changed since this was written, which differs in %s".formatted(intent.object(), String
                                .join("; ",
                                        fields.stream().map(field -> FieldManagerReader.lastWriteText(live, field))
                                                .toList())),
                        "It is of version %s by now, and this of %s.".formatted(currentVersion.asText(),
                                writtenVersion.asText()),
                        "Take the object from the cluster again and edit that, or leave metadata.resourceVersion out: that sets "
                                + "back what others changed meanwhile in these fields."));
    }

    private boolean maybeChanged(String pointer) {
        if (sameSpec && pointer.startsWith("/spec")) {
            return false;
        }
        if (!recordedFields.isArray() || !live.at("/metadata/managedFields").isArray()) {
            return true;
        }
        var before = new HashSet<>(FieldManagerReader.managedEntries(recordedFields, pointer));
        return !before
                .equals(new HashSet<>(FieldManagerReader.managedEntries(live.at("/metadata/managedFields"), pointer)));
    }

    /**
     * Returns the fields that others changed since, with the writer as far as recorded, e.g.
     * {@code spec.replicas, as hpa wrote it at …}.
     */
    List<String> changedByOthersText(ObjectNode before, ObjectNode after, Collection<String> fields) {
        return fields.stream().filter(field -> live.isObject() && !isSameValue(before.at(field), live.at(field))
                && !isSameValue(after.at(field), live.at(field)))
                .map(field -> FieldManagerReader.lastWriteText(live, field))
                .toList();
    }

    /** Returns whether two values are equal, with an empty text equal to none. */
    private static boolean isSameValue(JsonNode one, JsonNode other) {
        return one.equals(other) || (one.asText("").isEmpty() && other.asText("").isEmpty() && !one.isContainerNode()
                && !other.isContainerNode());
    }

    /** Returns the object before these fields were overwritten, with the values of others. */
    ObjectNode valuesBeforeOverwrite(ObjectNode before, Collection<String> fields) {
        var former = before.deepCopy();
        for (var field : live.isObject() ? fields : List.<String>of()) {
            var place = JsonPointer.compile(field);
            var parent = former.withObject(place.head());
            var name = place.last().getMatchingProperty();
            if (live.at(place).isMissingNode()) {
                parent.remove(name);
            } else {
                parent.set(name, live.at(place));
            }
        }
        return former;
    }
}
