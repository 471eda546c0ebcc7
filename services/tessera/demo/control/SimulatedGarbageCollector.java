package tessera.demo.control;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedStoredObjectChange.WatchEventType;

/** Garbage collector: deletes or orphans the dependents of deleted owners, by propagation policy. */
public final class SimulatedGarbageCollector extends SimulatedController {

    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";
    /** An owner that has never been seen may still come; after so long it will not. */
    private static final Duration BENEFIT_OF_DOUBT = Duration.ofSeconds(3);
    private static final Set<String> LEFT_ALONE = Set.of("events", "leases");

    private final Map<String, OwnedObject> items = new HashMap<>();
    /** Uids of what belongs to an owner, by the owner's uid. */
    private final Map<String, Set<String>> dependents = new HashMap<>();
    private final Set<String> shelves = new HashSet<>();

    /** An object with its location and owners. */
    private record OwnedObject(SimulatedResourceType type, String namespace, String name, Set<String> owners) {}

    public SimulatedGarbageCollector(SimulatedControllerContext context) {
        super(context, "kube-controller-manager", "garbage-collector-controller");
        watchAll();
        loop.follow(loop.objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> loop.runAfter(Duration.ofMillis(50), this::watchAll));
    }

    /** Follows all resources served so far, each of them once. */
    private void watchAll() {
        for (var type : loop.objects().catalog().allResources()) {
            boolean stored = type.allowsVerb("list") && type.allowsVerb("delete")
                    && !LEFT_ALONE.contains(type.plural());
            if (stored && shelves.add(type.tableKey())) {
                loop.follow(type, (kind, object) -> objectChanged(type, kind, object));
            }
        }
    }

    private void objectChanged(SimulatedResourceType type, WatchEventType kind, ObjectNode object) {
        var metadata = object.path("metadata");
        var uid = metadata.path("uid").asText();
        var owners = new LinkedHashSet<String>();
        metadata.path("ownerReferences").forEach(owner -> owners.add(owner.path("uid").asText()));
        var before = items.get(uid);
        if (before != null) {
            before.owners().forEach(owner -> removeDependent(owner, uid));
        }
        if (kind == WatchEventType.DELETED) {
            items.remove(uid);
            List.copyOf(dependents.getOrDefault(uid, Set.of())).forEach(this::scheduleObject);
            owners.forEach(this::scheduleOwner);
            return;
        }
        items.put(uid,
                new OwnedObject(type, metadata.path("namespace").asText(), metadata.path("name").asText(), owners));
        for (var owner : owners) {
            dependents.computeIfAbsent(owner, _ -> new LinkedHashSet<>()).add(uid);
        }
        if (before != null && !before.owners().equals(owners)) {
            before.owners().forEach(this::scheduleOwner);
        }
        if (!owners.isEmpty() && owners.stream().noneMatch(items::containsKey)) {
            loop.runAfter(BENEFIT_OF_DOUBT, () -> collectObject(uid));
        }
        if (metadata.hasNonNull("deletionTimestamp")) {
            scheduleOwner(uid);
        }
    }

    private void removeDependent(String owner, String uid) {
        dependents.computeIfPresent(owner, (_, uids) -> {
            uids.remove(uid);
            return uids.isEmpty() ? null : uids;
        });
    }

    private void scheduleObject(String uid) {
        loop.schedule(List.of("gc", uid), () -> collectObject(uid));
    }

    private @Nullable ObjectNode findObject(@Nullable OwnedObject item) {
        return item == null ? null : component.find(item.type(), item.namespace(), item.name());
    }

    /** Deletes an object if none of its owners exists any more. */
    private void collectObject(String uid) throws SimulatedApiException {
        var item = items.get(uid);
        if (item == null || item.owners().isEmpty() || item.owners().stream().anyMatch(items::containsKey)) {
            return;
        }
        var object = findObject(item);
        if (object != null && !SimulatedMetadata.isDeleting(object)) {
            component.deleteInBackground(item.type(), object);
        }
    }

    private void scheduleOwner(String uid) {
        loop.schedule(List.of("gc-owner", uid), () -> finalizeOwner(uid));
    }

    /** Continues the foreground deletion or orphaning of an owner's dependents. */
    private void finalizeOwner(String uid) throws SimulatedApiException {
        var item = items.get(uid);
        var object = findObject(item);
        if (item == null || object == null || !SimulatedMetadata.isDeleting(object)) {
            return;
        }
        if (SimulatedMetadata.hasFinalizer(object, ORPHAN)) {
            for (var dependent : List.copyOf(dependents.getOrDefault(uid, Set.of()))) {
                orphan(dependent, uid);
            }
            component.edit(item.type(), object, draft -> SimulatedMetadata.removeFinalizer(draft, ORPHAN));
        } else if (SimulatedMetadata.hasFinalizer(object, FOREGROUND)) {
            boolean waits = false;
            for (var dependent : List.copyOf(dependents.getOrDefault(uid, Set.of()))) {
                waits |= deleteDependent(dependent, uid);
            }
            if (!waits) {
                component.edit(item.type(), object, draft -> SimulatedMetadata.removeFinalizer(draft, FOREGROUND));
            }
        }
    }

    private void orphan(String uid, String owner) throws SimulatedApiException {
        var item = items.get(uid);
        var object = findObject(item);
        if (item != null && object != null) {
            component.edit(item.type(), object, draft -> {
                SimulatedMetadata.removeEntries(draft, "ownerReferences",
                        reference -> reference.path("uid").asText().equals(owner));
                if (draft.path("metadata").path("ownerReferences").isEmpty()) {
                    draft.withObjectProperty("metadata").remove("ownerReferences");
                }
            });
        }
    }

    /** Deletes a dependent; returns whether it still blocks its owner's deletion. */
    private boolean deleteDependent(String uid, String owner) throws SimulatedApiException {
        var item = items.get(uid);
        var object = findObject(item);
        if (item == null || object == null) {
            return false;
        }
        if (!SimulatedMetadata.isDeleting(object)) {
            var deletionResult = component.delete(item.type(), object,
                    SimulatedControlPlaneComponent.propagationOptions("Foreground"));
            if (deletionResult.isRemoved()) {
                return false;
            }
        }
        for (var reference : object.path("metadata").path("ownerReferences")) {
            if (reference.path("uid").asText().equals(owner)) {
                return reference.path("blockOwnerDeletion").asBoolean();
            }
        }
        return false;
    }
}
