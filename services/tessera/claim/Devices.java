package tessera.claim;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.claim.Selector.Verdict;
import tessera.model.DeviceClass;
import tessera.model.DeviceClassNames;
import tessera.model.DeviceInventory;
import tessera.model.DeviceSubRequest;
import tessera.model.DeviceTaintRule;
import tessera.model.DraObject;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;

/** Classes, slices and claims of dynamic resource allocation, as a scheduler sees them. One thread at a time. */
public final class Devices {

    /** More pods than that are not counted. */
    private static final int MOST = 1_000;
    /** More expressions than that are not kept: claims come and go, and each may bring its own. */
    private static final int KEPT = 500;

    private final Map<String, DeviceClass> classes = new HashMap<>();
    private final Map<String, ResourceSlice> slices = new HashMap<>();
    private final Map<String, ResourceClaim> claims = new HashMap<>();
    private final Map<String, Selector> selectors = new HashMap<>();
    private List<DeviceTaintRule> rules = List.of();
    /** Kept until a slice changes, as they are asked for once for each claim and node. */
    private @Nullable List<DevicePool> pools;
    private @Nullable List<PoolDevice> complete;
    private @Nullable DeviceLedger ledger;

    /** What a claim gets on a node; the request is named as in results. */
    public record Result(String claim, String request, String driver, String pool, String device) {}

    public void putClass(JsonNode deviceClass) {
        put(DraReader.deviceClass(deviceClass));
    }

    public void removeClass(String name) {
        classes.remove(name);
    }

    public void putSlice(JsonNode slice) {
        put(DraReader.slice(slice));
    }

    public void removeSlice(String name) {
        slices.remove(name);
        changed();
    }

    public void putClaim(JsonNode claim) {
        put(DraReader.claim(claim));
    }

    public void removeClaim(String namespace, String name) {
        claims.remove(namespace + "/" + name);
        ledger = null;
    }

    private void changed() {
        pools = null;
        complete = null;
        ledger = null;
    }

    /** Those of a snapshot, whose slices have the taints of rules on them. */
    public static Devices of(DeviceInventory inventory) {
        var devices = new Devices();
        inventory.classes().forEach(devices::put);
        inventory.slices().forEach(devices::put);
        inventory.claims().forEach(devices::put);
        return devices;
    }

    /** Returns who has each device. */
    public DeviceLedger ledger() {
        var kept = ledger;
        if (kept == null) {
            kept = DeviceLedger.of(pools(), claims.values());
            ledger = kept;
        }
        return kept;
    }

    /** Takes note of the taints that administrators put on devices; of no others than these. */
    public void taint(List<DeviceTaintRule> all) {
        rules = List.copyOf(all);
        changed();
    }

    /** Takes note of an object that is no rule. */
    public void put(DraObject object) {
        switch (object) {
            case DeviceClass deviceClass -> classes.put(deviceClass.name(), deviceClass);
            case ResourceClaim claim -> {
                claims.put(claim.key(), claim);
                ledger = null;
            }
            case ResourceSlice slice -> {
                slices.put(slice.name(), slice);
                changed();
            }
            case DeviceTaintRule _ -> {
                // They are given all at once.
            }
        }
    }

    /** Whether claims of a pod are not made yet, so that nothing is tried; names that are not known yet are empty. */
    public boolean awaited(String namespace, List<String> names) {
        return names.stream().map(name -> claims.get(namespace + "/" + name))
                .anyMatch(claim -> claim == null || claim.deleting());
    }

    /** Why the claims can be met nowhere, whatever the nodes are like. */
    public Optional<String> refusal(String namespace, List<String> names) {
        return unclassed(namespace, names).map(request -> "request %s: device class %s does not exist"
                .formatted(request.name(), request.deviceClass()));
    }

    /** The first of all classes by their names; empty where there is none. */
    public Optional<String> someClass() {
        return classes.keySet().stream().min(Comparator.naturalOrder());
    }

    /** The class of devices that they name and that is not there. */
    public Optional<String> lackedClass(String namespace, List<String> names) {
        return unclassed(namespace, names).map(DeviceSubRequest::deviceClass);
    }

    private Optional<DeviceSubRequest> unclassed(String namespace, List<String> names) {
        return options(namespace, names).filter(option -> !classes.containsKey(option.deviceClass())).findFirst();
    }

    private Stream<DeviceSubRequest> options(String namespace, List<String> names) {
        return open(namespace, names).stream().flatMap(claim -> claim.requests().stream())
                .flatMap(request -> request.options().stream());
    }

    List<ResourceClaim> open(String namespace, List<String> names) {
        return named(namespace, names).stream().filter(claim -> !claim.allocated()).toList();
    }

    private List<ResourceClaim> named(String namespace, List<String> names) {
        return names.stream().flatMap(name -> Optional.ofNullable(claims.get(namespace + "/" + name)).stream())
                .toList();
    }

    /** Why a node cannot have a pod with these claims; empty where it can. */
    public Optional<String> objection(String namespace, List<String> names, String node) {
        if (placed(namespace, names).stream().anyMatch(claim -> !claim.node().equals(node))) {
            return Optional.of("resourceclaim not available on the node");
        }
        return allocate(namespace, names, node).isPresent() ? Optional.empty()
                : Optional.of("cannot allocate all claims");
    }

    /** What those claims get on a node that have nothing yet; empty where they cannot all be met. */
    public Optional<List<Result>> allocate(String namespace, List<String> names, String node) {
        return allocate(namespace, names, node, use(claims.values()));
    }

    /** Returns what some claims take. */
    DeviceUse use(Collection<ResourceClaim> of) {
        var use = new DeviceUse(pools());
        of.forEach(use::take);
        return use;
    }

    /** Whether a node has what those claims want, taken or not, and whether or not they have devices already. */
    public boolean offered(String namespace, List<String> names, String node) {
        return allocate(named(namespace, names), node, use(List.of())).isPresent();
    }

    /** Those of the claims that have devices which only one node reaches. */
    public List<Placed> placed(String namespace, List<String> names) {
        return named(namespace, names).stream().filter(claim -> claim.allocated() && !claim.node().isEmpty())
                .map(claim -> new Placed(claim.name(), claim.node(), claim.pods())).toList();
    }

    /** How often those claims could be met on a node, were each pod to have claims of its own. */
    public int times(String namespace, List<String> names, String node) {
        var use = use(claims.values());
        int before = -1;
        int times = 0;
        while (times < MOST && before != use.taken()) {
            before = use.taken();
            times += allocate(namespace, names, node, use).isPresent() ? 1 : 0;
        }
        return times;
    }

    Collection<ResourceClaim> claims() {
        return claims.values();
    }

    /** @param use what others hold; grows by what is got */
    Optional<List<Result>> allocate(String namespace, List<String> names, String node, DeviceUse use) {
        return allocate(open(namespace, names), node, use);
    }

    private Optional<List<Result>> allocate(List<ResourceClaim> wanting, String node, DeviceUse use) {
        var results = new ArrayList<Result>();
        for (var claim : wanting) {
            var got = new ClaimAllocator(this, claim, node, use).allocate();
            if (got.isEmpty()) {
                return Optional.empty();
            }
            results.addAll(got.get());
        }
        return Optional.of(results);
    }

    boolean suits(DeviceSubRequest request, PoolDevice device) {
        return ofClass(request, device) && matches(request.selectors(), device);
    }

    boolean ofClass(DeviceSubRequest request, PoolDevice device) {
        return classes.containsKey(request.deviceClass()) && matches(selectors(request), device);
    }

    List<String> selectors(DeviceSubRequest request) {
        return Optional.ofNullable(classes.get(request.deviceClass())).map(DeviceClass::selectors).orElse(List.of());
    }

    private boolean matches(List<String> expressions, PoolDevice device) {
        return expressions.stream().allMatch(each -> selector(each).of(device) == Verdict.TAKEN);
    }

    Selector selector(String expression) {
        if (selectors.size() > KEPT) {
            selectors.clear();
        }
        return selectors.computeIfAbsent(expression, Selector::of);
    }

    /** An expression of claims, or of their classes, of which it is not known here what it selects; empty for none. */
    public Optional<String> unclear(String namespace, List<String> names) {
        return options(namespace, names).flatMap(option -> unclear(option).stream()).findFirst();
    }

    Optional<String> unclear(DeviceSubRequest request) {
        return Stream.concat(selectors(request).stream(), request.selectors().stream())
                .filter(each -> selector(each).cel().isEmpty() || complete().stream()
                        .anyMatch(device -> selector(each).of(device) == Verdict.UNKNOWN))
                .findFirst();
    }

    /** The class that serves an extended resource; empty where none does. */
    public Optional<String> classServing(String resource) {
        return DeviceClassNames.serving(classes.values(), resource).map(DeviceClass::name);
    }

    /** Whether the class of a request is there, and it is known of each device whether it suits the request. */
    public boolean known(DeviceSubRequest request) {
        return classes.containsKey(request.deviceClass()) && unclear(request).isEmpty();
    }

    /** The names of all classes there are. */
    public Set<String> classes() {
        return classes.keySet();
    }

    /** Which claim wants more than any node has, or what no device is, in a sentence; empty where that is not why. */
    public Optional<String> scarce(String namespace, List<String> names) {
        return open(namespace, names).stream().flatMap(claim -> new Scarcity(this, claim).words().stream()).findFirst();
    }

    List<DevicePool> pools() {
        var kept = pools;
        if (kept == null) {
            kept = DevicePool.of(slices.values().stream().map(slice -> slice.tainted(rules)).toList());
            pools = kept;
        }
        return kept;
    }

    /** Those of pools from which the scheduler allocates. */
    List<PoolDevice> complete() {
        var kept = complete;
        if (kept == null) {
            kept = pools().stream().filter(DevicePool::complete).flatMap(pool -> pool.devices().stream()).toList();
            complete = kept;
        }
        return kept;
    }
}
