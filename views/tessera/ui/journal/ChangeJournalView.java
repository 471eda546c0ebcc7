package tessera.ui.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.binding.Bindings;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import tessera.insight.GpuFleet;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.plan.journal.JournaledRun;
import tessera.ui.AppServices;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingReader;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.FilteredTable;
import tessera.ui.kit.TableSort;

/** Journal of the changes made from this machine, with their results; read repeatedly while in sight. */
public final class ChangeJournalView implements SnapshotDrivenScreen<JournalScreenQuery, JournalScreenState> {

    private static final Duration PACE = Duration.ofSeconds(2);
    /** Below this width the story of a change lies below the table. */
    private static final double NARROW = 1000;

    private final DataTable<ChangeJournalRow> table;
    private final FilteredTable<ChangeJournalRow> place;
    private final ChangeDetailPane story;
    private final BorderPane root = new BorderPane();
    private final ObjectProperty<LoadedJournal> noted = new SimpleObjectProperty<>(LoadedJournal.NOT_YET);
    private final ZoneId zone;
    private final ObservableValue<JournalScreenQuery> query;

    /**
     * A journal that was not read yet.
     *
     * @param undoing how a run is taken back, by its name; empty where that is not to be done from here
     * @param now     the time, in steps in which it may be read anew
     */
    public ChangeJournalView(AppServices desk, ZoneId zone, Function<String, Optional<Runnable>> undoing,
            ObservableValue<Instant> now) {
        story = new ChangeDetailPane(undoing);
        this.zone = zone;
        var reading = new PollingQuery<>(desk, now, PACE, new PollingReader<>(() -> readJournal(desk), noted::set,
                problem -> noted.set(new LoadedJournal(noted.get().runs(), 0, problem, true)), () -> {}));
        table = new DataTable<>("journal-table", ChangeJournalRow.columns(), ChangeJournalRow::key, desk.layoutMemory(),
                row -> {});
        table.showDefaultSort(new TableSort("at", true));
        place = new FilteredTable<>("journal", table, "Filter changes, for example failed what:drain cluster:prod",
                "No change passes the filter", reading::refresh);
        table.selectedProperty().subscribe(story::show);
        root.setCenter(place.node());
        root.widthProperty().subscribe(this::adaptLayout);
        adaptLayout();
        root.sceneProperty().subscribe(scene -> reading.setWatched(scene != null));
        query = Bindings.createObjectBinding(
                () -> new JournalScreenQuery(place.filterProperty().getValue(), table.sortProperty().get(),
                        noted.get()),
                place.filterProperty(), table.sortProperty(), noted);
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

    private static LoadedJournal readJournal(AppServices desk) throws ProblemException {
        var content = desk.changeJournal();
        return new LoadedJournal(JournaledRun.groupByRun(content.entries()), content.damagedLines(), null, true);
    }

    public void focusFilter() {
        place.focusFilter();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<JournalScreenQuery> query() {
        return query;
    }

    @Override
    public JournalScreenState project(GpuFleet fleet, JournalScreenQuery question) {
        return JournalScreenStateBuilder.page(question, zone);
    }

    @Override
    public void showProblem(Problem problem) {
        place.showProblem(problem);
    }

    @Override
    public void show(JournalScreenState page) {
        if (place.showNoticeOrContent(page.notice())) {
            place.show(page.rows(), page.countText(), page.problem(), page.sumText());
            table.selectedProperty().get().map(ChangeJournalRow::key).flatMap(
                    key -> page.rows().stream().filter(row -> row.key().equals(key)).findFirst())
                    .ifPresent(row -> story.show(Optional.of(row)));
        }
    }
}
