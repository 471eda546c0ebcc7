package tessera.dra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.model.DeviceClass;
import tessera.model.DeviceClassNames;
import tessera.model.DeviceSubRequest;
import tessera.model.DeviceTaintRule;
import tessera.model.DraObject;
import tessera.model.ResourceClaim;
import tessera.model.ResourceSlice;
import tessera.model.Snapshot;

/** Classes, slices and claims of dynamic resource allocation, as a scheduler sees them. One thread at a time. */
public final class DeviceState {

    /** More pods than that are not counted. */
    private static final int MOST = 1_000;

    private final DeviceSelectors selectors = new DeviceSelectors();
    private final Map<String, DeviceClass> classes = selectors.classes();
    private final PublishedDevices published = new PublishedDevices();
    private final Map<String, ResourceClaim> claims = new HashMap<>();
    private final Map<DeviceSubRequest, List<DeviceRoom>> rooms = new HashMap<>();
    private final Map<DeviceSubRequest, Optional<String>> unclear = new HashMap<>();
    /** Kept until something changes, as it is asked for once for each claim and node. */
    private @Nullable DeviceLedger ledger;
    private @Nullable LedgerIndex index;

    /** What a claim gets on a node; the request is named as in results. */
    public record AllocationResult(String claim, String request, String driver, String pool, String device) {}

    public void putClass(JsonNode deviceClass) {
        put(DraReader.deviceClass(deviceClass));
    }

    public void removeClass(String name) {
        classes.remove(name);
        forget();
    }

    private void forget() {
        rooms.clear();
        unclear.clear();
    }

    public void putSlice(JsonNode slice) {
        put(DraReader.slice(slice));
    }

    public void removeSlice(String name) {
        published.remove(name);
        changed();
    }

    public void putClaim(JsonNode claim) {
        put(DraReader.claim(claim));
    }

    public void removeClaim(String namespace, String name) {
        claims.remove(namespace + "/" + name);
        changed();
    }

    private void changed() {
        ledger = null;
        index = null;
        rooms.clear();
    }

    /** Those of a snapshot, whose slices have the taints of rules on them. */
    public static DeviceState of(Snapshot snapshot) {
        var devices = new DeviceState();
        var inventory = snapshot.devices();
        devices.published.amid(snapshot, List.of());
        inventory.classes().forEach(devices::put);
        inventory.slices().forEach(devices::put);
        inventory.claims().forEach(devices::put);
        return devices;
    }

    /** Returns who uses claims, as far as a snapshot tells it. */
    public ClaimUsers users() {
        return published.users();
    }

    /** Returns who has each device. */
    public DeviceLedger ledger() {
        var kept = ledger;
        if (kept == null) {
            kept = DeviceLedger.of(published.pools(), claims.values());
            ledger = kept;
        }
        return kept;
    }

    LedgerIndex index() {
        var kept = index;
        if (kept == null) {
            kept = new LedgerIndex(ledger());
            index = kept;
        }
        return kept;
    }

    /** Returns the devices that suit a request, for each node that has any, that with most free first. */
    public List<DeviceRoom> rooms(DeviceSubRequest request) {
        var known = rooms.get(request);
        if (known == null) {
            known = DeviceRoom.of(this, request);
            rooms.put(request, known);
        }
        return known;
    }

    /**
     * Takes note of the taints that administrators put on devices, of the nodes that may reach these, and of the server whose
     * scheduler hands them out.
     */
    public void amid(Snapshot snapshot) {
        published.amid(snapshot, snapshot.devices().rules());
        changed();
    }

    /** Takes note of an object that is no rule. */
    public void put(DraObject object) {
        switch (object) {
            case DeviceClass deviceClass -> {
                classes.put(deviceClass.name(), deviceClass);
                forget();
            }
            case ResourceClaim claim -> {
                claims.put(claim.key(), claim);
                changed();
            }
            case ResourceSlice slice -> {
                published.put(slice);
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
    public Optional<List<AllocationResult>> allocate(String namespace, List<String> names, String node) {
        return allocate(namespace, names, node, use(node, _ -> true));
    }

    /** Returns what some claims take of what a node reaches. */
    DeviceUse use(String node, Predicate<ResourceClaim> of) {
        return index().use(index().reachable(node), of);
    }

    /** Whether a node has what those claims want, taken or not, and whether or not they have devices already. */
    public boolean offered(String namespace, List<String> names, String node) {
        return allocate(named(namespace, names), node, use(node, _ -> false)).isPresent();
    }

    /** Those of the claims that have devices which only one node reaches. */
    public List<AllocatedClaim> placed(String namespace, List<String> names) {
        return named(namespace, names).stream().filter(claim -> claim.allocated() && !claim.node().isEmpty())
                .map(claim -> new AllocatedClaim(claim.name(), claim.node(), claim.pods())).toList();
    }

    /** How often those claims could be met on a node, were each pod to have claims of its own. */
    public int times(String namespace, List<String> names, String node) {
        var use = use(node, _ -> true);
        int times = 0;
        while (times < MOST) {
            int before = use.taken();
            if (allocate(namespace, names, node, use).isEmpty()) {
                return times;
            }
            // What only looks on, or shares a claim that is met, takes nothing and leaves room for any number.
            times = use.taken() == before ? MOST : times + 1;
        }
        return times;
    }

    /** @param use what others hold; grows by what is got */
    Optional<List<AllocationResult>> allocate(String namespace, List<String> names, String node, DeviceUse use) {
        return allocate(open(namespace, names), node, use);
    }

    private Optional<List<AllocationResult>> allocate(List<ResourceClaim> wanting, String node, DeviceUse use) {
        // Before pools with missing slices were passed over, those that contradict themselves were errors.
        if (published.server().allocatesFromIncompletePools()
                && index().reaches(node, pool -> pool.status() == DevicePool.Status.INVALID)) {
            return Optional.empty();
        }
        var results = new ArrayList<AllocationResult>();
        for (var claim : wanting) {
            var got = new ClaimAllocator(this, claim, node, use).allocate();
            if (got.isEmpty()) {
                return Optional.empty();
            }
            results.addAll(got.get());
        }
        return Optional.of(results);
    }

    DeviceSelectors selectors() {
        return selectors;
    }

    boolean suits(DeviceSubRequest request, PoolDevice device) {
        return selectors.suits(request, device);
    }

    /** An expression of claims, or of their classes, of which it is not known here what it selects; empty for none. */
    public Optional<String> unclear(String namespace, List<String> names) {
        return options(namespace, names).flatMap(option -> unclear(option).stream()).findFirst();
    }

    Optional<String> unclear(DeviceSubRequest request) {
        return unclear.computeIfAbsent(request, each -> selectors.unclear(each, published.open()));
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
        return open(namespace, names).stream().flatMap(claim -> new DeviceScarcity(this, claim).words().stream())
                .findFirst();
    }

    /** Those of pools from which the scheduler allocates. */
    List<PoolDevice> complete() {
        return published.open();
    }
}
