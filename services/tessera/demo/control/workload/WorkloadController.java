package tessera.demo.control.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.demo.control.loop.CachedPod;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.ControllerPodCache;
import tessera.demo.control.loop.EventNote;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/** The common part of the controllers of one kind of owner: its owners, and creation and deletion of their pods. */
final class WorkloadController {

    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PATIENCE = Duration.ofMinutes(5);

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final ControllerPodCache pods;
    private final ResourceType type;
    private final ControlComponent component;
    private final Map<String, OwnerKey> owners = new HashMap<>();
    private final Map<String, Duration> patience = new HashMap<>();
    private final Map<String, String> refusals = new HashMap<>();
    private final Map<String, Instant> notBefore = new HashMap<>();

    /** Namespace and name of an owner. */
    record OwnerKey(String namespace, String name) {}

    /** The reconciliation of one owner. */
    @FunctionalInterface
    interface Reconciler {
        void reconcile(ObjectNode owner) throws ApiError;
    }

    WorkloadController(ControlLoop loop, ControllerKinds kinds, ControllerPodCache pods, ResourceType type,
            String source) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        this.type = type;
        component = new ControlComponent(loop, kinds, "kube-controller-manager", source);
    }

    /** Reconciles owners whenever they or their pods change. */
    void followOwners(Reconciler reconciler) {
        loop.follow(type, (kind, object) -> {
            var uid = StoreJson.textAt(object, "metadata", "uid");
            if (kind == StoreChange.ChangeKind.DELETED) {
                owners.remove(uid);
                forgetOwner(uid);
            } else {
                owners.put(uid, new OwnerKey(StoreJson.textAt(object, "metadata", "namespace"),
                        StoreJson.textAt(object, "metadata", "name")));
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
                owners.forEach((uid, key) -> {
                    if (key.namespace().equals(after.namespace())) {
                        schedule(uid, reconciler);
                    }
                });
            }
        });
    }

    void schedule(String uid, Reconciler reconciler) {
        loop.schedule(List.of(type.plural(), uid), () -> {
            var key = owners.get(uid);
            var owner = key == null ? null : component.find(type, key.namespace(), key.name());
            if (owner != null && StoreJson.textAt(owner, "metadata", "uid").equals(uid)) {
                reconciler.reconcile(owner);
            }
        });
    }

    ControlLoop loop() {
        return loop;
    }

    ControllerKinds kinds() {
        return kinds;
    }

    ControlComponent component() {
        return component;
    }

    List<CachedPod> podsOf(JsonNode owner) {
        return pods.ownedBy(StoreJson.textAt(owner, "metadata", "uid"));
    }

    /** Returns the pods of a namespace that have no controller. */
    List<CachedPod> orphansIn(String namespace) {
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
        var uid = StoreJson.textAt(owner, "metadata", "uid");
        if (component.now().isBefore(notBefore.getOrDefault(uid, Instant.MIN))) {
            return null;
        }
        try {
            var made = component.create(kinds.pods(), pod);
            pods.addWritten(made);
            forgetOwner(uid);
            component.recordEvent(type, owner,
                    EventNote.normalEvent("SuccessfulCreate",
                            "Created pod: " + StoreJson.textAt(made, "metadata", "name")));
            return made;
        } catch (ApiError refusal) {
            // The one before it has not ended yet, which controllers do not complain of.
            if (!refusal.reason().equals("AlreadyExists")) {
                component.recordEvent(type, owner,
                        EventNote.warningEvent("FailedCreate", "Error creating: " + refusal.getMessage()));
            }
            var wait = patience.merge(uid, FIRST_PATIENCE, (before, _) -> longerDelay(before));
            notBefore.put(uid, component.now().plus(wait));
            loop.runAfter(wait.plusMillis(50), () -> schedule(uid, reconciler));
            refusals.put(uid, refusal.getMessage() == null ? "" : refusal.getMessage());
            return null;
        }
    }

    /** Returns the last refusal of a pod that the owner still waits to create; empty if there is none. */
    String refusalMessage(JsonNode owner) {
        return refusals.getOrDefault(StoreJson.textAt(owner, "metadata", "uid"), "");
    }

    private void forgetOwner(String uid) {
        patience.remove(uid);
        refusals.remove(uid);
        notBefore.remove(uid);
    }

    private static Duration longerDelay(Duration timeout) {
        return Collections.min(List.of(timeout.multipliedBy(2), LONGEST_PATIENCE));
    }

    /** Deletes a pod of an owner and records the event. */
    void deletePod(ObjectNode owner, CachedPod card) throws ApiError {
        var pod = component.find(kinds.pods(), card.namespace(), card.name());
        if (pod == null) {
            return;
        }
        var deletion = component.delete(kinds.pods(), pod, DeleteOptions.USUAL);
        if (deletion.isRemoved()) {
            pods.removeDeleted(card.uid());
        } else {
            pods.addWritten(deletion.object());
        }
        component.recordEvent(type, owner, EventNote.normalEvent("SuccessfulDelete", "Deleted pod: " + card.name()));
    }
}
