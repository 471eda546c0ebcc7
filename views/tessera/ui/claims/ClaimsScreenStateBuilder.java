package tessera.ui.claims;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.dra.DeviceClassFreeDevices;
import tessera.dra.DraDevicePool;
import tessera.insight.ClusterClaimOverview;
import tessera.insight.ClusterClaimOverview.TaintedDevice;
import tessera.insight.DevicePoolSummary;
import tessera.insight.DraPublishedGpu;
import tessera.insight.GpuFleet;
import tessera.insight.ResourceClaimStatus;
import tessera.insight.ResourceClaimSummary;
import tessera.model.ClusterDraObjects;
import tessera.model.PodListCompleteness;
import tessera.model.Problem;
import tessera.ui.claims.ClaimsScreenState.ClaimHeadlineFigure;
import tessera.ui.claims.ClaimsScreenState.ClaimsSidePaneRow;
import tessera.ui.claims.ClaimsScreenState.ResourcePoolDrawing;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.ConditionField;

/** Computes the state of the claims screen. */
final class ClaimsScreenStateBuilder {

    private static final int MOST_POOLS = 48;
    private static final List<DataColumn<ResourceClaimRow>> COLUMNS = ResourceClaimRow.columns();
    private static final TableFilterParser<ResourceClaimRow> FILTER = new TableFilterParser<>(fields(), flags());

    ClaimsScreenState project(GpuFleet fleet, ClaimsScreenQuery query) {
        var clusterSnapshot = fleet.snapshot();
        var notice = EmptyScreenNotice.forSnapshot(clusterSnapshot);
        if (notice.isPresent()) {
            return ClaimsScreenState.ofNotice(notice.get());
        }
        var overview = ClusterClaimOverview.of(clusterSnapshot);
        var nothing = nothing(overview);
        if (nothing.isPresent()) {
            return ClaimsScreenState.ofNotice(nothing.get());
        }
        var all = overview.claims().stream()
                .filter(line -> query.namespace().isEmpty() || line.claim().namespace().equals(query.namespace()))
                .map(line -> {
                    var created = line.claim().created();
                    return new ResourceClaimRow(line,
                            created == null ? Duration.ofSeconds(-1) : clusterSnapshot.ageOf(created, query.now()));
                }).toList();
        var segments = new EnumMap<ClaimListFilterSegment, Long>(ClaimListFilterSegment.class);
        for (var segment : ClaimListFilterSegment.values()) {
            segments.put(segment, all.stream().filter(segment::includes).count());
        }
        var listed = all.stream().filter(query.segment()::includes).toList();
        var filter = FILTER.read(query.filter());
        var rows = listed.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var pools = poolLines(overview, clusterSnapshot.devices());
        int drawn = Math.min(MOST_POOLS, pools.size());
        var chosen = all.stream().filter(row -> row.key().equals(query.chosen())).map(ResourceClaimRow::line)
                .findFirst();
        return new ClaimsScreenState(notice, figures(fleet, overview, all), rows,
                NumberText.filteredCount(rows.size(), listed.size(), "claim"), filter.problem(), segments,
                classLines(overview, clusterSnapshot.devices()), deviceLines(overview),
                pools.subList(0, drawn).stream()
                        .map(pool -> ResourcePoolDrawing.of(pool, chosen.map(ResourceClaimSummary::claim)))
                        .toList(),
                pools.size() - drawn,
                chosen.map(line -> ResourceClaimDetail.of(line, clusterSnapshot, pools)),
                noneText(clusterSnapshot.devices(), query, all.isEmpty(), listed.isEmpty()),
                overview.gaps().stream().map(Problem::textWithRemedy).collect(Collectors.joining("   ·   ")));
    }

    /**
     * Returns why no claim is listed.
     *
     * @param none     whether there is none at all in what is looked at
     * @param unlisted whether none of the chosen segment is there
     */
    private static String noneText(ClusterDraObjects inventory, ClaimsScreenQuery query, boolean none,
            boolean unlisted) {
        if (inventory.hiddenClaimsProblem().isPresent()) {
            return "The claims are not known";
        }
        if (none) {
            return query.namespace().isEmpty() ? "There are no ResourceClaims"
                    : "There are no ResourceClaims in " + query.namespace();
        }
        return unlisted ? "No claim under “%s”".formatted(query.segment().title()) : "No claim passes the filter";
    }

    /** Why there is nothing to be seen. */
    private static Optional<EmptyScreenNotice> nothing(ClusterClaimOverview overview) {
        if (!overview.served()) {
            return Optional
                    .of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY, "No dynamic resource allocation",
                            "The cluster does not serve resource.k8s.io: device plugins offer its GPUs.", ""));
        }
        return overview.gaps().isEmpty() && overview.claims().isEmpty() && overview.classes().isEmpty()
                && overview.pools().isEmpty()
                        ? Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY, "No ResourceClaims",
                                "No DRA driver publishes devices in this cluster, and nobody claims any: "
                                        + "device plugins offer its GPUs.",
                                ""))
                        : Optional.empty();
    }

    /** Returns the pools, those with problems first where there are too many to draw; empty where claims may not be read. */
    private static List<DevicePoolSummary> poolLines(ClusterClaimOverview overview, ClusterDraObjects inventory) {
        if (inventory.hiddenClaimsProblem().isPresent()) {
            return List.of();
        }
        var pools = new ArrayList<>(DevicePoolSummary.linesOf(overview.ledger(), overview.leakedClaims()));
        if (pools.size() > MOST_POOLS) {
            pools.sort(Comparator.comparing(ClaimsScreenStateBuilder::isOrdinary));
        }
        return pools;
    }

    private static boolean isOrdinary(DevicePoolSummary line) {
        return line.pool().isComplete() && line.boards().stream()
                .noneMatch(board -> board.tainted() || board.use() == DevicePoolSummary.PoolGpuUse.LEAKED);
    }

    private static List<ClaimHeadlineFigure> figures(GpuFleet fleet, ClusterClaimOverview overview,
            List<ResourceClaimRow> rows) {
        var boards = fleet.nodes().stream().flatMap(node -> node.claimedBoards().boards().stream()).toList();
        long held = boards.stream().filter(DraPublishedGpu::isHeld).count();
        long withheld = boards.stream().filter(DraPublishedGpu::isWithheld).count();
        long tainted = boards.stream().filter(board -> board.isWithheld() && !board.taints().isEmpty()).count();
        long pools = boards.stream().flatMap(board -> board.devices().stream()).map(entry -> entry.pool().key())
                .distinct().count();
        long free = boards.size() - held - withheld;
        boolean slices = fleet.snapshot().devices().hiddenSlicesProblem().isEmpty();
        boolean claims = fleet.snapshot().devices().hiddenClaimsProblem().isEmpty();
        var allocated = overview.claims().stream()
                .filter(line -> line.claim().isAllocated() && line.status() != ResourceClaimStatus.ADMIN).count();
        return List.of(
                figure(slices, new ClaimHeadlineFigure("GPUs in slices", NumberText.count(boards.size()), "",
                        NumberText.withNoun(pools, "pool"))),
                figure(slices && claims, new ClaimHeadlineFigure("Allocated", NumberText.count(held),
                        NumberText.percent(held, boards.size()), "by " + NumberText.withNoun(allocated, "claim"))),
                figure(slices && claims, new ClaimHeadlineFigure("Free", NumberText.count(free),
                        NumberText.percent(free, boards.size()), "whole GPUs")),
                figure(slices && claims, new ClaimHeadlineFigure("Out of service", NumberText.count(withheld),
                        NumberText.percent(withheld, boards.size()), withheld == 0 ? "no device is withheld"
                                : "%s tainted · %s otherwise".formatted(tainted, withheld - tainted))),
                figure(claims, pending(rows)),
                figure(claims && fleet.snapshot().podVisibility() == PodListCompleteness.ALL, leaked(rows)));
    }

    private static ClaimHeadlineFigure pending(List<ResourceClaimRow> rows) {
        var pending = rows.stream().filter(row -> row.line().status() == ResourceClaimStatus.PENDING).toList();
        return new ClaimHeadlineFigure("Pending claims", NumberText.count(pending.size()), "",
                pending.isEmpty() ? "none waits"
                        : "want %s · longest %s".formatted(NumberText.withNoun(pending.stream()
                                .mapToLong(row -> row.line().requestedDevices()).sum(), "device"),
                                longestAgeText(pending)));
    }

    private static ClaimHeadlineFigure leaked(List<ResourceClaimRow> rows) {
        var leaked = rows.stream().filter(row -> row.line().status() == ResourceClaimStatus.LEAKED).toList();
        return new ClaimHeadlineFigure("Leaked claims", NumberText.count(leaked.size()), "",
                leaked.isEmpty() ? "every allocation is in use"
                        : "hold %s".formatted(NumberText.withNoun(leaked.stream()
                                .mapToLong(row -> row.line().claim().exclusiveDevices().count()).sum(), "device")));
    }

    /** A figure, or that it is not known. */
    private static ClaimHeadlineFigure figure(boolean known, ClaimHeadlineFigure figure) {
        return known ? figure : new ClaimHeadlineFigure(figure.title(), "–", "", "not known");
    }

    private static String longestAgeText(List<ResourceClaimRow> rows) {
        return rows.stream().map(ResourceClaimRow::age).filter(age -> !age.isNegative()).max(Comparator.naturalOrder())
                .map(AgeText::brief).orElse("–");
    }

    private static List<ClaimsSidePaneRow> classLines(ClusterClaimOverview overview, ClusterDraObjects inventory) {
        return overview.classes().stream().map(line -> {
            var room = line.room();
            var free = roomText(room, inventory);
            var more = new ArrayList<String>();
            if (line.waiting() > 0) {
                more.add(line.waiting() + " waiting");
            }
            if (!line.deviceClass().extendedResource().isEmpty()) {
                more.add("serves " + line.deviceClass().extendedResource());
            }
            return new ClaimsSidePaneRow(room.isDetermined() && room.total() > 0 ? StatusGlyph.READY : StatusGlyph.NONE,
                    line.deviceClass().name(), free,
                    String.join(" · ", more));
        }).toList();
    }

    private static String roomText(DeviceClassFreeDevices room, ClusterDraObjects inventory) {
        if (inventory.hiddenSlicesProblem().isPresent()) {
            return "not known without ResourceSlices";
        }
        if (!room.isDetermined()) {
            return "selectors not understood";
        }
        if (room.total() == 0) {
            return "no devices";
        }
        return inventory.hiddenClaimsProblem().isPresent()
                ? "%s, free not known without claims".formatted(NumberText.withNoun(room.total(), "device"))
                : "%d of %d free".formatted(room.free(), room.total());
    }

    private static List<ClaimsSidePaneRow> deviceLines(ClusterClaimOverview overview) {
        var lines = new ArrayList<ClaimsSidePaneRow>();
        overview.pools().stream().filter(pool -> !pool.isComplete())
                .forEach(pool -> lines
                        .add(new ClaimsSidePaneRow(StatusGlyph.WAITING, pool.name() + " · " + pool.driver(),
                                pool.status() == DraDevicePool.PoolStatus.UPDATING
                                        ? "%d of %d slices seen".formatted(pool.seenSlices(), pool.expectedSlices())
                                        : "slices contradict each other",
                                "skipped")));
        overview.tainted().forEach(
                device -> lines
                        .add(new ClaimsSidePaneRow(device.taint().repels() ? StatusGlyph.BROKEN : StatusGlyph.WARNING,
                                device.node().isEmpty() ? device.device() : device.node() + " · " + device.device(),
                                device.taint().taint().toString(), usageText(device))));
        return lines;
    }

    private static String usageText(TaintedDevice device) {
        var rule = device.taint().rule().isEmpty() ? "" : ", by rule " + device.taint().rule();
        return (device.taint().repels() ? device.useText() : "no effect") + rule;
    }

    private static Map<String, ConditionField<ResourceClaimRow>> fields() {
        return Map.of("name", ConditionField.text(row -> row.line().claim().name()), "ns",
                ConditionField.text(row -> row.line().claim().namespace()), "class",
                ConditionField.text(row -> row.line().requestText()),
                "node", ConditionField.text(row -> row.line().node()), "device",
                ConditionField.text(row -> row.line().allocationText()), "status",
                ConditionField.text(row -> row.line().status().title()), "pod",
                ConditionField.texts(row -> row.line().users()), "devices",
                ConditionField.number(row -> OptionalDouble.of(row.line().claim().devices().size())));
    }

    private static Map<String, Predicate<ResourceClaimRow>> flags() {
        return Map.of("pending", row -> row.line().status() == ResourceClaimStatus.PENDING, "leaked",
                row -> row.line().status() == ResourceClaimStatus.LEAKED, "problem",
                row -> row.line().status().isProblem(), "shared",
                row -> row.line().status() == ResourceClaimStatus.SHARED, "admin",
                row -> row.line().status() == ResourceClaimStatus.ADMIN, "extended",
                row -> row.line().claim().extended());
    }
}
