package tessera.ui.logs;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.animation.PauseTransition;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import tessera.logs.LogPodFacts;
import tessera.logs.LogReadRequest;
import tessera.logs.PodLogSource;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.SelectableText;

/** The log of a pod: followed while in sight, searched, filtered, saved. FX thread. */
public final class LogsPane {

    private static final String EVERY = "All containers, by time";
    private static final PseudoClass WRONG = PseudoClass.getPseudoClass("error");

    private final AppServices desk;
    private final Supplier<Instant> now;
    private final ZoneId zone;
    private final LogCanvas lines = new LogCanvas();
    private final NoDataPlaceholder place = new NoDataPlaceholder(lines, this::readAgain);
    private final ChoiceBox<String> containers = new ChoiceBox<>();
    private final ToggleButton follow = new ToggleButton("Follow");
    private final Button back = new Button("Back to the current run");
    private final LogOptionsMenu options;
    private final LogSearchBar search = new LogSearchBar(lines::currentLine, lines::goToLine);
    private final TextField jump = new TextField();
    private final Label jumped = SelectableText.label("", "caption");
    private final HBox jumping = new HBox(8, SelectableText.label("Go to", "small", "muted"), jump, jumped);
    private final Label status = SelectableText.wrapped("", "caption");
    private final Hyperlink again = new Hyperlink("Try again");
    private final VBox tools = new VBox(8);
    private final BorderPane node = new BorderPane(place);
    private final LogFeed feed = new LogFeed(this::showState);
    private final LogSaver saving = new LogSaver(node);
    private final BackgroundQuery<PodLogTarget> lookup = new BackgroundQuery<>(this::onPodFound, this::showProblem);
    /** Most of what keeps a pod from sight passes. */
    private final PauseTransition later = new PauseTransition(Duration.seconds(5));
    private ObjectRef target = ObjectRef.pod("", "");
    private Optional<PodLogTarget> known = Optional.empty();
    private Optional<LogPaneState> shown = Optional.empty();
    private boolean filling;
    private boolean watched;

    /** A pod with the source of its logs. */
    private record PodLogTarget(PodLogSource source, LogPodFacts pod) {}

    /**
     * A pane that looks at nothing yet.
     *
     * @param now  the time
     * @param zone in which moments are said
     */
    public LogsPane(AppServices desk, Supplier<Instant> now, ZoneId zone) {
        this.desk = desk;
        this.now = now;
        this.zone = zone;
        options = new LogOptionsMenu(this::readAgain, this::applyAppearance,
                List.of(LogOptionsMenu.menuItem("Jump to a time…", "logs-jump-item", item -> openJump()),
                        LogOptionsMenu.menuItem("Copy", "logs-copy", item -> SelectableText.copy(lines.selectedText())),
                        LogOptionsMenu.menuItem("Save…", "logs-save", item -> saveLog())));
        node.setId("logs");
        containers.setId("logs-container");
        containers.setMaxWidth(Double.MAX_VALUE);
        containers.valueProperty().addListener((value, before, chosen) -> {
            if (!filling) {
                readAgain();
            }
        });
        HBox.setHgrow(containers, Priority.ALWAYS);
        follow.setId("logs-follow");
        follow.setMinWidth(Region.USE_PREF_SIZE);
        follow.selectedProperty().bindBidirectional(lines.followingProperty());
        back.setId("logs-back");
        back.setMinWidth(Region.USE_PREF_SIZE);
        back.setOnAction(event -> options.resetToCurrentRun());
        JavaFxNodeVisibility.setShown(back, false);
        later.setOnFinished(event -> lookUpPod());
        options.node().setMinWidth(Region.USE_PREF_SIZE);
        search.patternProperty().addListener((pattern, before, wanted) -> applySearch());
        search.onlyMatchesToggle().selectedProperty().addListener((selected, before, wanted) -> applySearch());
        jump.setId("logs-jump");
        jump.setPromptText("14:05, 14:05:30 or 10m for ten minutes ago");
        jump.setOnAction(event -> jumpToTime());
        HBox.setHgrow(jump, Priority.ALWAYS);
        jumped.setId("logs-jumped");
        jumped.setMinWidth(Region.USE_PREF_SIZE);
        status.setId("logs-status");
        composeLayout();
    }

    private void composeLayout() {
        var first = new HBox(8, containers, follow, back, options.node());
        for (var row : List.of(first, jumping)) {
            row.setAlignment(Pos.CENTER_LEFT);
            row.getStyleClass().add("log-tools");
        }
        tools.getStyleClass().add("log-head");
        tools.getChildren().setAll(first, search.node());
        status.getStyleClass().add("log-status");
        HBox.setHgrow(status, Priority.ALWAYS);
        again.setId("logs-again");
        again.setMinWidth(Region.USE_PREF_SIZE);
        again.setOnAction(event -> feed.retry());
        JavaFxNodeVisibility.setShown(again, false);
        var foot = new HBox(8, status, again);
        foot.setAlignment(Pos.CENTER_LEFT);
        node.setTop(tools);
        node.setBottom(foot);
        node.addEventFilter(KeyEvent.KEY_PRESSED, this::onKey);
    }

    public Node node() {
        return node;
    }

    private void onKey(KeyEvent event) {
        if (event.isShortcutDown() && event.getCode() == KeyCode.F) {
            search.focus();
        } else if (event.getCode() == KeyCode.F3) {
            search.goToMatch(event.isShiftDown() ? -1 : 1);
        } else if (event.getCode() == KeyCode.ESCAPE && tools.getChildren().contains(jumping)) {
            tools.getChildren().remove(jumping);
        } else {
            return;
        }
        event.consume();
    }

    /** Shows the log of a pod, at the same position if it is the same pod. */
    public void look(ObjectRef pod) {
        watched = true;
        if (!pod.equals(target)) {
            clear();
            watched = true;
            target = pod;
            options.resetToCurrentRun();
            readAgain();
        } else if (known.isPresent()) {
            feed.resume();
        } else {
            lookUpPod();
        }
    }

    /** Pauses reading, because the pane is out of sight. What was read is kept. */
    public void rest() {
        watched = false;
        later.stop();
        feed.pause();
    }

    /** Shows nothing, and forgets what was read. */
    public void clear() {
        rest();
        lookup.cancel();
        feed.close();
        target = ObjectRef.pod("", "");
        known = Optional.empty();
        shown = Optional.empty();
        status.setText("");
        JavaFxNodeVisibility.setShown(again, false);
    }

    private void readAgain() {
        if (target.name().isEmpty()) {
            return;
        }
        // A run that is over writes no more lines.
        JavaFxNodeVisibility.setShown(follow, !options.readsPreviousRun());
        JavaFxNodeVisibility.setShown(back, options.readsPreviousRun());
        place.show(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING, "Reading the log", "", ""));
        lookUpPod();
    }

    private void lookUpPod() {
        var pod = target;
        later.stop();
        lookup.submit(() -> {
            var source = desk.clusterServices().logSource();
            return new PodLogTarget(source, source.findPod(pod));
        });
    }

    private void showProblem(Problem problem) {
        place.show(LogPaneState.isTemporary(problem) ? LogPaneState.retryNotice(problem)
                : EmptyScreenNotice.ofProblem(problem));
        if (watched && LogPaneState.isTemporary(problem)) {
            later.playFromStart();
        }
    }

    private void onPodFound(PodLogTarget found) {
        known = Optional.of(found);
        filling = true;
        var chosen = containers.getValue();
        containers.getItems().setAll(found.pod().containerNames());
        if (found.pod().containerNames().size() > 1) {
            containers.getItems().add(EVERY);
        }
        containers.setValue(containers.getItems().contains(chosen) ? chosen : found.pod().defaultContainer());
        filling = false;
        beginReading();
    }

    private void beginReading() {
        var chosen = containers.getValue();
        if (filling || known.isEmpty() || chosen == null) {
            return;
        }
        var pod = known.get().pod();
        var amount = options.initialAmount();
        lines.followingProperty().set(true);
        feed.begin(known.get().source(),
                new LogReadRequest(target, chosen.equals(EVERY) ? pod.containerNames() : List.of(chosen),
                        options.readsPreviousRun(), !options.readsPreviousRun(), amount.sinceTime(now.get()),
                        amount.tailLines()),
                pod);
        if (!watched) {
            feed.pause();
        }
        applySearch();
    }

    private void applySearch() {
        feed.seek(search.patternProperty().get(), search.onlyMatchesToggle().isSelected());
        applyAppearance();
    }

    private LogLineAppearance appearance() {
        return new LogLineAppearance(options.showsTimestamps(), options.wrapsLines(),
                shown.map(LogPaneState::containers).orElse(List.of()),
                search.patternProperty().get(), zone);
    }

    private void applyAppearance() {
        lines.setAppearance(appearance());
    }

    private void showState(LogPaneState state) {
        shown = Optional.of(state);
        status.setText(state.summaryText());
        status.getStyleClass().removeAll("danger-text");
        if (state.isTroubled()) {
            status.getStyleClass().add("danger-text");
        }
        JavaFxNodeVisibility.setShown(again, state.isTroubled() && state.notice().isEmpty());
        search.show(state.matches(), state.indexing());
        applyAppearance();
        if (place.showNoticeOrContent(state.notice())) {
            lines.show(state.buffer(), state.rows());
        }
    }

    private void openJump() {
        if (!tools.getChildren().contains(jumping)) {
            tools.getChildren().add(jumping);
        }
        jump.requestFocus();
    }

    private void jumpToTime() {
        var moment = LogJumpTimeInputParser.parse(jump.getText(), now.get(), zone);
        jump.pseudoClassStateChanged(WRONG, moment.isEmpty());
        jumped.setText(moment.isEmpty() ? "no such time" : "");
        moment.ifPresent(at -> shown.ifPresent(state -> {
            var buffer = state.buffer();
            long number = buffer.firstLineAt(at.getEpochSecond() * 1_000_000_000L + at.getNano());
            lines.goToLine(Math.min(number, Math.max(0, buffer.endNumber() - 1)));
            jumped.setText(number == buffer.endNumber() ? "the last line is earlier"
                    : number == buffer.firstNumber() ? "what is read begins later" : "");
        }));
    }

    private void saveLog() {
        shown.ifPresent(state -> saving.save(target.name(), state.buffer(), state.rows(), appearance()));
    }
}
