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
import tessera.logs.LogBuffer;
import tessera.logs.LogPodFacts;
import tessera.logs.LogReadRequest;
import tessera.logs.PodLogSource;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.TextLabelFactory;

/** The log of a pod: followed while in sight, searched, filtered, saved. FX thread. */
public final class LogsPane {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LogsPane.class);
    private static final PseudoClass WRONG = PseudoClass.getPseudoClass("error");

    private final OpenClusterSource services;
    private final Supplier<Instant> now;
    private final ZoneId zone;
    private final LogCanvas canvas = new LogCanvas();
    private final NoDataPlaceholder placeholder = new NoDataPlaceholder(canvas, this::readAgain);
    private final ChoiceBox<String> containers = new ChoiceBox<>();
    private final ToggleButton follow = new ToggleButton(MESSAGES.text("pane.follow"));
    private final Button backButton = new Button(MESSAGES.text("pane.current"));
    private final LogOptionsMenu options;
    private final LogSearchBar search = new LogSearchBar(canvas::currentLine, canvas::goToLine);
    private final TextField jump = InputControlFactory.textField("logs-jump", MESSAGES.text("pane.jumpPrompt"));
    private final Label jumped = TextLabelFactory.label("", "caption");
    private final HBox jumping = new HBox(8, TextLabelFactory.label(MESSAGES.text("pane.goTo"), "small", "muted"), jump,
            jumped);
    private final Label status = TextLabelFactory.wrapped("", "caption");
    private final Hyperlink retryLink = new Hyperlink(MESSAGES.text("pane.retry"));
    private final VBox toolbar = new VBox(8);
    private final BorderPane node = new BorderPane(placeholder);
    private final PodLogFeed feed = new PodLogFeed(this::showState);
    private final LogSaver saving = new LogSaver(node);
    private final BackgroundQuery<PodLogTarget> backgroundQuery = new BackgroundQuery<>(this::onPodFound,
            this::showProblem);
    /** Most of what keeps a pod from sight passes. */
    private final PauseTransition retryDelay = new PauseTransition(Duration.seconds(5));
    private ObjectRef target = ObjectRef.pod("", "");
    private Optional<PodLogTarget> podTarget = Optional.empty();
    private Optional<LogPaneState> displayedState = Optional.empty();
    private boolean updating;
    private boolean watched;

    /** A pod with the source of its logs. */
    private record PodLogTarget(PodLogSource source, LogPodFacts pod) {}

    /**
     * A pane that looks at nothing yet.
     *
     * @param now  the time
     * @param zone in which moments are said
     */
    public LogsPane(OpenClusterSource services, Supplier<Instant> now, ZoneId zone) {
        this.services = services;
        this.now = now;
        this.zone = zone;
        options = new LogOptionsMenu(this::readAgain, this::applyAppearance,
                List.of(LogOptionsMenu.menuItem(MESSAGES.text("pane.jump"), "logs-jump-item", item -> openJump()),
                        LogOptionsMenu.menuItem(MESSAGES.text("pane.copy"), "logs-copy",
                                item -> TextLabelFactory.copy(canvas.selectedText())),
                        LogOptionsMenu.menuItem(MESSAGES.text("pane.save"), "logs-save", item -> saveLog())));
        node.setId("logs");
        containers.setId("logs-container");
        containers.setMaxWidth(Double.MAX_VALUE);
        containers.valueProperty().addListener((value, before, chosen) -> {
            if (!updating) {
                readAgain();
            }
        });
        HBox.setHgrow(containers, Priority.ALWAYS);
        follow.setId("logs-follow");
        follow.setMinWidth(Region.USE_PREF_SIZE);
        follow.selectedProperty().bindBidirectional(canvas.followingProperty());
        backButton.setId("logs-back");
        backButton.setMinWidth(Region.USE_PREF_SIZE);
        backButton.setOnAction(event -> options.resetToCurrentRun());
        JavaFxNodeVisibility.setShown(backButton, false);
        retryDelay.setOnFinished(event -> lookUpPod());
        options.node().setMinWidth(Region.USE_PREF_SIZE);
        search.patternProperty().addListener((pattern, before, wanted) -> applySearch());
        search.onlyMatchesToggle().selectedProperty().addListener((selected, before, wanted) -> applySearch());
        jump.setOnAction(event -> jumpToTime());
        HBox.setHgrow(jump, Priority.ALWAYS);
        jumped.setId("logs-jumped");
        jumped.setMinWidth(Region.USE_PREF_SIZE);
        status.setId("logs-status");
        composeLayout();
    }

    private void composeLayout() {
        var first = new HBox(8, containers, follow, backButton, options.node());
        for (var row : List.of(first, jumping)) {
            row.setAlignment(Pos.CENTER_LEFT);
            row.getStyleClass().add("log-tools");
        }
        toolbar.getStyleClass().add("log-head");
        toolbar.getChildren().setAll(first, search.node());
        status.getStyleClass().add("log-status");
        HBox.setHgrow(status, Priority.ALWAYS);
        retryLink.setId("logs-again");
        retryLink.setMinWidth(Region.USE_PREF_SIZE);
        retryLink.setOnAction(event -> feed.retry());
        JavaFxNodeVisibility.setShown(retryLink, false);
        var foot = LayoutBoxFactory.row(8, status, retryLink);
        node.setTop(toolbar);
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
        } else if (event.getCode() == KeyCode.ESCAPE && toolbar.getChildren().contains(jumping)) {
            toolbar.getChildren().remove(jumping);
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
        } else if (podTarget.isPresent()) {
            feed.resume();
        } else {
            lookUpPod();
        }
    }

    /** Pauses reading, because the pane is out of sight. What was read is kept. */
    public void rest() {
        watched = false;
        retryDelay.stop();
        feed.pause();
    }

    /** Shows nothing, and forgets what was read. */
    public void clear() {
        rest();
        backgroundQuery.cancel();
        feed.close();
        target = ObjectRef.pod("", "");
        podTarget = Optional.empty();
        displayedState = Optional.empty();
        status.setText("");
        JavaFxNodeVisibility.setShown(retryLink, false);
    }

    private void readAgain() {
        if (target.name().isEmpty()) {
            return;
        }
        // A run that is over writes no more lines.
        JavaFxNodeVisibility.setShown(follow, !options.readsPreviousRun());
        JavaFxNodeVisibility.setShown(backButton, options.readsPreviousRun());
        placeholder.show(
                new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING, MESSAGES.text("log.loading"), "", ""));
        lookUpPod();
    }

    private void lookUpPod() {
        var pod = target;
        retryDelay.stop();
        backgroundQuery.submit(() -> {
            var source = services.clusterServices().logSource();
            return new PodLogTarget(source, source.findPod(pod));
        });
    }

    private void showProblem(Problem problem) {
        placeholder.show(LogPaneState.isTemporary(problem) ? LogPaneState.retryNotice(problem)
                : EmptyScreenNotice.ofProblem(problem));
        if (watched && LogPaneState.isTemporary(problem)) {
            retryDelay.playFromStart();
        }
    }

    private void onPodFound(PodLogTarget found) {
        podTarget = Optional.of(found);
        updating = true;
        var chosen = containers.getValue();
        containers.getItems().setAll(found.pod().containerNames());
        if (found.pod().containerNames().size() > 1) {
            containers.getItems().add(MESSAGES.text("pane.allContainers"));
        }
        containers.setValue(containers.getItems().contains(chosen) ? chosen : found.pod().defaultContainer());
        updating = false;
        beginReading();
    }

    private void beginReading() {
        var chosen = containers.getValue();
        if (updating || podTarget.isEmpty() || chosen == null) {
            return;
        }
        var pod = podTarget.get().pod();
        var amount = options.initialAmount();
        canvas.followingProperty().set(true);
        feed.begin(podTarget.get().source(),
                new LogReadRequest(target,
                        chosen.equals(MESSAGES.text("pane.allContainers")) ? pod.containerNames() : List.of(chosen),
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
                displayedState.map(LogPaneState::containers).orElse(List.of()), search.patternProperty().get(), zone);
    }

    private void applyAppearance() {
        canvas.setAppearance(appearance());
    }

    private void showState(LogPaneState state) {
        displayedState = Optional.of(state);
        status.setText(state.summaryText());
        status.getStyleClass().removeAll("danger-text");
        if (state.isTroubled()) {
            status.getStyleClass().add("danger-text");
        }
        JavaFxNodeVisibility.setShown(retryLink, state.isTroubled() && state.notice().isEmpty());
        search.show(state.matches(), state.indexing());
        applyAppearance();
        if (placeholder.showNoticeOrContent(state.notice())) {
            canvas.show(state.buffer(), state.rows());
        }
    }

    private void openJump() {
        if (!toolbar.getChildren().contains(jumping)) {
            toolbar.getChildren().add(jumping);
        }
        jump.requestFocus();
    }

    private void jumpToTime() {
        var moment = LogJumpTimeInputParser.parse(jump.getText(), now.get(), zone);
        jump.pseudoClassStateChanged(WRONG, moment.isEmpty());
        jumped.setText(moment.isEmpty() ? MESSAGES.text("pane.badTime") : "");
        var at = moment.orElse(null);
        if (at != null) {
            displayedState.ifPresent(state -> {
                var buffer = state.buffer();
                long number = buffer.firstLineAt(at.getEpochSecond() * 1_000_000_000L + at.getNano());
                canvas.goToLine(Math.min(number, Math.max(0, buffer.endNumber() - 1)));
                jumped.setText(seekText(number, buffer));
            });
        }
    }

    private static String seekText(long number, LogBuffer buffer) {
        if (number == buffer.endNumber()) {
            return MESSAGES.text("pane.afterEnd");
        }
        if (number == buffer.firstNumber()) {
            return MESSAGES.text("pane.beforeStart");
        }
        return "";
    }

    private void saveLog() {
        displayedState.ifPresent(state -> saving.save(target.name(), state.buffer(), state.rows(), appearance()));
    }
}
