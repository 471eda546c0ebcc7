package tessera.ui.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import tessera.gpu.GpuFleet;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.journal.JournaledPlanRun;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;
import tessera.ui.kit.TableSort;

/** Journal of the changes made from this machine, with their results; read repeatedly while in sight. */
public final class ChangeJournalView
        implements
            SnapshotDrivenScreen<ChangeJournalScreenInput, ChangeJournalScreenState> {

    private static final Duration PACE = Duration.ofSeconds(2);
    /** Below this width the story of a change lies below the table. */
    private static final double NARROW = 1000;

    private final DataTable<ChangeJournalRow> table;
    private final FilteredTable<ChangeJournalRow> filteredTable;
    private final ChangeJournalDetailPane story;
    private final BorderPane root = new BorderPane();
    private final ObjectProperty<ChangeJournalReadResult> loadedJournal = new SimpleObjectProperty<>(
            ChangeJournalReadResult.NOT_YET);
    private final ZoneId zone;
    private final ObservableValue<ChangeJournalScreenInput> query;

    /**
     * A journal that was not read yet.
     *
     * @param undoing how a run is taken back, by its name; empty where that is not to be done from here
     * @param now     the time, in steps in which it may be read anew
     */
    public ChangeJournalView(AppServices services, ZoneId zone, Function<String, Optional<Runnable>> undoing,
            ObservableValue<Instant> now) {
        story = new ChangeJournalDetailPane(undoing);
        this.zone = zone;
        var reading = new PollingQuery<>(services, now, PACE,
                new PollingQueryCallbacks<>(() -> readJournal(services), loadedJournal::set,
                        problem -> loadedJournal
                                .set(new ChangeJournalReadResult(loadedJournal.get().runs(), 0, problem, true)),
                        () -> {}));
        table = new DataTable<>("journal-table", ChangeJournalRow.columns(), ChangeJournalRow::key,
                services.layoutMemory(),
                row -> {});
        table.showDefaultSort(new TableSort("at", true));
        filteredTable = new FilteredTable<>("journal", table,
                "Filter changes, for example failed what:drain cluster:prod",
                "No change passes the filter", reading::refresh);
        table.selectedProperty().subscribe(story::show);
        root.setCenter(filteredTable.node());
        root.widthProperty().subscribe(this::adaptLayout);
        adaptLayout();
        root.sceneProperty().subscribe(scene -> reading.setWatched(scene != null));
        query = Bindings.createObjectBinding(
                () -> new ChangeJournalScreenInput(filteredTable.filterProperty().getValue(),
                        table.sortProperty().get(),
                        loadedJournal.get()),
                filteredTable.filterProperty(), table.sortProperty(), loadedJournal);
    }

    private void adaptLayout() {
        boolean below = root.getWidth() > 0 && root.getWidth() < NARROW;
        if (story.getParent() == null || below != story.equals(root.getBottom())) {
            root.setRight(null);
            root.setBottom(null);
            story.setBelow(below);
            if (below) {
                root.setBottom(story);
            } else {
                root.setRight(story);
            }
        }
    }

    private static ChangeJournalReadResult readJournal(AppServices services) throws ProblemException {
        var content = services.changeJournal();
        return new ChangeJournalReadResult(JournaledPlanRun.groupByRun(content.entries()), content.damagedLines(), null,
                true);
    }

    public void focusFilter() {
        filteredTable.focusFilter();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<ChangeJournalScreenInput> query() {
        return query;
    }

    @Override
    public ChangeJournalScreenState project(GpuFleet fleet, ChangeJournalScreenInput question) {
        return ChangeJournalScreenStateBuilder.page(question, zone);
    }

    @Override
    public void showProblem(Problem problem) {
        filteredTable.showProblem(problem);
    }

    @Override
    public void show(ChangeJournalScreenState page) {
        if (filteredTable.showNoticeOrContent(page.notice())) {
            filteredTable.show(page.rows(), page.countText(), page.problem(), page.sumText());
            table.selectedProperty().get().map(ChangeJournalRow::key).flatMap(
                    key -> findRow(key, page))
                    .ifPresent(row -> story.show(Optional.of(row)));
        }
    }

    private static Optional<ChangeJournalRow> findRow(String key, ChangeJournalScreenState page) {
        return page.rows().stream().filter(row -> row.key().equals(key)).findFirst();
    }

    /** Computes the state of the journal's screen: newest change first, unless the user sorts otherwise. */
    private static final class ChangeJournalScreenStateBuilder {

        private static final List<DataTableColumn<ChangeJournalRow>> COLUMNS = ChangeJournalRow.columns();
        private static final TableFilterParser<ChangeJournalRow> FILTER = new TableFilterParser<>(fields(), flags());

        private ChangeJournalScreenStateBuilder() {}

        static ChangeJournalScreenState page(ChangeJournalScreenInput query, ZoneId zone) {
            var noted = query.journal();
            var notice = noticeFor(noted);
            if (notice.isPresent()) {
                return new ChangeJournalScreenState(notice, List.of(), "", "", "");
            }
            var filter = FILTER.read(query.filter());
            var all = noted.runs().reversed().stream().map(run -> ChangeJournalRow.of(run, zone)).toList();
            var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
            var count = GroupedNumberFormatter.filteredCount(rows.size(), all.size(), "change");
            return new ChangeJournalScreenState(notice, rows, count, filter.problem(), sumText(all, noted));
        }

        private static Optional<EmptyScreenNotice> noticeFor(ChangeJournalReadResult noted) {
            if (noted.problem() != null) {
                return Optional.of(EmptyScreenNotice.ofProblem(noted.problem()));
            }
            if (!noted.loaded()) {
                return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING, "Reading the journal",
                        "Waiting for the disk.", ""));
            }
            if (noted.runs().isEmpty()) {
                return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY,
                        "Nothing was changed from this machine",
                        "Every change that is made or refused here is noted, with what became of it. Changes begin at "
                                + "Change in the inspector of a node or a pod.",
                        ""));
            }
            return Optional.empty();
        }

        private static String sumText(List<ChangeJournalRow> all, ChangeJournalReadResult noted) {
            var words = new StringBuilder(GroupedNumberFormatter.withNoun(all.size(), "change"));
            addCount(all, "done", "done", words);
            addCount(all, "failed", "went wrong", words);
            addCount(all, "refused", "refused", words);
            addCount(all, "running", "under way", words);
            addCount(all, "interrupted", "without an end", words);
            if (noted.damaged() > 0) {
                words.append("   ·   ").append(GroupedNumberFormatter.withNoun(noted.damaged(), "line"))
                        .append(" cannot be read");
            }
            return words.toString();
        }

        private static void addCount(List<ChangeJournalRow> all, String result, String text, StringBuilder line) {
            long count = all.stream().filter(row -> row.run().resultWord().equals(result)).count();
            if (count > 0) {
                line.append("   ·   ").append(GroupedNumberFormatter.count(count)).append(' ').append(text);
            }
        }

        private static Map<String, FilterableRowProperty<ChangeJournalRow>> fields() {
            return Map.of("at", FilterableRowProperty.text(ChangeJournalRow::timeText), "result",
                    FilterableRowProperty.text(row -> row.resultText() + " " + row.run().resultWord()),
                    "what", FilterableRowProperty.text(row -> row.run().startEntry().verb() + " " + row.changeText()),
                    "cluster",
                    FilterableRowProperty.text(row -> row.run().startEntry().cluster().context()), "as",
                    FilterableRowProperty.text(row -> row.run().startEntry().cluster().user()), "object",
                    FilterableRowProperty.texts(row -> row.run().startEntry().objects()), "leaves",
                    FilterableRowProperty.text(ChangeJournalRow::remainingText));
        }

        private static Map<String, Predicate<ChangeJournalRow>> flags() {
            return Map.of("done", hasResult("done"), "failed", hasResult("failed"), "refused", hasResult("refused"),
                    "open",
                    hasResult("interrupted").or(hasResult("running")));
        }

        private static Predicate<ChangeJournalRow> hasResult(String result) {
            return row -> row.run().resultWord().equals(result);
        }
    }
}
