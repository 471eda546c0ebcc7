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
import tessera.dra.DeviceClassAvailability;
import tessera.dra.DevicePool;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimOverview;
import tessera.insight.ClaimOverview.TaintedDevice;
import tessera.insight.ClaimStatus;
import tessera.insight.GpuFleet;
import tessera.insight.PoolLine;
import tessera.insight.SliceBoard;
import tessera.model.DeviceInventory;
import tessera.model.PodVisibility;
import tessera.model.Problem;
import tessera.ui.claims.ClaimsState.ClaimFigure;
import tessera.ui.claims.ClaimsState.ClaimSideLine;
import tessera.ui.claims.ClaimsState.PoolDrawing;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;

/** Computes the state of the claims screen. */
final class ClaimsProjection {

    private static final int MOST_POOLS = 48;
    private static final List<DataColumn<ClaimRow>> COLUMNS = ClaimRow.columns();
    private static final TableFilter<ClaimRow> FILTER = new TableFilter<>(fields(), flags());

    ClaimsState project(GpuFleet fleet, ClaimsQuery query) {
        var snapshot = fleet.snapshot();
        var notice = ScreenNotice.forSnapshot(snapshot);
        if (notice.isPresent()) {
            return ClaimsState.ofNotice(notice.get());
        }
        var overview = ClaimOverview.of(snapshot);
        var nothing = nothing(overview);
        if (nothing.isPresent()) {
            return ClaimsState.ofNotice(nothing.get());
        }
        var all = overview.claims().stream()
                .filter(line -> query.namespace().isEmpty() || line.claim().namespace().equals(query.namespace()))
                .map(line -> {
                    var created = line.claim().created();
                    return new ClaimRow(line,
                            created == null ? Duration.ofSeconds(-1) : snapshot.ageOf(created, query.now()));
                }).toList();
        var segments = new EnumMap<ClaimSegment, Long>(ClaimSegment.class);
        for (var segment : ClaimSegment.values()) {
            segments.put(segment, all.stream().filter(segment::includes).count());
        }
        var listed = all.stream().filter(query.segment()::includes).toList();
        var filter = FILTER.read(query.filter());
        var rows = listed.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var pools = poolLines(overview, snapshot.devices());
        int drawn = Math.min(MOST_POOLS, pools.size());
        var chosen = all.stream().filter(row -> row.key().equals(query.chosen())).map(ClaimRow::line).findFirst();
        return new ClaimsState(notice, figures(fleet, overview, all), rows,
                NumberText.filteredCount(rows.size(), listed.size(), "claim"), filter.problem(), segments,
                classLines(overview, snapshot.devices()), deviceLines(overview),
                pools.subList(0, drawn).stream().map(pool -> PoolDrawing.of(pool, chosen.map(ClaimLine::claim)))
                        .toList(),
                pools.size() - drawn,
                chosen.map(line -> ClaimDetail.of(line, snapshot, pools)),
                noneText(snapshot.devices(), query, all.isEmpty(), listed.isEmpty()),
                overview.gaps().stream().map(Problem::textWithRemedy).collect(Collectors.joining("   ·   ")));
    }

    /**
     * Returns why no claim is listed.
     *
     * @param none     whether there is none at all in what is looked at
     * @param unlisted whether none of the chosen segment is there
     */
    private static String noneText(DeviceInventory inventory, ClaimsQuery query, boolean none, boolean unlisted) {
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
    private static Optional<ScreenNotice> nothing(ClaimOverview overview) {
        if (!overview.served()) {
            return Optional.of(new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "No dynamic resource allocation",
                    "The cluster does not serve resource.k8s.io: device plugins offer its GPUs.", ""));
        }
        return overview.gaps().isEmpty() && overview.claims().isEmpty() && overview.classes().isEmpty()
                && overview.pools().isEmpty()
                        ? Optional.of(new ScreenNotice(ScreenNotice.NoticeKind.EMPTY, "No ResourceClaims",
                                "No DRA driver publishes devices in this cluster, and nobody claims any: "
                                        + "device plugins offer its GPUs.",
                                ""))
                        : Optional.empty();
    }

    /** Returns the pools, those with problems first where there are too many to draw; empty where claims may not be read. */
    private static List<PoolLine> poolLines(ClaimOverview overview, DeviceInventory inventory) {
        if (inventory.hiddenClaimsProblem().isPresent()) {
            return List.of();
        }
        var pools = new ArrayList<>(PoolLine.linesOf(overview.ledger(), overview.leakedClaims()));
        if (pools.size() > MOST_POOLS) {
            pools.sort(Comparator.comparing(ClaimsProjection::isOrdinary));
        }
        return pools;
    }

    private static boolean isOrdinary(PoolLine line) {
        return line.pool().isComplete() && line.boards().stream()
                .noneMatch(board -> board.tainted() || board.use() == PoolLine.BoardUse.LEAKED);
    }

    private static List<ClaimFigure> figures(GpuFleet fleet, ClaimOverview overview, List<ClaimRow> rows) {
        var boards = fleet.nodes().stream().flatMap(node -> node.claimedBoards().boards().stream()).toList();
        long held = boards.stream().filter(SliceBoard::isHeld).count();
        long withheld = boards.stream().filter(SliceBoard::isWithheld).count();
        long tainted = boards.stream().filter(board -> board.isWithheld() && !board.taints().isEmpty()).count();
        long pools = boards.stream().flatMap(board -> board.devices().stream()).map(entry -> entry.pool().key())
                .distinct().count();
        long free = boards.size() - held - withheld;
        boolean slices = fleet.snapshot().devices().hiddenSlicesProblem().isEmpty();
        boolean claims = fleet.snapshot().devices().hiddenClaimsProblem().isEmpty();
        var allocated = overview.claims().stream()
                .filter(line -> line.claim().isAllocated() && line.status() != ClaimStatus.ADMIN).count();
        return List.of(
                figure(slices, new ClaimFigure("GPUs in slices", NumberText.count(boards.size()), "",
                        NumberText.withNoun(pools, "pool"))),
                figure(slices && claims, new ClaimFigure("Allocated", NumberText.count(held),
                        NumberText.percent(held, boards.size()), "by " + NumberText.withNoun(allocated, "claim"))),
                figure(slices && claims, new ClaimFigure("Free", NumberText.count(free),
                        NumberText.percent(free, boards.size()), "whole GPUs")),
                figure(slices && claims, new ClaimFigure("Out of service", NumberText.count(withheld),
                        NumberText.percent(withheld, boards.size()), withheld == 0 ? "no device is withheld"
                                : "%s tainted · %s otherwise".formatted(tainted, withheld - tainted))),
                figure(claims, pending(rows)),
                figure(claims && fleet.snapshot().podVisibility() == PodVisibility.ALL, leaked(rows)));
    }

    private static ClaimFigure pending(List<ClaimRow> rows) {
        var pending = rows.stream().filter(row -> row.line().status() == ClaimStatus.PENDING).toList();
        return new ClaimFigure("Pending claims", NumberText.count(pending.size()), "", pending.isEmpty() ? "none waits"
                : "want %s · longest %s".formatted(NumberText.withNoun(pending.stream()
                        .mapToLong(row -> row.line().requestedDevices()).sum(), "device"), longestAgeText(pending)));
    }

    private static ClaimFigure leaked(List<ClaimRow> rows) {
        var leaked = rows.stream().filter(row -> row.line().status() == ClaimStatus.LEAKED).toList();
        return new ClaimFigure("Leaked claims", NumberText.count(leaked.size()), "",
                leaked.isEmpty() ? "every allocation is in use"
                        : "hold %s".formatted(NumberText.withNoun(leaked.stream()
                                .mapToLong(row -> row.line().claim().exclusiveDevices().count()).sum(), "device")));
    }

    /** A figure, or that it is not known. */
    private static ClaimFigure figure(boolean known, ClaimFigure figure) {
        return known ? figure : new ClaimFigure(figure.title(), "–", "", "not known");
    }

    private static String longestAgeText(List<ClaimRow> rows) {
        return rows.stream().map(ClaimRow::age).filter(age -> !age.isNegative()).max(Comparator.naturalOrder())
                .map(AgeText::brief).orElse("–");
    }

    private static List<ClaimSideLine> classLines(ClaimOverview overview, DeviceInventory inventory) {
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
            return new ClaimSideLine(room.isDetermined() && room.total() > 0 ? StatusGlyph.READY : StatusGlyph.NONE,
                    line.deviceClass().name(), free,
                    String.join(" · ", more));
        }).toList();
    }

    private static String roomText(DeviceClassAvailability room, DeviceInventory inventory) {
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

    private static List<ClaimSideLine> deviceLines(ClaimOverview overview) {
        var lines = new ArrayList<ClaimSideLine>();
        overview.pools().stream().filter(pool -> !pool.isComplete())
                .forEach(pool -> lines.add(new ClaimSideLine(StatusGlyph.WAITING, pool.name() + " · " + pool.driver(),
                        pool.status() == DevicePool.PoolStatus.UPDATING
                                ? "%d of %d slices seen".formatted(pool.seenSlices(), pool.expectedSlices())
                                : "slices contradict each other",
                        "skipped")));
        overview.tainted().forEach(
                device -> lines
                        .add(new ClaimSideLine(device.taint().repels() ? StatusGlyph.BROKEN : StatusGlyph.WARNING,
                                device.node().isEmpty() ? device.device() : device.node() + " · " + device.device(),
                                device.taint().taint().toString(), usageText(device))));
        return lines;
    }

    private static String usageText(TaintedDevice device) {
        var rule = device.taint().rule().isEmpty() ? "" : ", by rule " + device.taint().rule();
        return (device.taint().repels() ? device.use() : "no effect") + rule;
    }

    private static Map<String, ConditionField<ClaimRow>> fields() {
        return Map.of("name", ConditionField.text(row -> row.line().claim().name()), "ns",
                ConditionField.text(row -> row.line().claim().namespace()), "class",
                ConditionField.text(row -> row.line().requestText()),
                "node", ConditionField.text(row -> row.line().node()), "device",
                ConditionField.text(row -> row.line().allocationText()), "status",
                ConditionField.text(row -> row.line().status().title()), "pod",
                ConditionField.texts(row -> row.line().users()), "devices",
                ConditionField.number(row -> OptionalDouble.of(row.line().claim().devices().size())));
    }

    private static Map<String, Predicate<ClaimRow>> flags() {
        return Map.of("pending", row -> row.line().status() == ClaimStatus.PENDING, "leaked",
                row -> row.line().status() == ClaimStatus.LEAKED, "problem",
                row -> row.line().status().isProblem(), "shared",
                row -> row.line().status() == ClaimStatus.SHARED, "admin",
                row -> row.line().status() == ClaimStatus.ADMIN, "extended", row -> row.line().claim().extended());
    }
}
