package tessera.claim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tessera.claim.Selector.Verdict;

/** Classes, slices and claims of dynamic resource allocation, as a scheduler sees them. One thread at a time. */
public final class Devices {

    /** More pods than that are not counted. */
    private static final int MOST = 1_000;
    /** More expressions than that are not kept: claims come and go, and each may bring its own. */
    private static final int KEPT = 500;

    private final Map<String, JsonNode> classes = new HashMap<>();
    private final Map<String, Slice> slices = new HashMap<>();
    private final Map<String, Claim> claims = new HashMap<>();
    private final Map<String, Selector> selectors = new HashMap<>();
    /** Kept until a slice changes, as it is asked for once for each claim and node. */
    private @Nullable List<Device> complete;

    /**
     * What a claim gets on a node.
     *
     * @param request as the result names it
     */
    public record Result(String claim, String request, String driver, String pool, String device) {}

    public void putClass(JsonNode deviceClass) {
        classes.put(name(deviceClass), deviceClass.path("spec"));
    }

    public void removeClass(String name) {
        classes.remove(name);
    }

    public void putSlice(JsonNode slice) {
        var spec = slice.path("spec");
        var devices = new ArrayList<Device>();
        boolean placed = spec.hasNonNull("nodeName") || spec.path("allNodes").asBoolean();
        // What a device is stands under “basic” in v1beta1.
        for (var device : spec.path("devices")) {
            if (placed) {
                devices.add(new Device(spec.path("driver").asText(), spec.at("/pool/name").asText(),
                        device.path("name").asText(), spec.path("nodeName").asText(),
                        device.has("basic") ? device.path("basic") : device));
            }
        }
        slices.put(name(slice), new Slice(spec.path("driver").asText(), spec.at("/pool/name").asText(),
                spec.at("/pool/generation").asLong(), spec.at("/pool/resourceSliceCount").asLong(), devices));
        complete = null;
    }

    public void removeSlice(String name) {
        slices.remove(name);
        complete = null;
    }

    public void putClaim(JsonNode claim) {
        var read = Claim.of(claim);
        claims.put(read.key(), read);
    }

    public void removeClaim(String namespace, String name) {
        claims.remove(namespace + "/" + name);
    }

    private static String name(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    /** Whether claims of a pod are not made yet, so that nothing is tried; names that are not known yet are empty. */
    public boolean awaited(String namespace, List<String> names) {
        return names.stream().map(name -> claims.get(namespace + "/" + name))
                .anyMatch(claim -> claim == null || claim.deleted());
    }

    /** Why the claims can be met nowhere, whatever the nodes are like. */
    public Optional<String> refusal(String namespace, List<String> names) {
        return unclassed(namespace, names).map(wish -> "request %s: device class %s does not exist"
                .formatted(wish.name(), wish.deviceClass()));
    }

    /** The first of all classes by their names; empty where there is none. */
    public Optional<String> someClass() {
        return classes.keySet().stream().min(Comparator.naturalOrder());
    }

    /** The class of devices that they name and that is not there. */
    public Optional<String> lackedClass(String namespace, List<String> names) {
        return unclassed(namespace, names).map(Wish::deviceClass);
    }

    private Optional<Wish> unclassed(String namespace, List<String> names) {
        for (var claim : open(namespace, names)) {
            for (var request : claim.spec().path("requests")) {
                for (var wish : Wish.of(request)) {
                    if (!classes.containsKey(wish.deviceClass())) {
                        return Optional.of(wish);
                    }
                }
            }
        }
        return Optional.empty();
    }

    List<Claim> open(String namespace, List<String> names) {
        return named(namespace, names).stream().filter(claim -> !claim.allocated()).toList();
    }

    private List<Claim> named(String namespace, List<String> names) {
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
        var taken = new HashSet<String>();
        claims.values().forEach(claim -> taken.addAll(claim.held()));
        return allocate(namespace, names, node, taken);
    }

    /** Whether a node has what those claims want, taken or not, and whether or not they have devices already. */
    public boolean offered(String namespace, List<String> names, String node) {
        return allocate(named(namespace, names), node, new HashSet<>()).isPresent();
    }

    /** Those of the claims that have devices which only one node reaches. */
    public List<Placed> placed(String namespace, List<String> names) {
        return named(namespace, names).stream().filter(claim -> claim.allocated() && !claim.node().isEmpty())
                .map(claim -> new Placed(claim.name(), claim.node(), claim.pods())).toList();
    }

    /** How often those claims could be met on a node, were each pod to have claims of its own. */
    public int times(String namespace, List<String> names, String node) {
        var taken = new HashSet<String>();
        claims.values().forEach(claim -> taken.addAll(claim.held()));
        int before = -1;
        int times = 0;
        while (times < MOST && before != taken.size()) {
            before = taken.size();
            times += allocate(namespace, names, node, taken).isPresent() ? 1 : 0;
        }
        return times;
    }

    Collection<Claim> claims() {
        return claims.values();
    }

    /** @param taken what others hold; grows by what is got */
    Optional<List<Result>> allocate(String namespace, List<String> names, String node, Set<String> taken) {
        return allocate(open(namespace, names), node, taken);
    }

    private Optional<List<Result>> allocate(List<Claim> wanting, String node, Set<String> taken) {
        var results = new ArrayList<Result>();
        for (var claim : wanting) {
            var got = met(claim, node, taken);
            if (got == null) {
                return Optional.empty();
            }
            results.addAll(got);
        }
        return Optional.of(results);
    }

    private @Nullable List<Result> met(Claim claim, String node, Set<String> taken) {
        var constraints = claim.spec().path("constraints");
        var free = complete().stream().filter(device -> device.reaches(node) && !device.tainted()
                && !taken.contains(device.key())).toList();
        if (constraints.isEmpty()) {
            return picked(claim, free, taken);
        }
        var attribute = constraints.path(0).path("matchAttribute").asText();
        if (constraints.size() > 1 || attribute.isEmpty()) {
            return null;
        }
        for (var value : free.stream().map(device -> device.attribute(attribute)).filter(each -> !each.isEmpty())
                .distinct().toList()) {
            var alike = free.stream().filter(device -> device.attribute(attribute).equals(value)).toList();
            var got = picked(claim, alike, taken);
            if (got != null) {
                return got;
            }
        }
        return null;
    }

    private @Nullable List<Result> picked(Claim claim, List<Device> free, Set<String> taken) {
        var mine = new LinkedHashMap<String, Result>();
        for (var request : claim.spec().path("requests")) {
            boolean served = false;
            for (var wish : Wish.of(request)) {
                var fitting = free.stream().filter(device -> !mine.containsKey(device.key()) && suits(wish, device))
                        .toList();
                int count = wish.all() ? fitting.size() : wish.count();
                if (!served && count > 0 && fitting.size() >= count) {
                    served = true;
                    fitting.subList(0, count).forEach(device -> mine.put(device.key(), new Result(claim.name(),
                            wish.name(), device.driver(), device.pool(), device.name())));
                }
            }
            if (!served) {
                return null;
            }
        }
        taken.addAll(mine.keySet());
        return List.copyOf(mine.values());
    }

    boolean suits(Wish wish, Device device) {
        return ofClass(wish, device) && matches(wish.selectors(), device);
    }

    boolean ofClass(Wish wish, Device device) {
        return classes.containsKey(wish.deviceClass()) && matches(selectors(wish), device);
    }

    JsonNode selectors(Wish wish) {
        return classes.getOrDefault(wish.deviceClass(), MissingNode.getInstance()).path("selectors");
    }

    private boolean matches(JsonNode expressions, Device device) {
        return expressions.valueStream().allMatch(each -> selector(each).of(device) == Verdict.TAKEN);
    }

    Selector selector(JsonNode said) {
        if (selectors.size() > KEPT) {
            selectors.clear();
        }
        return selectors.computeIfAbsent(said.at("/cel/expression").asText(), Selector::of);
    }

    /** An expression of claims, or of their classes, of which it is not known here what it selects; empty for none. */
    public Optional<String> unclear(String namespace, List<String> names) {
        return open(namespace, names).stream().flatMap(claim -> claim.spec().path("requests").valueStream())
                .flatMap(request -> Wish.of(request).stream()).flatMap(wish -> unclear(wish).stream()).findFirst();
    }

    Optional<String> unclear(Wish wish) {
        return expressions(wish).stream()
                .filter(each -> selector(each).cel().isEmpty() || complete().stream()
                        .anyMatch(device -> selector(each).of(device) == Verdict.UNKNOWN))
                .map(each -> each.at("/cel/expression").asText()).findFirst();
    }

    /** The names of all classes there are. */
    public Set<String> classes() {
        return classes.keySet();
    }

    /** Which claim wants more than any node has, or what no device is, in a sentence; empty where that is not why. */
    public Optional<String> scarce(String namespace, List<String> names) {
        return open(namespace, names).stream().flatMap(claim -> new Scarcity(this, claim).words().stream()).findFirst();
    }

    private List<JsonNode> expressions(Wish wish) {
        var all = new ArrayList<JsonNode>();
        selectors(wish).forEach(all::add);
        wish.selectors().forEach(all::add);
        return all;
    }

    /** Those of pools of which every slice of the newest generation is there. */
    List<Device> complete() {
        var kept = complete;
        if (kept == null) {
            kept = slices.values().stream().collect(Collectors.groupingBy(slice -> slice.driver() + "/" + slice.pool(),
                    LinkedHashMap::new, Collectors.toList())).values().stream().map(Slice::newest)
                    .flatMap(pool -> pool.stream().filter(slice -> slice.count() == pool.size()))
                    .flatMap(slice -> slice.devices().stream()).toList();
            complete = kept;
        }
        return kept;
    }
}
