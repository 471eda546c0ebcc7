package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.scheduling.spec.JobParallelismCalculator;

/** Finds owners whose pods are refused, by their FailedCreate events. Waits for the cluster. */
public final class FailedCreateEventFinder {

    /** What was refused longer ago may have been mended: so long a controller may wait before it tries again. */
    private static final Duration RECENT = Duration.ofMinutes(20);
    /** Of so many it is asked whether a pod was made since. */
    private static final int MOST_ASKED = 100;
    private static final String APPS = "apps/v1";
    private static final Set<String> ENDED = Set.of("Complete", "Failed", "SuccessCriteriaMet", "FailureTarget");
    /** Kinds that every cluster serves, with their versions. */
    private static final Map<String, String> USUAL = Map.of("Deployment", APPS, "ReplicaSet", APPS, "StatefulSet", APPS,
            "DaemonSet", APPS, "Job", "batch/v1", "ReplicationController", "v1");
    private static final String SELECTED = "fieldSelector=reason%3D";

    private final ClusterObjectSource objects;
    private final Map<String, RefusedPodOwner> refusedOwners = new TreeMap<>();

    private FailedCreateEventFinder(ClusterObjectSource objects) {
        this.objects = objects;
    }

    /**
     * An owner whose pods are refused.
     *
     * @param message what was said last
     * @param object  as it is now; empty where it was not looked at, or may not be
     */
    public record RefusedPodOwner(ObjectRef owner, String message, Instant last, String uid,
            Optional<JsonNode> object) {

        /** Returns the number of missing pods; 1 where it is not known. */
        public long missingPods() {
            return object.map(FailedCreateEventFinder::countMissingPods).orElse(1L);
        }

        /** Returns the object that users know: the Deployment rather than its ReplicaSet. */
        public ObjectRef workload() {
            return object.filter(_ -> owner.kind().equals("ReplicaSet")).flatMap(RefusedPodOwner::controllerReference)
                    .map(controller -> ownerRef(controller, owner.namespace())).orElse(owner);
        }

        private static Optional<JsonNode> controllerReference(JsonNode element) {
            return element.at("/metadata/ownerReferences").valueStream()
                    .filter(owner -> owner.path("controller").asBoolean()).findFirst();
        }
    }

    /**
     * Reads the owners that still lack pods.
     *
     * @param namespace whose; empty for all
     * @param clusterSnapshot by whose server's clock it is told what is long past
     */
    public static List<RefusedPodOwner> read(ClusterObjectSource objects, String namespace,
            ClusterSnapshot clusterSnapshot, Instant now) throws ProblemException, InterruptedException {
        var refusals = new FailedCreateEventFinder(objects);
        objects.forEach(KubernetesEventFields.eventsIn(namespace), SELECTED + "FailedCreate", refusals::addEvent);
        var still = new ArrayList<RefusedPodOwner>();
        int asked = 0;
        for (var refused : refusals.refusedOwners.values()) {
            if (clusterSnapshot.ageOf(refused.last(), now).compareTo(RECENT) >= 0) {
                continue;
            }
            if (asked++ >= MOST_ASKED) {
                still.add(refused);
            } else if (!refusals.hasCreatedSince(refused)) {
                refusals.withOwnerObject(refused).ifPresent(still::add);
            }
        }
        return still;
    }

    /** Returns the refused owner with its object; empty where that is deleted or has all its pods. */
    private Optional<RefusedPodOwner> withOwnerObject(RefusedPodOwner refused)
            throws ProblemException, InterruptedException {
        try {
            var object = objects.find(refused.owner());
            if (object.isEmpty() && refused.owner().apiVersion().isEmpty()) {
                // Where it would be is not known, so that nobody can tell that it is gone.
                return Optional.of(refused);
            }
            return object.filter(element -> countMissingPods(element) > 0)
                    .map(element -> new RefusedPodOwner(refused.owner(), refused.message(), refused.last(),
                            refused.uid(), Optional.of(element)));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != Problem.OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            return Optional.of(refused);
        }
    }

    /** Returns the number of missing pods; 1 where the object's kind does not tell. */
    static long countMissingPods(JsonNode maker) {
        var spec = maker.path("spec");
        var status = maker.path("status");
        if (WorkloadSuspensionFields.ruleOf(maker)
                .filter(suspension -> suspension.isSuspended(maker) || suspension.isFinished(maker)).isPresent()) {
            return 0;
        }
        return switch (maker.path("kind").asText()) {
            case "Job" -> ENDED.stream().anyMatch(type -> StatusConditionReader.isTrue(maker, type)) ? 0
                    : JobParallelismCalculator.activePods(maker) - status.path("active").asLong();
            case "DaemonSet" ->
                status.path("desiredNumberScheduled").asLong() - status.path("currentNumberScheduled").asLong();
            case "ReplicaSet", "StatefulSet", "ReplicationController" ->
                spec.path("replicas").asLong(1) - status.path("replicas").asLong();
            default -> 1;
        };
    }

    private void addEvent(JsonNode event) {
        var about = event.path("involvedObject");
        var owner = ownerRef(about, about.path("namespace").asText());
        var last = KubernetesEventFields.lastTime(event).orElse(null);
        if (last != null) {
            refusedOwners.merge(
                    owner.kind() + " " + owner.qualifiedName(), new RefusedPodOwner(owner,
                            event.path("message").asText().strip(), last, about.path("uid").asText(), Optional.empty()),
                    (one, other) -> other.last().isBefore(one.last()) ? one : other);
        }
    }

    /** Returns the reference of an involved object; the API path of unusual kinds is left to the cluster. Some leave the version out, or the group. */
    private static ObjectRef ownerRef(JsonNode told, String namespace) {
        var kind = told.path("kind").asText();
        var version = told.path("apiVersion").asText();
        var usual = USUAL.getOrDefault(kind, "");
        var name = told.path("name").asText();
        boolean same = ObjectRef.group(version).equals(ObjectRef.group(usual));
        boolean known = !usual.isEmpty() && (same || ObjectRef.group(version).isEmpty());
        if (known) {
            return new ObjectRef(same && !version.isEmpty() ? version : usual, kind, ObjectRef.usualResource(kind),
                    namespace, name);
        }
        return ObjectRef.unresolved(version, kind, namespace, name);
    }

    /** Returns whether the owner has created a pod since the refusal. */
    private boolean hasCreatedSince(RefusedPodOwner refused) throws ProblemException, InterruptedException {
        if (!KubernetesEventFields.isSelectableUid(refused.uid())) {
            return false;
        }
        var made = new AtomicBoolean();
        objects.forEach(KubernetesEventFields.eventsIn(refused.owner().namespace()),
                SELECTED + "SuccessfulCreate%2CinvolvedObject.uid%3D" + refused.uid(),
                event -> noteSuccess(event, refused, made));
        return made.get();
    }

    private static void noteSuccess(JsonNode event, RefusedPodOwner refused, AtomicBoolean made) {
        KubernetesEventFields.lastTime(event).filter(refused.last()::isBefore).ifPresent(_ -> made.set(true));
    }
}
