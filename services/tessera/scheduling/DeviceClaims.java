package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.dra.AllocatedClaim;
import tessera.dra.DeviceFreeingPods;
import tessera.dra.DeviceRoom;
import tessera.dra.DeviceState;
import tessera.dra.SelectorRuntimeError;
import tessera.model.NodeFacts;
import tessera.model.ObjectRef;
import tessera.model.SpellingSuggestions;
import tessera.scheduling.spec.PodSchedulingSpec;

/**
 * How it stands with the devices that a pod claims.
 *
 * @param names   of its claims
 * @param backed  claims that would be made for extended resources which a class of devices serves, by resource; a node
 *                whose device plugin offers the resource hands out that, and meets no claim
 * @param known   classes, slices and claims of the cluster
 * @param awaited why nothing can be tried yet, a sentence without a full stop; empty where all claims are there
 * @param absent  what it names and nobody has made
 */
record DeviceClaims(String namespace, List<String> names, Map<String, String> backed, DeviceState known,
        Optional<String> awaited, List<ObjectRef> absent) {

    private static final String CLASS = "DeviceClass";

    DeviceClaims {
        names = List.copyOf(names);
        backed = Map.copyOf(backed);
        absent = List.copyOf(absent);
    }

    /** Whether a node hands out devices of an extended resource by claims. */
    boolean backs(NodeFacts node, String resource) {
        return backed.containsKey(resource) && node.allocatable().get(resource) == 0;
    }

    /**
     * The pod without what claims alone bring it: of a resource that no device plugin offers anywhere.
     *
     * @param nodes all there are
     */
    PodSchedulingSpec claiming(PodSchedulingSpec wish, Collection<NodeFacts> nodes) {
        var requests = wish.requests();
        for (var resource : backed.keySet()) {
            if (nodes.stream().allMatch(node -> backs(node, resource))) {
                requests = requests.without(resource);
            }
        }
        return requests.equals(wish.requests()) ? wish : wish.asking(requests);
    }

    /** The claims that a node would have to meet. */
    private List<String> names(NodeFacts node) {
        var all = new ArrayList<>(names);
        backed.forEach((resource, claim) -> {
            if (backs(node, resource)) {
                all.add(claim);
            }
        });
        return all;
    }

    private List<String> all() {
        var all = new ArrayList<>(names);
        all.addAll(backed.values());
        return all;
    }

    /** What would help where no node is looked at for want of something that can be made. */
    List<RemedySuggestion> advice() {
        var found = new ArrayList<RemedySuggestion>();
        for (var object : absent) {
            boolean ofClaim = object.kind().equals(CLASS);
            if (ofClaim) {
                SpellingSuggestions.mistyped(object.name(), known.classes())
                        .ifPresent(near -> found.add(new RemedySuggestion(
                                "Have the claim name the class %s (deviceClassName), if that was meant".formatted(near),
                                "kubectl get deviceclasses", new PodRemedy.ChangeRequest())));
            }
            found.add(new RemedySuggestion("Make the %s %s, which %s names and nobody has made".formatted(object.kind(),
                    object.name(), ofClaim ? "its claim" : "the pod"), "", PodRemedy.Make.of(object, spec(object))));
            found.add(new RemedySuggestion("Or have the pods name another resource claim", "",
                    new PodRemedy.ChangeRequest()));
        }
        return List.copyOf(found);
    }

    /** Of a class that is there, or one that has to be filled in. */
    private JsonNode spec(ObjectRef object) {
        var spec = JsonNodeFactory.instance.objectNode();
        if (object.kind().equals(CLASS)) {
            spec.putArray("selectors").addObject().putObject("cel").put("expression",
                    "device.driver == \"%s\"".formatted(object.name()));
            return spec;
        }
        var claim = object.kind().endsWith("Template") ? spec.putObject("spec") : spec;
        var request = claim.putObject("devices").putArray("requests").addObject().put("name", "gpu");
        (object.apiVersion().endsWith("v1beta1") ? request : request.putObject("exactly")).put("deviceClassName",
                known.someClass().orElse("gpu.nvidia.com"));
        return spec;
    }

    /** The few pods whose end would leave a node enough devices. */
    List<String> leavers(NodeFacts node, Predicate<String> able) {
        return freeing(node).of(able);
    }

    DeviceFreeingPods freeing(NodeFacts node) {
        return new DeviceFreeingPods(known, namespace, names(node), node.name());
    }

    /** Why no node at all can be had. */
    Optional<String> refusal() {
        return awaited.or(() -> known.refusal(namespace, all()));
    }

    /** Where a selector asks a device of some nodes for what this lacks. */
    Optional<SelectorRuntimeError> misread(List<String> nodes) {
        return SelectorRuntimeError.on(nodes, known, namespace, all());
    }

    /** An expression of which it is not known what it selects. */
    Optional<String> unclear() {
        return known.unclear(namespace, all());
    }

    /** What the scheduler says of that, which says nothing while claims are still to be made. */
    String words(int nodes) {
        return awaited.isPresent() ? "" : SchedulerFailureText.hopeless(nodes, refusal().orElse(""));
    }

    Optional<FilterFailure> objection(NodeFacts facts) {
        var claims = names(facts);
        var node = facts.name();
        return known.objection(namespace, claims, node).map(reason -> known.offered(namespace, claims, node)
                ? away(node)
                        .map(claim -> FilterFailure.others(FilterCheck.DEVICES, reason,
                                "its claim has devices elsewhere",
                                "its claim %s has devices on %s".formatted(claim.claim(), claim.node()), false))
                        .orElseGet(() -> FilterFailure.others(FilterCheck.DEVICES, reason, "devices claimed by others",
                                there(claims, node).orElse("what it claims is there, but claimed by others"), false))
                : there(claims, node).map(words -> room(claims, node)
                        .filter(room -> room.closedForNow(known, namespace, claims)).isPresent()
                                ? FilterFailure.others(FilterCheck.DEVICES, reason, "devices out of service", words,
                                        false)
                                : FilterFailure.lasting(FilterCheck.DEVICES, reason, "too few devices to claim", words))
                        .orElseGet(() -> FilterFailure.lasting(FilterCheck.DEVICES, reason, "no such device to claim",
                                "has no device that its claims would take")));
    }

    /** What a node has of that. */
    private Optional<String> there(List<String> claims, String node) {
        return room(claims, node).map(room -> "has " + room.words());
    }

    /** Which share of the devices that suit is not free on a node. */
    Optional<Double> taken(NodeFacts node) {
        return room(names(node), node.name()).filter(room -> room.all() > 0)
                .map(room -> 1 - (double) room.free() / room.all());
    }

    private Optional<DeviceRoom> room(List<String> claims, String node) {
        return DeviceRoom.on(known, namespace, claims, node);
    }

    private Optional<AllocatedClaim> away(String node) {
        return known.placed(namespace, names).stream().filter(claim -> !claim.node().equals(node)).findFirst();
    }

    /** What would help where a claim that other pods use binds the pod to the node of its devices. */
    List<RemedySuggestion> unbinding(List<NodeFit> nodes) {
        var found = new ArrayList<RemedySuggestion>();
        for (var claim : known.placed(namespace, names)) {
            if (claim.pods().isEmpty()) {
                continue;
            }
            boolean shut = nodes.stream()
                    .anyMatch(node -> node.name().equals(claim.node()) && node.objections().stream()
                            .anyMatch(each -> each.check() == FilterCheck.LABELS));
            if (shut) {
                found.add(
                        new RemedySuggestion(
                                "Let the pods run on %s: their claim %s has devices there, and nowhere else while %s it"
                                        .formatted(claim.node(), claim.claim(), users(claim.pods())),
                                "", new PodRemedy.ChangeRequest()));
            }
            found.add(new RemedySuggestion(
                    "%s the pods name a claim template (resourceClaimTemplateName) instead of the claim %s: then each gets devices of its own"
                            .formatted(shut ? "Or have" : "Have", claim.claim()),
                    "", new PodRemedy.ChangeRequest()));
        }
        return List.copyOf(found);
    }

    private static String users(List<String> pods) {
        return pods.getFirst() + (pods.size() == 1 ? " uses" : " and %d more use".formatted(pods.size() - 1));
    }

    /** Which claim wants more than any node has, what no device is, or has devices where the pod may not run; empty where that is not why. */
    Optional<String> scarce() {
        return known.scarce(namespace, all()).or(() -> known.placed(namespace, names).stream().findFirst()
                .map(claim -> "The claim %s has devices on %s alone, and the pod cannot run there"
                        .formatted(claim.claim(), claim.node())));
    }

    /** How many such pods a node has devices for. */
    long room(NodeFacts node) {
        var claims = names(node);
        return claims.isEmpty() ? Long.MAX_VALUE : known.times(namespace, claims, node.name());
    }
}
