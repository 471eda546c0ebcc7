package tessera.cluster.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tessera.model.AllocatedDevice;
import tessera.model.DeviceClass;
import tessera.model.DeviceInventory;
import tessera.model.DeviceTaintRule;
import tessera.model.DraObject;
import tessera.model.NodeDevices;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;
import tessera.model.SliceDevice;

/**
 * Slices, classes and claims that are known, arranged so that a change costs no more than the nodes it touches. What is equal
 * to what was known stays the same object. Used by one thread.
 */
final class DeviceIndex {

    private static final NodeDevices NOTHING = new NodeDevices(List.of(), List.of(), true, true);

    private final TreeMap<String, ResourceSlice> slices = new TreeMap<>();
    private final TreeMap<String, DeviceClass> classes = new TreeMap<>();
    private final TreeMap<String, ResourceClaim> claims = new TreeMap<>();
    private final TreeMap<String, DeviceTaintRule> rules = new TreeMap<>();
    /** Slices with the taints of rules, as far as any selects them. */
    private final Map<String, ResourceSlice> tainted = new HashMap<>();
    private final Map<String, SortedSet<String>> slicesOfNode = new HashMap<>();
    private final Map<String, SortedSet<String>> slicesOfPool = new HashMap<>();
    private final Map<String, SortedSet<String>> claimsOfPool = new HashMap<>();
    private final Map<String, SortedSet<String>> claimsOfNode = new HashMap<>();
    /** What may not be read although it is served. */
    private final Set<Source.Kind> hidden = EnumSet.noneOf(Source.Kind.class);
    private final Set<String> touched = new LinkedHashSet<>();
    private String version = "";
    private boolean changed;
    private DeviceInventory inventory = DeviceInventory.NONE;

    void serve(String served) {
        changed |= !served.equals(version);
        version = served;
        if (served.isEmpty()) {
            List.of(Source.Kind.SLICES, Source.Kind.CLASSES, Source.Kind.CLAIMS, Source.Kind.TAINT_RULES)
                    .forEach(kind -> keep(kind, Set.of()));
        }
    }

    /** Takes note of whether a collection may be read. Returns whether that changed, so that no node is as it was. */
    boolean hide(Source.Kind kind, boolean forbidden) {
        boolean other = forbidden ? hidden.add(kind) : hidden.remove(kind);
        changed |= other;
        return other;
    }

    void see(DraObject object) {
        var before = known(kind(object)).get(object.key());
        if (object.equals(before)) {
            return;
        }
        if (before != null) {
            take(before);
        }
        put(object);
    }

    void forget(Source.Kind kind, String key) {
        var before = known(kind).get(key);
        if (before != null) {
            take(before);
        }
    }

    /** Forgets what a complete list did not name. */
    void keep(Source.Kind kind, Set<String> named) {
        List.copyOf(known(kind).keySet()).stream().filter(key -> !named.contains(key))
                .forEach(key -> forget(kind, key));
    }

    static Source.Kind kind(DraObject object) {
        return switch (object) {
            case ResourceSlice _ -> Source.Kind.SLICES;
            case DeviceClass _ -> Source.Kind.CLASSES;
            case ResourceClaim _ -> Source.Kind.CLAIMS;
            case DeviceTaintRule _ -> Source.Kind.TAINT_RULES;
        };
    }

    private Map<String, ? extends DraObject> known(Source.Kind kind) {
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
                nodes(slice).forEach(node -> add(slicesOfNode, node, slice.name()));
                add(slicesOfPool, slice.poolKey(), slice.name());
                touched.addAll(nodes(slice));
            }
            case DeviceClass deviceClass -> classes.put(deviceClass.name(), deviceClass);
            case ResourceClaim claim -> {
                claims.put(claim.key(), claim);
                pools(claim).forEach(pool -> add(claimsOfPool, pool, claim.key()));
                add(claimsOfNode, claim.node(), claim.key());
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
                nodes(slice).forEach(node -> remove(slicesOfNode, node, slice.name()));
                remove(slicesOfPool, slice.poolKey(), slice.name());
                touched.addAll(nodes(slice));
            }
            case DeviceClass deviceClass -> classes.remove(deviceClass.name());
            case ResourceClaim claim -> {
                claims.remove(claim.key());
                pools(claim).forEach(pool -> remove(claimsOfPool, pool, claim.key()));
                remove(claimsOfNode, claim.node(), claim.key());
                touch(claim);
            }
            case DeviceTaintRule rule -> {
                rules.remove(rule.name());
                taintAll();
            }
        }
    }

    private void touch(ResourceClaim claim) {
        touched.add(claim.node());
        for (var pool : pools(claim)) {
            for (var name : slicesOfPool.getOrDefault(pool, new TreeSet<>())) {
                touched.addAll(nodes(slices.get(name)));
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
            touched.addAll(nodes(slice));
        }
        if (marked.equals(slice)) {
            tainted.remove(slice.name());
        } else {
            tainted.put(slice.name(), marked);
        }
    }

    private static Set<String> nodes(@Nullable ResourceSlice slice) {
        if (slice == null) {
            return Set.of();
        }
        if (!slice.node().isEmpty()) {
            return Set.of(slice.node());
        }
        var nodes = new HashSet<String>();
        slice.devices().stream().map(SliceDevice::node).filter(node -> !node.isEmpty()).forEach(nodes::add);
        return nodes;
    }

    private static Set<String> pools(ResourceClaim claim) {
        var pools = new HashSet<String>(2);
        claim.devices().stream().map(AllocatedDevice::poolKey).forEach(pools::add);
        return pools;
    }

    private static void add(Map<String, SortedSet<String>> index, String under, String name) {
        if (!under.isEmpty()) {
            index.computeIfAbsent(under, _ -> new TreeSet<>()).add(name);
        }
    }

    private static void remove(Map<String, SortedSet<String>> index, String under, String name) {
        var names = index.get(under);
        if (names != null && names.remove(name) && names.isEmpty()) {
            index.remove(under);
        }
    }

    /** Returns the nodes whose devices, or claims on them, changed since this was last asked. */
    Collection<String> takeTouched() {
        var names = new ArrayList<>(touched);
        touched.clear();
        return names;
    }

    NodeDevices of(String node) {
        var names = slicesOfNode.get(node);
        var keys = new TreeSet<>(claimsOfNode.getOrDefault(node, new TreeSet<>()));
        var there = new ArrayList<ResourceSlice>();
        if (names != null) {
            for (var name : names) {
                var slice = slices.get(name);
                if (slice != null) {
                    there.add(tainted.getOrDefault(name, slice));
                    keys.addAll(claimsOfPool.getOrDefault(slice.poolKey(), new TreeSet<>()));
                }
            }
        }
        if (there.isEmpty() && keys.isEmpty()) {
            return hidden.contains(Source.Kind.SLICES) ? NodeDevices.NONE : NOTHING;
        }
        var holding = new ArrayList<ResourceClaim>();
        for (var key : keys) {
            var claim = claims.get(key);
            if (claim != null) {
                holding.add(claim);
            }
        }
        return new NodeDevices(there, holding, !hidden.contains(Source.Kind.SLICES),
                !hidden.contains(Source.Kind.CLAIMS));
    }

    /** Whether another inventory is to be had than the last. */
    boolean changed() {
        return changed;
    }

    /** The same object while nothing changed. */
    DeviceInventory inventory(DeviceInventory.Collections health) {
        if (changed || !health.equals(inventory.health())) {
            changed = false;
            inventory = new DeviceInventory(version, health,
                    slices.values().stream().map(slice -> tainted.getOrDefault(slice.name(), slice)).toList(),
                    List.copyOf(classes.values()), List.copyOf(claims.values()), List.copyOf(rules.values()));
        }
        return inventory;
    }
}
