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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.AcceleratorRequests;
import tessera.insight.GpuAllocations;
import tessera.insight.GpuFleet;
import tessera.insight.GpuFraction;
import tessera.insight.OtherDevices;
import tessera.insight.PodOwners;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.SourceHealth;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.PodStatusGlyph;
import tessera.ui.kit.RequestText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;
import tessera.ui.pods.PodLine.CaptionColumns;
import tessera.ui.pods.PodsQuery.PodSection;
import tessera.ui.pods.PodsState.PodCounts;

/** Computes the state of the pods screen. One thread at a time. */
final class PodsProjection {

    private final AcceleratorCatalog accelerators;
    private final TableFilter<PodFacts> filter;
    private final OtherDevices devices;
    private final PodlessLines podless;

    PodsProjection(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
        this.devices = new OtherDevices(accelerators);
        this.podless = new PodlessLines(amounts -> RequestText.amountsText(amounts, accelerators));
        this.filter = new TableFilter<>(conditionFields(), conditionFlags());
    }

    PodsState project(GpuFleet fleet, PodsQuery query) {
        var notice = createNotice(fleet);
        if (notice.isPresent()) {
            return new PodsState(notice, List.of(), new PodCounts(0, 0, 0, false), "", "");
        }
        Predicate<PodFacts> mine = pod -> query.namespace().isEmpty() || query.namespace().equals(pod.namespace());
        var waiting = fleet.waiting().stream().filter(mine).toList();
        var others = devices.waitingPods(fleet.snapshot()).stream().filter(mine).toList();
        // Pods of nodes that are not known, or may not be listed, hold their GPUs all the same.
        var elsewhere = fleet.snapshot().unbound().stream().filter(pod -> !pod.node().isEmpty());
        var holders = fleet.holders().map(PodFacts::key).collect(Collectors.toSet());
        var placed = Stream.concat(fleet.snapshot().nodes().stream().flatMap(node -> node.pods().stream()), elsewhere)
                .filter(pod -> mine.test(pod) && (accelerators.isRequestedBy(pod) || holders.contains(pod.key())))
                .toList();
        var running = placed.stream().filter(PodFacts::holdsResources).toList();
        var failed = placed.stream().filter(pod -> pod.phase() == PodPhase.FAILED).toList();
        var reading = filter.read(query.filter());
        var page = new PodListPage(fleet, query, reading.accepts());
        if (showsSection(query, PodSection.PENDING)) {
            page.addPending(waiting);
            page.addOthers(others);
            page.lines.addAll(podless.createLines(fleet, query));
        }
        if (showsSection(query, PodSection.RUNNING)) {
            page.addRunning(running);
        }
        if (showsSection(query, PodSection.FAILED)) {
            page.addFailed(failed);
        }
        if (query.section() == PodSection.ALL) {
            page.addCompleted(placed.stream().filter(pod -> pod.phase() == PodPhase.SUCCEEDED).filter(reading.accepts())
                    .count());
        }
        int all = waiting.size() + others.size() + running.size() + failed.size();
        boolean complete = fleet.snapshot().isAllocationComplete();
        var counts = new PodCounts(waiting.size(), running.size() - countBroken(running), failed.size(), complete);
        return new PodsState(notice, page.lines, counts,
                query.filter().isBlank() ? "" : "%d of %d%s".formatted(page.matched, all, complete ? "" : " seen"),
                reading.problem());
    }

    private static int countBroken(List<PodFacts> holding) {
        return (int) holding.stream().filter(pod -> !pod.status().equals("Running")).count();
    }

    private static boolean showsSection(PodsQuery query, PodSection section) {
        return query.section() == PodSection.ALL || query.section() == section;
    }

    private static Optional<ScreenNotice> createNotice(GpuFleet fleet) {
        var snapshot = fleet.snapshot();
        if (snapshot.podHealth() instanceof SourceHealth.UnavailableSource(var problem)) {
            return Optional.of(ScreenNotice.ofProblem(problem));
        }
        return snapshot.unbound().isEmpty() ? ScreenNotice.forSnapshot(snapshot) : Optional.empty();
    }

    /** Lines of one state during their assembly. */
    private final class PodListPage {

        private final GpuFleet fleet;
        private final PodsQuery query;
        private final Predicate<PodFacts> accepts;
        private final GpuAllocations holdings;
        private final PodUtilizations busyness;
        private final List<PodLine> lines = new ArrayList<>();
        private final WaitingLines waitingLines;
        private int matched;

        PodListPage(GpuFleet fleet, PodsQuery query, Predicate<PodFacts> accepts) {
            this.fleet = fleet;
            this.query = query;
            this.accepts = accepts;
            this.holdings = new GpuAllocations(fleet, accelerators);
            this.busyness = new PodUtilizations(fleet, query.idle());
            this.waitingLines = new WaitingLines(fleet, accelerators, query.now());
        }

        private List<PodFacts> matchingPods(List<PodFacts> pods) {
            var matching = pods.stream().filter(accepts).toList();
            matched += matching.size();
            return matching;
        }

        /** Returns the text of an empty list: only an unfiltered one says something about the cluster. */
        private String emptyText(String ofTheCluster) {
            if (!query.filter().isBlank() || !query.namespace().isEmpty()) {
                return "none passes the filter";
            }
            return fleet.snapshot().isAllocationComplete() ? ofTheCluster : "not all pods are known";
        }

        private String ageText(@Nullable Instant since) {
            return AgeText.ageOf(since, fleet.snapshot(), query.now());
        }

        void addPending(List<PodFacts> waiting) {
            var pods = matchingPods(waiting);
            boolean complete = fleet.snapshot().isAllocationComplete();
            long vain = waitingLines.countHopeless(pods);
            lines.add(new PodLine.SectionHeading("pending", StatusGlyph.WAITING,
                    NumberText.atLeast(pods.size(), complete) + " pending",
                    pods.isEmpty()
                            ? emptyText("nobody waits for a GPU")
                            : RequestText.demandText(AcceleratorRequests.of(pods, accelerators), complete)
                                    + (vain == 0 ? ""
                                            : " · waiting alone does not help %s of them"
                                                    .formatted(NumberText.count(vain)))
                                    + " · longest first"));
            if (!pods.isEmpty()) {
                lines.add(new PodLine.Captions(CaptionColumns.WAITING));
            }
            lines.addAll(waitingLines.createLines(pods,
                    pod -> pod.claims().isEmpty() ? RequestText.podText(pod, accelerators)
                            : "claim " + String.join(", ", pod.claims())));
        }

        void addOthers(List<PodFacts> waiting) {
            lines.addAll(waitingLines.otherDeviceLines(matchingPods(waiting), devices,
                    lines.stream().noneMatch(PodLine.Captions.class::isInstance)));
        }

        void addRunning(List<PodFacts> running) {
            var pods = matchingPods(running);
            var owners = new LinkedHashMap<String, List<PodFacts>>();
            pods.forEach(pod -> owners.computeIfAbsent(ownerKey(pod), key -> new ArrayList<>()).add(pod));
            int broken = countBroken(pods);
            lines.add(new PodLine.SectionHeading("running", StatusGlyph.READY,
                    NumberText.atLeast(pods.size() - broken, fleet.snapshot().isAllocationComplete()) + " running",
                    pods.isEmpty() ? emptyText("no pod holds a GPU")
                            : (broken == 0 ? ""
                                    : NumberText.count(broken)
                                            + (broken == 1
                                                    ? " more holds GPUs and does not run · "
                                                    : " more hold GPUs and do not run · "))
                                    + "by owner, most GPUs first"));
            if (!pods.isEmpty()) {
                lines.add(new PodLine.Captions(CaptionColumns.OWNED));
            }
            var worth = new HashMap<String, Double>();
            owners.forEach((owner, held) -> worth.put(owner, holdings.worthOf(held)));
            var mostFirst = Comparator.<Map.Entry<String, List<PodFacts>>>comparingDouble(
                    entry -> worth.getOrDefault(entry.getKey(), 0.0))
                    .reversed().thenComparing(Map.Entry::getKey);
            owners.entrySet().stream().sorted(mostFirst).forEach(entry -> addOwned(entry.getValue()));
        }

        private String ownerKey(PodFacts pod) {
            var owner = PodOwners.ownerOf(pod);
            return pod.namespace() + "/"
                    + (owner.exists() ? owner.kind() + "/" + owner.name() : "/" + pod.name());
        }

        private void addOwned(List<PodFacts> pods) {
            var first = pods.getFirst();
            var owner = PodOwners.ownerOf(first);
            int broken = countBroken(pods);
            // Those of a namespace are seen all together, but not before its list is complete.
            boolean all = !(fleet.snapshot().podHealth() instanceof SourceHealth.LoadingSource);
            var line = new PodLine.OwnerLine(first.namespace(), owner, owner.exists() ? "" : first.name(),
                    NumberText.atLeast(pods.size(), all), (all ? "" : "≥ ") + holdsText(pods),
                    busyness.utilizationOf(pods),
                    ageText(pods.stream().map(pod -> pod.created()).filter(created -> created != null)
                            .min(Comparator.naturalOrder()).orElse(null)),
                    false, broken);
            boolean opened = query.expanded().contains(line.key())
                    || pods.stream().anyMatch(pod -> query.expanded().contains(pod.key()));
            lines.add(new PodLine.OwnerLine(line.namespace(), line.owner(), line.single(), line.pods(), line.holds(),
                    line.busy(), line.since(), opened, line.broken()));
            if (opened) {
                pods.forEach(pod -> lines.add(podLine(pod, "")));
            }
        }

        private String holdsText(List<PodFacts> pods) {
            var held = holdings.allocationsOf(pods).stream()
                    .map(amount -> NumberText.count(amount.number()) + " × " + amount.unit())
                    .collect(Collectors.joining(", "));
            return held.isEmpty() && pods.stream().allMatch(GpuFraction::isReservation) ? "reserves a GPU for others"
                    : held;
        }

        private PodLine podLine(PodFacts pod, String whose) {
            var restarts = pod.restarts() > 0 ? NumberText.withNoun(pod.restarts(), "restart") : "";
            return new PodLine.PodOnNode(pod.namespace(), pod.name(), whose, pod.node(), pod.status(),
                    PodStatusGlyph.glyphOf(pod),
                    holdsText(List.of(pod)), busyness.utilizationOf(List.of(pod)),
                    pod.message().isEmpty() ? restarts : pod.message(),
                    ageText(pod.started() == null ? pod.created() : pod.started()));
        }

        void addFailed(List<PodFacts> failed) {
            var pods = matchingPods(failed);
            if (pods.isEmpty() && query.section() != PodSection.FAILED) {
                return;
            }
            lines.add(new PodLine.SectionHeading("failed", StatusGlyph.BROKEN,
                    NumberText.atLeast(pods.size(), fleet.snapshot().isAllocationComplete()) + " failed",
                    pods.isEmpty() ? emptyText("no GPU pod has failed") : "they hold no GPU any more"));
            if (!pods.isEmpty()) {
                lines.add(new PodLine.Captions(CaptionColumns.ALONE));
            }
            pods.forEach(pod -> lines.add(podLine(pod, ownerText(pod))));
        }

        private static String ownerText(PodFacts pod) {
            var owner = PodOwners.ownerOf(pod);
            return pod.namespace() + (owner.exists() ? " · " + owner.kind() + " " + owner.name() : "");
        }

        /** Adds a line that says where completed pods can be found. */
        void addCompleted(long pods) {
            if (pods > 0) {
                lines.add(new PodLine.SectionHeading("completed", StatusGlyph.NONE,
                        NumberText.atLeast(pods, fleet.snapshot().isAllocationComplete()) + " completed",
                        "not listed, as no GPU is held any more · Ctrl K finds each by name"));
            }
        }
    }

    private Map<String, ConditionField<PodFacts>> conditionFields() {
        return Map.of("name", ConditionField.text(PodFacts::name), "ns", ConditionField.text(PodFacts::namespace),
                "node",
                ConditionField.text(PodFacts::node), "status", ConditionField.text(PodFacts::status), "owner",
                ConditionField.text(pod -> PodOwners.ownerOf(pod).name()), "kind",
                ConditionField.text(pod -> PodOwners.ownerOf(pod).kind()), "wants",
                ConditionField.text(pod -> RequestText.podText(pod, accelerators)), "label",
                ConditionField.texts(
                        pod -> pod.labels().entrySet().stream().map(label -> label.getKey() + "=" + label.getValue())
                                .toList()),
                "gpus", ConditionField.number(pod -> OptionalDouble.of((double) accelerators.units(pod.requests()))),
                "restarts",
                ConditionField.number(pod -> OptionalDouble.of(pod.restarts())));
    }

    private static Map<String, Predicate<PodFacts>> conditionFlags() {
        return Map.of("terminating", pod -> pod.deleting() != null, "gated",
                pod -> pod.reason().equals("SchedulingGated"));
    }
}
