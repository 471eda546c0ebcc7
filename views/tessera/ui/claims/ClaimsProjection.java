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
import tessera.dra.ClassRoom;
import tessera.dra.DevicePool;
import tessera.insight.ClaimLine;
import tessera.insight.ClaimOverview;
import tessera.insight.ClaimOverview.TaintedDevice;
import tessera.insight.ClaimStatus;
import tessera.insight.GpuFleet;
import tessera.insight.PoolLine;
import tessera.insight.SliceBoard;
import tessera.model.DeviceInventory;
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

/** Computes what the screen of claims shows. */
final class ClaimsProjection {

    private static final int MOST_POOLS = 48;
    private static final List<DataColumn<ClaimRow>> COLUMNS = ClaimRow.columns();
    private static final TableFilter<ClaimRow> FILTER = new TableFilter<>(fields(), flags());

    ClaimsState state(GpuFleet fleet, ClaimsQuery query) {
        var snapshot = fleet.snapshot();
        var notice = ScreenNotice.of(snapshot);
        if (notice.isPresent()) {
            return ClaimsState.nothing(notice.get());
        }
        var overview = ClaimOverview.of(snapshot);
        var nothing = nothing(overview);
        if (nothing.isPresent()) {
            return ClaimsState.nothing(nothing.get());
        }
        var all = overview.claims().stream()
                .filter(line -> query.namespace().isEmpty() || line.claim().namespace().equals(query.namespace()))
                .map(line -> {
                    var created = line.claim().created();
                    return new ClaimRow(line,
                            created == null ? Duration.ofSeconds(-1) : snapshot.age(created, query.now()));
                }).toList();
        var segments = new EnumMap<ClaimSegment, Long>(ClaimSegment.class);
        for (var segment : ClaimSegment.values()) {
            segments.put(segment, all.stream().filter(segment::lists).count());
        }
        var listed = all.stream().filter(query.segment()::lists).toList();
        var filter = FILTER.read(query.filter());
        var rows = listed.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var pools = pools(overview, snapshot.devices());
        int drawn = Math.min(MOST_POOLS, pools.size());
        var chosen = all.stream().filter(row -> row.key().equals(query.chosen())).map(ClaimRow::line).findFirst();
        return new ClaimsState(notice, figures(fleet, overview, all), rows,
                NumberText.passing(rows.size(), listed.size(), "claim"), filter.problem(), segments,
                classes(overview, snapshot.devices()), devices(overview),
                pools.subList(0, drawn).stream().map(pool -> PoolDrawing.of(pool, chosen.map(ClaimLine::claim)))
                        .toList(),
                pools.size() - drawn,
                chosen.map(line -> ClaimDetail.of(line, snapshot, pools)),
                overview.gaps().stream().map(Problem::advice).collect(Collectors.joining("   ·   ")));
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

    /** None where who holds what may not be read; where there are more than can be drawn, those that want attention first. */
    private static List<PoolLine> pools(ClaimOverview overview, DeviceInventory inventory) {
        if (inventory.hiddenClaims().isPresent()) {
            return List.of();
        }
        var pools = new ArrayList<>(PoolLine.of(overview.ledger(), overview.leaked()));
        if (pools.size() > MOST_POOLS) {
            pools.sort(Comparator.comparing(ClaimsProjection::ordinary));
        }
        return pools;
    }

    private static boolean ordinary(PoolLine line) {
        return line.pool().complete() && line.boards().stream()
                .noneMatch(board -> board.tainted() || board.use() == PoolLine.BoardUse.LEAKED);
    }

    private static List<ClaimFigure> figures(GpuFleet fleet, ClaimOverview overview, List<ClaimRow> rows) {
        var boards = fleet.nodes().stream().flatMap(node -> node.claimed().boards().stream()).toList();
        long held = boards.stream().filter(SliceBoard::held).count();
        long withheld = boards.stream().filter(SliceBoard::withheld).count();
        long tainted = boards.stream().filter(board -> board.withheld() && !board.taints().isEmpty()).count();
        long pools = boards.stream().flatMap(board -> board.devices().stream()).map(each -> each.pool().key())
                .distinct().count();
        long free = boards.size() - held - withheld;
        boolean slices = fleet.snapshot().devices().hiddenSlices().isEmpty();
        boolean claims = fleet.snapshot().devices().hiddenClaims().isEmpty();
        var allocated = overview.claims().stream()
                .filter(line -> line.claim().allocated() && line.status() != ClaimStatus.ADMIN).count();
        return List.of(
                figure(slices, new ClaimFigure("GPUs in slices", NumberText.count(boards.size()), "",
                        NumberText.of(pools, "pool"))),
                figure(slices && claims, new ClaimFigure("Allocated", NumberText.count(held),
                        NumberText.percent(held, boards.size()), "by " + NumberText.of(allocated, "claim"))),
                figure(slices && claims, new ClaimFigure("Free", NumberText.count(free),
                        NumberText.percent(free, boards.size()), "whole GPUs")),
                figure(slices && claims, new ClaimFigure("Out of service", NumberText.count(withheld),
                        NumberText.percent(withheld, boards.size()), withheld == 0 ? "no device is withheld"
                                : "%s tainted · %s otherwise".formatted(tainted, withheld - tainted))),
                figure(claims, pending(rows)), figure(claims, leaked(rows)));
    }

    private static ClaimFigure pending(List<ClaimRow> rows) {
        var pending = rows.stream().filter(row -> row.line().status() == ClaimStatus.PENDING).toList();
        return new ClaimFigure("Pending claims", NumberText.count(pending.size()), "", pending.isEmpty() ? "none waits"
                : "want %s · longest %s".formatted(NumberText.of(pending.stream()
                        .mapToLong(row -> row.line().wanted()).sum(), "device"), longest(pending)));
    }

    private static ClaimFigure leaked(List<ClaimRow> rows) {
        var leaked = rows.stream().filter(row -> row.line().status() == ClaimStatus.LEAKED).toList();
        return new ClaimFigure("Leaked claims", NumberText.count(leaked.size()), "",
                leaked.isEmpty() ? "every allocation is in use"
                        : "hold %s".formatted(NumberText.of(leaked.stream()
                                .mapToLong(row -> row.line().claim().held().count()).sum(), "device")));
    }

    /** A figure, or that it is not known. */
    private static ClaimFigure figure(boolean known, ClaimFigure figure) {
        return known ? figure : new ClaimFigure(figure.title(), "–", "", "not known");
    }

    private static String longest(List<ClaimRow> rows) {
        return rows.stream().map(ClaimRow::age).filter(age -> !age.isNegative()).max(Comparator.naturalOrder())
                .map(AgeText::brief).orElse("–");
    }

    private static List<ClaimSideLine> classes(ClaimOverview overview, DeviceInventory inventory) {
        return overview.classes().stream().map(each -> {
            var room = each.room();
            var free = room(room, inventory);
            var more = new ArrayList<String>();
            if (each.waiting() > 0) {
                more.add(each.waiting() + " waiting");
            }
            if (!each.deviceClass().extendedResource().isEmpty()) {
                more.add("serves " + each.deviceClass().extendedResource());
            }
            return new ClaimSideLine(room.clear() && room.all() > 0 ? StatusGlyph.READY : StatusGlyph.NONE,
                    each.deviceClass().name(), free,
                    String.join(" · ", more));
        }).toList();
    }

    private static String room(ClassRoom room, DeviceInventory inventory) {
        if (inventory.hiddenSlices().isPresent()) {
            return "not known without ResourceSlices";
        }
        if (!room.clear()) {
            return "selectors not understood";
        }
        if (room.all() == 0) {
            return "no devices";
        }
        return inventory.hiddenClaims().isPresent()
                ? "%s, free not known without claims".formatted(NumberText.of(room.all(), "device"))
                : "%d of %d free".formatted(room.free(), room.all());
    }

    private static List<ClaimSideLine> devices(ClaimOverview overview) {
        var lines = new ArrayList<ClaimSideLine>();
        overview.pools().stream().filter(pool -> !pool.complete())
                .forEach(pool -> lines.add(new ClaimSideLine(StatusGlyph.WAITING, pool.name() + " · " + pool.driver(),
                        pool.status() == DevicePool.Status.UPDATING
                                ? "%d of %d slices seen".formatted(pool.seen(), pool.expected())
                                : "slices contradict each other",
                        "skipped")));
        overview.tainted().forEach(
                each -> lines.add(new ClaimSideLine(each.taint().repels() ? StatusGlyph.BROKEN : StatusGlyph.WARNING,
                        each.node().isEmpty() ? each.device() : each.node() + " · " + each.device(),
                        each.taint().taint().toString(), used(each))));
        return lines;
    }

    private static String used(TaintedDevice device) {
        var rule = device.taint().rule().isEmpty() ? "" : ", by rule " + device.taint().rule();
        return (device.taint().repels() ? device.use() : "no effect") + rule;
    }

    private static Map<String, ConditionField<ClaimRow>> fields() {
        return Map.of("name", ConditionField.text(row -> row.line().claim().name()), "ns",
                ConditionField.text(row -> row.line().claim().namespace()), "class",
                ConditionField.text(row -> row.line().asks()),
                "node", ConditionField.text(row -> row.line().node()), "device",
                ConditionField.text(row -> row.line().holds()), "status",
                ConditionField.text(row -> row.line().status().title()), "pod",
                ConditionField.texts(row -> row.line().users()), "devices",
                ConditionField.number(row -> OptionalDouble.of(row.line().claim().devices().size())));
    }

    private static Map<String, Predicate<ClaimRow>> flags() {
        return Map.of("pending", row -> row.line().status() == ClaimStatus.PENDING, "leaked",
                row -> row.line().status() == ClaimStatus.LEAKED, "problem",
                row -> row.line().status().problem(), "shared",
                row -> row.line().status() == ClaimStatus.SHARED, "admin",
                row -> row.line().status() == ClaimStatus.ADMIN, "extended", row -> row.line().claim().extended());
    }
}
