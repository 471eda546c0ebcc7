package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.EstimateBound;
import tessera.insight.GpuAllocations;
import tessera.insight.GpuFleet;
import tessera.insight.GpuFraction;
import tessera.insight.GpuNode;
import tessera.insight.PodOwners;
import tessera.insight.WaitingReason;
import tessera.insight.node.CordonOwners;
import tessera.insight.node.NodeFaultCatalog;
import tessera.model.Condition;
import tessera.model.MigLabels;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodVisibility;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;
import tessera.model.ResourceUse;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.model.Taint;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.node.MigTrouble;
import tessera.ui.inspect.InspectorState.ConditionLine;
import tessera.ui.inspect.InspectorState.Holder;
import tessera.ui.inspect.InspectorState.InspectorFact;
import tessera.ui.inspect.InspectorState.PodListing;
import tessera.ui.inspect.InspectorState.ResourceUseLine;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.PodStatusGlyph;
import tessera.ui.kit.StatusGlyph;

/** Computes the state of the inspector. */
final class InspectorProjection {

    private final AcceleratorCatalog accelerators;

    InspectorProjection(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    InspectorState project(GpuFleet fleet, InspectorQuery query) {
        var state = knownState(fleet, query);
        return state.present() && isPast(fleet.snapshot(), query.target()) ? state.asPast() : state;
    }

    /** Returns whether the known state of an object may be outdated. */
    private static boolean isPast(Snapshot snapshot, ObjectRef target) {
        return !(snapshot.connection() instanceof SessionConnection.LiveConnection)
                || (target.kind().equals("Node") ? snapshot.nodeHealth()
                        : snapshot.podHealth()) instanceof SourceHealth.StaleSource;
    }

    private InspectorState knownState(GpuFleet fleet, InspectorQuery query) {
        var target = query.target();
        if (target.kind().equals("Node")) {
            return fleet.snapshot().findNode(target.name()).map(node -> nodeState(fleet, query, node))
                    .orElseGet(() -> InspectorState.ofGone(target, "node · no longer in the cluster"));
        }
        if (!target.kind().equals("Pod")) {
            return workloadState(fleet, target);
        }
        return fleet.snapshot().findPod(target.namespace(), target.name()).map(pod -> podState(fleet, query, pod))
                .orElseGet(() -> InspectorState.ofGone(target, "pod · no longer in the cluster"));
    }

    private InspectorState nodeState(GpuFleet fleet, InspectorQuery query, NodeInfo info) {
        var gpus = fleet.node(info.name());
        var visibility = fleet.snapshot().podVisibility();
        var facts = info.facts();
        var holdings = new GpuAllocations(fleet, accelerators);
        var conditions = facts.conditions().stream().map(condition -> conditionLine(condition, fleet, query)).toList();
        var pods = info.pods().stream().filter(PodFacts::holdsResources)
                .sorted(Comparator.comparing((PodFacts pod) -> !accelerators.isRequestedBy(pod))
                        .thenComparing(PodFacts::key, NaturalOrder.INSTANCE))
                .map(pod -> holderOf(pod, holdings)).toList();
        var glyph = gpus.map(InspectorProjection::nodeSign)
                .orElse(facts.isReady() ? StatusGlyph.READY : StatusGlyph.BROKEN);
        return new InspectorState(query.target(), glyph, "node · " + nodeText(gpus, info), "", "",
                nodeFacts(fleet, query, info, gpus), List.of(), resourceUses(info, gpus, visibility), conditions,
                labelFacts(facts.labels()),
                new PodListing(pods, visibility),
                gpus.map(node -> NodeGpus.of(fleet, node, query.now(), query.placements())).orElse(NodeGpus.NONE),
                true);
    }

    private static StatusGlyph nodeSign(GpuNode node) {
        return switch (node.state()) {
            case UNREACHABLE -> StatusGlyph.UNREACHABLE;
            case CHANGING -> StatusGlyph.WAITING;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> StatusGlyph.BROKEN;
            case CORDONED, MAINTENANCE -> StatusGlyph.CORDONED;
            case READY -> StatusGlyph.READY;
        };
    }

    private static String nodeText(Optional<GpuNode> gpus, NodeInfo info) {
        var state = gpus.map(GpuNode::state)
                .orElse(info.facts().isReady() ? GpuNode.State.READY : GpuNode.State.NOT_READY);
        var text = switch (state) {
            case UNREACHABLE -> "not reachable";
            case NOT_READY -> "not ready";
            case CHANGING -> "changing";
            case NOT_OFFERED -> "GPUs not offered";
            case UNHEALTHY -> "unhealthy GPUs";
            case FAULTY -> "fault reported";
            case MAINTENANCE -> "GPUs in maintenance";
            case CORDONED, READY -> "Ready";
        };
        var by = CordonOwners.standard().findOwner(info.facts()).map(owner -> " by " + owner.name());
        if (info.facts().unschedulable()) {
            return text + ", cordoned" + by.orElse("");
        }
        return by.map(owner -> text + ", closed" + owner).orElse(text);
    }

    private static List<InspectorFact> nodeFacts(GpuFleet fleet, InspectorQuery query, NodeInfo info,
            Optional<GpuNode> gpus) {
        var facts = info.facts();
        var list = new ArrayList<InspectorFact>();
        gpus.ifPresent(node -> {
            addFact(list, "Model", node.label().isEmpty() ? node.product().title() : node.label());
            addFact(list, node.hasCurrentDriver() ? "Driver" : "Driver, as told last",
                    node.driver() + (node.cuda().isEmpty() ? "" : " · CUDA " + node.cuda()));
            addFact(list, "Faults", String.join("\n", node.faultTexts()));
            addFact(list, "Sharing", node.divisionText());
            list.addAll(ClaimFacts.factsOf(fleet.snapshot(), node));
            MigTrouble.of(facts.labels(), node.freeBlock() > 0 || node.uses().stream()
                    .anyMatch(use -> use.allocatable() > 0)).ifPresent(migProblem -> addFact(list, "MIG",
                            migProblem.text()
                                    + withSeparator(", for ",
                                            AgeText.ageOf(facts.migWritten(), fleet.snapshot(), query.now()))));
            addFact(list, "MIG config", facts.label(MigLabels.CONFIG)
                    + withSeparator(" · ", facts.label(MigLabels.STATE)));
        });
        addFact(list, "Taints", facts.taints().stream().map(Taint::toString).collect(Collectors.joining("\n")));
        addFact(list, "Zone", facts.label("topology.kubernetes.io/zone"));
        addFact(list, "Instance", facts.label("node.kubernetes.io/instance-type"));
        addFact(list, "Address", facts.address());
        addFact(list, "Kubelet", facts.system().kubelet() + withSeparator(" · ", facts.system().runtime()));
        addFact(list, "System", facts.system().os() + withSeparator(" · ", facts.system().kernel()));
        addFact(list, "Age", AgeText.ageOf(facts.created(), fleet.snapshot(), query.now()));
        return list;
    }

    private static String withSeparator(String separator, String text) {
        return text.isEmpty() ? "" : separator + text;
    }

    private static void addFact(List<InspectorFact> facts, String name, String value) {
        if (!value.isBlank()) {
            facts.add(new InspectorFact(name, value.strip()));
        }
    }

    private static List<ResourceUseLine> resourceUses(NodeInfo info, Optional<GpuNode> gpus, PodVisibility visibility) {
        boolean known = visibility != PodVisibility.NONE;
        var seen = visibility == PodVisibility.ALL ? EstimateBound.EXACT : EstimateBound.AT_LEAST;
        var uses = new ArrayList<ResourceUseLine>();
        gpus.ifPresent(node -> node.amounts(visibility).forEach(amount -> {
            var use = amount.use();
            uses.add(new ResourceUseLine(use.resource(), known ? use.allocated() : -1, amount.allocated(),
                    use.allocatable(), note(node, use, visibility)));
        }));
        for (var resource : List.of(ResourceAmounts.CPU, ResourceAmounts.MEMORY, ResourceAmounts.PODS)) {
            var use = info.useOf(resource);
            long allocated = resource.equals(ResourceAmounts.PODS)
                    ? info.pods().stream().filter(PodFacts::holdsResources).count()
                    : use.allocated();
            if (use.allocatable() > 0) {
                uses.add(new ResourceUseLine(resource, known ? allocated : -1, seen, use.allocatable(), ""));
            }
        }
        return uses;
    }

    private static String note(GpuNode node, ResourceUse use, PodVisibility visibility) {
        if (use.overcommitted() > 0) {
            return NumberText.atLeast(use.overcommitted(), visibility == PodVisibility.ALL) + " more held than offered";
        }
        if (node.isLost()) {
            return "as told last";
        }
        long faulty = use.free() - node.usableUnits(use);
        var withheld = node.withheldDevices() > 0 ? node.withheldText(use) : "";
        return faulty == 0 ? withheld : withheld + withSeparator(withheld.isEmpty() ? "" : " · ", faulty + " faulty");
    }

    private static ConditionLine conditionLine(Condition condition, GpuFleet fleet, InspectorQuery query) {
        boolean good = condition.type().equals("Ready") ? condition.isTrue()
                : NodeFaultCatalog.standard().faultOf(condition).isEmpty()
                        && !(condition.isTrue() && condition.type().matches(".*(Pressure|Unavailable)"));
        var glyph = condition.status().equals("Unknown") ? StatusGlyph.UNREACHABLE
                : good ? StatusGlyph.READY : StatusGlyph.WARNING;
        return new ConditionLine(glyph, condition.type(), condition.status(),
                AgeText.ageOf(condition.since(), fleet.snapshot(), query.now()), condition.message());
    }

    private static List<InspectorFact> labelFacts(Map<String, String> labels) {
        return labels.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(entry -> new InspectorFact(entry.getKey(), entry.getValue())).toList();
    }

    private static Holder holderOf(PodFacts pod, GpuAllocations holdings) {
        var counted = holdings.allocationsOf(List.of(pod)).stream()
                .map(held -> NumberText.count(held.number()) + " × " + held.unit());
        var holds = Stream.concat(counted, pod.claims().stream().map(name -> "claim " + name))
                .collect(Collectors.joining(", "));
        return new Holder(ObjectRef.pod(pod.namespace(), pod.name()), PodStatusGlyph.glyphOf(pod), holds, pod.status(),
                pod.waitsForNode());
    }

    private InspectorState workloadState(GpuFleet fleet, ObjectRef target) {
        var holdings = new GpuAllocations(fleet, accelerators);
        var snapshot = fleet.snapshot();
        var pods = snapshot.pods()
                .filter(pod -> PodOwners.isMaker(target, pod))
                .sorted(Comparator.comparing(PodFacts::name, NaturalOrder.INSTANCE))
                .map(pod -> holderOf(pod, holdings)).toList();
        return InspectorState.ofWorkload(target, podsSign(pods.stream().map(Holder::sign).collect(Collectors.toSet())),
                target.kind() + " · " + target.namespace(), new PodListing(pods, snapshot.podVisibility()));
    }

    /** Returns the sign of a workload: ready where a pod runs and none has a problem. */
    private static StatusGlyph podsSign(Set<StatusGlyph> pods) {
        var open = pods.stream().filter(glyph -> glyph != StatusGlyph.NONE).toList();
        return pods.isEmpty() ? StatusGlyph.WAITING
                : open.isEmpty() ? StatusGlyph.NONE
                        : open.equals(List.of(StatusGlyph.READY)) ? StatusGlyph.READY : StatusGlyph.WARNING;
    }

    private InspectorState podState(GpuFleet fleet, InspectorQuery query, PodFacts pod) {
        var verdict = pod.waitsForNode() && (accelerators.isRequestedBy(pod) || !pod.claims().isEmpty())
                ? new WaitingReason(fleet, accelerators).reasonText(pod) + "."
                : "";
        var requests = pod.requests().names().stream().filter(name -> pod.requests().get(name) > 0)
                .map(name -> new InspectorFact(resourceTitle(name), amountText(name, pod.requests().get(name))))
                .collect(Collectors.toCollection(ArrayList::new));
        GpuFraction.fromAnnotations(pod)
                .ifPresent(part -> requests.add(new InspectorFact("GPU fraction", part.fractionText())));
        if (!accelerators.isRequestedBy(pod) && pod.claims().isEmpty()) {
            requests.add(new InspectorFact("GPUs", "none"));
        }
        return new InspectorState(query.target(), PodStatusGlyph.glyphOf(pod),
                "pod · " + pod.namespace() + " · " + pod.status(),
                verdict, pod.message(), podFacts(fleet, query, pod), requests, List.of(), List.of(),
                labelFacts(pod.labels()), PodListing.NONE, NodeGpus.heldBy(fleet, pod, query), true);
    }

    /** Returns the name of a resource for texts; vendor resources keep their own name. */
    static String resourceTitle(String resource) {
        return switch (resource) {
            case ResourceAmounts.CPU -> "CPU";
            case ResourceAmounts.MEMORY -> "Memory";
            default -> resource;
        };
    }

    private static String amountText(String resource, long amount) {
        return resource.equals(ResourceAmounts.CPU) ? NumberText.coresWithUnit(amount)
                : isInBytes(resource) ? NumberText.bytes(amount) : NumberText.count(amount);
    }

    private static boolean isInBytes(String resource) {
        return resource.equals(ResourceAmounts.MEMORY) || resource.equals("ephemeral-storage")
                || resource.startsWith("hugepages-");
    }

    /** Returns an amount in the same units as sums; as it was written where they would round it. */
    static String amountText(String resource, String amount) {
        var known = Quantity.parseAmount(resource, amount);
        if (known.isEmpty()) {
            return amount;
        }
        var text = amountText(resource, known.getAsLong());
        return !isInBytes(resource) || Quantity.parseUnits(text.replace(" ", "").replace("B", "")).equals(known) ? text
                : amount;
    }

    private static List<InspectorFact> podFacts(GpuFleet fleet, InspectorQuery query, PodFacts pod) {
        var list = new ArrayList<InspectorFact>();
        var owner = PodOwners.ownerOf(pod);
        list.add(new InspectorFact("Owner", owner.exists() ? owner.kind() + " " + owner.name() : "nobody",
                WorkloadKind.ownerRef(pod.namespace(), owner)));
        list.add(new InspectorFact("Node", pod.node().isEmpty() ? "none yet" : pod.node(),
                Optional.of(ObjectRef.node(pod.node())).filter(node -> !pod.node().isEmpty())));
        addFact(list, "Nominated", pod.nominated());
        list.addAll(ClaimFacts.factsOf(fleet.snapshot(), pod));
        addFact(list, "Reason", pod.reason());
        addFact(list, "Containers", "%d of %d ready".formatted(pod.ready(), pod.total())
                + (pod.restarts() > 0 ? " · " + NumberText.withNoun(pod.restarts(), "restart") : ""));
        addFact(list, "Priority", pod.priority() == 0 ? "" : Integer.toString(pod.priority()));
        addFact(list, "Age", AgeText.ageOf(pod.created(), fleet.snapshot(), query.now()));
        return list;
    }
}
