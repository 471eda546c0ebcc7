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
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.control.loop.EventNote;
import tessera.demo.control.loop.KnownPods;
import tessera.demo.control.loop.PodCard;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/** What the controllers of one kind of owner have in common: which owners there are, and making and taking pods. */
final class WorkloadController {

    private static final Duration FIRST_PATIENCE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PATIENCE = Duration.ofMinutes(5);

    private final ControlLoop loop;
    private final ControllerKinds kinds;
    private final KnownPods pods;
    private final ResourceType type;
    private final ControlComponent component;
    private final Map<String, OwnerKey> owners = new HashMap<>();
    private final Map<String, Duration> patience = new HashMap<>();
    private final Map<String, String> refusals = new HashMap<>();
    private final Map<String, Instant> notBefore = new HashMap<>();

    /** Where an owner is found. */
    record OwnerKey(String namespace, String name) {}

    /** What a controller does with one of its owners. */
    @FunctionalInterface
    interface Reconciler {
        void reconcile(ObjectNode owner) throws ApiError;
    }

    WorkloadController(ControlLoop loop, ControllerKinds kinds, KnownPods pods, ResourceType type, String source) {
        this.loop = loop;
        this.kinds = kinds;
        this.pods = pods;
        this.type = type;
        component = new ControlComponent(loop, kinds, "kube-controller-manager", source);
    }

    /** Has owners looked after whenever they or their pods change. */
    void open(Reconciler reconciler) {
        loop.follow(type, (kind, object) -> {
            var uid = StoreJson.text(object, "metadata", "uid");
            if (kind == StoreChange.ChangeKind.DELETED) {
                owners.remove(uid);
                forget(uid);
            } else {
                owners.put(uid, new OwnerKey(StoreJson.text(object, "metadata", "namespace"),
                        StoreJson.text(object, "metadata", "name")));
                look(uid, reconciler);
            }
        });
        pods.listen((before, after) -> {
            var pod = after == null ? before : after;
            if (pod != null && owners.containsKey(pod.owner())) {
                look(pod.owner(), reconciler);
            }
        });
    }

    /** Has all owners of a namespace looked after when a pod there is nobody's, or has got other labels. */
    void minds(Reconciler reconciler) {
        pods.listen((before, after) -> {
            if (after == null || (before != null && before.owner().equals(after.owner())
                    && before.labels().equals(after.labels()))) {
                return;
            }
            if (after.owner().isEmpty() && after.active()) {
                owners.forEach((uid, key) -> {
                    if (key.namespace().equals(after.namespace())) {
                        look(uid, reconciler);
                    }
                });
            }
        });
    }

    void look(String uid, Reconciler reconciler) {
        loop.soon(List.of(type.plural(), uid), () -> {
            var key = owners.get(uid);
            var owner = key == null ? null : component.find(type, key.namespace(), key.name());
            if (owner != null && StoreJson.text(owner, "metadata", "uid").equals(uid)) {
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

    List<PodCard> podsOf(JsonNode owner) {
        return pods.ownedBy(StoreJson.text(owner, "metadata", "uid"));
    }

    /** The pods of a namespace that are nobody's. */
    List<PodCard> orphans(String namespace) {
        return pods.orphansIn(namespace);
    }

    void note(ObjectNode pod) {
        pods.note(pod);
    }

    /**
     * Makes a pod for an owner, and tells of it.
     *
     * @return null when the API server refuses; the owner is then looked at again later
     */
    @Nullable
    ObjectNode hire(ObjectNode owner, ObjectNode pod, Reconciler reconciler) {
        var uid = StoreJson.text(owner, "metadata", "uid");
        if (component.now().isBefore(notBefore.getOrDefault(uid, Instant.MIN))) {
            return null;
        }
        try {
            var made = component.create(kinds.pods(), pod);
            pods.note(made);
            forget(uid);
            component.tell(type, owner,
                    EventNote.normal("SuccessfulCreate", "Created pod: " + StoreJson.text(made, "metadata", "name")));
            return made;
        } catch (ApiError refusal) {
            // The one before it has not ended yet, which controllers do not complain of.
            if (!refusal.reason().equals("AlreadyExists")) {
                component.tell(type, owner,
                        EventNote.warning("FailedCreate", "Error creating: " + refusal.getMessage()));
            }
            var wait = patience.merge(uid, FIRST_PATIENCE, (before, _) -> longer(before));
            notBefore.put(uid, component.now().plus(wait));
            loop.after(wait.plusMillis(50), () -> look(uid, reconciler));
            refusals.put(uid, refusal.getMessage() == null ? "" : refusal.getMessage());
            return null;
        }
    }

    /** Why the last pod was refused to an owner that is still waiting to make it; empty if none was. */
    String refusal(JsonNode owner) {
        return refusals.getOrDefault(StoreJson.text(owner, "metadata", "uid"), "");
    }

    private void forget(String uid) {
        patience.remove(uid);
        refusals.remove(uid);
        notBefore.remove(uid);
    }

    private static Duration longer(Duration patience) {
        return Collections.min(List.of(patience.multipliedBy(2), LONGEST_PATIENCE));
    }

    /** Takes a pod from an owner, and tells of it. */
    void dismiss(ObjectNode owner, PodCard card) throws ApiError {
        var pod = component.find(kinds.pods(), card.namespace(), card.name());
        if (pod == null) {
            return;
        }
        var deletion = component.delete(kinds.pods(), pod, DeleteOptions.USUAL);
        if (deletion.gone()) {
            pods.noteGone(card.uid());
        } else {
            pods.note(deletion.object());
        }
        component.tell(type, owner, EventNote.normal("SuccessfulDelete", "Deleted pod: " + card.name()));
    }
}
