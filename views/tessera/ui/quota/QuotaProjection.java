package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import tessera.insight.AcceleratorCatalog;
import tessera.insight.GpuFleet;
import tessera.model.Problem;
import tessera.model.SessionConnection;
import tessera.model.Snapshot;
import tessera.model.SourceHealth;
import tessera.quota.QuotaLine.LineStatus;
import tessera.quota.QuotaOverview;
import tessera.quota.QuotaTable;
import tessera.ui.kit.AgeText;
import tessera.ui.kit.DataColumn;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.TableFilter;
import tessera.ui.kit.TableFilter.ConditionField;

/** Computes what the screen of quotas shows. */
final class QuotaProjection {

    private static final List<DataColumn<QuotaRow>> COLUMNS = QuotaRow.columns();
    private static final TableFilter<QuotaRow> FILTER = new TableFilter<>(fields(), flags());

    private final AcceleratorCatalog accelerators;

    QuotaProjection(AcceleratorCatalog accelerators) {
        this.accelerators = accelerators;
    }

    QuotaState state(GpuFleet fleet, QuotaQuery query) {
        var notice = ScreenNotice.of(fleet.snapshot());
        if (notice.isPresent() && closed(fleet.snapshot()).isEmpty()) {
            return QuotaState.nothing(notice.get());
        }
        return switch (query.told()) {
            case QuotaSources.QuotasUnread _ ->
                QuotaState.nothing(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Reading the quotas",
                        "Waiting for the cluster's ResourceQuotas and LimitRanges.", ""));
            case QuotaSources.QuotasUnreadable(var why) -> QuotaState.nothing(ScreenNotice.failed(why));
            case QuotaSources.QuotasKnown known -> known(fleet, query, known);
        };
    }

    /** Why nodes may not be read: quotas can be told without them. */
    private static Optional<Problem> closed(Snapshot snapshot) {
        return snapshot.nodeHealth() instanceof SourceHealth.Absent(var why)
                && why.kind() == Problem.ProblemKind.FORBIDDEN
                && reached(snapshot.connection()) ? Optional.of(why) : Optional.empty();
    }

    /** Whether the cluster answered at all, even if it does not now. */
    private static boolean reached(SessionConnection connection) {
        return switch (connection) {
            case SessionConnection.LiveConnection _,SessionConnection.RefusedConnection _,SessionConnection.ReconnectingSession _,SessionConnection.StaleConnection _ ->
                true;
            default -> false;
        };
    }

    private QuotaState known(GpuFleet fleet, QuotaQuery query, QuotaSources.QuotasKnown known) {
        var quotas = known.quotas();
        var all = QuotaTable.of(quotas, fleet.snapshot(), accelerators).stream().map(QuotaRow::new)
                .filter(row -> query.namespace().isEmpty()
                        || (!row.queue() && row.owner().equals(query.namespace())))
                .sorted(Comparator.comparingInt(QuotaRow::urgency)).toList();
        var filter = FILTER.read(query.filter());
        var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
        var count = NumberText.passing(rows.size(), all.size(), "row");
        return new QuotaState(all.isEmpty() ? Optional.of(none(query, quotas)) : Optional.empty(), rows, count,
                filter.problem(), sums(rows, known.outdated()),
                all.stream().filter(row -> row.exhausted().isPresent()).toList(),
                Optional.of(quotas),
                closed(fleet.snapshot()).map(why -> why.about("What is free on nodes is not known")));
    }

    /** Why there is no line. */
    private static ScreenNotice none(QuotaQuery query, QuotaOverview quotas) {
        return quotas.partial().map(ScreenNotice::failed)
                .orElseGet(() -> new ScreenNotice(ScreenNotice.NoticeKind.EMPTY,
                        query.namespace().isEmpty() ? "No quota limits GPUs"
                                : "No quota limits GPUs in " + query.namespace(),
                        "No pod wants any either. New team… makes a namespace with a quota.", ""));
    }

    private static String sums(List<QuotaRow> rows, Optional<QuotaSources.QuotasOutdated> outdated) {
        var parts = new ArrayList<String>();
        outdated.ifPresent(old -> parts.add("read %s ago, not current: %s".formatted(AgeText.brief(old.age()),
                old.why().headline())));
        parts.add(NumberText.of(rows.stream().filter(row -> !row.queue()).map(QuotaRow::owner).distinct().count(),
                "namespace"));
        long queues = rows.stream().filter(QuotaRow::queue).map(QuotaRow::owner).distinct().count();
        if (queues > 0) {
            parts.add(NumberText.of(queues, "queue"));
        }
        add(parts, rows, "full", row -> row.is(LineStatus.FULL) || row.is(LineStatus.EXCEEDED));
        add(parts, rows, "closed", row -> row.is(LineStatus.CLOSED));
        add(parts, rows, "without a node", row -> row.is(LineStatus.NOWHERE));
        add(parts, rows, "nearly full", row -> row.is(LineStatus.NEARLY_FULL));
        add(parts, rows, "without a quota", row -> row.is(LineStatus.UNLIMITED));
        add(parts, rows, "without effect", row -> row.is(LineStatus.LIMITS_NOTHING));
        add(parts, rows, "not known", row -> row.is(LineStatus.UNKNOWN));
        return String.join("   ·   ", parts);
    }

    private static void add(List<String> parts, List<QuotaRow> rows, String words, Predicate<QuotaRow> which) {
        long number = rows.stream().filter(which).count();
        if (number > 0) {
            parts.add(NumberText.count(number) + " " + words);
        }
    }

    private static Map<String, ConditionField<QuotaRow>> fields() {
        return Map.ofEntries(Map.entry("ns", ConditionField.text(QuotaRow::owner)),
                Map.entry("quota", ConditionField.text(QuotaRow::source)),
                Map.entry("resource", ConditionField.text(row -> row.line().key())),
                Map.entry("standing", ConditionField.text(QuotaRow::standing)),
                Map.entry("state", ConditionField.text(QuotaRow::standing)), Map.entry("used", number(QuotaRow::used)),
                Map.entry("hard", number(QuotaRow::hard)), Map.entry("limit", number(QuotaRow::hard)),
                Map.entry("left", number(QuotaRow::left)),
                Map.entry("free", number(QuotaRow::free)), Map.entry("start", number(QuotaRow::start)));
    }

    private static ConditionField<QuotaRow> number(ToLongFunction<QuotaRow> number) {
        return ConditionField.number(row -> number.applyAsLong(row) < 0 ? OptionalDouble.empty()
                : OptionalDouble.of((double) number.applyAsLong(row)));
    }

    private static Map<String, Predicate<QuotaRow>> flags() {
        return Map.of("closed", row -> row.is(LineStatus.CLOSED), "full",
                row -> row.is(LineStatus.FULL) || row.is(LineStatus.EXCEEDED), "nearly",
                row -> row.is(LineStatus.NEARLY_FULL), "queue", QuotaRow::queue, "unlimited",
                row -> row.is(LineStatus.UNLIMITED), "useless", row -> row.is(LineStatus.LIMITS_NOTHING), "unknown",
                row -> row.is(LineStatus.UNKNOWN));
    }
}
