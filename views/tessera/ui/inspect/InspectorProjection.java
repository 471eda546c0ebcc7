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
import tessera.ui.inspect.InspectorState.Residents;
import tessera.ui.inspect.InspectorState.ResourceUseLine;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.PodSign;
import tessera.ui.kit.StatusGlyph;

/** Computes what the inspector shows. */
final class InspectorProjection {

    private final AcceleratorCatalog accelerators;

    InspectorProjection(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    InspectorState state(GpuFleet fleet, InspectorQuery query) {
        var state = known(fleet, query);
        return state.present() && past(fleet.snapshot(), query.target()) ? state.past() : state;
    }

    /** Whether what is known of an object must not be taken for the present. */
    private static boolean past(Snapshot snapshot, ObjectRef target) {
        return !(snapshot.connection() instanceof SessionConnection.LiveConnection)
                || (target.kind().equals("Node") ? snapshot.nodeHealth()
                        : snapshot.podHealth()) instanceof SourceHealth.StaleSource;
    }

    private InspectorState known(GpuFleet fleet, InspectorQuery query) {
        var target = query.target();
        if (target.kind().equals("Node")) {
            return fleet.snapshot().node(target.name()).map(node -> node(fleet, query, node))
                    .orElseGet(() -> InspectorState.gone(target, "node · no longer in the cluster"));
        }
        if (!target.kind().equals("Pod")) {
            return work(fleet, target);
        }
        return fleet.snapshot().pod(target.namespace(), target.name()).map(pod -> pod(fleet, query, pod))
                .orElseGet(() -> InspectorState.gone(target, "pod · no longer in the cluster"));
    }

    private InspectorState node(GpuFleet fleet, InspectorQuery query, NodeInfo info) {
        var gpus = fleet.node(info.name());
        var sight = fleet.snapshot().podSight();
        var facts = info.facts();
        var holdings = new GpuAllocations(fleet, accelerators);
        var conditions = facts.conditions().stream().map(condition -> line(condition, fleet, query)).toList();
        var pods = info.pods().stream().filter(PodFacts::holdsResources)
                .sorted(Comparator.comparing((PodFacts pod) -> !accelerators.wantedBy(pod))
                        .thenComparing(PodFacts::key, NaturalOrder.INSTANCE))
                .map(pod -> holder(pod, holdings)).toList();
        var sign = gpus.map(InspectorProjection::sign).orElse(facts.ready() ? StatusGlyph.READY : StatusGlyph.BROKEN);
        return new InspectorState(query.target(), sign, "node · " + words(gpus, info), "", "",
                nodeFacts(fleet, query, info, gpus), List.of(), uses(info, gpus, sight), conditions,
                entries(facts.labels()),
                new Residents(pods, sight),
                gpus.map(node -> NodeGpus.of(fleet, node, query.now(), query.told())).orElse(NodeGpus.NONE),
                true);
    }

    private static StatusGlyph sign(GpuNode node) {
        return switch (node.state()) {
            case UNREACHABLE -> StatusGlyph.UNREACHABLE;
            case CHANGING -> StatusGlyph.WAITING;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> StatusGlyph.BROKEN;
            case CORDONED, MAINTENANCE -> StatusGlyph.CORDONED;
            case READY -> StatusGlyph.READY;
        };
    }

    private static String words(Optional<GpuNode> gpus, NodeInfo info) {
        var state = gpus.map(GpuNode::state)
                .orElse(info.facts().ready() ? GpuNode.State.READY : GpuNode.State.NOT_READY);
        var words = switch (state) {
            case UNREACHABLE -> "not reachable";
            case NOT_READY -> "not ready";
            case CHANGING -> "changing";
            case NOT_OFFERED -> "GPUs not offered";
            case UNHEALTHY -> "unhealthy GPUs";
            case FAULTY -> "fault reported";
            case MAINTENANCE -> "GPUs in maintenance";
            case CORDONED, READY -> "Ready";
        };
        var by = CordonOwners.standard().of(info.facts()).map(owner -> " by " + owner.name());
        if (info.facts().unschedulable()) {
            return words + ", cordoned" + by.orElse("");
        }
        return by.map(owner -> words + ", closed" + owner).orElse(words);
    }

    private static List<InspectorFact> nodeFacts(GpuFleet fleet, InspectorQuery query, NodeInfo info,
            Optional<GpuNode> gpus) {
        var facts = info.facts();
        var list = new ArrayList<InspectorFact>();
        gpus.ifPresent(node -> {
            add(list, "Model", node.label().isEmpty() ? node.product().title() : node.label());
            add(list, "Driver", node.driver() + (node.cuda().isEmpty() ? "" : " · CUDA " + node.cuda()));
            add(list, "Sharing", node.division());
            list.addAll(ClaimFacts.of(fleet.snapshot(), node));
            MigTrouble.of(facts.labels(), node.freeBlock() > 0 || node.uses().stream()
                    .anyMatch(use -> use.allocatable() > 0)).ifPresent(trouble -> add(list, "MIG",
                            trouble.words()
                                    + suffix(", for ",
                                            AgeText.since(facts.migWritten(), fleet.snapshot(), query.now()))));
            add(list, "MIG config", facts.label(MigLabels.CONFIG)
                    + suffix(" · ", facts.label(MigLabels.STATE)));
        });
        add(list, "Taints", facts.taints().stream().map(Taint::toString).collect(Collectors.joining("\n")));
        add(list, "Zone", facts.label("topology.kubernetes.io/zone"));
        add(list, "Instance", facts.label("node.kubernetes.io/instance-type"));
        add(list, "Address", facts.address());
        add(list, "Kubelet", facts.system().kubelet() + suffix(" · ", facts.system().runtime()));
        add(list, "System", facts.system().os() + suffix(" · ", facts.system().kernel()));
        add(list, "Age", AgeText.since(facts.created(), fleet.snapshot(), query.now()));
        return list;
    }

    private static String suffix(String separator, String text) {
        return text.isEmpty() ? "" : separator + text;
    }

    private static void add(List<InspectorFact> facts, String name, String value) {
        if (!value.isBlank()) {
            facts.add(new InspectorFact(name, value.strip()));
        }
    }

    private static List<ResourceUseLine> uses(NodeInfo info, Optional<GpuNode> gpus, PodVisibility sight) {
        boolean known = sight != PodVisibility.NONE;
        var seen = sight == PodVisibility.ALL ? EstimateBound.EXACT : EstimateBound.AT_LEAST;
        var uses = new ArrayList<ResourceUseLine>();
        gpus.ifPresent(node -> node.amounts(sight).forEach(amount -> {
            var use = amount.use();
            uses.add(new ResourceUseLine(use.resource(), known ? use.allocated() : -1, amount.held(),
                    use.allocatable(), note(node, use, sight)));
        }));
        for (var resource : List.of(ResourceAmounts.CPU, ResourceAmounts.MEMORY, ResourceAmounts.PODS)) {
            var use = info.use(resource);
            long held = resource.equals(ResourceAmounts.PODS)
                    ? info.pods().stream().filter(PodFacts::holdsResources).count()
                    : use.allocated();
            if (use.allocatable() > 0) {
                uses.add(new ResourceUseLine(resource, known ? held : -1, seen, use.allocatable(), ""));
            }
        }
        return uses;
    }

    private static String note(GpuNode node, ResourceUse use, PodVisibility sight) {
        if (use.overcommitted() > 0) {
            return NumberText.atLeast(use.overcommitted(), sight == PodVisibility.ALL) + " more held than offered";
        }
        return node.withheld() > 0 ? node.withheldText(use) : "";
    }

    private static ConditionLine line(Condition condition, GpuFleet fleet, InspectorQuery query) {
        boolean good = condition.type().equals("Ready") ? condition.isTrue() : condition.status().equals("False");
        var sign = condition.status().equals("Unknown") ? StatusGlyph.UNREACHABLE
                : good ? StatusGlyph.READY : StatusGlyph.WARNING;
        return new ConditionLine(sign, condition.type(), condition.status(),
                AgeText.since(condition.since(), fleet.snapshot(), query.now()), condition.message());
    }

    private static List<InspectorFact> entries(Map<String, String> labels) {
        return labels.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(entry -> new InspectorFact(entry.getKey(), entry.getValue())).toList();
    }

    private static Holder holder(PodFacts pod, GpuAllocations holdings) {
        var counted = holdings.of(List.of(pod)).stream()
                .map(held -> NumberText.count(held.number()) + " × " + held.unit());
        var holds = Stream.concat(counted, pod.claims().stream().map(name -> "claim " + name))
                .collect(Collectors.joining(", "));
        return new Holder(ObjectRef.pod(pod.namespace(), pod.name()), PodSign.of(pod), holds, pod.status(),
                pod.waitsForNode());
    }

    private InspectorState work(GpuFleet fleet, ObjectRef target) {
        var holdings = new GpuAllocations(fleet, accelerators);
        var snapshot = fleet.snapshot();
        var pods = snapshot.pods()
                .filter(pod -> PodOwners.made(target, pod))
                .sorted(Comparator.comparing(PodFacts::name, NaturalOrder.INSTANCE))
                .map(pod -> holder(pod, holdings)).toList();
        return InspectorState.work(target, sign(pods.stream().map(Holder::sign).collect(Collectors.toSet())),
                target.kind() + " · " + target.namespace(), new Residents(pods, snapshot.podSight()));
    }

    /** Of what makes pods: it is well where one runs and none is in trouble. */
    private static StatusGlyph sign(Set<StatusGlyph> pods) {
        var open = pods.stream().filter(sign -> sign != StatusGlyph.NONE).toList();
        return pods.isEmpty() ? StatusGlyph.WAITING
                : open.isEmpty() ? StatusGlyph.NONE
                        : open.equals(List.of(StatusGlyph.READY)) ? StatusGlyph.READY : StatusGlyph.WARNING;
    }

    private InspectorState pod(GpuFleet fleet, InspectorQuery query, PodFacts pod) {
        var verdict = pod.waitsForNode() && (accelerators.wantedBy(pod) || !pod.claims().isEmpty())
                ? new WaitingReason(fleet, accelerators).of(pod) + "."
                : "";
        var requests = pod.requests().names().stream().filter(name -> pod.requests().get(name) > 0)
                .map(name -> new InspectorFact(named(name), amount(name, pod.requests().get(name))))
                .collect(Collectors.toCollection(ArrayList::new));
        GpuFraction.of(pod).ifPresent(part -> requests.add(new InspectorFact("GPU fraction", part.words())));
        if (!accelerators.wantedBy(pod) && pod.claims().isEmpty()) {
            requests.add(new InspectorFact("GPUs", "none"));
        }
        return new InspectorState(query.target(), PodSign.of(pod), "pod · " + pod.namespace() + " · " + pod.status(),
                verdict, pod.message(), podFacts(fleet, query, pod), requests, List.of(), List.of(),
                entries(pod.labels()), Residents.NONE, NodeGpus.heldBy(fleet, pod, query), true);
    }

    /** What a resource is called among words; one of a vendor keeps its own name. */
    static String named(String resource) {
        return switch (resource) {
            case ResourceAmounts.CPU -> "CPU";
            case ResourceAmounts.MEMORY -> "Memory";
            default -> resource;
        };
    }

    private static String amount(String resource, long amount) {
        return resource.equals(ResourceAmounts.CPU) ? NumberText.wordedCores(amount)
                : ofBytes(resource) ? NumberText.bytes(amount) : NumberText.count(amount);
    }

    private static boolean ofBytes(String resource) {
        return resource.equals(ResourceAmounts.MEMORY) || resource.equals("ephemeral-storage")
                || resource.startsWith("hugepages-");
    }

    /** An amount in the words in which sums are said; as it was written where they would round it. */
    static String written(String resource, String amount) {
        var known = Quantity.amount(resource, amount);
        if (known.isEmpty()) {
            return amount;
        }
        var words = amount(resource, known.getAsLong());
        return !ofBytes(resource) || Quantity.units(words.replace(" ", "").replace("B", "")).equals(known) ? words
                : amount;
    }

    private static List<InspectorFact> podFacts(GpuFleet fleet, InspectorQuery query, PodFacts pod) {
        var list = new ArrayList<InspectorFact>();
        var owner = PodOwners.of(pod);
        list.add(new InspectorFact("Owner", owner.exists() ? owner.kind() + " " + owner.name() : "nobody",
                WorkloadKind.object(pod.namespace(), owner)));
        list.add(new InspectorFact("Node", pod.node().isEmpty() ? "none yet" : pod.node(),
                Optional.of(ObjectRef.node(pod.node())).filter(node -> !pod.node().isEmpty())));
        add(list, "Nominated", pod.nominated());
        list.addAll(ClaimFacts.of(fleet.snapshot(), pod));
        add(list, "Reason", pod.reason());
        add(list, "Containers", "%d of %d ready".formatted(pod.ready(), pod.total())
                + (pod.restarts() > 0 ? " · " + NumberText.of(pod.restarts(), "restart") : ""));
        add(list, "Priority", pod.priority() == 0 ? "" : Integer.toString(pod.priority()));
        add(list, "Age", AgeText.since(pod.created(), fleet.snapshot(), query.now()));
        return list;
    }
}
