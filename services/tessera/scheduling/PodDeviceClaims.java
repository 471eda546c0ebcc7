package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import tessera.dra.DeviceFreeingPodFinder;
import tessera.dra.DeviceSelectorFailure;
import tessera.dra.DraClusterState;
import tessera.dra.NodeDeviceAvailability;
import tessera.dra.UnsatisfiableClaimReason;
import tessera.kube.scheduling.FilterResult;
import tessera.kube.scheduling.FilterResult.NodePass;
import tessera.kube.scheduling.SchedulableNode;
import tessera.kube.scheduling.SchedulerFailureMessages;
import tessera.kube.scheduling.SchedulerPlugin;
import tessera.model.ExceededQuotaMessage;
import tessera.model.NodeSummary;
import tessera.model.ObjectRef;
import tessera.model.SpellingSuggestionFinder;
import tessera.scheduling.spec.PodSchedulingSpec;
import tessera.text.MessageCatalog;

/**
 * The resource claims of a pod, with the state of the cluster's devices.
 *
 * @param names   of its claims
 * @param classBackedResources  claims that would be made for extended resources which a class of devices serves, by resource; a node
 *                whose device plugin offers the resource hands out that, and meets no claim
 * @param devices   classes, slices and claims of the cluster
 * @param waitingReason why nothing can be tried yet, a sentence without a full stop; empty where all claims are there
 * @param missingObjects  what it names and nobody has made
 */
record PodDeviceClaims(String namespace, List<String> names, Map<String, String> classBackedResources,
        DraClusterState devices, Optional<String> waitingReason, List<ObjectRef> missingObjects) {

    private static final String CLASS = "DeviceClass";
    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodDeviceClaims.class);

    PodDeviceClaims {
        names = List.copyOf(names);
        classBackedResources = Map.copyOf(classBackedResources);
        missingObjects = List.copyOf(missingObjects);
    }

    /** Returns whether a node provides an extended resource through claims. */
    boolean servesByClaims(SchedulableNode node, String resource) {
        return servesByClaims(resource, node::allocatable);
    }

    private boolean servesByClaims(String resource, ToLongFunction<String> allocatable) {
        return classBackedResources.containsKey(resource) && allocatable.applyAsLong(resource) == 0;
    }

    /**
     * Returns the pod without the extended resources that only claims provide on all nodes.
     *
     * @param nodes all there are
     */
    PodSchedulingSpec withoutClaimedResources(PodSchedulingSpec spec, Collection<NodeSummary> nodes) {
        var requests = spec.requests();
        for (var resource : classBackedResources.keySet()) {
            if (nodes.stream().allMatch(node -> servesByClaims(resource, node.allocatable()::get))) {
                requests = requests.without(resource);
            }
        }
        return requests.equals(spec.requests()) ? spec : spec.withRequests(requests);
    }

    /** Returns the names of the claims that a node would have to satisfy. */
    private List<String> claimNamesOn(NodeSummary node) {
        return claimNamesOn(node.allocatable()::get);
    }

    private List<String> claimNamesOn(ToLongFunction<String> allocatable) {
        var all = new ArrayList<>(names);
        classBackedResources.forEach((resource, claim) -> {
            if (servesByClaims(resource, allocatable)) {
                all.add(claim);
            }
        });
        return all;
    }

    private List<String> allClaimNames() {
        var all = new ArrayList<>(names);
        all.addAll(classBackedResources.values());
        return all;
    }

    /** Returns the remedies where a missing class or template, or a quota, keeps nodes from being examined. */
    List<SchedulingRemedy> missingObjectRemedies() {
        var found = new ArrayList<SchedulingRemedy>();
        for (var object : missingObjects) {
            boolean ofClaim = object.kind().equals(CLASS);
            if (ofClaim) {
                SpellingSuggestionFinder.findMistyped(object.name(), devices.classNames())
                        .ifPresent(near -> found.add(new SchedulingRemedy(MESSAGES.text("remedy.similarClass", near),
                                "kubectl get deviceclasses",
                                new SchedulingRemedyChange.ChangeResourceRequestAction())));
            }
            found.add(new SchedulingRemedy(creationText(object, ofClaim), "",
                    specFor(object)
                            .<SchedulingRemedyChange>map(
                                    spec -> SchedulingRemedyChange.CreateObjectAction.withSpec(object, spec))
                            .orElseGet(SchedulingRemedyChange.ChangeResourceRequestAction::new)));
            found.add(new SchedulingRemedy(MESSAGES.text("remedy.otherClaim"), "",
                    new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        waitingReason.flatMap(ExceededQuotaMessage::parse)
                .ifPresent(quota -> found.add(PodCreationFailureExplainer.raiseQuotaRemedy(namespace, quota, 1)));
        return List.copyOf(found);
    }

    private String creationText(ObjectRef object, boolean ofClaim) {
        if (ofClaim || devices.classNames().size() == 1) {
            return MESSAGES.text("remedy.createClaimed", object.kind(), object.name(), ofClaim);
        }
        return MESSAGES.text("remedy.createRequesting", object.kind(), object.name(),
                devices.classNames().stream().sorted().toList());
    }

    /** Returns the spec for a missing object; empty where the user has to choose what it names. */
    private Optional<JsonNode> specFor(ObjectRef object) {
        var spec = JsonNodeFactory.instance.objectNode();
        if (object.kind().equals(CLASS)) {
            return devices.driverForClass(object.name()).map(driver -> {
                spec.putArray("selectors").addObject().putObject("cel").put("expression",
                        "device.driver == \"%s\"".formatted(driver));
                return spec;
            });
        }
        if (devices.classNames().size() != 1) {
            return Optional.empty();
        }
        var claim = object.kind().endsWith("Template") ? spec.putObject("spec") : spec;
        var request = claim.putObject("devices").putArray("requests").addObject().put("name", "gpu");
        (object.apiVersion().endsWith("v1beta1") ? request : request.putObject("exactly")).put("deviceClassName",
                devices.classNames().iterator().next());
        return Optional.of(spec);
    }

    /** Returns the few pods whose end would free enough devices on a node. */
    List<String> podsToFreeDevices(NodeSummary node, Predicate<String> able) {
        return deviceFreeingPods(node).findPods(able);
    }

    DeviceFreeingPodFinder deviceFreeingPods(NodeSummary node) {
        return new DeviceFreeingPodFinder(devices, namespace, claimNamesOn(node), node.name());
    }

    /** Returns the reason why no node is possible; empty for none. */
    Optional<String> refusalReason() {
        return waitingReason.or(() -> devices.preFilterFailure(namespace, allClaimNames()));
    }

    /** Returns the error of a selector that reads a missing attribute of a device on some nodes. */
    Optional<DeviceSelectorFailure> selectorRuntimeError(List<String> nodes) {
        return DeviceSelectorFailure.findFirst(nodes, devices, namespace, allClaimNames());
    }

    /** Returns an expression that cannot be evaluated here; empty for none. */
    Optional<String> unsupportedExpression() {
        return devices.undeterminedSelector(namespace, allClaimNames());
    }

    /** Returns the scheduler's message about the claims; empty while they are still to be created. */
    String schedulerMessage(int nodes) {
        if (waitingReason.isPresent()) {
            return "";
        }
        return SchedulerFailureMessages.unresolvableMessage(nodes, refusalReason().orElse(""));
    }

    /** Returns whether a node has the devices, as the scheduler finds it. */
    FilterResult filterNode(SchedulableNode node) {
        return devices.filterFailure(namespace, claimNamesOn(node::allocatable), node.name()).<FilterResult>map(
                reason -> FilterResult.NodeRejection.unresolvable(SchedulerPlugin.DYNAMIC_RESOURCES, List.of(reason)))
                .orElse(NodePass.PASSED);
    }

    /** Explains why a node was rejected. */
    PredictedNodeFilterFailure failureOn(NodeSummary nodeSummary, String reason) {
        var claims = claimNamesOn(nodeSummary);
        var node = nodeSummary.name();
        if (devices.couldFit(namespace, claims, node)) {
            return devices.unreachableClaim(namespace, names, node)
                    .map(claim -> PredictedNodeFilterFailure.causedByPods(SchedulerPlugin.DYNAMIC_RESOURCES, reason,
                            MESSAGES.text("filter.claimElsewhere.brief"),
                            MESSAGES.text("filter.claimElsewhere", claim.claim(), claim.node())))
                    .orElseGet(() -> PredictedNodeFilterFailure.causedByPods(SchedulerPlugin.DYNAMIC_RESOURCES, reason,
                            MESSAGES.text("filter.claimedDevices"),
                            availableText(claims, node).orElseGet(() -> MESSAGES.text("filter.claimedDevices"))));
        }
        return availableText(claims, node)
                .map(text -> devices.isTemporarilyClosed(namespace, claims, node)
                        ? PredictedNodeFilterFailure.forWithheldDevices(reason, text)
                        : PredictedNodeFilterFailure.permanent(SchedulerPlugin.DYNAMIC_RESOURCES, reason,
                                MESSAGES.text("filter.tooFewDevices"), text))
                .orElseGet(() -> PredictedNodeFilterFailure.permanent(SchedulerPlugin.DYNAMIC_RESOURCES, reason,
                        MESSAGES.text("filter.noDevice.brief"), MESSAGES.text("filter.noDevice")));
    }

    /** Returns the matching devices of a node as text; empty for none. */
    private Optional<String> availableText(List<String> claims, String node) {
        return deviceRoom(claims, node)
                .map(availability -> MESSAGES.text("filter.devices", availability.availabilityText()));
    }

    /** Which share of the devices that suit is not free on a node. */
    Optional<Double> taken(NodeSummary node) {
        return deviceRoom(claimNamesOn(node), node.name()).filter(availability -> availability.total() > 0)
                .map(availability -> 1 - (double) availability.free() / availability.total());
    }

    private Optional<NodeDeviceAvailability> deviceRoom(List<String> claims, String node) {
        return devices.availabilityOn(namespace, claims, node);
    }

    /** Returns the remedies where a claim in use binds the pod to the node of its devices. */
    List<SchedulingRemedy> unbindingRemedies(List<NodeFitResult> nodes) {
        var found = new ArrayList<SchedulingRemedy>();
        for (var claim : devices.allocatedClaims(namespace, names)) {
            if (claim.pods().isEmpty()) {
                continue;
            }
            boolean shut = nodes.stream().anyMatch(node -> node.name().equals(claim.node())
                    && node.failures().stream().anyMatch(PredictedNodeFilterFailure::isLabelMismatch));
            if (shut) {
                found.add(new SchedulingRemedy(
                        MESSAGES.text("remedy.claimNode", claim.node(), claim.claim(), claim.pods()), "",
                        new SchedulingRemedyChange.ChangeResourceRequestAction()));
            }
            found.add(new SchedulingRemedy(MESSAGES.text("remedy.claimTemplate", claim.claim(), shut), "",
                    new SchedulingRemedyChange.ChangeResourceRequestAction()));
        }
        return List.copyOf(found);
    }

    /** Returns the claim that no node can satisfy or whose node excludes the pod; empty where claims are not the cause. */
    Optional<String> unsatisfiableClaimText() {
        return UnsatisfiableClaimReason.find(devices, namespace, allClaimNames()).or(this::boundClaimText);
    }

    private Optional<String> boundClaimText() {
        return devices.allocatedClaims(namespace, names).stream().findFirst()
                .map(claim -> MESSAGES.text("claimNodeUnsuitable", claim.claim(), claim.node()));
    }

    /** Returns the number of such pods for which a node has devices. */
    long countPodsOn(NodeSummary node) {
        var claims = claimNamesOn(node);
        return claims.isEmpty() ? Long.MAX_VALUE : devices.countAllocations(namespace, claims, node.name());
    }
}
