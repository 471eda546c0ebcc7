package tessera.ui.pods;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.FleetPodGpuAllocations;
import tessera.gpu.GpuFleet;
import tessera.gpu.KaiGpuFraction;
import tessera.gpu.NonAcceleratorResourceFilter;
import tessera.gpu.PodAcceleratorRequests;
import tessera.gpu.PodOwnerFinder;
import tessera.gpu.WaitingPodClaimRequests;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ExceededQuotaMessage;
import tessera.model.PodPhase;
import tessera.model.PodSummary;
import tessera.model.SnapshotCollectionHealth;
import tessera.scheduling.WorkloadWithoutPods;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.SentenceJoiner;
import tessera.ui.kit.AgeFormatter;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.PodResourceRequestFormatter;
import tessera.ui.kit.PodStatusGlyphChooser;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;
import tessera.ui.pods.PodListLine.PodListGroupKind;
import tessera.ui.pods.PodsScreenInput.PodListSection;
import tessera.ui.pods.PodsScreenState.PodSectionCounts;

/** Computes the state of the pods screen. One thread at a time. */
final class PodsScreenStateBuilder {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodsScreenStateBuilder.class);

    private final AcceleratorCatalog accelerators;
    private final TableFilterParser<PodSummary> filter;
    private final NonAcceleratorResourceFilter devices;
    private final PodlessWorkloadLineBuilder podless;

    PodsScreenStateBuilder(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
        this.devices = new NonAcceleratorResourceFilter(accelerators);
        this.podless = new PodlessWorkloadLineBuilder(
                amounts -> PodResourceRequestFormatter.amountsText(amounts, accelerators));
        this.filter = new TableFilterParser<>(conditionFields(), conditionFlags());
    }

    PodsScreenState project(GpuFleet fleet, PodsScreenInput query) {
        var notice = createNotice(fleet);
        if (notice.isPresent()) {
            return new PodsScreenState(notice, List.of(), new PodSectionCounts(0, 0, 0, false), "", "");
        }
        Predicate<PodSummary> mine = pod -> query.namespace().isEmpty() || query.namespace().equals(pod.namespace());
        var waiting = fleet.pendingPods().stream().filter(mine).toList();
        var others = devices.waitingPods(fleet.snapshot()).stream().filter(mine).toList();
        // Pods of nodes that are not known, or may not be listed, hold their GPUs all the same.
        var elsewhere = fleet.snapshot().unbound().stream().filter(pod -> !pod.node().isEmpty());
        var holders = fleet.holders().map(PodSummary::key).collect(Collectors.toSet());
        var placed = Stream.concat(fleet.snapshot().nodes().stream().flatMap(node -> node.pods().stream()), elsewhere)
                .filter(pod -> mine.test(pod) && (accelerators.isRequestedBy(pod) || holders.contains(pod.key())))
                .toList();
        var running = placed.stream().filter(PodSummary::holdsResources).toList();
        var failed = placed.stream().filter(pod -> pod.phase() == PodPhase.FAILED).toList();
        var reading = filter.read(query.filter());
        var page = new PodSectionLineBuilder(fleet, query, reading.accepts());
        if (showsSection(query, PodListSection.PENDING)) {
            page.addPending(waiting);
            page.addOthers(others);
            page.lines.addAll(podless.createLines(fleet, query));
        }
        if (showsSection(query, PodListSection.RUNNING)) {
            page.addRunning(running);
        }
        if (showsSection(query, PodListSection.FAILED)) {
            page.addFailed(failed);
        }
        if (query.section() == PodListSection.ALL) {
            page.addCompleted(countSucceeded(placed, reading.accepts()));
        }
        int all = waiting.size() + others.size() + running.size() + failed.size();
        boolean complete = fleet.snapshot().isAllocationComplete();
        var counts = new PodSectionCounts(waiting.size(), running.size() - countBroken(running), failed.size(),
                complete);
        return new PodsScreenState(notice, page.lines, counts, matchCountText(query, page, all, complete),
                reading.problem());
    }

    private static String matchCountText(PodsScreenInput query, PodSectionLineBuilder page, int all, boolean complete) {
        if (query.filter().isBlank()) {
            return "";
        }
        return MESSAGES.text("pods.count", page.matched, all, complete);
    }

    private static long countSucceeded(List<PodSummary> pods, Predicate<PodSummary> accepts) {
        return pods.stream().filter(pod -> pod.phase() == PodPhase.SUCCEEDED).filter(accepts).count();
    }

    private static int countBroken(List<PodSummary> holding) {
        return (int) holding.stream().filter(pod -> !pod.status().equals("Running")).count();
    }

    private static boolean showsSection(PodsScreenInput query, PodListSection section) {
        return query.section() == PodListSection.ALL || query.section() == section;
    }

    private static Optional<EmptyScreenNotice> createNotice(GpuFleet fleet) {
        var clusterSnapshot = fleet.snapshot();
        if (clusterSnapshot.podHealth() instanceof SnapshotCollectionHealth.UnavailableCollection(var problem)) {
            return Optional.of(EmptyScreenNotice.ofProblem(problem));
        }
        if (clusterSnapshot.unbound().isEmpty()) {
            return EmptyScreenNotice.forSnapshot(clusterSnapshot);
        }
        return Optional.empty();
    }

    /** Lines of one state during their assembly. */
    private final class PodSectionLineBuilder {

        private final GpuFleet fleet;
        private final PodsScreenInput query;
        private final Predicate<PodSummary> accepts;
        private final FleetPodGpuAllocations holdings;
        private final PodGpuUtilizationCalculator busyness;
        private final List<PodListLine> lines = new ArrayList<>();
        private final PendingPodLineBuilder pendingPodLines;
        private final WaitingPodClaimRequests claimRequests;
        private int matched;

        PodSectionLineBuilder(GpuFleet fleet, PodsScreenInput query, Predicate<PodSummary> accepts) {
            this.fleet = fleet;
            this.query = query;
            this.accepts = accepts;
            this.holdings = new FleetPodGpuAllocations(fleet, accelerators);
            this.busyness = new PodGpuUtilizationCalculator(fleet, query.idleGpusByPod());
            this.pendingPodLines = new PendingPodLineBuilder(fleet, accelerators, query);
            this.claimRequests = new WaitingPodClaimRequests(fleet.snapshot());
        }

        private List<PodSummary> matchingPods(List<PodSummary> pods) {
            var matching = pods.stream().filter(accepts).toList();
            matched += matching.size();
            return matching;
        }

        /** Returns the text of an empty list: only an unfiltered one says something about the cluster. */
        private String emptyText(String ofTheCluster) {
            if (!query.filter().isBlank() || !query.namespace().isEmpty()) {
                return MESSAGES.text("pods.noMatch");
            }
            return fleet.snapshot().isAllocationComplete() ? ofTheCluster : MESSAGES.text("pods.incomplete");
        }

        private String ageText(@Nullable Instant since) {
            return AgeFormatter.ageOf(since, fleet.snapshot(), query.now());
        }

        void addPending(List<PodSummary> waiting) {
            var pods = matchingPods(waiting);
            boolean complete = fleet.snapshot().isAllocationComplete();
            long vain = pendingPodLines.countHopeless(pods);
            lines.add(new PodListLine.SectionHeading("pending", StatusGlyph.WAITING,
                    MESSAGES.text("pods.pending", GroupedNumberFormatter.atLeast(pods.size(), complete)),
                    detailText(pods, complete, vain)));
            if (!pods.isEmpty()) {
                lines.add(new PodListLine.ColumnCaptionsLine(PodListGroupKind.WAITING));
            }
            lines.addAll(pendingPodLines.createLines(pods, pod -> pod.needsClaims() ? claimsText(pod)
                    : PodResourceRequestFormatter.podText(pod, accelerators)));
        }

        private String detailText(List<PodSummary> pods, boolean complete, long vain) {
            if (pods.isEmpty()) {
                return emptyText(MESSAGES.text("pods.nonePending"));
            }
            return MESSAGES.text("pods.pendingDetail",
                    PodResourceRequestFormatter.demandText(PodAcceleratorRequests.of(pods, accelerators), complete),
                    GroupedNumberFormatter.count(vain));
        }

        private String claimsText(PodSummary pod) {
            var requested = claimRequests.requestsText(pod);
            var claims = Stream
                    .concat(pod.claims().stream(),
                            pod.awaitedClaims().stream()
                                    .map(claim -> MESSAGES.text("pods.claimTemplate", claim.template())))
                    .collect(Collectors.joining(", "));
            return MESSAGES.text("pods.claims", requested, claims);
        }

        void addOthers(List<PodSummary> waiting) {
            lines.addAll(pendingPodLines.otherDeviceLines(matchingPods(waiting), devices,
                    lines.stream().noneMatch(PodListLine.ColumnCaptionsLine.class::isInstance)));
        }

        void addRunning(List<PodSummary> running) {
            var pods = matchingPods(running);
            var owners = new LinkedHashMap<String, List<PodSummary>>();
            for (var pod : pods) {
                owners.computeIfAbsent(ownerKey(pod), key -> new ArrayList<>()).add(pod);
            }
            int broken = countBroken(pods);
            lines.add(new PodListLine.SectionHeading(
                    "running", StatusGlyph.READY, MESSAGES
                            .text("pods.running",
                                    GroupedNumberFormatter.atLeast(pods.size() - broken,
                                            fleet.snapshot().isAllocationComplete())),
                    holdersDetailText(pods, broken)));
            if (!pods.isEmpty()) {
                lines.add(new PodListLine.ColumnCaptionsLine(PodListGroupKind.OWNED));
            }
            var worth = new HashMap<String, Double>();
            owners.forEach((owner, held) -> worth.put(owner, holdings.worthOf(held)));
            var mostFirst = Comparator.<Map.Entry<String, List<PodSummary>>>comparingDouble(
                    entry -> worth.getOrDefault(entry.getKey(), 0.0)).reversed().thenComparing(Map.Entry::getKey);
            owners.entrySet().stream().sorted(mostFirst).forEach(entry -> addOwned(entry.getValue()));
        }

        private String holdersDetailText(List<PodSummary> pods, int broken) {
            if (pods.isEmpty()) {
                return emptyText(MESSAGES.text("pods.noneRunning"));
            }
            var order = MESSAGES.text("pods.order");
            if (broken == 0) {
                return order;
            }
            return MESSAGES.text("pods.allocatedNotRunning", broken, order);
        }

        private String ownerKey(PodSummary pod) {
            var owner = PodOwnerFinder.ownerOf(pod);
            return pod.namespace() + "/" + (owner.exists() ? owner.kind() + "/" + owner.name() : "/" + pod.name());
        }

        private void addOwned(List<PodSummary> pods) {
            var first = pods.getFirst();
            var owner = PodOwnerFinder.ownerOf(first);
            int broken = countBroken(pods);
            // Those of a namespace are seen all together, but not before its list is complete.
            boolean all = !(fleet.snapshot().podHealth() instanceof SnapshotCollectionHealth.LoadingCollection);
            var line = new PodListLine.PodOwnerLine(first.namespace(), owner, owner.exists() ? "" : first.name(),
                    GroupedNumberFormatter.atLeast(pods.size(), all), (all ? "" : "≥ ") + holdsText(pods),
                    busyness.utilizationOf(pods), ageText(pods.stream().map(pod -> pod.created())
                            .filter(created -> created != null).min(Comparator.naturalOrder()).orElse(null)),
                    false, broken);
            boolean opened = query.expanded().contains(line.key())
                    || pods.stream().anyMatch(pod -> query.expanded().contains(pod.key()));
            lines.add(new PodListLine.PodOwnerLine(line.namespace(), line.owner(), line.single(), line.pods(),
                    line.holds(), line.busy(), line.since(), opened, line.broken()));
            if (opened) {
                pods.forEach(pod -> lines.add(podLine(pod, "")));
            }
        }

        private String holdsText(List<PodSummary> pods) {
            var held = holdings.allocationsOf(pods).stream()
                    .map(amount -> GroupedNumberFormatter.count(amount.number()) + " × " + amount.unit())
                    .collect(Collectors.joining(", "));
            if (held.isEmpty() && pods.stream().allMatch(KaiGpuFraction::isReservation)) {
                return MESSAGES.text("pods.reservation");
            }
            return held;
        }

        private PodListLine podLine(PodSummary pod, String whose) {
            var restarts = pod.restarts() > 0 ? CountedNoun.RESTART.countText(pod.restarts()) : "";
            return new PodListLine.BoundPodLine(pod.namespace(), pod.name(), whose, pod.node(), pod.status(),
                    PodStatusGlyphChooser.glyphOf(pod), holdsText(List.of(pod)), busyness.utilizationOf(List.of(pod)),
                    OptionalText.orElse(pod.message(), restarts),
                    ageText(pod.started() == null ? pod.created() : pod.started()));
        }

        void addFailed(List<PodSummary> failed) {
            var pods = matchingPods(failed);
            if (pods.isEmpty() && query.section() != PodListSection.FAILED) {
                return;
            }
            lines.add(new PodListLine.SectionHeading("failed", StatusGlyph.BROKEN,
                    MESSAGES.text("pods.failed",
                            GroupedNumberFormatter.atLeast(pods.size(), fleet.snapshot().isAllocationComplete())),
                    pods.isEmpty() ? emptyText(MESSAGES.text("pods.noneFailed")) : MESSAGES.text("pods.failedDetail")));
            if (!pods.isEmpty()) {
                lines.add(new PodListLine.ColumnCaptionsLine(PodListGroupKind.ALONE));
            }
            pods.forEach(pod -> lines.add(podLine(pod, ownerText(pod))));
        }

        private static String ownerText(PodSummary pod) {
            var owner = PodOwnerFinder.ownerOf(pod);
            return pod.namespace() + (owner.exists() ? " · " + owner.kind() + " " + owner.name() : "");
        }

        /** Adds a line that says where completed pods can be found. */
        void addCompleted(long pods) {
            if (pods > 0) {
                lines.add(new PodListLine.SectionHeading("completed", StatusGlyph.NONE,
                        MESSAGES.text("pods.completed",
                                GroupedNumberFormatter.atLeast(pods, fleet.snapshot().isAllocationComplete())),
                        MESSAGES.text("pods.completedDetail")));
            }
        }
    }

    private Map<String, FilterableRowProperty<PodSummary>> conditionFields() {
        return Map.of("name", FilterableRowProperty.text(PodSummary::name), "ns",
                FilterableRowProperty.text(PodSummary::namespace), "node", FilterableRowProperty.text(PodSummary::node),
                "status", FilterableRowProperty.text(PodSummary::status), "owner",
                FilterableRowProperty.text(pod -> PodOwnerFinder.ownerOf(pod).name()), "kind",
                FilterableRowProperty.text(pod -> PodOwnerFinder.ownerOf(pod).kind()), "wants",
                FilterableRowProperty.text(pod -> PodResourceRequestFormatter.podText(pod, accelerators)), "label",
                FilterableRowProperty.texts(PodsScreenStateBuilder::podLabelTexts), "gpus",
                FilterableRowProperty.number(pod -> OptionalDouble.of((double) accelerators.units(pod.requests()))),
                "restarts", FilterableRowProperty.number(pod -> OptionalDouble.of(pod.restarts())));
    }

    private static List<String> podLabelTexts(PodSummary pod) {
        return pod.labels().entrySet().stream().map(label -> label.getKey() + "=" + label.getValue()).toList();
    }

    private static Map<String, Predicate<PodSummary>> conditionFlags() {
        return Map.of("terminating", pod -> pod.deleting() != null, "gated",
                pod -> pod.reason().equals("SchedulingGated"));
    }

    /** Computes the lines of the pods screen for workloads without pods. */
    private static final class PodlessWorkloadLineBuilder {

        private final Function<ResourceAmounts, String> requestsFormatter;
        private final TableFilterParser<WorkloadWithoutPods> filter;

        /** @param requestsFormatter the accelerators among some amounts, in words */
        PodlessWorkloadLineBuilder(Function<ResourceAmounts, String> requestsFormatter) {
            this.requestsFormatter = requestsFormatter;
            filter = new TableFilterParser<>(Map.of("name", FilterableRowProperty.text(pods -> pods.workload().name()),
                    "ns", FilterableRowProperty.text(pods -> pods.workload().namespace()), "owner",
                    FilterableRowProperty.text(pods -> pods.workload().name()), "kind",
                    FilterableRowProperty.text(pods -> pods.workload().kind()), "wants",
                    FilterableRowProperty.text(pods -> requestsFormatter.apply(pods.requests()))), Map.of());
        }

        List<PodListLine> createLines(GpuFleet fleet, PodsScreenInput query) {
            var reading = filter.read(query.filter());
            var work = query.podless().workloads().stream().filter(
                    pods -> query.namespace().isEmpty() || query.namespace().equals(pods.workload().namespace()))
                    .filter(pods -> reading.problem().isEmpty() && reading.accepts().test(pods)).toList();
            var lines = new ArrayList<PodListLine>();
            if (!work.isEmpty()) {
                lines.add(new PodListLine.SectionHeading("podless", StatusGlyph.NONE,
                        MESSAGES.text("pods.podless", work.size()), MESSAGES.text("pods.podlessDetail")));
                work.forEach(pods -> lines.add(new PodListLine.PodlessWorkloadLine(pods.workload(), reasonText(pods),
                        requestsFormatter.apply(pods.requests()),
                        AgeFormatter.ageOf(pods.since(), fleet.snapshot(), query.now()))));
            }
            if (!query.podless().problemTexts().isEmpty() && query.filter().isBlank()) {
                lines.add(new PodListLine.SectionHeading("gaps", StatusGlyph.UNREACHABLE,
                        MESSAGES.text("pods.podlessIncomplete"),
                        SentenceJoiner.joinClauses(query.podless().problemTexts())));
            }
            return lines;
        }

        private static String reasonText(WorkloadWithoutPods workload) {
            // Of a quota it says the same at length.
            if (workload.detail().isEmpty() || ExceededQuotaMessage.parse(workload.detail()).isPresent()) {
                return workload.headline();
            }
            return SentenceJoiner.joinSentences(List.of(workload.headline(), workload.detail()));
        }
    }
}
