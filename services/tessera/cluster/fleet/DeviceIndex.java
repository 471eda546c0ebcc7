package tessera.cluster.fleet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import tessera.model.DeviceClass;
import tessera.model.DeviceInventory;
import tessera.model.DeviceTaintRule;
import tessera.model.DraObject;
import tessera.model.NodeDevices;
import tessera.model.NodeFacts;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;
import tessera.model.ServerVersion;

/**
 * Slices, classes and claims that are known, arranged so that a change costs no more than the nodes it touches. What is equal
 * to what was known stays the same object. Used by one thread.
 */
final class DeviceIndex {

    private static final NodeDevices NOTHING = new NodeDevices(List.of(), List.of(), true, true,
            ServerVersion.UNKNOWN);

    private final TreeMap<String, ResourceSlice> slices = new TreeMap<>();
    private final TreeMap<String, DeviceClass> classes = new TreeMap<>();
    private final TreeMap<String, ResourceClaim> claims = new TreeMap<>();
    private final TreeMap<String, DeviceTaintRule> rules = new TreeMap<>();
    /** Slices with the taints of rules, as far as any selects them. */
    private final Map<String, ResourceSlice> tainted = new HashMap<>();
    private final NameIndex slicesOfNode = new NameIndex();
    private final NameIndex slicesOfPool = new NameIndex();
    private final NameIndex claimsOfPool = new NameIndex();
    private final NameIndex claimsOfNode = new NameIndex();
    /** What may not be read although it is served. */
    private final Set<WatchedCollection.CollectionKind> hidden = EnumSet.noneOf(WatchedCollection.CollectionKind.class);
    private final Set<String> touched = new LinkedHashSet<>();
    private final RecentObjects recent = new RecentObjects();
    private final SliceOwners owners;
    private String version = "";
    private ServerVersion server = ServerVersion.UNKNOWN;
    private boolean moved;
    private boolean changed;
    private DeviceInventory inventory = DeviceInventory.NONE;

    /** @param nodes all that are known at the time */
    DeviceIndex(Supplier<Stream<NodeFacts>> nodes) {
        owners = new SliceOwners(nodes);
    }

    void serve(String served, ServerVersion by) {
        changed |= !served.equals(version) || !by.equals(server);
        version = served;
        if (!by.equals(server)) {
            touched.addAll(slicesOfNode.keys());
        }
        server = by;
        if (served.isEmpty()) {
            List.of(WatchedCollection.CollectionKind.SLICES, WatchedCollection.CollectionKind.CLASSES,
                    WatchedCollection.CollectionKind.CLAIMS, WatchedCollection.CollectionKind.TAINT_RULES)
                    .forEach(kind -> keep(kind, Set.of()));
        }
    }

    /** Takes note of whether a collection may be read. Returns whether that changed, so that no node is as it was. */
    boolean hide(WatchedCollection.CollectionKind kind, boolean forbidden) {
        boolean other = forbidden ? hidden.add(kind) : hidden.remove(kind);
        changed |= other;
        return other;
    }

    /** Takes note of nodes that came, went or have other labels: others may reach devices now. */
    void nodesMoved() {
        moved = true;
    }

    void podGone(String key, Instant now) {
        if (!claims.isEmpty()) {
            recent.note(key, now);
        }
    }

    /** Takes note of an object that changed just now. */
    void changed(DraObject object, Instant now) {
        see(object);
        if (object instanceof ResourceClaim) {
            recent.note(object.key(), now);
        }
    }

    void see(DraObject object) {
        var before = known(WatchedCollection.kind(object)).get(object.key());
        if (object.equals(before)) {
            return;
        }
        if (before != null) {
            take(before);
        }
        put(object);
    }

    void forget(WatchedCollection.CollectionKind kind, String key) {
        var before = known(kind).get(key);
        if (before != null) {
            take(before);
        }
    }

    /** Forgets what a complete list did not name. */
    void keep(WatchedCollection.CollectionKind kind, Set<String> named) {
        List.copyOf(known(kind).keySet()).stream().filter(key -> !named.contains(key))
                .forEach(key -> forget(kind, key));
    }

    private Map<String, ? extends DraObject> known(WatchedCollection.CollectionKind kind) {
        return switch (kind) {
            case SLICES -> slices;
            case CLASSES -> classes;
            case CLAIMS -> claims;
            case TAINT_RULES -> rules;
            case NODES, PODS -> Map.of();
        };
    }

    private void put(DraObject object) {
        changed = true;
        switch (object) {
            case ResourceSlice slice -> {
                slices.put(slice.name(), slice);
                taint(slice);
                slicesOfPool.add(slice.poolKey(), slice.name());
                place(slice);
            }
            case DeviceClass deviceClass -> classes.put(deviceClass.name(), deviceClass);
            case ResourceClaim claim -> {
                // One text for both: there are as many as there are claims.
                var key = claim.key();
                claims.put(key, claim);
                pools(claim).forEach(pool -> claimsOfPool.add(pool, key));
                claimsOfNode.add(claim.node(), key);
                touch(claim);
            }
            case DeviceTaintRule rule -> {
                rules.put(rule.name(), rule);
                taintAll();
            }
        }
    }

    private void take(DraObject object) {
        changed = true;
        switch (object) {
            case ResourceSlice slice -> {
                slices.remove(slice.name());
                tainted.remove(slice.name());
                slicesOfPool.remove(slice.poolKey(), slice.name());
                displace(slice);
            }
            case DeviceClass deviceClass -> classes.remove(deviceClass.name());
            case ResourceClaim claim -> {
                claims.remove(claim.key());
                pools(claim).forEach(pool -> claimsOfPool.remove(pool, claim.key()));
                claimsOfNode.remove(claim.node(), claim.key());
                touch(claim);
            }
            case DeviceTaintRule rule -> {
                rules.remove(rule.name());
                taintAll();
            }
        }
    }

    private void place(ResourceSlice slice) {
        var nodes = owners.see(slice);
        nodes.forEach(node -> slicesOfNode.add(node, slice.name()));
        touched.addAll(nodes);
    }

    private void displace(ResourceSlice slice) {
        var nodes = owners.of(slice);
        nodes.forEach(node -> slicesOfNode.remove(node, slice.name()));
        touched.addAll(nodes);
        owners.forget(slice);
    }

    /** The pools by which it is found: where it is bound to a node it is found by that. */
    private static Set<String> pools(ResourceClaim claim) {
        return claim.node().isEmpty() ? claim.pools() : Set.of();
    }

    private void touch(ResourceClaim claim) {
        touched.add(claim.node());
        for (var pool : claim.pools()) {
            for (var name : slicesOfPool.of(pool)) {
                touched.addAll(owners.of(slices.get(name)));
            }
        }
    }

    private void taintAll() {
        slices.values().forEach(this::taint);
    }

    private void taint(ResourceSlice slice) {
        var before = tainted.get(slice.name());
        var marked = slice.tainted(List.copyOf(rules.values()));
        if (!marked.equals(before == null ? slice : before)) {
            touched.addAll(owners.of(slice));
        }
        if (marked.equals(slice)) {
            tainted.remove(slice.name());
        } else {
            tainted.put(slice.name(), marked);
        }
    }

    /** Returns the nodes whose devices, or claims on them, changed since this was last asked. */
    Collection<String> takeTouched() {
        if (moved) {
            moved = false;
            owners.moving().stream().flatMap(name -> slice(name).stream()).forEach(slice -> {
                displace(slice);
                place(slice);
            });
        }
        var names = new ArrayList<>(touched);
        touched.clear();
        return names;
    }

    NodeDevices of(String node) {
        var own = slicesOfNode.of(node);
        var keys = new TreeSet<>(claimsOfNode.of(node));
        var there = new ArrayList<ResourceSlice>();
        own.stream().flatMap(name -> slice(name).stream()).forEach(slice -> {
            var part = owners.part(slice, node);
            there.add(part);
            claimsOfPool.of(slice.poolKey()).stream()
                    .filter(key -> !slice.node().isEmpty() || holds(key, part)).forEach(keys::add);
        });
        if (there.isEmpty() && keys.isEmpty()) {
            return hidden.contains(WatchedCollection.CollectionKind.SLICES) ? NodeDevices.NONE : NOTHING;
        }
        var holding = keys.stream().flatMap(key -> Optional.ofNullable(claims.get(key)).stream()).toList();
        there.addAll(lent(node, own, holding));
        return new NodeDevices(there, holding, !hidden.contains(WatchedCollection.CollectionKind.SLICES),
                !hidden.contains(WatchedCollection.CollectionKind.CLAIMS), server);
    }

    private Optional<ResourceSlice> slice(String name) {
        return Optional.ofNullable(tainted.get(name)).or(() -> Optional.ofNullable(slices.get(name)));
    }

    private boolean holds(String claim, ResourceSlice slice) {
        return Optional.ofNullable(claims.get(claim)).stream().flatMap(ResourceClaim::held)
                .anyMatch(held -> held.poolKey().equals(slice.poolKey())
                        && slice.devices().stream().anyMatch(device -> device.name().equals(held.device())));
    }

    /** Devices that several nodes reach, and that claims have which are bound to this one. */
    private List<ResourceSlice> lent(String node, Set<String> own, List<ResourceClaim> holding) {
        Map<String, Set<String>> held = new HashMap<>();
        holding.stream().filter(claim -> claim.node().equals(node)).flatMap(ResourceClaim::held).forEach(
                each -> held.computeIfAbsent(each.poolKey(), _ -> new HashSet<>()).add(each.device()));
        return held.entrySet().stream().flatMap(pool -> slicesOfPool.of(pool.getKey())
                .stream().filter(name -> !own.contains(name)).flatMap(name -> slice(name).stream())
                .filter(slice -> slice.node().isEmpty())
                .map(slice -> slice.of(node, slice.devices().stream()
                        .filter(device -> pool.getValue().contains(device.name())).toList())))
                .toList();
    }

    /** The same object while nothing changed. */
    DeviceInventory inventory(DeviceInventory.Collections health, Instant now) {
        var stirred = recent.at(now);
        if (changed || !health.equals(inventory.health())) {
            changed = false;
            inventory = new DeviceInventory(version, server, health,
                    slices.keySet().stream().flatMap(name -> slice(name).stream()).toList(),
                    List.copyOf(classes.values()), List.copyOf(claims.values()), List.copyOf(rules.values()), stirred);
        } else if (!stirred.equals(inventory.recent())) {
            inventory = inventory.with(stirred);
        }
        return inventory;
    }
}
