package tessera.cluster.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.cluster.fleet.WatchedCollection.CollectionKind;
import tessera.model.ClusterDraObjects;
import tessera.model.DeviceClass;
import tessera.model.DeviceTaintRule;
import tessera.model.DraObject;
import tessera.model.NodeDraDevices;
import tessera.model.NodeSummary;
import tessera.model.PodSummary;
import tessera.model.ResourceClaim;
import tessera.model.ResourceClaimConsumer;
import tessera.model.ResourceSlice;
import tessera.model.ResourceSliceDevice;
import tessera.model.ServerVersion;

/**
 * The known ResourceSlices, DeviceClasses and ResourceClaims, indexed so that a change costs no more than the nodes it touches. What is equal
 * to what was known stays the same object. Used by one thread.
 */
final class DraObjectIndex {

    private final TreeSet<ResourceSlice> slices = new TreeSet<>(SortedDraObjectMultimap.ORDER);
    private final TreeSet<DeviceClass> classes = new TreeSet<>(SortedDraObjectMultimap.ORDER);
    private final TreeSet<ResourceClaim> claims = new TreeSet<>(SortedDraObjectMultimap.ORDER);
    private final TreeSet<DeviceTaintRule> rules = new TreeSet<>(SortedDraObjectMultimap.ORDER);
    /** Slices with the taints of rules, as far as any selects them. */
    private final Map<String, ResourceSlice> tainted = new HashMap<>();
    private final SortedDraObjectMultimap<ResourceSlice> slicesOfNode = new SortedDraObjectMultimap<>();
    private final SortedDraObjectMultimap<ResourceSlice> slicesOfPool = new SortedDraObjectMultimap<>();
    private final SortedDraObjectMultimap<ResourceClaim> claimsOfPool = new SortedDraObjectMultimap<>();
    private final SortedDraObjectMultimap<ResourceClaim> claimsOfNode = new SortedDraObjectMultimap<>();
    /** Claims with devices that no node is named for, by the UIDs of the pods that they are reserved for. */
    private final SortedDraObjectMultimap<ResourceClaim> claimsOfPod = new SortedDraObjectMultimap<>();
    /** What may not be read although it is served. */
    private final Set<CollectionKind> forbiddenKinds = EnumSet.noneOf(CollectionKind.class);
    private final Set<String> touched = new LinkedHashSet<>();
    /** Pools with slices of several nodes that changed: who holds their devices is looked up once for all of them. */
    private final Set<String> sharedPools = new HashSet<>();
    private final RecentClaimChangesAndPodDeletions recent = new RecentClaimChangesAndPodDeletions();
    private final ResourceSliceNodeIndex owners;
    private final UnaryOperator<String> nodeOfPod;
    private final KeptObjectLimit limit;
    private String version = "";
    private ServerVersion server = ServerVersion.UNKNOWN;
    private boolean devicesChanged;
    private boolean changed;
    private ClusterDraObjects inventory = ClusterDraObjects.NONE;

    /**
     * @param nodes     all that are known at the time
     * @param nodeOfPod the node of a pod by its key; empty where none is known
     */
    DraObjectIndex(Supplier<Stream<NodeSummary>> nodes, UnaryOperator<String> nodeOfPod, KeptObjectLimit limit) {
        owners = new ResourceSliceNodeIndex(nodes);
        this.nodeOfPod = nodeOfPod;
        this.limit = limit;
    }

    void setServed(String served, ServerVersion by) {
        changed |= !served.equals(version) || !by.equals(server);
        version = served;
        if (!by.equals(server)) {
            touched.addAll(slicesOfNode.keys());
        }
        server = by;
        if (served.isEmpty()) {
            List.of(CollectionKind.SLICES, CollectionKind.CLASSES, CollectionKind.CLAIMS, CollectionKind.TAINT_RULES)
                    .forEach(kind -> keep(kind, Map.of()));
        }
    }

    /** Records whether a collection may not be read. Returns whether that changed, so that no node is as it was. */
    boolean setForbidden(CollectionKind kind, boolean forbidden) {
        boolean other = forbidden ? forbiddenKinds.add(kind) : forbiddenKinds.remove(kind);
        changed |= other;
        return other;
    }

    /** Records that nodes came, went or changed labels: other nodes may reach devices now. */
    void markNodesChanged() {
        devicesChanged = true;
    }

    void notePodGone(String key, Instant now) {
        if (!claims.isEmpty()) {
            recent.noteChange(key, now);
        }
    }

    /** Adds or replaces an object that changed just now. */
    void update(DraObject object, Instant now) {
        put(object);
        if (object instanceof ResourceClaim claim) {
            recent.noteChange(claim.key(), now);
        }
    }

    void put(DraObject object) {
        var before = findStored(object);
        if (object.equals(before)) {
            return;
        }
        if (before != null) {
            unindexObject(before);
        } else if (!admits(object)) {
            return;
        }
        indexObject(object);
    }

    private boolean admits(DraObject object) {
        return switch (object) {
            case ResourceSlice slice -> limit.admits(slices.size(), CollectionKind.SLICES, "", slice.name());
            case DeviceClass deviceClass ->
                limit.admits(classes.size(), CollectionKind.CLASSES, "", deviceClass.name());
            case ResourceClaim claim ->
                limit.admits(claims.size(), CollectionKind.CLAIMS, claim.namespace(), claim.name());
            case DeviceTaintRule rule -> limit.admits(rules.size(), CollectionKind.TAINT_RULES, "", rule.name());
        };
    }

    /** Forgets the object of the same name. */
    void forget(DraObject object) {
        var before = findStored(object);
        if (before != null) {
            unindexObject(before);
        }
    }

    /**
     * Forgets what a complete list did not name.
     *
     * @param named names by namespace
     */
    void keep(CollectionKind kind, Map<String, Set<String>> named) {
        for (var object : List.copyOf(objectsOf(kind))) {
            if (!named.getOrDefault(object.namespace(), Set.of()).contains(object.name())) {
                unindexObject(object);
            }
        }
    }

    boolean knowsAny(CollectionKind kind) {
        return !objectsOf(kind).isEmpty();
    }

    private Set<? extends DraObject> objectsOf(CollectionKind kind) {
        return switch (kind) {
            case SLICES -> slices;
            case CLASSES -> classes;
            case CLAIMS -> claims;
            case TAINT_RULES -> rules;
            case NODES, PODS -> Set.of();
        };
    }

    private @Nullable DraObject findStored(DraObject object) {
        return switch (object) {
            case ResourceSlice slice -> findIn(slices, slice);
            case DeviceClass deviceClass -> findIn(classes, deviceClass);
            case ResourceClaim claim -> findIn(claims, claim);
            case DeviceTaintRule rule -> findIn(rules, rule);
        };
    }

    private static <T extends DraObject> @Nullable T findIn(NavigableSet<T> all, T object) {
        var nearest = all.floor(object);
        return nearest != null && SortedDraObjectMultimap.ORDER.compare(nearest, object) == 0 ? nearest : null;
    }

    private void indexObject(DraObject object) {
        changed = true;
        switch (object) {
            case ResourceSlice slice -> {
                slices.add(slice);
                applyTaints(slice);
                slicesOfPool.add(slice.poolKey(), slice);
                assignNodes(slice);
                noteShared(slice);
            }
            case DeviceClass deviceClass -> classes.add(deviceClass);
            case ResourceClaim claim -> {
                claims.add(claim);
                poolsOf(claim).forEach(pool -> claimsOfPool.add(pool, claim));
                claimsOfNode.add(claim.nodeName(), claim);
                podsOf(claim).forEach(pod -> claimsOfPod.add(pod.uid(), claim));
                touchNodesOf(claim);
            }
            case DeviceTaintRule rule -> {
                rules.add(rule);
                applyAllTaints();
            }
        }
    }

    private void unindexObject(DraObject object) {
        changed = true;
        switch (object) {
            case ResourceSlice slice -> {
                slices.remove(slice);
                tainted.remove(slice.name());
                slicesOfPool.remove(slice.poolKey(), slice);
                unassignNodes(slice);
                noteShared(slice);
            }
            case DeviceClass deviceClass -> classes.remove(deviceClass);
            case ResourceClaim claim -> {
                claims.remove(claim);
                poolsOf(claim).forEach(pool -> claimsOfPool.remove(pool, claim));
                claimsOfNode.remove(claim.nodeName(), claim);
                podsOf(claim).forEach(pod -> claimsOfPod.remove(pod.uid(), claim));
                touchNodesOf(claim);
            }
            case DeviceTaintRule rule -> {
                rules.remove(rule);
                applyAllTaints();
            }
        }
    }

    private void assignNodes(ResourceSlice slice) {
        var nodes = owners.addSlice(slice);
        nodes.forEach(node -> slicesOfNode.add(node, slice));
        touched.addAll(nodes);
    }

    private void unassignNodes(ResourceSlice slice) {
        var nodes = owners.nodesOf(slice);
        nodes.forEach(node -> slicesOfNode.remove(node, slice));
        touched.addAll(nodes);
        owners.forgetSlice(slice);
    }

    /** Returns the pools under which a claim is indexed; empty for a claim bound to a node, which is indexed by that node. */
    private static Set<String> poolsOf(ResourceClaim claim) {
        if (claim.nodeName().isEmpty()) {
            return claim.poolKeys();
        }
        return Set.of();
    }

    /** Returns the pods under which a claim is indexed: they alone tell where devices are that no node is named for. */
    private static List<ResourceClaimConsumer> podsOf(ResourceClaim claim) {
        if (claim.devices().isEmpty() || !claim.nodeName().isEmpty()) {
            return List.of();
        }
        return claim.consumers().stream().filter(ResourceClaimConsumer::isPod).toList();
    }

    private void noteShared(ResourceSlice slice) {
        if (slice.node().isEmpty()) {
            sharedPools.add(slice.poolKey());
        }
    }

    private void touchHoldersOf(ResourceClaim claim) {
        touched.add(claim.nodeName());
        podsOf(claim).forEach(pod -> touched.add(nodeOfPod.apply(claim.namespace() + "/" + pod.name())));
    }

    private void touchNodesOf(ResourceClaim claim) {
        touchHoldersOf(claim);
        for (var pool : poolsOf(claim)) {
            slicesOfPool.objectsOf(pool).forEach(slice -> touched.addAll(owners.nodesOf(slice)));
        }
    }

    private void applyAllTaints() {
        slices.forEach(this::applyTaints);
    }

    private void applyTaints(ResourceSlice slice) {
        var before = tainted.get(slice.name());
        var marked = slice.withRuleTaints(List.copyOf(rules));
        if (!marked.equals(before == null ? slice : before)) {
            touched.addAll(owners.nodesOf(slice));
            noteShared(slice);
        }
        if (marked.equals(slice)) {
            tainted.remove(slice.name());
        } else {
            tainted.put(slice.name(), marked);
        }
    }

    /** Returns the nodes whose devices or claims changed since the last call. */
    Collection<String> takeTouchedNodes() {
        if (devicesChanged) {
            devicesChanged = false;
            owners.forget();
            slices.stream().filter(slice -> slice.node().isEmpty()).forEach(slice -> {
                unassignNodes(slice);
                assignNodes(slice);
            });
        }
        if (!sharedPools.isEmpty()) {
            claims.stream().filter(claim -> !Collections.disjoint(sharedPools, claim.poolKeys()))
                    .forEach(this::touchHoldersOf);
            sharedPools.clear();
        }
        var names = new ArrayList<>(touched);
        touched.clear();
        return names;
    }

    NodeDraDevices devicesOf(String node, Collection<PodSummary> pods) {
        var own = slicesOfNode.objectsOf(node);
        var bound = with(claimsOfNode.objectsOf(node), claimsOfPod.keys().isEmpty() ? List.of()
                : pods.stream().flatMap(pod -> claimsOfPod.objectsOf(pod.uid()).stream()).toList());
        var holding = bound;
        var there = new ArrayList<ResourceSlice>(own.size());
        for (var slice : own) {
            var part = owners.partOnNode(marked(slice), node);
            there.add(part);
            holding = with(holding, claimsOfPool.objectsOf(slice.poolKey()).stream()
                    .filter(claim -> !slice.node().isEmpty() || holds(claim, part)).toList());
        }
        if (there.isEmpty() && holding.isEmpty()) {
            return forbiddenKinds.contains(CollectionKind.SLICES) ? NodeDraDevices.UNREAD : NodeDraDevices.NONE;
        }
        there.addAll(lent(node, own, bound));
        return new NodeDraDevices(there, holding, !forbiddenKinds.contains(CollectionKind.SLICES),
                !forbiddenKinds.contains(CollectionKind.CLAIMS), server);
    }

    private static List<ResourceClaim> with(List<ResourceClaim> claims, List<ResourceClaim> others) {
        if (others.isEmpty()) {
            return claims;
        }
        var all = new TreeSet<ResourceClaim>(SortedDraObjectMultimap.ORDER);
        all.addAll(claims);
        all.addAll(others);
        return List.copyOf(all);
    }

    /** The same slice with the taints of rules. */
    private ResourceSlice marked(ResourceSlice slice) {
        return tainted.getOrDefault(slice.name(), slice);
    }

    private static boolean holds(ResourceClaim claim, ResourceSlice slice) {
        return claim.exclusiveDevices().anyMatch(allocatedDevice -> allocatedDevice.poolKey().equals(slice.poolKey())
                && slice.devices().stream().map(ResourceSliceDevice::name).anyMatch(allocatedDevice.device()::equals));
    }

    /** Devices that several nodes reach, and that claims have which are bound to this one. */
    private List<ResourceSlice> lent(String node, List<ResourceSlice> own, List<ResourceClaim> bound) {
        if (owners.none()) {
            return List.of();
        }
        Map<String, Set<String>> held = new HashMap<>();
        for (var each : bound.stream().flatMap(ResourceClaim::exclusiveDevices).toList()) {
            held.computeIfAbsent(each.poolKey(), _ -> new HashSet<>()).add(each.device());
        }
        return held.entrySet().stream().flatMap(pool -> heldPartsOfSharedSlices(pool, own, node)).toList();
    }

    private Stream<ResourceSlice> heldPartsOfSharedSlices(Map.Entry<String, Set<String>> pool, List<ResourceSlice> own,
            String node) {
        return slicesOfPool.objectsOf(pool.getKey()).stream()
                .filter(slice -> slice.node().isEmpty() && !own.contains(slice)).map(this::marked)
                .map(slice -> slice.withNodeDevices(node,
                        slice.devices().stream().filter(device -> pool.getValue().contains(device.name())).toList()));
    }

    /** Returns the inventory; the same object while nothing changed. */
    ClusterDraObjects inventory(ClusterDraObjects.DraCollectionsHealth health, Instant now) {
        var stirred = recent.recentAt(now);
        if (changed || !health.equals(inventory.health())) {
            changed = false;
            inventory = new ClusterDraObjects(version, server, health, slices.stream().map(this::marked).toList(),
                    List.copyOf(classes), List.copyOf(claims), List.copyOf(rules), stirred);
        } else if (!stirred.equals(inventory.recent())) {
            inventory = inventory.withRecentChanges(stirred);
        }
        return inventory;
    }
}
