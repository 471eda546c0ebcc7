package tessera.demo.control.housekeeping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tessera.demo.control.loop.ControlComponent;
import tessera.demo.control.loop.ControlLoop;
import tessera.demo.control.loop.ControllerKinds;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;

/** Deletes what its owners leave behind, first or last as they asked, or lets it go free. */
public final class GarbageCollector {

    private static final String FOREGROUND = "foregroundDeletion";
    private static final String ORPHAN = "orphan";
    /** An owner that has never been seen may still come; after so long it will not. */
    private static final Duration BENEFIT_OF_DOUBT = Duration.ofSeconds(3);
    private static final Set<String> LEFT_ALONE = Set.of("events", "leases");

    private final ControlLoop loop;
    private final ControlComponent component;
    private final Map<String, Item> items = new HashMap<>();
    /** Uids of what belongs to an owner, by the owner's uid. */
    private final Map<String, Set<String>> dependents = new HashMap<>();
    private final Set<String> shelves = new HashSet<>();

    /** An object, where it is and to whom it belongs. */
    private record Item(ResourceType type, String namespace, String name, Set<String> owners) {}

    public GarbageCollector(ControlLoop loop, ControllerKinds kinds) {
        this.loop = loop;
        component = new ControlComponent(loop, kinds, "kube-controller-manager", "garbage-collector-controller");
        watchAll();
        loop.follow(loop.objects().catalog().get("customresourcedefinitions.apiextensions.k8s.io"),
                (_, _) -> loop.after(Duration.ofMillis(50), this::watchAll));
    }

    /** Follows the resources that are served by now, each of them once. */
    private void watchAll() {
        for (var type : loop.objects().catalog().all()) {
            boolean stored = type.allows("list") && type.allows("delete") && !LEFT_ALONE.contains(type.plural());
            if (stored && shelves.add(type.shelf())) {
                loop.follow(type, (kind, object) -> changed(type, kind, object));
            }
        }
    }

    private void changed(ResourceType type, StoreChange.ChangeKind kind, ObjectNode object) {
        var metadata = object.path("metadata");
        var uid = metadata.path("uid").asText();
        var owners = new LinkedHashSet<String>();
        metadata.path("ownerReferences").forEach(owner -> owners.add(owner.path("uid").asText()));
        var before = items.get(uid);
        if (before != null) {
            before.owners().forEach(owner -> detach(owner, uid));
        }
        if (kind == StoreChange.ChangeKind.DELETED) {
            items.remove(uid);
            List.copyOf(dependents.getOrDefault(uid, Set.of())).forEach(this::judge);
            owners.forEach(this::settle);
            return;
        }
        items.put(uid, new Item(type, metadata.path("namespace").asText(), metadata.path("name").asText(), owners));
        owners.forEach(owner -> dependents.computeIfAbsent(owner, _ -> new LinkedHashSet<>()).add(uid));
        if (before != null && !before.owners().equals(owners)) {
            before.owners().forEach(this::settle);
        }
        if (!owners.isEmpty() && owners.stream().noneMatch(items::containsKey)) {
            loop.after(BENEFIT_OF_DOUBT, () -> judgeNow(uid));
        }
        if (metadata.hasNonNull("deletionTimestamp")) {
            settle(uid);
        }
    }

    private void detach(String owner, String uid) {
        var set = dependents.get(owner);
        if (set != null) {
            set.remove(uid);
            if (set.isEmpty()) {
                dependents.remove(owner);
            }
        }
    }

    private void judge(String uid) {
        loop.soon(List.of("gc", uid), () -> judgeNow(uid));
    }

    /** Deletes an object none of whose owners exists any more. */
    private void judgeNow(String uid) throws ApiError {
        var item = items.get(uid);
        if (item == null || item.owners().isEmpty() || item.owners().stream().anyMatch(items::containsKey)) {
            return;
        }
        var object = component.find(item.type(), item.namespace(), item.name());
        if (object != null && !object.path("metadata").hasNonNull("deletionTimestamp")) {
            component.delete(item.type(), object,
                    ControlComponent.propagating("Background"));
        }
    }

    private void settle(String uid) {
        loop.soon(List.of("gc-owner", uid), () -> settleNow(uid));
    }

    /** Goes on with an owner that wants its dependents gone before it, or free after it. */
    private void settleNow(String uid) throws ApiError {
        var item = items.get(uid);
        var object = item == null ? null : component.find(item.type(), item.namespace(), item.name());
        if (item == null || object == null || !object.path("metadata").hasNonNull("deletionTimestamp")) {
            return;
        }
        var finalizers = object.path("metadata").path("finalizers");
        if (has(finalizers, ORPHAN)) {
            for (var dependent : List.copyOf(dependents.getOrDefault(uid, Set.of()))) {
                free(dependent, uid);
            }
            drop(item, object, ORPHAN);
        } else if (has(finalizers, FOREGROUND)) {
            boolean waits = false;
            for (var dependent : List.copyOf(dependents.getOrDefault(uid, Set.of()))) {
                waits |= remove(dependent, uid);
            }
            if (!waits) {
                drop(item, object, FOREGROUND);
            }
        }
    }

    private static boolean has(JsonNode finalizers, String name) {
        for (var finalizer : finalizers) {
            if (finalizer.asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    private void drop(Item item, ObjectNode object, String finalizer) throws ApiError {
        component.edit(item.type(), object, draft -> {
            var finalizers = StoreJson.child(draft, "metadata").withArrayProperty("finalizers");
            for (int i = finalizers.size() - 1; i >= 0; i--) {
                if (finalizers.path(i).asText().equals(finalizer)) {
                    finalizers.remove(i);
                }
            }
        });
    }

    private void free(String uid, String owner) throws ApiError {
        var item = items.get(uid);
        var object = item == null ? null : component.find(item.type(), item.namespace(), item.name());
        if (item != null && object != null) {
            component.edit(item.type(), object, draft -> {
                if (draft.path("metadata").path("ownerReferences") instanceof ArrayNode owners) {
                    for (int i = owners.size() - 1; i >= 0; i--) {
                        if (owners.path(i).path("uid").asText().equals(owner)) {
                            owners.remove(i);
                        }
                    }
                    if (owners.isEmpty()) {
                        StoreJson.child(draft, "metadata").remove("ownerReferences");
                    }
                }
            });
        }
    }

    /** Deletes a dependent; true while it still holds its owner up. */
    private boolean remove(String uid, String owner) throws ApiError {
        var item = items.get(uid);
        var object = item == null ? null : component.find(item.type(), item.namespace(), item.name());
        if (item == null || object == null) {
            return false;
        }
        if (!object.path("metadata").hasNonNull("deletionTimestamp")) {
            var gone = component.delete(item.type(), object,
                    ControlComponent.propagating("Foreground"));
            if (gone.gone()) {
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
