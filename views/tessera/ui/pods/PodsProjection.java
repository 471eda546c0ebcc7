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
import tessera.insight.AcceleratorDemand;
import tessera.insight.GpuAllocations;
import tessera.insight.GpuFleet;
import tessera.insight.GpuFraction;
import tessera.insight.OtherDevices;
import tessera.insight.PodOwners;
import tessera.model.PodFacts;
import tessera.model.PodPhase;
import tessera.model.SourceHealth;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DemandText;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.PodSign;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;
import tessera.ui.pods.PodLine.CaptionColumns;
import tessera.ui.pods.PodsQuery.PodSection;
import tessera.ui.pods.PodsState.PodCounts;

/** Computes what the pods screen shows. One thread at a time. */
final class PodsProjection {

    private final AcceleratorCatalog accelerators;
    private final TableFilter<PodFacts> filter;
    private final OtherDevices devices;
    private final PodlessLines podless;

    PodsProjection(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
        this.devices = new OtherDevices(accelerators);
        this.podless = new PodlessLines(amounts -> DemandText.amounts(amounts, accelerators));
        this.filter = new TableFilter<>(fields(), flags());
    }

    PodsState state(GpuFleet fleet, PodsQuery query) {
        var notice = notice(fleet);
        if (notice.isPresent()) {
            return new PodsState(notice, List.of(), new PodCounts(0, 0, 0, false), "", "");
        }
        Predicate<PodFacts> mine = pod -> query.namespace().isEmpty() || query.namespace().equals(pod.namespace());
        var waiting = fleet.waiting().stream().filter(mine).toList();
        var others = devices.waiting(fleet.snapshot()).stream().filter(mine).toList();
        // Pods of nodes that are not known, or may not be listed, hold their GPUs all the same.
        var elsewhere = fleet.snapshot().unbound().stream().filter(pod -> !pod.node().isEmpty());
        var holders = fleet.holders().map(PodFacts::key).collect(Collectors.toSet());
        var placed = Stream.concat(fleet.snapshot().nodes().stream().flatMap(node -> node.pods().stream()), elsewhere)
                .filter(pod -> mine.test(pod) && (accelerators.wantedBy(pod) || holders.contains(pod.key()))).toList();
        var running = placed.stream().filter(PodFacts::holdsResources).toList();
        var failed = placed.stream().filter(pod -> pod.phase() == PodPhase.FAILED).toList();
        var reading = filter.read(query.filter());
        var page = new PodListPage(fleet, query, reading.accepts());
        if (shows(query, PodSection.PENDING)) {
            page.pending(waiting);
            page.others(others);
            page.lines.addAll(podless.of(fleet, query));
        }
        if (shows(query, PodSection.RUNNING)) {
            page.running(running);
        }
        if (shows(query, PodSection.FAILED)) {
            page.failed(failed);
        }
        if (query.section() == PodSection.ALL) {
            page.completed(placed.stream().filter(pod -> pod.phase() == PodPhase.SUCCEEDED).filter(reading.accepts())
                    .count());
        }
        int all = waiting.size() + others.size() + running.size() + failed.size();
        boolean complete = fleet.snapshot().allocationComplete();
        var counts = new PodCounts(waiting.size(), running.size() - broken(running), failed.size(), complete);
        return new PodsState(notice, page.lines, counts,
                query.filter().isBlank() ? "" : "%d of %d%s".formatted(page.matched, all, complete ? "" : " seen"),
                reading.problem());
    }

    private static int broken(List<PodFacts> holding) {
        return (int) holding.stream().filter(pod -> !pod.status().equals("Running")).count();
    }

    private static boolean shows(PodsQuery query, PodSection section) {
        return query.section() == PodSection.ALL || query.section() == section;
    }

    private static Optional<ScreenNotice> notice(GpuFleet fleet) {
        var snapshot = fleet.snapshot();
        if (snapshot.podHealth() instanceof SourceHealth.Absent(var why)) {
            return Optional.of(ScreenNotice.failed(why));
        }
        return snapshot.unbound().isEmpty() ? ScreenNotice.of(snapshot) : Optional.empty();
    }

    /** The lines of one state, while they are put together. */
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

        private List<PodFacts> matching(List<PodFacts> pods) {
            var matching = pods.stream().filter(accepts).toList();
            matched += matching.size();
            return matching;
        }

        /** What an empty list means: only one that nothing narrowed says something of the cluster. */
        private String none(String ofTheCluster) {
            if (!query.filter().isBlank() || !query.namespace().isEmpty()) {
                return "none passes the filter";
            }
            return fleet.snapshot().allocationComplete() ? ofTheCluster : "not all pods are known";
        }

        private String age(@Nullable Instant since) {
            return AgeText.since(since, fleet.snapshot(), query.now());
        }

        void pending(List<PodFacts> waiting) {
            var pods = matching(waiting);
            boolean complete = fleet.snapshot().allocationComplete();
            long vain = waitingLines.vain(pods);
            lines.add(new PodLine.SectionHeading("pending", StatusGlyph.WAITING,
                    NumberText.atLeast(pods.size(), complete) + " pending",
                    pods.isEmpty()
                            ? none("nobody waits for a GPU")
                            : DemandText.words(AcceleratorDemand.of(pods, accelerators), complete)
                                    + (vain == 0 ? ""
                                            : " · waiting alone does not help %s of them"
                                                    .formatted(NumberText.count(vain)))
                                    + " · longest first"));
            if (!pods.isEmpty()) {
                lines.add(new PodLine.Captions(CaptionColumns.WAITING));
            }
            lines.addAll(waitingLines.of(pods, pod -> pod.claims().isEmpty() ? DemandText.of(pod, accelerators)
                    : "claim " + String.join(", ", pod.claims())));
        }

        void others(List<PodFacts> waiting) {
            lines.addAll(waitingLines.others(matching(waiting), devices,
                    lines.stream().noneMatch(PodLine.Captions.class::isInstance)));
        }

        void running(List<PodFacts> running) {
            var pods = matching(running);
            var owners = new LinkedHashMap<String, List<PodFacts>>();
            pods.forEach(pod -> owners.computeIfAbsent(ownerKey(pod), key -> new ArrayList<>()).add(pod));
            int broken = broken(pods);
            lines.add(new PodLine.SectionHeading("running", StatusGlyph.READY,
                    NumberText.atLeast(pods.size() - broken, fleet.snapshot().allocationComplete()) + " running",
                    pods.isEmpty() ? none("no pod holds a GPU")
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
            owners.forEach((owner, held) -> worth.put(owner, holdings.worth(held)));
            var mostFirst = Comparator.<Map.Entry<String, List<PodFacts>>>comparingDouble(
                    entry -> worth.getOrDefault(entry.getKey(), 0.0))
                    .reversed().thenComparing(Map.Entry::getKey);
            owners.entrySet().stream().sorted(mostFirst).forEach(entry -> owned(entry.getValue()));
        }

        private String ownerKey(PodFacts pod) {
            var owner = PodOwners.of(pod);
            return pod.namespace() + "/"
                    + (owner.exists() ? owner.kind() + "/" + owner.name() : "/" + pod.name());
        }

        private void owned(List<PodFacts> pods) {
            var first = pods.getFirst();
            var owner = PodOwners.of(first);
            int broken = broken(pods);
            // Those of a namespace are seen all together, but not before its list is complete.
            boolean all = !(fleet.snapshot().podHealth() instanceof SourceHealth.LoadingSource);
            var line = new PodLine.OwnerLine(first.namespace(), owner, owner.exists() ? "" : first.name(),
                    NumberText.atLeast(pods.size(), all), (all ? "" : "≥ ") + holds(pods), busyness.of(pods),
                    age(pods.stream().map(pod -> pod.created()).filter(created -> created != null)
                            .min(Comparator.naturalOrder()).orElse(null)),
                    false, broken);
            boolean opened = query.opened().contains(line.key())
                    || pods.stream().anyMatch(pod -> query.opened().contains(pod.key()));
            lines.add(new PodLine.OwnerLine(line.namespace(), line.owner(), line.single(), line.pods(), line.holds(),
                    line.busy(), line.since(), opened, line.broken()));
            if (opened) {
                pods.forEach(pod -> lines.add(placed(pod, "")));
            }
        }

        private String holds(List<PodFacts> pods) {
            var held = holdings.of(pods).stream().map(each -> NumberText.count(each.number()) + " × " + each.unit())
                    .collect(Collectors.joining(", "));
            return held.isEmpty() && pods.stream().allMatch(GpuFraction::reserves) ? "reserves a GPU for others" : held;
        }

        private PodLine placed(PodFacts pod, String whose) {
            var restarts = pod.restarts() > 0 ? NumberText.of(pod.restarts(), "restart") : "";
            return new PodLine.PodOnNode(pod.namespace(), pod.name(), whose, pod.node(), pod.status(), PodSign.of(pod),
                    holds(List.of(pod)), busyness.of(List.of(pod)),
                    pod.message().isEmpty() ? restarts : pod.message(),
                    age(pod.started() == null ? pod.created() : pod.started()));
        }

        void failed(List<PodFacts> failed) {
            var pods = matching(failed);
            if (pods.isEmpty() && query.section() != PodSection.FAILED) {
                return;
            }
            lines.add(new PodLine.SectionHeading("failed", StatusGlyph.BROKEN,
                    NumberText.atLeast(pods.size(), fleet.snapshot().allocationComplete()) + " failed",
                    pods.isEmpty() ? none("no GPU pod has failed") : "they hold no GPU any more"));
            if (!pods.isEmpty()) {
                lines.add(new PodLine.Captions(CaptionColumns.ALONE));
            }
            pods.forEach(pod -> lines.add(placed(pod, whose(pod))));
        }

        private static String whose(PodFacts pod) {
            var owner = PodOwners.of(pod);
            return pod.namespace() + (owner.exists() ? " · " + owner.kind() + " " + owner.name() : "");
        }

        /** Who looks for one of them is told where it is. */
        void completed(long pods) {
            if (pods > 0) {
                lines.add(new PodLine.SectionHeading("completed", StatusGlyph.NONE,
                        NumberText.atLeast(pods, fleet.snapshot().allocationComplete()) + " completed",
                        "not listed, as no GPU is held any more · Ctrl K finds each by name"));
            }
        }
    }

    private Map<String, ConditionField<PodFacts>> fields() {
        return Map.of("name", ConditionField.text(PodFacts::name), "ns", ConditionField.text(PodFacts::namespace),
                "node",
                ConditionField.text(PodFacts::node), "status", ConditionField.text(PodFacts::status), "owner",
                ConditionField.text(pod -> PodOwners.of(pod).name()), "kind",
                ConditionField.text(pod -> PodOwners.of(pod).kind()), "wants",
                ConditionField.text(pod -> DemandText.of(pod, accelerators)), "label",
                ConditionField.texts(
                        pod -> pod.labels().entrySet().stream().map(label -> label.getKey() + "=" + label.getValue())
                                .toList()),
                "gpus", ConditionField.number(pod -> OptionalDouble.of((double) accelerators.units(pod.requests()))),
                "restarts",
                ConditionField.number(pod -> OptionalDouble.of(pod.restarts())));
    }

    private static Map<String, Predicate<PodFacts>> flags() {
        return Map.of("terminating", pod -> pod.deleting() != null, "gated",
                pod -> pod.reason().equals("SchedulingGated"));
    }
}
