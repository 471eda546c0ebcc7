package tessera.ui.claims;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import tessera.claim.ClassRoom;
import tessera.claim.DevicePool;
import tessera.insight.ClaimOverview;
import tessera.insight.ClaimOverview.TaintedDevice;
import tessera.insight.ClaimStatus;
import tessera.insight.Fleet;
import tessera.insight.PoolLine;
import tessera.insight.SliceBoard;
import tessera.model.DeviceInventory;
import tessera.model.Problem;
import tessera.ui.claims.ClaimsState.Figure;
import tessera.ui.claims.ClaimsState.Line;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Column;
import tessera.ui.kit.Filter;
import tessera.ui.kit.Filter.Field;
import tessera.ui.kit.Glyph;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Numbers;

/** Computes what the screen of claims shows. */
final class ClaimsProjection {

    private static final int MOST_POOLS = 48;
    private static final List<Column<ClaimRow>> COLUMNS = ClaimRow.columns();
    private static final Filter<ClaimRow> FILTER = new Filter<>(fields(), flags());

    ClaimsState state(Fleet fleet, ClaimsQuery query) {
        var snapshot = fleet.snapshot();
        var notice = Notice.of(snapshot);
        if (notice.isPresent()) {
            return ClaimsState.nothing(notice.get());
        }
        var overview = ClaimOverview.of(snapshot);
        if (!overview.served()) {
            return ClaimsState.nothing(new Notice(Notice.Kind.EMPTY, "No dynamic resource allocation",
                    "The cluster does not serve resource.k8s.io: device plugins offer its GPUs.", ""));
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
        return new ClaimsState(notice, figures(fleet, overview, all), rows,
                Numbers.passing(rows.size(), listed.size(), "claim"), filter.problem(), segments,
                classes(overview, snapshot.devices()), devices(overview), pools.subList(0, drawn),
                pools.size() - drawn,
                all.stream().filter(row -> row.key().equals(query.chosen())).findFirst()
                        .map(row -> ClaimDetail.of(row.line(), snapshot)),
                overview.gaps().stream().map(Problem::sentence).collect(Collectors.joining("   ·   ")));
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
                .noneMatch(board -> board.tainted() || board.use() == PoolLine.Use.LEAKED);
    }

    private static List<Figure> figures(Fleet fleet, ClaimOverview overview, List<ClaimRow> rows) {
        var boards = fleet.nodes().stream().flatMap(node -> node.claimed().boards().stream()).toList();
        boolean known = fleet.snapshot().devices().hiddenSlices().isEmpty();
        boolean heldKnown = known && fleet.snapshot().devices().hiddenClaims().isEmpty();
        long held = boards.stream().filter(SliceBoard::held).count();
        long withheld = boards.stream().filter(SliceBoard::withheld).count();
        long tainted = boards.stream().filter(board -> board.withheld() && !board.taints().isEmpty()).count();
        long pools = boards.stream().flatMap(board -> board.devices().stream()).map(each -> each.pool().key())
                .distinct().count();
        var pending = rows.stream().filter(row -> row.line().status() == ClaimStatus.PENDING).toList();
        var leaked = rows.stream().filter(row -> row.line().status() == ClaimStatus.LEAKED).toList();
        return List.of(
                new Figure("GPUs in slices", number(known, boards.size()), "", Numbers.of(pools, "pool")),
                new Figure("Allocated", number(heldKnown, held), Numbers.percent(held, boards.size()),
                        "by " + Numbers.of(overview.claims().stream()
                                .filter(line -> line.claim().allocated() && line.status() != ClaimStatus.ADMIN).count(),
                                "claim")),
                new Figure("Free", number(heldKnown, boards.size() - held - withheld),
                        Numbers.percent(boards.size() - held - withheld, boards.size()), "whole GPUs"),
                new Figure("Out of service", number(known, withheld), Numbers.percent(withheld, boards.size()),
                        withheld == 0 ? "no device is withheld"
                                : "%s tainted · %s otherwise".formatted(tainted, withheld - tainted)),
                new Figure("Pending claims", Numbers.count(pending.size()), "", pending.isEmpty() ? "none waits"
                        : "want %s · longest %s".formatted(Numbers.of(pending.stream()
                                .mapToLong(row -> row.line().wanted()).sum(), "device"), longest(pending))),
                new Figure("Leaked claims", Numbers.count(leaked.size()), "",
                        leaked.isEmpty() ? "every allocation is in use"
                                : "hold %s".formatted(Numbers.of(leaked.stream()
                                        .mapToLong(row -> row.line().claim().held().count()).sum(), "device"))));
    }

    private static String number(boolean known, long number) {
        return known ? Numbers.count(number) : "–";
    }

    private static String longest(List<ClaimRow> rows) {
        return rows.stream().map(ClaimRow::age).filter(age -> !age.isNegative()).max(Comparator.naturalOrder())
                .map(Ages::brief).orElse("–");
    }

    private static List<Line> classes(ClaimOverview overview, DeviceInventory inventory) {
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
            return new Line(room.clear() && room.all() > 0 ? Glyph.READY : Glyph.NONE, each.deviceClass().name(), free,
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
                ? "%s, free not known without claims".formatted(Numbers.of(room.all(), "device"))
                : "%d of %d free".formatted(room.free(), room.all());
    }

    private static List<Line> devices(ClaimOverview overview) {
        var lines = new ArrayList<Line>();
        overview.pools().stream().filter(pool -> !pool.complete())
                .forEach(pool -> lines.add(new Line(Glyph.WAITING, pool.name() + " · " + pool.driver(),
                        pool.status() == DevicePool.Status.UPDATING
                                ? "%d of %d slices seen".formatted(pool.seen(), pool.expected())
                                : "slices contradict each other",
                        "pool skipped by the scheduler")));
        overview.tainted().forEach(each -> lines.add(new Line(each.taint().repels() ? Glyph.BROKEN : Glyph.WARNING,
                each.node().isEmpty() ? each.device() : each.node() + " · " + each.device(),
                each.taint().taint().toString(), used(each))));
        return lines;
    }

    private static String used(TaintedDevice device) {
        var rule = device.taint().rule().isEmpty() ? "" : ", by rule " + device.taint().rule();
        return (!device.taint().repels() ? "no effect"
                : device.holders().isEmpty() ? "free" : "held by " + String.join(", ", device.holders())) + rule;
    }

    private static Map<String, Field<ClaimRow>> fields() {
        return Map.of("name", Field.text(row -> row.line().claim().name()), "ns",
                Field.text(row -> row.line().claim().namespace()), "class", Field.text(row -> row.line().asks()),
                "node", Field.text(row -> row.line().node()), "device", Field.text(row -> row.line().holds()), "status",
                Field.text(row -> row.line().status().title()), "pod",
                Field.texts(row -> row.line().users()), "devices",
                Field.number(row -> OptionalDouble.of(row.line().claim().devices().size())));
    }

    private static Map<String, Predicate<ClaimRow>> flags() {
        return Map.of("pending", row -> row.line().status() == ClaimStatus.PENDING, "leaked",
                row -> row.line().status() == ClaimStatus.LEAKED, "problem",
                row -> row.line().status().problem(), "shared",
                row -> row.line().status() == ClaimStatus.SHARED, "admin",
                row -> row.line().status() == ClaimStatus.ADMIN, "extended", row -> row.line().claim().extended());
    }
}
