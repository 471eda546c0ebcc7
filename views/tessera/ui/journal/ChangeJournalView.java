package tessera.ui.journal;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.ProblemException;
import tessera.plan.journal.ChangeJournalEntry;
import tessera.plan.journal.ChangeJournalEntry.JournalEvent;
import tessera.plan.journal.JournaledPlanRun;
import tessera.text.MessageCatalog;
import tessera.ui.LocalUserData;
import tessera.ui.PollingQuery;
import tessera.ui.PollingQuery.PollingQueryCallbacks;
import tessera.ui.ScreenServices;
import tessera.ui.kit.CopyableCommandRowFactory;
import tessera.ui.kit.CountedNoun;
import tessera.ui.kit.DataTableColumn;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TableFilterParser;
import tessera.ui.kit.TableFilterParser.FilterableRowProperty;
import tessera.ui.kit.TableScreen;
import tessera.ui.kit.TableScreenState;
import tessera.ui.kit.TableSort;
import tessera.ui.kit.TextLabelFactory;

/** Journal of the changes made from this machine, with their results; read repeatedly while in sight. */
public final class ChangeJournalView
        extends
            TableScreen<ChangeJournalRow, ChangeJournalScreenInput, TableScreenState<ChangeJournalRow>> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ChangeJournalView.class);
    private static final Duration PACE = Duration.ofSeconds(2);
    /** Below this width the story of a change lies below the table. */
    private static final double NARROW = 1000;

    private final ChangeJournalDetailPane story;
    private final BorderPane root = new BorderPane();
    private final ObjectProperty<ChangeJournalReadResult> loadedJournal = new SimpleObjectProperty<>(
            ChangeJournalReadResult.NOT_YET);
    private final PollingQuery<ChangeJournalReadResult> reading;

    /**
     * A journal that was not read yet.
     *
     * @param undoing how a run is taken back, by its name; empty where that is not to be done from here
     * @param now     the time, in steps in which it may be read anew
     */
    public ChangeJournalView(ScreenServices services, LocalUserData userData, ZoneId zone,
            Function<String, Optional<Runnable>> undoing, ObservableValue<Instant> now) {
        super(services, new TableDescription<>("journal", ChangeJournalRow.columns(), ChangeJournalRow::key,
                MESSAGES.text("filter.prompt"), MESSAGES.text("filter.noMatch")), row -> {});
        story = new ChangeJournalDetailPane(undoing);
        reading = new PollingQuery<>(services, now, PACE,
                new PollingQueryCallbacks<>(() -> readJournal(userData), loadedJournal::set,
                        problem -> loadedJournal
                                .set(new ChangeJournalReadResult(loadedJournal.get().runs(), 0, problem, true)),
                        () -> {}));
        table().showDefaultSort(new TableSort("at", true));
        table().selectedProperty().subscribe(story::show);
        root.setCenter(filteredTable().node());
        setNode(root);
        root.widthProperty().subscribe(this::adaptLayout);
        adaptLayout();
        root.sceneProperty().subscribe(scene -> reading.setWatched(scene != null));
        ask((_, question) -> ChangeJournalScreenStateBuilder.page(question, zone),
                (filter, sort) -> new ChangeJournalScreenInput(filter, sort, loadedJournal.get()), loadedJournal);
    }

    @Override
    protected void retry(ScreenServices services) {
        reading.refresh();
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

    private static ChangeJournalReadResult readJournal(LocalUserData userData) throws ProblemException {
        var content = userData.changeJournal();
        return new ChangeJournalReadResult(JournaledPlanRun.groupByRun(content.entries()), content.damagedLines(), null,
                true);
    }

    @Override
    public void show(TableScreenState<ChangeJournalRow> page) {
        showTable(page);
        table().selectedProperty().get().map(ChangeJournalRow::key).flatMap(key -> findRow(key, page))
                .ifPresent(row -> story.show(Optional.of(row)));
    }

    private static Optional<ChangeJournalRow> findRow(String key, TableScreenState<ChangeJournalRow> page) {
        return page.rows().stream().filter(row -> row.key().equals(key)).findFirst();
    }

    /** Computes the state of the journal's screen: newest change first, unless the user sorts otherwise. */
    private static final class ChangeJournalScreenStateBuilder {

        private static final List<DataTableColumn<ChangeJournalRow>> COLUMNS = ChangeJournalRow.columns();
        private static final TableFilterParser<ChangeJournalRow> FILTER = new TableFilterParser<>(fields(), flags());

        private ChangeJournalScreenStateBuilder() {}

        static TableScreenState<ChangeJournalRow> page(ChangeJournalScreenInput query, ZoneId zone) {
            var noted = query.journal();
            var notice = noticeFor(noted);
            if (notice.isPresent()) {
                return TableScreenState.withoutData(notice.get());
            }
            var filter = FILTER.read(query.filter());
            var all = noted.runs().reversed().stream().map(run -> ChangeJournalRow.of(run, zone)).toList();
            var rows = all.stream().filter(filter.accepts()).sorted(query.sort().comparator(COLUMNS)).toList();
            var count = CountedNoun.CHANGE.filteredText(rows.size(), all.size());
            return new TableScreenState<>(notice, rows, count, filter.problem(), sumText(all, noted));
        }

        private static Optional<EmptyScreenNotice> noticeFor(ChangeJournalReadResult noted) {
            if (noted.problem() != null) {
                return Optional.of(EmptyScreenNotice.ofProblem(noted.problem()));
            }
            if (!noted.loaded()) {
                return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                        MESSAGES.text("notice.loading"), MESSAGES.text("notice.loadingDetail"), ""));
            }
            if (noted.runs().isEmpty()) {
                return Optional.of(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.EMPTY,
                        MESSAGES.text("notice.none"), MESSAGES.text("notice.noneDetail"), ""));
            }
            return Optional.empty();
        }

        private static String sumText(List<ChangeJournalRow> all, ChangeJournalReadResult noted) {
            var words = new StringBuilder(CountedNoun.CHANGE.countText(all.size()));
            addCount(all, "done", MESSAGES.text("sum.done"), words);
            addCount(all, "failed", MESSAGES.text("sum.failed"), words);
            addCount(all, "refused", MESSAGES.text("sum.refused"), words);
            addCount(all, "running", MESSAGES.text("sum.running"), words);
            addCount(all, "interrupted", MESSAGES.text("sum.interrupted"), words);
            if (noted.damaged() > 0) {
                words.append(MESSAGES.text("sum.damaged", noted.damaged()));
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
                    FilterableRowProperty.text(row -> row.resultText() + " " + row.run().resultWord()), "what",
                    FilterableRowProperty.text(row -> row.run().startEntry().verb() + " " + row.changeText()),
                    "cluster", FilterableRowProperty.text(row -> row.run().startEntry().cluster().context()), "as",
                    FilterableRowProperty.text(row -> row.run().startEntry().cluster().user()), "object",
                    FilterableRowProperty.texts(row -> row.run().startEntry().objects()), "leaves",
                    FilterableRowProperty.text(ChangeJournalRow::remainingText));
        }

        private static Map<String, Predicate<ChangeJournalRow>> flags() {
            return Map.of("done", hasResult("done"), "failed", hasResult("failed"), "refused", hasResult("refused"),
                    "open", hasResult("interrupted").or(hasResult("running")));
        }

        private static Predicate<ChangeJournalRow> hasResult(String result) {
            return row -> row.run().resultWord().equals(result);
        }
    }

    /** Details of one change: intent, steps with results, remaining effects, and undo. */
    private static final class ChangeJournalDetailPane extends VBox {

        private static final PseudoClass BELOW = PseudoClass.getPseudoClass("below");

        private final Function<String, Optional<Runnable>> undoing;

        /** @param undoing how a run is taken back, by its name; empty where that is not to be done from here */
        ChangeJournalDetailPane(Function<String, Optional<Runnable>> undoing) {
            this.undoing = undoing;
            setId("journal-story");
            getStyleClass().add("inspector");
        }

        /** Sets whether the pane is below the table or beside it. */
        void setBelow(boolean below) {
            pseudoClassStateChanged(BELOW, below);
        }

        void show(Optional<ChangeJournalRow> row) {
            setVisible(row.isPresent());
            setManaged(row.isPresent());
            getChildren().setAll(row.map(this::runPage).stream().toList());
        }

        private Node runPage(ChangeJournalRow row) {
            var run = row.run();
            var page = new VBox(section(TextLabelFactory.withSign(row.resultSign(), row.resultText(), "strong"),
                    TextLabelFactory.wrapped(row.changeText()),
                    TextLabelFactory.wrapped(factsText(row), "small", "muted")));
            addSection(page, MESSAGES.text("run.error"),
                    run.mostTellingEntry().detail().isEmpty() ? List.of() : List.of(run.mostTellingEntry().detail()),
                    StatusGlyph.BROKEN);
            addSection(page,
                    run.resultWord().equals("running") ? MESSAGES.text("run.inProgress")
                            : MESSAGES.text("run.uncertain"),
                    run.unfinishedSteps().stream().map(ChangeJournalEntry::text).toList(), StatusGlyph.WARNING);
            addSection(page, MESSAGES.text("run.leaves"), run.mostTellingEntry().lastingEffects(), StatusGlyph.INFO);
            if (!run.mostTellingEntry().undo().isEmpty()) {
                page.getChildren().add(undoNode(row));
            }
            var ended = run.steps().stream().filter(step -> step.event() == JournalEvent.STEP_ENDED).toList();
            if (!ended.isEmpty()) {
                var steps = section(TextLabelFactory.label(MESSAGES.text("run.steps"), "section-title"));
                ended.forEach(step -> steps.getChildren().add(stepNode(step)));
                page.getChildren().add(steps);
            }
            var pane = ScrollPaneFactory.verticalPane(page);
            VBox.setVgrow(pane, Priority.ALWAYS);
            return pane;
        }

        private Node undoNode(ChangeJournalRow row) {
            var section = section(TextLabelFactory.label(MESSAGES.text("run.undo"), "section-title"),
                    TextLabelFactory.withSign(StatusGlyph.INFO, row.run().mostTellingEntry().undo()));
            var action = undoing.apply(row.key()).orElse(null);
            if (action != null) {
                var undo = InputControlFactory.button("journal-undo", MESSAGES.text("run.undoAction"), action);
                section.getChildren().add(undo);
            }
            row.run().undoCommand().ifPresent(
                    command -> section.getChildren().add(CopyableCommandRowFactory.rowFor(command, "small")));
            return section;
        }

        private static String factsText(ChangeJournalRow row) {
            var journalCluster = row.run().startEntry().cluster();
            var facts = new ArrayList<String>();
            facts.add(row.timeText());
            facts.add(row.durationText().isEmpty() ? "" : MESSAGES.text("run.took", row.durationText()));
            facts.add(journalCluster.context());
            facts.add(journalCluster.server());
            facts.add(journalCluster.user().isEmpty() ? "" : MESSAGES.text("run.user", journalCluster.user()));
            facts.removeIf(String::isEmpty);
            return String.join("   ·   ", facts);
        }

        private static void addSection(VBox page, String title, List<String> lines, StatusGlyph glyph) {
            if (!lines.isEmpty()) {
                var section = section(TextLabelFactory.label(title, "section-title"));
                lines.forEach(line -> section.getChildren().add(TextLabelFactory.withSign(glyph, line)));
                page.getChildren().add(section);
            }
        }

        private static Node stepNode(ChangeJournalEntry step) {
            var glyph = switch (step.result()) {
                case "done" -> StatusGlyph.READY;
                case "failed" -> StatusGlyph.BROKEN;
                default -> StatusGlyph.WARNING;
            };
            var box = new VBox(2, TextLabelFactory.withSign(glyph, step.text()));
            if (!step.detail().isEmpty()) {
                var detail = TextLabelFactory.wrapped(step.detail(), "small", "muted", "told-more");
                box.getChildren().add(detail);
            }
            return box;
        }

        private static VBox section(Node... content) {
            return LayoutBoxFactory.withStyle(new VBox(8, content), "inspector-section");
        }
    }
}
