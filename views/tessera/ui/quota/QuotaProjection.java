package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import tessera.insight.Accelerators;
import tessera.insight.Fleet;
import tessera.model.Connection;
import tessera.model.Problem;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.quota.QuotaLine.Standing;
import tessera.quota.QuotaTable;
import tessera.quota.Quotas;
import tessera.ui.kit.Ages;
import tessera.ui.kit.Column;
import tessera.ui.kit.Filter;
import tessera.ui.kit.Filter.Field;
import tessera.ui.kit.Notice;
import tessera.ui.kit.Numbers;

/** Computes what the screen of quotas shows. */
final class QuotaProjection {

    private static final List<Column<QuotaRow>> COLUMNS = QuotaRow.columns();
    private static final Filter<QuotaRow> FILTER = new Filter<>(fields(), flags());

    private final Accelerators accelerators;

    QuotaProjection(Accelerators accelerators) {
        this.accelerators = accelerators;
    }

    QuotaState state(Fleet fleet, QuotaQuery query) {
        var notice = Notice.of(fleet.snapshot());
        if (notice.isPresent() && closed(fleet.snapshot()).isEmpty()) {
            return QuotaState.nothing(notice.get());
        }
        return switch (query.told()) {
            case Told.NotYet _ -> QuotaState.nothing(new Notice(Notice.Kind.LOADING, "Reading the quotas",
                    "Waiting for the cluster's ResourceQuotas and LimitRanges.", ""));
            case Told.Unknown(var why) -> QuotaState.nothing(Notice.failed(why));
            case Told.Known known -> known(fleet, query, known);
        };
    }

    /** Why nodes may not be read: quotas can be told without them. */
    private static Optional<Problem> closed(Snapshot snapshot) {
        return snapshot.nodeHealth() instanceof SourceHealth.Absent(var why) && why.kind() == Problem.Kind.FORBIDDEN
                && reached(snapshot.connection()) ? Optional.of(why) : Optional.empty();
    }

    /** Whether the cluster answered at all, even if it does not now. */
    private static boolean reached(Connection connection) {
        return switch (connection) {
            case Connection.Live _,Connection.Refused _,Connection.Reconnecting _,Connection.Stale _ -> true;
            default -> false;
        };
    }

    private QuotaState known(Fleet fleet, QuotaQuery query, Told.Known known) {
        var quotas = known.quotas();
        var all = QuotaTable.of(quotas, fleet.snapshot(), accelerators).stream().map(QuotaRow::new)
                .filter(row -> query.namespace().isEmpty()
                        || (!row.queue() && row.owner().equals(query.namespace())))
                .sorted(Comparator.comparingInt(QuotaRow::urgency)).toList();
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = Numbers.passing(rows.size(), all.size(), "row");
        return new QuotaState(all.isEmpty() ? Optional.of(none(query, quotas)) : Optional.empty(), rows, count,
                filter.problem(), sums(rows, known.outdated()),
                all.stream().filter(row -> row.exhausted().isPresent()).toList(),
                Optional.of(quotas),
                closed(fleet.snapshot()).map(why -> why.about("What is free on nodes is not known")));
    }

    /** Why there is no line. */
    private static Notice none(QuotaQuery query, Quotas quotas) {
        return quotas.partial().map(Notice::failed).orElseGet(() -> new Notice(Notice.Kind.EMPTY,
                query.namespace().isEmpty() ? "No quota limits GPUs"
                        : "No quota limits GPUs in " + query.namespace(),
                "No pod wants any either. New team… makes a namespace with a quota.", ""));
    }

    private static String sums(List<QuotaRow> rows, Optional<Told.Outdated> outdated) {
        var parts = new ArrayList<String>();
        outdated.ifPresent(old -> parts.add("read %s ago, not current: %s".formatted(Ages.brief(old.age()),
                old.why().headline())));
        parts.add(Numbers.of(rows.stream().filter(row -> !row.queue()).map(QuotaRow::owner).distinct().count(),
                "namespace"));
        long queues = rows.stream().filter(QuotaRow::queue).map(QuotaRow::owner).distinct().count();
        if (queues > 0) {
            parts.add(Numbers.of(queues, "queue"));
        }
        add(parts, rows, "full", row -> row.is(Standing.FULL) || row.is(Standing.EXCEEDED));
        add(parts, rows, "closed", row -> row.is(Standing.CLOSED));
        add(parts, rows, "without a node", row -> row.is(Standing.NOWHERE));
        add(parts, rows, "nearly full", row -> row.is(Standing.NEARLY_FULL));
        add(parts, rows, "without a quota", row -> row.is(Standing.UNLIMITED));
        add(parts, rows, "without effect", row -> row.is(Standing.LIMITS_NOTHING));
        add(parts, rows, "not known", row -> row.is(Standing.UNKNOWN));
        return String.join("   ·   ", parts);
    }

    private static void add(List<String> parts, List<QuotaRow> rows, String words, Predicate<QuotaRow> which) {
        long number = rows.stream().filter(which).count();
        if (number > 0) {
            parts.add(Numbers.count(number) + " " + words);
        }
    }

    private static Map<String, Field<QuotaRow>> fields() {
        return Map.ofEntries(Map.entry("ns", Field.text(QuotaRow::owner)),
                Map.entry("quota", Field.text(QuotaRow::source)),
                Map.entry("resource", Field.text(row -> row.line().key())),
                Map.entry("standing", Field.text(QuotaRow::standing)),
                Map.entry("state", Field.text(QuotaRow::standing)), Map.entry("used", number(QuotaRow::used)),
                Map.entry("hard", number(QuotaRow::hard)), Map.entry("limit", number(QuotaRow::hard)),
                Map.entry("left", number(QuotaRow::left)),
                Map.entry("free", number(QuotaRow::free)), Map.entry("start", number(QuotaRow::start)));
    }

    private static Field<QuotaRow> number(ToLongFunction<QuotaRow> number) {
        return Field.number(row -> number.applyAsLong(row) < 0 ? OptionalDouble.empty()
                : OptionalDouble.of((double) number.applyAsLong(row)));
    }

    private static Map<String, Predicate<QuotaRow>> flags() {
        return Map.of("closed", row -> row.is(Standing.CLOSED), "full",
                row -> row.is(Standing.FULL) || row.is(Standing.EXCEEDED), "nearly",
                row -> row.is(Standing.NEARLY_FULL), "queue", QuotaRow::queue, "unlimited",
                row -> row.is(Standing.UNLIMITED), "useless", row -> row.is(Standing.LIMITS_NOTHING), "unknown",
                row -> row.is(Standing.UNKNOWN));
    }
}
