package tessera.plan.workload;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.FieldOwner;
import tessera.plan.intent.EditObject;

/**
 * What may have been changed since a file was written that names an older version of its object. Pure.
 *
 * @param written  the version that the file names
 * @param now      the version that the object is of
 * @param sameSpec whether its spec is the one that the file was written from
 * @param recorded who wrote which field, as the file tells; missing where it does not
 * @param live     the object with who wrote which field; missing where it could not be read
 */
record ConcurrentChanges(JsonNode written, JsonNode now, boolean sameSpec, JsonNode recorded, JsonNode live) {

    private static final String GENERATION = "/metadata/generation";

    /** Looks at a file, and at the object as it is. */
    static ConcurrentChanges of(ObjectNode before, ObjectNode after, JsonNode live) {
        return new ConcurrentChanges(after.at("/metadata/resourceVersion"), before.at("/metadata/resourceVersion"),
                before.at(GENERATION).isNumber() && before.at(GENERATION).equals(after.at(GENERATION)),
                after.at("/metadata/managedFields"), live);
    }

    /** Why what differs may not be sent: others may have changed it; empty where nobody did. */
    List<Problem> against(EditObject intent, Collection<String> differing) {
        if (!written.isTextual() || !now.isTextual() || written.equals(now) || intent.force()) {
            return List.of();
        }
        var fields = differing.stream().filter(this::maybeChanged).toList();
        return fields.isEmpty() ? List.of()
                : List.of(new Problem(ProblemKind.CONFLICT,
                        "%s was changed since this was written, which differs in %s".formatted(intent.object(), String
                                .join("; ", fields.stream().map(field -> FieldOwner.written(live, field)).toList())),
                        "It is of version %s by now, and this of %s.".formatted(now.asText(), written.asText()),
                        "Take the object from the cluster again and edit that, or leave metadata.resourceVersion out: that sets "
                                + "back what others changed meanwhile in these fields."));
    }

    private boolean maybeChanged(String pointer) {
        if (sameSpec && pointer.startsWith("/spec")) {
            return false;
        }
        if (!recorded.isArray() || !live.at("/metadata/managedFields").isArray()) {
            return true;
        }
        var before = new HashSet<>(FieldOwner.entries(recorded, pointer));
        return !before.equals(new HashSet<>(FieldOwner.entries(live.at("/metadata/managedFields"), pointer)));
    }

    /**
     * Which of these fields others have made something else by now, and by whose hand as far as that is told, e.g.
     * {@code spec.replicas, as hpa wrote it at …}.
     */
    List<String> otherwise(ObjectNode before, ObjectNode after, Collection<String> fields) {
        return fields.stream().filter(field -> live.isObject() && !same(before.at(field), live.at(field))
                && !same(after.at(field), live.at(field))).map(field -> FieldOwner.written(live, field)).toList();
    }

    /** An empty text means what no text means. */
    private static boolean same(JsonNode one, JsonNode other) {
        return one.equals(other) || (one.asText("").isEmpty() && other.asText("").isEmpty() && !one.isContainerNode()
                && !other.isContainerNode());
    }

    /** An object as it was before these fields of it were overwritten: as others had them by then. */
    ObjectNode former(ObjectNode before, Collection<String> fields) {
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
