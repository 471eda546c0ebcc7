package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedPodStatus;
import tessera.demo.patch.schema.SimulatedKindSchema;

/** The rules by which an object is deleted, or only marked for deletion. */
public final class SimulatedGracefulDeletionRules {

    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";
    private static final List<String> LASTING_NAMESPACES = List.of("default", "kube-system", "kube-public");

    private final SimulatedKindSchema kind;
    private final ObjectNode object;
    private final JsonNode options;
    private final Instant now;

    private SimulatedGracefulDeletionRules(SimulatedKindSchema kind, ObjectNode object, JsonNode options, Instant now) {
        this.kind = kind;
        this.object = object.deepCopy();
        this.options = options;
        this.now = now.truncatedTo(ChronoUnit.SECONDS);
    }

    /**
     * Returns the result of deleting an object. The stored object does not change.
     *
     * @param options the {@code DeleteOptions} of the request; a missing node for none
     * @throws SimulatedApiException 409 for a precondition that does not hold, 403 for an object that must stay
     */
    public static SimulatedDeletionDecision deleteObject(SimulatedKindSchema kind, ObjectNode stored, JsonNode options,
            Instant now) throws SimulatedApiException {
        checkPreconditions(kind, stored, options.path("preconditions"));
        var deletion = new SimulatedGracefulDeletionRules(kind, stored, options, now);
        return switch (kind.kind()) {
            case "Pod" -> deletion.deletePod();
            case "Namespace" -> deletion.deleteNamespace();
            case "CustomResourceDefinition" -> deletion.deleteDefinition();
            default -> deletion.deleteOther();
        };
    }

    /** Returns whether an object that was marked for deletion may go after an update, as nothing holds it any more. */
    public static boolean isReleased(SimulatedKindSchema kind, ObjectNode stored) {
        var metadata = stored.path("metadata");
        if (!metadata.has("deletionTimestamp") || !metadata.path("finalizers").isEmpty()) {
            return false;
        }
        return switch (kind.kind()) {
            case "Namespace" -> stored.path("spec").path("finalizers").isEmpty();
            default -> metadata.path("deletionGracePeriodSeconds").asLong() == 0;
        };
    }

    private static void checkPreconditions(SimulatedKindSchema kind, ObjectNode stored, JsonNode preconditions)
            throws SimulatedApiException {
        var metadata = stored.path("metadata");
        var subject = new ErrorSubject(kind.group(), kind.kindName(), metadata.path("name").asText());
        var uid = preconditions.path("uid").asText(metadata.path("uid").asText());
        if (!uid.equals(metadata.path("uid").asText())) {
            throw SimulatedApiException
                    .conflict(subject,
                            "the UID in the precondition (%s) does not match the UID in record (%s).".formatted(uid,
                                    metadata.path("uid").asText())
                                    + " The object might have been deleted and then recreated");
        }
        var version = preconditions.path("resourceVersion").asText(metadata.path("resourceVersion").asText());
        if (!version.equals(metadata.path("resourceVersion").asText())) {
            throw SimulatedApiException.conflict(subject,
                    "the ResourceVersion in the precondition (%s) does not match the ResourceVersion in record (%s)."
                            .formatted(version, metadata.path("resourceVersion").asText())
                            + " The object might have been modified");
        }
    }

    /** Returns a deletion that waits if something holds the object, else one that takes effect at once. */
    private SimulatedDeletionDecision pendingIf(boolean held) {
        return held ? new SimulatedDeletionDecision.PendingDeletion(object)
                : new SimulatedDeletionDecision.ImmediateDeletion(object);
    }

    /** Returns a deletion that goes on if something holds the object, else one that takes effect at once. */
    private SimulatedDeletionDecision ongoingIf(boolean held) {
        return held ? new SimulatedDeletionDecision.OngoingDeletion(object)
                : new SimulatedDeletionDecision.ImmediateDeletion(object);
    }

    private SimulatedDeletionDecision deletePod() {
        var metadata = object.withObjectProperty("metadata");
        if (metadata.has("deletionTimestamp")) {
            return shortenGracePeriod(metadata);
        }
        long grace = Math.max(0, gracePeriod());
        metadata.put("deletionTimestamp", now.plusSeconds(grace).toString()).put("deletionGracePeriodSeconds", grace);
        raiseGeneration(metadata);
        updateFinalizers(metadata);
        return pendingIf(grace > 0 || !metadata.path("finalizers").isEmpty());
    }

    private long gracePeriod() {
        long wanted = options.has("gracePeriodSeconds") ? options.path("gracePeriodSeconds").asLong()
                : object.path("spec").path("terminationGracePeriodSeconds").asLong();
        if (object.path("spec").path("nodeName").asText().isEmpty() || SimulatedPodStatus.isFinished(object)) {
            return 0;
        }
        return wanted < 0 ? 1 : wanted;
    }

    /** Repeats the deletion of a pod; the time left may only become shorter. */
    private SimulatedDeletionDecision shortenGracePeriod(ObjectNode metadata) {
        long remaining = metadata.path("deletionGracePeriodSeconds").asLong();
        boolean held = !metadata.path("finalizers").isEmpty();
        if (remaining == 0) {
            return ongoingIf(held);
        }
        if (!options.has("gracePeriodSeconds") || options.path("gracePeriodSeconds").asLong() >= remaining) {
            return ongoingIf(true);
        }
        long grace = Math.max(0, options.path("gracePeriodSeconds").asLong());
        var began = Instant.parse(metadata.path("deletionTimestamp").asText()).minusSeconds(remaining);
        metadata.put("deletionTimestamp", began.plusSeconds(grace).toString()).put("deletionGracePeriodSeconds", grace);
        return pendingIf(grace > 0 || held);
    }

    private SimulatedDeletionDecision deleteNamespace() throws SimulatedApiException {
        var metadata = object.withObjectProperty("metadata");
        var name = metadata.path("name").asText();
        if (LASTING_NAMESPACES.contains(name)) {
            throw SimulatedApiException.forbidden(kind.resourceSubject(name), "this namespace may not be deleted");
        }
        boolean held = !object.path("spec").path("finalizers").isEmpty() || !metadata.path("finalizers").isEmpty();
        if (metadata.has("deletionTimestamp") || !held) {
            return ongoingIf(held);
        }
        metadata.put("deletionTimestamp", now.toString());
        object.withObjectProperty("status").put("phase", "Terminating");
        return pendingIf(true);
    }

    private SimulatedDeletionDecision deleteDefinition() {
        var metadata = object.withObjectProperty("metadata");
        if (metadata.has("deletionTimestamp")) {
            return ongoingIf(!metadata.path("finalizers").isEmpty());
        }
        metadata.put("deletionTimestamp", now.toString());
        SimulatedMetadata.addFinalizer(object, "customresourcecleanup.apiextensions.k8s.io");
        object.withObjectProperty("status").withArrayProperty("conditions").addObject().put("type", "Terminating")
                .put("status", "True").put("lastTransitionTime", now.toString())
                .put("reason", "InstanceDeletionPending").put("message",
                        "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
        return pendingIf(true);
    }

    private SimulatedDeletionDecision deleteOther() {
        var metadata = object.withObjectProperty("metadata");
        boolean changed = updateFinalizers(metadata);
        if (metadata.path("finalizers").isEmpty()) {
            return pendingIf(false);
        }
        if (metadata.has("deletionTimestamp")) {
            return changed ? pendingIf(true) : ongoingIf(true);
        }
        metadata.put("deletionTimestamp", now.toString()).put("deletionGracePeriodSeconds", 0);
        raiseGeneration(metadata);
        return pendingIf(true);
    }

    private static void raiseGeneration(ObjectNode metadata) {
        if (metadata.path("generation").asLong() > 0) {
            metadata.put("generation", metadata.path("generation").asLong() + 1);
        }
    }

    /** Records the propagation policy for owned objects as a finalizer. Says whether something changed. */
    private boolean updateFinalizers(ObjectNode metadata) {
        var before = JsonTreeOperations.textsOf(metadata.path("finalizers"));
        var after = new ArrayList<>(before);
        after.removeAll(List.of(FOREGROUND, ORPHAN));
        switch (propagationPolicy(before)) {
            case "Foreground" -> after.add(FOREGROUND);
            case "Orphan" -> after.add(ORPHAN);
            default -> {}
        }
        if (after.equals(before)) {
            return false;
        }
        metadata.remove("finalizers");
        if (!after.isEmpty()) {
            after.forEach(metadata.withArrayProperty("finalizers")::add);
        }
        return true;
    }

    private String propagationPolicy(List<String> finalizers) {
        if (options.has("propagationPolicy")) {
            return options.path("propagationPolicy").asText();
        }
        if (finalizers.contains(FOREGROUND) || finalizers.contains(ORPHAN)) {
            return finalizers.contains(FOREGROUND) ? "Foreground" : "Orphan";
        }
        // Two old kinds keep what they own unless told otherwise.
        return List.of("Job", "ReplicationController").contains(kind.kind()) ? "Orphan" : "Background";
    }
}
