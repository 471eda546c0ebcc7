package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.SimulatedControlLoop;
import tessera.demo.control.loop.SimulatedControlPlaneComponent;
import tessera.demo.control.loop.SimulatedControllerCachedPod;
import tessera.demo.control.loop.SimulatedControllerPodCache;
import tessera.demo.control.loop.SimulatedControllerResourceTypes;
import tessera.demo.control.loop.SimulatedEventContent;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.demo.store.objects.SimulatedDeleteOptions;

/** The common part of the controllers of one kind of owner: its owners, and creation and deletion of their pods. */
final class SimulatedCommonWorkloadController {

    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PATIENCE = Duration.ofMinutes(5);

    private final SimulatedControlLoop loop;
    private final SimulatedControllerResourceTypes types;
    private final SimulatedControllerPodCache pods;
    private final SimulatedResourceType type;
    private final SimulatedControlPlaneComponent component;
    private final Map<String, WorkloadKey> owners = new HashMap<>();
    private final Map<String, Duration> backoffs = new HashMap<>();
    private final Map<String, String> refusals = new HashMap<>();
    private final Map<String, Instant> notBefore = new HashMap<>();

    /** Namespace and name of an owner. */
    record WorkloadKey(String namespace, String name) {}

    /** The reconciliation of one owner. */
    @FunctionalInterface
    interface Reconciler {
        void reconcile(ObjectNode owner) throws SimulatedApiException;
    }

    SimulatedCommonWorkloadController(SimulatedControlLoop loop, SimulatedControllerResourceTypes types,
            SimulatedControllerPodCache pods, SimulatedResourceType type,
            String source) {
        this.loop = loop;
        this.types = types;
        this.pods = pods;
        this.type = type;
        component = new SimulatedControlPlaneComponent(loop, types, "kube-controller-manager", source);
    }

    /** Reconciles owners whenever they or their pods change. */
    void followOwners(Reconciler reconciler) {
        loop.follow(type, (kind, object) -> {
            var uid = SimulatedStoreJsonCodec.textAt(object, "metadata", "uid");
            if (kind == SimulatedStoredObjectChange.WatchEventType.DELETED) {
                owners.remove(uid);
                forgetOwner(uid);
            } else {
                owners.put(uid, new WorkloadKey(SimulatedStoreJsonCodec.textAt(object, "metadata", "namespace"),
                        SimulatedStoreJsonCodec.textAt(object, "metadata", "name")));
                schedule(uid, reconciler);
            }
        });
        pods.addListener((before, after) -> {
            var pod = after == null ? before : after;
            if (pod != null && owners.containsKey(pod.ownerUid())) {
                schedule(pod.ownerUid(), reconciler);
            }
        });
    }

    /** Reconciles all owners of a namespace when an orphan pod there appears or changes its labels. */
    void followOrphans(Reconciler reconciler) {
        pods.addListener((before, after) -> {
            if (after == null || (before != null && before.ownerUid().equals(after.ownerUid())
                    && before.labels().equals(after.labels()))) {
                return;
            }
            if (after.ownerUid().isEmpty() && after.isActive()) {
                for (var entry : owners.entrySet()) {
                    var uid = entry.getKey();
                    var key = entry.getValue();
                    if (key.namespace().equals(after.namespace())) {
                        schedule(uid, reconciler);
                    }
                }
            }
        });
    }

    void schedule(String uid, Reconciler reconciler) {
        loop.schedule(List.of(type.plural(), uid), () -> {
            var key = owners.get(uid);
            var owner = key == null ? null : component.find(type, key.namespace(), key.name());
            if (owner != null && SimulatedStoreJsonCodec.textAt(owner, "metadata", "uid").equals(uid)) {
                reconciler.reconcile(owner);
            }
        });
    }

    SimulatedControlLoop loop() {
        return loop;
    }

    SimulatedControllerResourceTypes kinds() {
        return types;
    }

    SimulatedControlPlaneComponent component() {
        return component;
    }

    List<SimulatedControllerCachedPod> podsOf(JsonNode owner) {
        return pods.ownedBy(SimulatedStoreJsonCodec.textAt(owner, "metadata", "uid"));
    }

    /** Returns the pods of a namespace that have no controller. */
    List<SimulatedControllerCachedPod> orphansIn(String namespace) {
        return pods.orphansIn(namespace);
    }

    void addWritten(ObjectNode pod) {
        pods.addWritten(pod);
    }

    /**
     * Creates a pod for an owner and records the event.
     *
     * @return null when the API server refuses; the owner is then looked at again later
     */
    @Nullable
    ObjectNode createPod(ObjectNode owner, ObjectNode pod, Reconciler reconciler) {
        var uid = SimulatedStoreJsonCodec.textAt(owner, "metadata", "uid");
        if (component.now().isBefore(notBefore.getOrDefault(uid, Instant.MIN))) {
            return null;
        }
        try {
            var made = component.create(types.pods(), pod);
            pods.addWritten(made);
            forgetOwner(uid);
            component.recordEvent(type, owner,
                    SimulatedEventContent.normalEvent("SuccessfulCreate",
                            "Created pod: " + SimulatedStoreJsonCodec.textAt(made, "metadata", "name")));
            return made;
        } catch (SimulatedApiException refusal) {
            // The one before it has not ended yet, which controllers do not complain of.
            if (!refusal.reason().equals("AlreadyExists")) {
                component.recordEvent(type, owner,
                        SimulatedEventContent.warningEvent("FailedCreate", "Error creating: " + refusal.getMessage()));
            }
            var wait = backoffs.merge(uid, FIRST_PATIENCE, (before, _) -> longerDelay(before));
            notBefore.put(uid, component.now().plus(wait));
            loop.runAfter(wait.plusMillis(50), () -> schedule(uid, reconciler));
            refusals.put(uid, Objects.requireNonNullElse(refusal.getMessage(), ""));
            return null;
        }
    }

    /** Returns the last refusal of a pod that the owner still waits to create; empty if there is none. */
    String refusalMessage(JsonNode owner) {
        return refusals.getOrDefault(SimulatedStoreJsonCodec.textAt(owner, "metadata", "uid"), "");
    }

    private void forgetOwner(String uid) {
        backoffs.remove(uid);
        refusals.remove(uid);
        notBefore.remove(uid);
    }

    private static Duration longerDelay(Duration timeout) {
        return Collections.min(List.of(timeout.multipliedBy(2), LONGEST_PATIENCE));
    }

    /** Deletes a pod of an owner and records the event. */
    void deletePod(ObjectNode owner, SimulatedControllerCachedPod cachedPod) throws SimulatedApiException {
        var pod = component.find(types.pods(), cachedPod.namespace(), cachedPod.name());
        if (pod == null) {
            return;
        }
        var deletion = component.delete(types.pods(), pod, SimulatedDeleteOptions.USUAL);
        if (deletion.isRemoved()) {
            pods.removeDeleted(cachedPod.uid());
        } else {
            pods.addWritten(deletion.object());
        }
        component.recordEvent(type, owner,
                SimulatedEventContent.normalEvent("SuccessfulDelete", "Deleted pod: " + cachedPod.name()));
    }
}
