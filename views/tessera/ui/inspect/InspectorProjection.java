package tessera.ui.inspect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.insight.GpuFraction;
import tessera.insight.GpuNode;
import tessera.insight.Holdings;
import tessera.insight.Owners;
import tessera.insight.WaitingReason;
import tessera.insight.node.CordonOwners;
import tessera.model.Condition;
import tessera.model.Connection;
import tessera.model.MigLabels;
import tessera.model.NodeInfo;
import tessera.model.ObjectRef;
import tessera.model.PodFacts;
import tessera.model.PodSight;
import tessera.model.Quantity;
import tessera.model.ResourceUse;
import tessera.model.Resources;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.model.Taint;
import tessera.plan.intent.WorkloadKind;
import tessera.plan.node.MigTrouble;
import tessera.ui.inspect.InspectorState.Fact;
import tessera.ui.inspect.InspectorState.Holder;
import tessera.ui.inspect.InspectorState.Line;
import tessera.ui.inspect.InspectorState.Residents;
import tessera.ui.inspect.InspectorState.Use;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.NaturalOrder;
import tessera.ui.kit.Numbers;
import tessera.ui.kit.PodSign;

/** Computes what the inspector shows. */
final class InspectorProjection {

    private final Accelerators accelerators;

    InspectorProjection(Accelerators accelerators) {
        this.accelerators = accelerators;
    }

    InspectorState state(Fleet fleet, InspectorQuery query) {
        var state = known(fleet, query);
        return state.present() && past(fleet.snapshot(), query.target()) ? state.past() : state;
    }

    /** Whether what is known of an object must not be taken for the present. */
    private static boolean past(Snapshot snapshot, ObjectRef target) {
        return !(snapshot.connection() instanceof Connection.Live)
                || (target.kind().equals("Node") ? snapshot.nodeHealth()
                        : snapshot.podHealth()) instanceof SourceHealth.Stale;
    }

    private InspectorState known(Fleet fleet, InspectorQuery query) {
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

    private InspectorState node(Fleet fleet, InspectorQuery query, NodeInfo info) {
        var gpus = fleet.node(info.name());
        var sight = fleet.snapshot().podSight();
        var facts = info.facts();
        var holdings = new Holdings(fleet, accelerators);
        var conditions = facts.conditions().stream().map(condition -> line(condition, fleet, query)).toList();
        var pods = info.pods().stream().filter(PodFacts::holdsResources)
                .sorted(Comparator.comparing((PodFacts pod) -> !accelerators.wantedBy(pod))
                        .thenComparing(PodFacts::key, NaturalOrder.INSTANCE))
                .map(pod -> holder(pod, holdings)).toList();
        var sign = gpus.map(InspectorProjection::sign).orElse(facts.ready() ? Glyph.READY : Glyph.BROKEN);
        return new InspectorState(query.target(), sign, "node · " + words(gpus, info), "", "",
                nodeFacts(fleet, query, info, gpus), List.of(), uses(info, gpus, sight), conditions,
                entries(facts.labels()),
                new Residents(pods, sight),
                gpus.map(node -> NodeGpus.of(fleet, node, query.now(), query.told())).orElse(NodeGpus.NONE),
                true);
    }

    private static Glyph sign(GpuNode node) {
        return switch (node.state()) {
            case UNREACHABLE -> Glyph.UNREACHABLE;
            case CHANGING -> Glyph.WAITING;
            case NOT_READY, NOT_OFFERED, UNHEALTHY, FAULTY -> Glyph.BROKEN;
            case CORDONED -> Glyph.CORDONED;
            case READY -> Glyph.READY;
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
            case CORDONED, READY -> "Ready";
        };
        var by = CordonOwners.standard().of(info.facts()).map(owner -> " by " + owner.name());
        if (info.facts().unschedulable()) {
            return words + ", cordoned" + by.orElse("");
        }
        return by.map(owner -> words + ", closed" + owner).orElse(words);
    }

    private static List<Fact> nodeFacts(Fleet fleet, InspectorQuery query, NodeInfo info, Optional<GpuNode> gpus) {
        var facts = info.facts();
        var list = new ArrayList<Fact>();
        gpus.ifPresent(node -> {
            add(list, "Model", node.label().isEmpty() ? node.product().title() : node.label());
            add(list, "Driver", node.driver() + (node.cuda().isEmpty() ? "" : " · CUDA " + node.cuda()));
            add(list, "Sharing", node.division());
            list.addAll(ClaimFacts.of(fleet.snapshot(), node));
            MigTrouble.of(facts.labels(), node.freeBlock() > 0 || node.uses().stream()
                    .anyMatch(use -> use.allocatable() > 0)).ifPresent(trouble -> add(list, "MIG", trouble.words()));
            add(list, "MIG config", facts.label(MigLabels.CONFIG)
                    + suffix(" · ", facts.label(MigLabels.STATE)));
        });
        add(list, "Taints", facts.taints().stream().map(Taint::toString).collect(Collectors.joining("\n")));
        add(list, "Zone", facts.label("topology.kubernetes.io/zone"));
        add(list, "Instance", facts.label("node.kubernetes.io/instance-type"));
        add(list, "Address", facts.address());
        add(list, "Kubelet", facts.system().kubelet() + suffix(" · ", facts.system().runtime()));
        add(list, "System", facts.system().os() + suffix(" · ", facts.system().kernel()));
        add(list, "Age", Ages.since(facts.created(), fleet.snapshot(), query.now()));
        return list;
    }

    private static String suffix(String separator, String text) {
        return text.isEmpty() ? "" : separator + text;
    }

    private static void add(List<Fact> facts, String name, String value) {
        if (!value.isBlank()) {
            facts.add(new Fact(name, value.strip()));
        }
    }

    private static List<Use> uses(NodeInfo info, Optional<GpuNode> gpus, PodSight sight) {
        boolean known = sight != PodSight.NONE;
        boolean all = sight == PodSight.ALL;
        var uses = new ArrayList<Use>();
        gpus.ifPresent(
                node -> node.uses().forEach(use -> uses.add(new Use(use.resource(), known ? use.allocated() : -1, all,
                        use.allocatable(), note(use, sight)))));
        for (var resource : List.of(Resources.CPU, Resources.MEMORY, Resources.PODS)) {
            var use = info.use(resource);
            long held = resource.equals(Resources.PODS)
                    ? info.pods().stream().filter(PodFacts::holdsResources).count()
                    : use.allocated();
            if (use.allocatable() > 0) {
                uses.add(new Use(resource, known ? held : -1, all, use.allocatable(), ""));
            }
        }
        return uses;
    }

    private static String note(ResourceUse use, PodSight sight) {
        if (use.overcommitted() > 0) {
            return Numbers.atLeast(use.overcommitted(), sight == PodSight.ALL) + " more held than offered";
        }
        return use.unhealthy() > 0 ? Numbers.count(use.unhealthy()) + " unhealthy" : "";
    }

    private static Line line(Condition condition, Fleet fleet, InspectorQuery query) {
        boolean good = condition.type().equals("Ready") ? condition.isTrue() : condition.status().equals("False");
        var sign = condition.status().equals("Unknown") ? Glyph.UNREACHABLE : good ? Glyph.READY : Glyph.WARNING;
        return new Line(sign, condition.type(), condition.status(),
                Ages.since(condition.since(), fleet.snapshot(), query.now()), condition.message());
    }

    private static List<Fact> entries(Map<String, String> labels) {
        return labels.entrySet().stream().sorted(Map.Entry.comparingByKey())
                .map(entry -> new Fact(entry.getKey(), entry.getValue())).toList();
    }

    private static Holder holder(PodFacts pod, Holdings holdings) {
        var counted = holdings.of(List.of(pod)).stream()
                .map(held -> Numbers.count(held.number()) + " × " + held.unit());
        var holds = Stream.concat(counted, pod.claims().stream().map(name -> "claim " + name))
                .collect(Collectors.joining(", "));
        return new Holder(ObjectRef.pod(pod.namespace(), pod.name()), PodSign.of(pod), holds, pod.status(),
                pod.waitsForNode());
    }

    private InspectorState work(Fleet fleet, ObjectRef target) {
        var holdings = new Holdings(fleet, accelerators);
        var snapshot = fleet.snapshot();
        var pods = snapshot.pods()
                .filter(pod -> Owners.made(target, pod))
                .sorted(Comparator.comparing(PodFacts::name, NaturalOrder.INSTANCE))
                .map(pod -> holder(pod, holdings)).toList();
        return InspectorState.work(target, sign(pods.stream().map(Holder::sign).collect(Collectors.toSet())),
                target.kind() + " · " + target.namespace(), new Residents(pods, snapshot.podSight()));
    }

    /** Of what makes pods: it is well where one runs and none is in trouble. */
    private static Glyph sign(Set<Glyph> pods) {
        var open = pods.stream().filter(sign -> sign != Glyph.NONE).toList();
        return pods.isEmpty() ? Glyph.WAITING
                : open.isEmpty() ? Glyph.NONE
                        : open.equals(List.of(Glyph.READY)) ? Glyph.READY : Glyph.WARNING;
    }

    private InspectorState pod(Fleet fleet, InspectorQuery query, PodFacts pod) {
        var verdict = pod.waitsForNode() && (accelerators.wantedBy(pod) || !pod.claims().isEmpty())
                ? new WaitingReason(fleet, accelerators).of(pod) + "."
                : "";
        var requests = pod.requests().names().stream().filter(name -> pod.requests().get(name) > 0)
                .map(name -> new Fact(named(name), amount(name, pod.requests().get(name))))
                .collect(Collectors.toCollection(ArrayList::new));
        GpuFraction.of(pod).ifPresent(part -> requests.add(new Fact("GPU fraction", part.words())));
        if (!accelerators.wantedBy(pod) && pod.claims().isEmpty()) {
            requests.add(new Fact("GPUs", "none"));
        }
        return new InspectorState(query.target(), PodSign.of(pod), "pod · " + pod.namespace() + " · " + pod.status(),
                verdict, pod.message(), podFacts(fleet, query, pod), requests, List.of(), List.of(),
                entries(pod.labels()), Residents.NONE, NodeGpus.heldBy(fleet, pod, query), true);
    }

    /** What a resource is called among words; one of a vendor keeps its own name. */
    static String named(String resource) {
        return switch (resource) {
            case Resources.CPU -> "CPU";
            case Resources.MEMORY -> "Memory";
            default -> resource;
        };
    }

    private static String amount(String resource, long amount) {
        return resource.equals(Resources.CPU) ? Numbers.wordedCores(amount)
                : ofBytes(resource) ? Numbers.bytes(amount) : Numbers.count(amount);
    }

    private static boolean ofBytes(String resource) {
        return resource.equals(Resources.MEMORY) || resource.equals("ephemeral-storage")
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

    private static List<Fact> podFacts(Fleet fleet, InspectorQuery query, PodFacts pod) {
        var list = new ArrayList<Fact>();
        var owner = Owners.of(pod);
        list.add(new Fact("Owner", owner.exists() ? owner.kind() + " " + owner.name() : "nobody",
                WorkloadKind.object(pod.namespace(), owner)));
        list.add(new Fact("Node", pod.node().isEmpty() ? "none yet" : pod.node(),
                Optional.of(ObjectRef.node(pod.node())).filter(node -> !pod.node().isEmpty())));
        add(list, "Nominated", pod.nominated());
        list.addAll(ClaimFacts.of(fleet.snapshot(), pod));
        add(list, "Reason", pod.reason());
        add(list, "Containers", "%d of %d ready".formatted(pod.ready(), pod.total())
                + (pod.restarts() > 0 ? " · " + Numbers.of(pod.restarts(), "restart") : ""));
        add(list, "Priority", pod.priority() == 0 ? "" : Integer.toString(pod.priority()));
        add(list, "Age", Ages.since(pod.created(), fleet.snapshot(), query.now()));
        return list;
    }
}
