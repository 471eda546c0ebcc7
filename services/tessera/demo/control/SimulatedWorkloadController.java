package tessera.demo.control;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.object.SimulatedOwnerStatusWriter;
import tessera.demo.object.SimulatedWorkloadStatus.ReplicaCounts;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;
import tessera.kube.labels.LabelSelector;

/** The common part of the controllers of one kind of owner: its owners, and creation and deletion of their pods. */
abstract class SimulatedWorkloadController extends SimulatedController {

    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PATIENCE = Duration.ofMinutes(5);

    final SimulatedResourceType type;
    private final Map<String, WorkloadKey> owners = new LinkedHashMap<>();
    private final Map<String, PodRefusal> refusals = new HashMap<>();

    /** Namespace and name of an owner. */
    record WorkloadKey(String namespace, String name) {
        static WorkloadKey of(JsonNode object) {
            return new WorkloadKey(SimulatedMetadata.namespaceOf(object), SimulatedMetadata.nameOf(object));
        }
    }

    /** The last refusal of a pod that an owner still waits to create. */
    private record PodRefusal(String message, Duration delay, Instant notBefore) {}

    /** @param source the controller's name in events */
    SimulatedWorkloadController(SimulatedControllerContext context, SimulatedResourceType type, String source) {
        super(context, "kube-controller-manager", source);
        this.type = type;
    }

    /** Reconciles an owner that is not being deleted. */
    abstract void reconcile(ObjectNode owner) throws SimulatedApiException;

    /** Continues with an owner that is being deleted; most leave its pods to the garbage collector. */
    void reconcileDeleting(ObjectNode owner) throws SimulatedApiException {}

    /** Reconciles owners whenever they or their pods change. */
    final void followOwners() {
        loop.follow(type, (kind, object) -> {
            var uid = SimulatedMetadata.uidOf(object);
            if (kind == WatchEventType.DELETED) {
                owners.remove(uid);
                refusals.remove(uid);
            } else {
                owners.put(uid, WorkloadKey.of(object));
                schedule(uid);
            }
        });
        pods.addListener((before, after) -> {
            var pod = after == null ? before : after;
            if (pod != null && owners.containsKey(pod.ownerUid())) {
                schedule(pod.ownerUid());
            }
        });
    }

    /** Reconciles all owners of a namespace when an orphan pod there appears or changes its labels. */
    final void followOrphans() {
        pods.addListener((before, after) -> {
            boolean changed = after != null && (before == null || !before.ownerUid().equals(after.ownerUid())
                    || !before.labels().equals(after.labels()));
            if (changed && after.ownerUid().isEmpty() && after.isActive()) {
                owners.forEach((uid, key) -> {
                    if (key.namespace().equals(after.namespace())) {
                        schedule(uid);
                    }
                });
            }
        });
    }

    final void schedule(String uid) {
        loop.schedule(List.of(type.plural(), uid), () -> {
            var key = owners.get(uid);
            var owner = key == null ? null : component.find(type, key.namespace(), key.name());
            if (owner == null || !SimulatedMetadata.uidOf(owner).equals(uid)) {
                return;
            }
            if (SimulatedMetadata.isDeleting(owner)) {
                reconcileDeleting(owner);
            } else {
                reconcile(owner);
            }
        });
    }

    final void scheduleAll() {
        owners.keySet().forEach(this::schedule);
    }

    /** Reconciles an owner again after a while; returns whether that while is positive, and does nothing otherwise. */
    final boolean scheduleAfter(Duration wait, JsonNode owner) {
        var uid = SimulatedMetadata.uidOf(owner);
        if (wait.isPositive()) {
            loop.runAfter(wait, () -> schedule(uid));
        }
        return wait.isPositive();
    }

    final List<SimulatedCachedPod> podsOf(JsonNode owner) {
        return pods.ownedBy(SimulatedMetadata.uidOf(owner));
    }

    final List<SimulatedCachedPod> activePodsOf(JsonNode owner) {
        return podsOf(owner).stream().filter(SimulatedCachedPod::isActive).toList();
    }

    /** Returns the pods of an owner by state, all active ones of them updated. */
    final ReplicaCounts countPods(JsonNode owner, int desired) {
        int active = activePodsOf(owner).size();
        int ready = (int) activePodsOf(owner).stream().filter(SimulatedCachedPod::ready).count();
        int leaving = (int) podsOf(owner).stream().filter(pod -> pod.deleting() && !pod.isTerminal()).count();
        return new ReplicaCounts(desired, active, active, ready, leaving);
    }

    final void editStatus(ObjectNode owner, Consumer<ObjectNode> change) throws SimulatedApiException {
        component.editStatus(type, owner, change);
    }

    final void recordEvent(ObjectNode owner, SimulatedEvent event) {
        component.recordEvent(type, owner, event);
    }

    /** Creates a pod for an owner; returns false when the API server refuses, and looks at the owner again later. */
    final boolean createPod(ObjectNode owner, ObjectNode pod) {
        var uid = SimulatedMetadata.uidOf(owner);
        var before = refusals.get(uid);
        if (before != null && component.now().isBefore(before.notBefore())) {
            return false;
        }
        try {
            var made = component.create(types.pods(), pod);
            pods.addWritten(made);
            refusals.remove(uid);
            recordEvent(owner,
                    SimulatedEvent.normal("SuccessfulCreate", "Created pod: " + SimulatedMetadata.nameOf(made)));
            return true;
        } catch (SimulatedApiException refusal) {
            // The one before it has not ended yet, which controllers do not complain of.
            if (!refusal.reason().equals("AlreadyExists")) {
                recordEvent(owner, SimulatedEvent.warning("FailedCreate", "Error creating: " + refusal.getMessage()));
            }
            var wait = before == null ? FIRST_PATIENCE
                    : Collections.min(List.of(before.delay().multipliedBy(2), LONGEST_PATIENCE));
            refusals.put(uid, new PodRefusal(Objects.requireNonNullElse(refusal.getMessage(), ""), wait,
                    component.now().plus(wait)));
            scheduleAfter(wait.plusMillis(50), owner);
            return false;
        }
    }

    /** Returns the last refusal of a pod that the owner still waits to create; empty if there is none. */
    final String refusalMessage(JsonNode owner) {
        var refusal = refusals.get(SimulatedMetadata.uidOf(owner));
        return refusal == null ? "" : refusal.message();
    }

    final void deletePod(ObjectNode owner, SimulatedCachedPod cachedPod) throws SimulatedApiException {
        var pod = component.findPod(cachedPod);
        if (pod == null) {
            return;
        }
        var deletion = component.delete(types.pods(), pod);
        if (deletion.isRemoved()) {
            pods.removeDeleted(cachedPod.uid());
        } else {
            pods.addWritten(deletion.object());
        }
        recordEvent(owner, SimulatedEvent.normal("SuccessfulDelete", "Deleted pod: " + cachedPod.name()));
    }

    /**
     * Returns a pod of a template, controlled by the owner.
     *
     * @param owner with {@code kind} and {@code apiVersion}
     */
    static ObjectNode newPod(JsonNode template, JsonNode owner) {
        var pod = newObject("v1", "Pod", template, owner, SimulatedMetadata.nameOf(owner));
        var metadata = pod.withObjectProperty("metadata");
        metadata.put("generateName", SimulatedMetadata.nameOf(owner) + "-").remove("name");
        if (template.path("metadata").has("finalizers")) {
            metadata.set("finalizers", template.path("metadata").path("finalizers").deepCopy());
        }
        return pod;
    }

    static ObjectNode newObject(String apiVersion, String kind, JsonNode template, JsonNode owner, String name) {
        var object = SimulatedMetadata.newObject(apiVersion, kind, SimulatedMetadata.namespaceOf(owner), name);
        for (var field : List.of("labels", "annotations")) {
            if (template.path("metadata").has(field)) {
                object.withObjectProperty("metadata").set(field, template.path("metadata").path(field).deepCopy());
            }
        }
        SimulatedMetadata.setController(object, owner);
        object.set("spec", template.path("spec").deepCopy());
        return object;
    }

    static boolean isJobOver(JsonNode job) {
        return SimulatedOwnerStatusWriter.hasTrueCondition(job, "Complete")
                || SimulatedOwnerStatusWriter.hasTrueCondition(job, "Failed");
    }

    static int desiredReplicas(JsonNode owner) {
        return owner.path("spec").path("replicas").asInt(1);
    }

    static boolean matchesSelector(JsonNode owner, Map<String, String> labels) {
        return LabelSelector.of(owner.path("spec").path("selector")).matches(labels);
    }

    /** Returns whether the object has no controller, is not being deleted, and matches the owner's selector. */
    static boolean isAdoptable(JsonNode owner, JsonNode object) {
        return SimulatedMetadata.controllerUid(object).isEmpty() && !SimulatedMetadata.isDeleting(object)
                && SimulatedMetadata.namespaceOf(object).equals(SimulatedMetadata.namespaceOf(owner))
                && matchesSelector(owner, LabelSelector.readLabels(object.path("metadata").path("labels")));
    }

    final ObjectNode adopt(SimulatedResourceType of, JsonNode owner, JsonNode object) throws SimulatedApiException {
        return component.edit(of, object, draft -> {
            if (SimulatedMetadata.controllerUid(draft).isEmpty()) {
                SimulatedMetadata.setController(draft, owner);
            }
        });
    }
}
