package tessera.doctor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.alerts.Alert;
import tessera.alerts.AlertOrFindingSeverity;
import tessera.doctor.GpuStackSymptomCatalog.SymptomPlaceholderValues;
import tessera.gpu.CloudInstanceTypeCatalog;
import tessera.gpu.EstimateBoundKind;
import tessera.gpu.GpuNode;
import tessera.gpu.GpuNodeState;
import tessera.gpu.GpuStatusCounts;
import tessera.gpu.KaiGpuFraction;
import tessera.gpu.health.CordonOwnerCatalog;
import tessera.gpu.health.LastFieldWrite;
import tessera.gpu.health.NodeFault;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.MigNodeLabels;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.PodListCompleteness;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.SpellingSuggestionFinder;
import tessera.plan.node.MigChangeProblem;
import tessera.stack.BrokenGpuStackComponentFinding;
import tessera.stack.ClusterReadResult;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackStatus;
import tessera.stack.NodeGpuStackComponentChain;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** Checks the nodes with GPUs, the alerts about them, and changes of MIG that did not end. */
final class GpuNodeChecks {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuNodeChecks.class);
    private static final String SENTINEL_STATE = "dgxc.nvidia.com/nvsentinel-state";
    private static final String NETWORK = "NetworkUnavailable";
    private static final Set<String> PRESSURES = Set.of("MemoryPressure", "DiskPressure", "PIDPressure", NETWORK);

    private static final int LAYOUTS = 24;
    private static final int LISTED = 3;
    /** So long a change of MIG takes at most, as a rule. */
    private static final Duration PATIENCE = Duration.ofMinutes(15);

    private final GpuStackSymptomCatalog catalog;
    private final DiagnosisInput input;
    private final List<DiagnosisFinding> findings = new ArrayList<>();

    GpuNodeChecks(GpuStackSymptomCatalog catalog, DiagnosisInput input) {
        this.catalog = catalog;
        this.input = input;
    }

    /**
     * Returns what is wrong with nodes and their devices.
     *
     * @param meant  of which nodes it is told what the alert rules find
     * @param series what exporters leave out
     */
    List<DiagnosisFinding> findings(ExplainedProblemNodes causes, Predicate<String> meant,
            List<DiagnosisFinding> series) {
        var divided = new HashSet<String>();
        if (input.fleet().nodes().isEmpty() && input.nodesProblem().isEmpty()
                && input.evidence().claims().stream().allMatch(claim -> claim.resource().isEmpty())
                && input.fleet().snapshot().nodes().stream().map(NodeWithBoundPods::nodeSummary)
                        .noneMatch(GpuNodeChecks::hasWindowsGpus)) {
            findings.add(noGpusFinding());
        }
        for (var node : input.fleet().nodes()) {
            boolean idle = causes.nodesWithoutGpus().contains(node.name());
            checkMig(node, idle, divided);
            // What a change that hangs has taken off is held still, and comes back with it.
            if (!idle && (OperandDeployLabelChecks.offersDevices(node) || !divided.contains(node.name()))) {
                checkOvercommitted(node);
            }
            checkPressures(node);
            checkCordoned(node);
            checkGivenUp(node);
            checkPodLimit(node);
            checkReservations(node);
        }
        findings.addAll(new ResourceClaimChecks(catalog, input).findings());
        var devices = Stream.concat(new GpuReportConsistencyChecks(catalog, input).findings().stream(), series.stream())
                .toList();
        findings.addAll(new AlertFindingConverter(catalog, input, meant).findings(causes, divided, devices));
        return List.copyOf(findings);
    }

    /** @param idle whether it is known why it offers nothing */
    private void checkMig(GpuNode node, boolean idle, Set<String> divided) {
        MigChangeProblem.of(node.info().nodeSummary().labels(), idle || OperandDeployLabelChecks.offersDevices(node))
                .ifPresent(migProblem -> {
                    divided.add(node.name());
                    // A restart does not make a layout fit that is reported not to.
                    if (migProblem instanceof MigChangeProblem.NoGpusAdvertised
                            && GpuReportConsistencyChecks.hasInvalidMigLayout(node.info().nodeSummary())) {
                        return;
                    }
                    var plain = catalog.finding("mig", SymptomPlaceholderValues.ofNode(node.name(), migProblem.text()),
                            node.info().nodeSummary().labels().entrySet().stream()
                                    .filter(label -> label.getKey().startsWith(MigNodeLabels.CONFIG))
                                    .map(label -> label.getKey() + "=" + label.getValue()).sorted().toList());
                    if (reportUnknownLayout(node) || reportUnderWay(node, migProblem)) {
                        return;
                    }
                    var began = node.info().nodeSummary().migWritten();
                    var age = Optional.ofNullable(began)
                            .map(start -> input.fleet().snapshot().ageOf(start, input.now()));
                    var alertOrFindingSeverity = migProblem instanceof MigChangeProblem.MigChangeFailed
                            ? AlertOrFindingSeverity.CRITICAL
                            : AlertOrFindingSeverity.WARNING;
                    var change = new DiagnosisFinding(plain.id(), alertOrFindingSeverity, plain.object(), plain.node(),
                            new FindingHeadline.MigChangeOfNode(node.name(), migProblem, age), plain.explanation(),
                            plain.evidence(), plain.remedy(),
                            migProblem.repairs().stream().map(
                                    way -> "tessera plan mend-mig %s --by %s".formatted(node.name(), way.commandWord()))
                                    .toList())
                            .withRemediation(new FindingRemediation.EndMigChangeRemedy(node.name()));
                    findings.add(input.stack().flatMap(stack -> findCause(stack, node))
                            .map(cause -> withCause(change, cause)).orElse(change));
                });
    }

    /** Reports a change of MIG that may still end by itself, and returns whether it is one. */
    private boolean reportUnderWay(GpuNode node, MigChangeProblem migProblem) {
        var began = Optional.ofNullable(node.info().nodeSummary().migWritten());
        if (!(migProblem instanceof MigChangeProblem.MigChangeInProgress) || began
                .filter(at -> input.fleet().snapshot().ageOf(at, input.now()).compareTo(PATIENCE) >= 0).isPresent()) {
            return false;
        }
        findings.add(catalog.finding("change-under-way",
                SymptomPlaceholderValues.ofNode(node.name(), migProblem.text()),
                List.of(began.map(at -> MESSAGES.text("change.lasts", input.fleet().snapshot().ageOf(at, input.now())))
                        .orElse(""))));
        return true;
    }

    /** Returns whether a node has GPUs that Windows offers as DirectX devices: the GPU operator serves none of these. */
    private static boolean hasWindowsGpus(NodeSummary node) {
        return node.isWindows() && (node.capacity().names().contains("microsoft.com/directx")
                || CloudInstanceTypeCatalog.gpusOf(node).isPresent());
    }

    private DiagnosisFinding noGpusFinding() {
        var operator = input.stack().map(stack -> stack.objects().operator());
        var subject = new SymptomPlaceholderValues("", "", Map.of());
        if (operator.flatMap(ClusterReadResult::result).flatMap(each -> each).isPresent()) {
            return catalog.finding("no-gpu-nodes", subject, List.of());
        }
        boolean known = operator.filter(each -> each.problem().isEmpty()).isPresent()
                && input.fleet().snapshot().devices().hiddenSlicesProblem().isEmpty();
        return known
                ? catalog.finding("no-gpus", subject, List.of())
                        .withRemediation(new FindingRemediation.GpuStackInstallRemedy())
                : catalog.finding("no-gpus-seen", subject, List.of());
    }

    private static Optional<tessera.stack.BrokenGpuStackComponentFinding> findCause(GpuStackStatus stack,
            GpuNode node) {
        return stack.findChain(node.name()).flatMap(NodeGpuStackComponentChain::finding)
                .filter(finding -> finding.component() == GpuStackComponent.MIG && !finding.evidence().isBlank());
    }

    /** Returns the finding with the manager's output as its cause; what would fail again is not offered again. */
    private DiagnosisFinding withCause(DiagnosisFinding change, tessera.stack.BrokenGpuStackComponentFinding cause) {
        var finding = change.withEvidence(MESSAGES.text("log", cause.evidence()));
        if (cause.retryable()) {
            return finding;
        }
        var commands = input.stack().map(stack -> commandsFor(stack, cause, finding)).orElse(List.of());
        return new DiagnosisFinding(finding.id(), finding.severity(), finding.object(), finding.node(),
                finding.reason(), MESSAGES.text("log.cause", cause.headline(), cause.explanation()), finding.evidence(),
                cause.remedy(), commands);
    }

    private static List<String> commandsFor(GpuStackStatus stack, BrokenGpuStackComponentFinding cause,
            DiagnosisFinding finding) {
        var able = GpuOperandCommandSelector.applicableCommands(cause.commands(), stack.objects());
        if (able.isEmpty()) {
            return stack.findChain(finding.node())
                    .map(chain -> GpuOperandCommandSelector.inspectionCommands(chain.linkOf(cause.component())))
                    .orElse(List.of());
        }
        return able;
    }

    /** Reports a layout that does not exist, and returns whether it is one: retries are of no use. */
    private boolean reportUnknownLayout(GpuNode node) {
        var layout = node.info().nodeSummary().label(MigNodeLabels.CONFIG);
        var layouts = input.inventory().layouts().get(node.name());
        if (layouts == null || layouts.names().contains(layout)
                || !node.info().nodeSummary().label(MigNodeLabels.STATE).equals("failed")) {
            return false;
        }
        findings.add(unknownLayoutFinding(node, layout, layouts));
        return true;
    }

    private DiagnosisFinding unknownLayoutFinding(GpuNode node, String layout, AvailableMigLayouts layouts) {
        var names = layouts.layoutsFor(node.label());
        var near = SpellingSuggestionFinder.findMistyped(layout, names);
        var plain = catalog.finding("layout-unknown",
                SymptomPlaceholderValues.ofNode(node.name(), layout).withPlaceholder("map", layouts.map().name())
                        .withPlaceholder("namespace", layouts.map().namespace()),
                List.of("label %s=%s".formatted(MigNodeLabels.CONFIG, layout),
                        near.map(name -> MESSAGES.text("similar", name)).orElse(""),
                        MESSAGES.text("config.keys.some", namesText(names))));
        return near.map(
                name -> plain.withCommands(List.of("tessera plan mig %s --config %s".formatted(node.name(), name))))
                .orElse(plain).withRemediation(new FindingRemediation.MigLayoutRemedy(node.name()));
    }

    private static String namesText(List<String> names) {
        return SentenceJoiner.listText(names, LAYOUTS);
    }

    private void checkOvercommitted(GpuNode node) {
        var over = node.uses().stream().filter(use -> use.overcommitted() > 0)
                .map(use -> "%d of %d × %s".formatted(use.allocated(), use.allocatable(), use.resource())).toList();
        if (!over.isEmpty() && !node.isLost()) {
            findings.add(catalog.finding("overcommitted",
                    SymptomPlaceholderValues.ofNode(node.name(), String.join(", ", over)),
                    List.of(MESSAGES.text("held.by.some", node.holders().stream().map(pod -> pod.key()).toList()))));
        }
    }

    private void checkPressures(GpuNode node) {
        node.info().nodeSummary().conditions().stream()
                .filter(statusCondition -> PRESSURES.contains(statusCondition.type()) && statusCondition.isTrue())
                .forEach(statusCondition -> findings.add(
                        catalog.finding(statusCondition.type().equals(NETWORK) ? "network-unavailable" : "pressure",
                                SymptomPlaceholderValues.ofNode(node.name(), statusCondition.type()),
                                List.of(statusCondition.reason() + ": " + statusCondition.message()))));
    }

    /** Checks for repairs given up; a label without the annotation of what was found is left over from one that is over. */
    private void checkGivenUp(GpuNode node) {
        var summary = node.info().nodeSummary();
        var state = summary.label(SENTINEL_STATE);
        boolean closed = summary.unschedulable() || isAnnotated(summary, "quarantineHealthEventAppliedTaints");
        if (closed && isAnnotated(summary, "quarantineHealthEvent")
                && (state.equals("drain-failed") || state.equals("remediation-failed"))) {
            findings.add(catalog.finding("nvsentinel-" + state, SymptomPlaceholderValues.ofNode(node.name(), state),
                    List.of("label %s=%s".formatted(SENTINEL_STATE, state))));
        }
    }

    private static boolean isAnnotated(NodeSummary node, String suffix) {
        return node.annotations().keySet().stream().anyMatch(key -> key.endsWith(suffix));
    }

    private void checkCordoned(GpuNode node) {
        var visibility = input.fleet().snapshot().podVisibility();
        var counts = node.tally(visibility);
        long free = counts.cordoned();
        boolean upgrading = input.evidence().upgrades().stream().anyMatch(each -> each.node().equals(node.name()));
        if (!node.isClosed() || free + counts.faulty() == 0 || visibility == PodListCompleteness.NONE || upgrading) {
            return;
        }
        var of = SymptomPlaceholderValues.ofNode(node.name(), closedText(node, counts)).withPlaceholder("closed",
                node.closureText());
        var owners = CordonOwnerCatalog.standard().ownersOf(node.info().nodeSummary());
        var lastWrite = Optional.ofNullable(input.evidence().cordons().get(node.name()));
        var written = lastWrite.map(LastFieldWrite::evidenceText).stream().toList();
        if (!owners.isEmpty()) {
            var first = owners.getFirst();
            findings.add(catalog.finding("cordoned-by",
                    of.withPlaceholder("owner", first.byline()).withPlaceholder("reopens", first.reopens()),
                    Stream.concat(
                            owners.stream()
                                    .map(owner -> owner.equals(first) ? owner.marker()
                                            : MESSAGES.text("cordon.also", owner.byline(), owner.marker())),
                            written.stream()).toList()));
        } else if (isUnhealthy(node)) {
            var faults = node.faultTexts().isEmpty() ? node.faults().stream().map(NodeFault::label)
                    : node.faultTexts().stream();
            findings.add(catalog.finding("cordoned-sick", of, Stream
                    .of(faults.limit(LISTED), criticalAlerts(node).limit(LISTED).map(Alert::sentence), written.stream())
                    .flatMap(Function.identity()).distinct().toList()));
        } else {
            findings.add(catalog
                    .finding("cordoned",
                            of.withPlaceholder("hand", lastWrite.map(write -> " " + write.byline()).orElse("")),
                            Stream.concat(written.stream(), node.faults().stream().map(NodeFault::label)).toList())
                    .withRemediation(new FindingRemediation.UncordonNodesRemedy(List.of(node.name()))));
        }
    }

    private String closedText(GpuNode node, GpuStatusCounts counts) {
        if (counts.faulty() > 0
                && node.freeBound(input.fleet().snapshot().podVisibility()) == EstimateBoundKind.AT_LEAST) {
            return MESSAGES.text("closed.bound", gpuCountText(counts.cordoned() + counts.faulty()), counts.faulty());
        }
        var sound = gpuCountText(counts.cordoned());
        var faulty = gpuCountText(counts.faulty());
        if (counts.faulty() == 0) {
            return MESSAGES.text("closed", sound);
        }
        return counts.cordoned() == 0 ? MESSAGES.text("closed.faulty", faulty)
                : MESSAGES.text("closed.both", sound, faulty);
    }

    private boolean isUnhealthy(GpuNode node) {
        boolean faulty = node.state().compareTo(GpuNodeState.FAULTY) <= 0 && node.state() != GpuNodeState.CHANGING;
        return faulty || node.faults().stream().anyMatch(NodeFault::impairsNode)
                || criticalAlerts(node).findAny().isPresent();
    }

    private Stream<Alert> criticalAlerts(GpuNode node) {
        return input.alerts().active().stream().filter(alert -> alert.severity() == AlertOrFindingSeverity.CRITICAL
                && alert.subject().node().equals(node.name()));
    }

    private String gpuCountText(long count) {
        return MESSAGES.text("gpus.bound", count, input.fleet().snapshot().podVisibility() == PodListCompleteness.ALL);
    }

    /** Checks for reservations that KAI left behind when the last pod that shared a GPU ended. */
    private void checkReservations(GpuNode node) {
        if (input.fleet().snapshot().podVisibility() != PodListCompleteness.ALL) {
            return;
        }
        node.info().pods().stream()
                .filter(pod -> KaiGpuFraction.isReservation(pod) && pod.holdsResources() && pod.deleting() == null
                        && node.reservedFor(pod).isEmpty() && isSettled(pod))
                .forEach(pod -> findings.add(catalog.finding("reservation-leaked",
                        SymptomPlaceholderValues.ofNode(node.name(), pod.key())
                                .withPlaceholder("namespace", pod.namespace()).withPlaceholder("name", pod.name()),
                        List.of(MESSAGES.text("kai.noPod", pod.labels().get(KaiGpuFraction.GROUP))))));
        node.info().pods().stream()
                .filter(pod -> pod.phase() == PodPhase.RUNNING && pod.deleting() == null
                        && !KaiGpuFraction.isReservation(pod) && KaiGpuFraction.fromAnnotations(pod).isPresent()
                        && isSettled(pod))
                .forEach(pod -> unreserved(node, pod));
    }

    private void unreserved(GpuNode node, PodSummary sharer) {
        var groups = new ArrayList<>(KaiGpuFraction.groups(sharer));
        node.info().pods().stream().filter(pod -> KaiGpuFraction.isReservation(pod) && pod.holdsResources())
                .forEach(pod -> groups.remove(pod.labels().get(KaiGpuFraction.GROUP)));
        if (!groups.isEmpty()) {
            findings.add(catalog.finding("reservation-missing",
                    SymptomPlaceholderValues.ofNode(node.name(), sharer.key())
                            .withPlaceholder("namespace", sharer.namespace()).withPlaceholder("name", sharer.name()),
                    groups.stream().map(group -> MESSAGES.text("kai.noReservation", group)).toList()));
        }
    }

    /** Returns whether a reservation is old enough; KAI makes it before the pods that it is for. */
    private boolean isSettled(PodSummary pod) {
        var created = pod.created();
        return created != null && input.fleet().snapshot().ageOf(created, input.now()).compareTo(PATIENCE) >= 0;
    }

    /** Checks the kubelet's pod limit, which keeps GPUs free as a cordon does, and shows only in the scheduler's message. */
    private void checkPodLimit(GpuNode node) {
        var allocatable = node.info().nodeSummary().allocatable();
        long runs = node.info().pods().stream().filter(PodSummary::holdsResources).count();
        long free = node.tally(input.fleet().snapshot().podVisibility()).free();
        if (free > 0 && allocatable.names().contains(ResourceAmounts.PODS)
                && runs >= allocatable.get(ResourceAmounts.PODS)) {
            findings.add(catalog.finding("pods-full", SymptomPlaceholderValues.ofNode(node.name(), gpuCountText(free)),
                    List.of(MESSAGES.text("pods.full", runs, allocatable.get(ResourceAmounts.PODS)))));
        }
    }
}
