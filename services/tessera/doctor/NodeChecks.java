package tessera.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.alerts.Severity;
import tessera.doctor.SymptomCatalog.SymptomSubject;
import tessera.insight.GpuFraction;
import tessera.insight.GpuNode;
import tessera.insight.node.CordonOwners;
import tessera.insight.node.NodeFault;
import tessera.model.DurationText;
import tessera.model.ListText;
import tessera.model.MigLabels;
import tessera.model.Plurals;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.PodVisibility;
import tessera.model.ResourceAmounts;
import tessera.model.SpellingSuggestions;
import tessera.plan.node.MigTrouble;
import tessera.stack.GpuStack;
import tessera.stack.NodeChain;
import tessera.stack.StackComponent;

/** Looks at the nodes with GPUs, at what the alert rules find of them, and at changes of MIG that came to no end. */
final class NodeChecks {

    private static final Set<String> PRESSURES = Set.of("MemoryPressure", "DiskPressure", "PIDPressure",
            "NetworkUnavailable");

    private static final int LAYOUTS = 24;
    private static final int LISTED = 3;
    /** So long a change of MIG takes at most, as a rule. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private final SymptomCatalog matrix;
    private final DiagnosisInput known;
    private final List<DoctorFinding> found = new ArrayList<>();

    NodeChecks(SymptomCatalog matrix, DiagnosisInput known) {
        this.matrix = matrix;
        this.known = known;
    }

    /**
     * Returns what is wrong with nodes and their devices.
     *
     * @param meant  of which nodes it is told what the alert rules find
     * @param series what exporters leave out
     */
    List<DoctorFinding> findings(ExplainedNodes causes, Predicate<String> meant, List<DoctorFinding> series) {
        var divided = new HashSet<String>();
        if (known.fleet().nodes().isEmpty() && known.nodesUnseen().isEmpty() && known.evidence().claims().stream()
                .allMatch(claim -> claim.resource().isEmpty())) {
            found.add(matrix.finding("no-gpus", new SymptomSubject("", "", Map.of()), List.of())
                    .mendedBy(new Remediation.InstallStack()));
        }
        for (var node : known.fleet().nodes()) {
            boolean idle = causes.idle().contains(node.name());
            mig(node, idle, divided);
            // What a change that hangs has taken off is held still, and comes back with it.
            if (!idle && (GateChecks.offers(node) || !divided.contains(node.name()))) {
                overcommitted(node);
            }
            pressures(node);
            cordoned(node);
            crowded(node);
            reservations(node);
        }
        found.addAll(new ClaimChecks(matrix, known).findings());
        var devices = Stream.concat(new DeviceChecks(matrix, known).findings().stream(), series.stream()).toList();
        found.addAll(new AlertChecks(matrix, known, meant).findings(causes, divided, devices));
        return List.copyOf(found);
    }

    /** @param idle whether it is known why it offers nothing */
    private void mig(GpuNode node, boolean idle, Set<String> divided) {
        MigTrouble.of(node.info().facts().labels(), idle || GateChecks.offers(node)).ifPresent(trouble -> {
            divided.add(node.name());
            var plain = matrix.finding("mig",
                    SymptomSubject.node(node.name(), trouble.words().toLowerCase(Locale.ROOT)),
                    node.info().facts().labels().entrySet().stream()
                            .filter(label -> label.getKey().startsWith(MigLabels.CONFIG))
                            .map(label -> label.getKey() + "=" + label.getValue()).sorted().toList());
            if (unknown(node) || underWay(node, trouble)) {
                return;
            }
            var began = node.info().facts().migWritten();
            var lasting = began == null ? ""
                    : " for " + DurationText.words(known.fleet().snapshot().age(began, known.now()));
            var severity = trouble.kind() == MigTrouble.MigTroubleKind.FAILED ? Severity.CRITICAL : Severity.WARNING;
            var change = new DoctorFinding(plain.id(), severity, plain.object(),
                    plain.node(), "%s: %s%s".formatted(node.name(), lower(trouble.words()), lasting), plain.because(),
                    plain.evidence(), plain.remedy(), trouble.ways().stream()
                            .map(way -> "tessera plan mend-mig %s --by %s".formatted(node.name(), way.word()))
                            .toList())
                    .mendedBy(new Remediation.EndMigChange(node.name()));
            found.add(known.stack().flatMap(stack -> cause(stack, node)).map(cause -> because(change, cause))
                    .orElse(change));
        });
    }

    /** Whether it is a change that may still end by itself; that is told in its own words. */
    private boolean underWay(GpuNode node, MigTrouble trouble) {
        var began = Optional.ofNullable(node.info().facts().migWritten());
        if (trouble.kind() != MigTrouble.MigTroubleKind.UNDER_WAY
                || began.filter(at -> known.fleet().snapshot().age(at, known.now()).compareTo(PATIENCE) >= 0)
                        .isPresent()) {
            return false;
        }
        found.add(matrix.finding("change-under-way", SymptomSubject.node(node.name(), lower(trouble.words())),
                List.of(began.map(at -> "for " + DurationText.words(known.fleet().snapshot().age(at, known.now())))
                        .orElse(""))));
        return true;
    }

    private static Optional<tessera.stack.ChainFinding> cause(GpuStack stack, GpuNode node) {
        return stack.chain(node.name()).flatMap(NodeChain::finding)
                .filter(finding -> finding.at() == StackComponent.MIG && !finding.evidence().isBlank());
    }

    /** What the manager wrote tells why; what fails again is not offered again. */
    private DoctorFinding because(DoctorFinding change, tessera.stack.ChainFinding cause) {
        var told = change.and("it wrote: " + cause.evidence());
        if (cause.retry()) {
            return told;
        }
        var commands = known.stack().map(stack -> {
            var able = OperandCommands.able(cause.commands(), stack.objects());
            return able.isEmpty() ? stack.chain(told.node()).map(chain -> OperandCommands
                    .looking(chain.link(cause.at()))).orElse(List.of()) : able;
        }).orElse(List.of());
        return new DoctorFinding(told.id(), told.severity(), told.object(), told.node(), told.headline(),
                cause.headline() + " " + cause.because(), told.evidence(), cause.remedy(), commands);
    }

    /** A layout that nobody knows cannot be made, however often it is tried. */
    private boolean unknown(GpuNode node) {
        var layout = node.info().facts().label(MigLabels.CONFIG);
        var there = known.remains().layouts().get(node.name());
        if (there == null || there.names().contains(layout)
                || !node.info().facts().label(MigLabels.STATE).equals("failed")) {
            return false;
        }
        found.add(unknown(node, layout, there));
        return true;
    }

    private DoctorFinding unknown(GpuNode node, String layout, LayoutCatalog there) {
        var names = there.of(node.label());
        var near = SpellingSuggestions.mistyped(layout, names);
        var plain = matrix.finding("layout-unknown",
                SymptomSubject.node(node.name(), layout).with("map", there.map().name())
                        .with("namespace", there.map().namespace()),
                List.of("label %s=%s".formatted(MigLabels.CONFIG, layout),
                        near.map(name -> "the name most like it is " + name).orElse(""),
                        "the ConfigMap has " + listed(names)));
        return near.map(name -> plain.with(List.of("tessera plan mig %s --config %s".formatted(node.name(), name))))
                .orElse(plain).mendedBy(new Remediation.DivideNode(node.name()));
    }

    private static String listed(List<String> names) {
        return ListText.some(names, LAYOUTS);
    }

    private static String lower(String sentence) {
        return sentence.substring(0, 1).toLowerCase(Locale.ROOT) + sentence.substring(1);
    }

    private void overcommitted(GpuNode node) {
        var over = node.uses().stream().filter(use -> use.overcommitted() > 0)
                .map(use -> "%d of %d × %s".formatted(use.allocated(), use.allocatable(), use.resource())).toList();
        if (!over.isEmpty() && !node.lost()) {
            found.add(matrix.finding("overcommitted", SymptomSubject.node(node.name(), String.join(", ", over)),
                    List.of("held by " + node.holders().stream().map(pod -> pod.key()).limit(8)
                            .collect(Collectors.joining(", ")))));
        }
    }

    private void pressures(GpuNode node) {
        node.info().facts().conditions().stream()
                .filter(condition -> PRESSURES.contains(condition.type()) && condition.isTrue())
                .forEach(condition -> found
                        .add(matrix.finding("pressure", SymptomSubject.node(node.name(), condition.type()),
                                List.of(condition.reason() + ": " + condition.message()))));
    }

    private void cordoned(GpuNode node) {
        var sight = known.fleet().snapshot().podSight();
        long free = node.tally(sight).cordoned();
        if (!node.closed() || free == 0 || sight == PodVisibility.NONE) {
            return;
        }
        var of = SymptomSubject.node(node.name(), gpus(free)).with("closed", node.closure());
        var owners = CordonOwners.standard().all(node.info().facts());
        var hand = known.evidence().cordons().get(node.name());
        var written = hand == null ? List.<String>of() : List.of(hand.words());
        if (!owners.isEmpty()) {
            var first = owners.getFirst();
            found.add(matrix.finding("cordoned-by", of.with("owner", first.byline()).with("reopens", first.reopens()),
                    Stream.concat(owners.stream().map(owner -> owner.equals(first) ? owner.sign()
                            : "also %s: %s".formatted(owner.byline(), owner.sign())), written.stream()).toList()));
        } else if (node.state().compareTo(GpuNode.State.FAULTY) <= 0 && node.state() != GpuNode.State.CHANGING) {
            found.add(matrix.finding("cordoned-sick", of, Stream.concat(
                    node.faults().stream().limit(LISTED).map(NodeFault::label), written.stream()).toList()));
        } else {
            found.add(matrix.finding("cordoned", of.with("hand", hand == null ? "" : " " + hand.byline()), written)
                    .mendedBy(new Remediation.OpenNodes(List.of(node.name()))));
        }
    }

    private String gpus(long free) {
        return (known.fleet().snapshot().podSight() == PodVisibility.ALL ? "" : "at most ") + Plurals.of(free, "GPU");
    }

    /** What KAI left behind when the last pod that shared a GPU ended. */
    private void reservations(GpuNode node) {
        if (known.fleet().snapshot().podSight() != PodVisibility.ALL) {
            return;
        }
        node.info().pods().stream().filter(pod -> GpuFraction.reserves(pod) && pod.holdsResources()
                && pod.deleting() == null && node.reservedFor(pod).isEmpty() && settled(pod))
                .forEach(pod -> found.add(matrix.finding("reservation-leaked",
                        SymptomSubject.node(node.name(), pod.key()).with("namespace", pod.namespace()).with("name",
                                pod.name()),
                        List.of("no pod of the group %s runs there".formatted(pod.labels().get(GpuFraction.GROUP))))));
        node.info().pods().stream().filter(pod -> pod.phase() == PodPhase.RUNNING && pod.deleting() == null
                && !GpuFraction.reserves(pod) && GpuFraction.of(pod).isPresent() && settled(pod))
                .forEach(pod -> unreserved(node, pod));
    }

    private void unreserved(GpuNode node, PodFacts sharer) {
        var groups = new ArrayList<>(GpuFraction.groups(sharer));
        node.info().pods().stream().filter(pod -> GpuFraction.reserves(pod) && pod.holdsResources())
                .forEach(pod -> groups.remove(pod.labels().get(GpuFraction.GROUP)));
        if (!groups.isEmpty()) {
            found.add(matrix.finding("reservation-missing", SymptomSubject.node(node.name(), sharer.key())
                    .with("namespace", sharer.namespace()).with("name", sharer.name()),
                    groups.stream().map("no reservation pod of the group %s runs there"::formatted).toList()));
        }
    }

    /** KAI makes the reservation before the pods that it is for. */
    private boolean settled(PodFacts pod) {
        var created = pod.created();
        return created != null && known.fleet().snapshot().age(created, known.now()).compareTo(PATIENCE) >= 0;
    }

    /** The kubelet's limit of pods keeps GPUs free as a cordon does, and is seen nowhere but in the scheduler's words. */
    private void crowded(GpuNode node) {
        var allocatable = node.info().facts().allocatable();
        long runs = node.info().pods().stream().filter(PodFacts::holdsResources).count();
        long free = node.tally(known.fleet().snapshot().podSight()).free();
        if (free > 0 && allocatable.names().contains(ResourceAmounts.PODS)
                && runs >= allocatable.get(ResourceAmounts.PODS)) {
            found.add(matrix.finding("pods-full", SymptomSubject.node(node.name(), gpus(free)),
                    List.of("%d of at most %d pods".formatted(runs, allocatable.get(ResourceAmounts.PODS)))));
        }
    }
}
