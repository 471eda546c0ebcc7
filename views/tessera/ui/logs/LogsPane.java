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
import tessera.logs.LogSource;
import tessera.logs.LogWish;
import tessera.logs.LoggedPod;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatePlaceholder;

/** The log of a pod: read while it is in sight, followed, searched, narrowed, saved. FX thread. */
public final class LogsPane {

    private static final String EVERY = "All containers, by time";
    private static final PseudoClass WRONG = PseudoClass.getPseudoClass("error");

    private final AppServices desk;
    private final Supplier<Instant> now;
    private final ZoneId zone;
    private final LogCanvas lines = new LogCanvas();
    private final StatePlaceholder place = new StatePlaceholder(lines, this::reread);
    private final ChoiceBox<String> containers = new ChoiceBox<>();
    private final ToggleButton follow = new ToggleButton("Follow");
    private final Button back = new Button("Back to the current run");
    private final LogOptions options;
    private final LogSearch search = new LogSearch(lines::current, lines::goTo);
    private final TextField jump = new TextField();
    private final Label jumped = SelectableText.label("", "caption");
    private final HBox jumping = new HBox(8, SelectableText.label("Go to", "small", "muted"), jump, jumped);
    private final Label status = SelectableText.wrapped("", "caption");
    private final Hyperlink again = new Hyperlink("Try again");
    private final VBox tools = new VBox(8);
    private final BorderPane node = new BorderPane(place);
    private final LogFeed feed = new LogFeed(this::show);
    private final LogSaving saving = new LogSaving(node);
    private final AsyncQuery<FoundPod> lookup = new AsyncQuery<>(this::found, this::refused);
    /** Most of what keeps a pod from sight passes. */
    private final PauseTransition later = new PauseTransition(Duration.seconds(5));
    private ObjectRef target = ObjectRef.pod("", "");
    private Optional<FoundPod> known = Optional.empty();
    private Optional<LogState> shown = Optional.empty();
    private boolean filling;
    private boolean watched;

    /** A pod and the way to its logs. */
    private record FoundPod(LogSource source, LoggedPod pod) {}

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
        options = new LogOptions(this::reread, this::dress,
                List.of(LogOptions.item("Jump to a time…", "logs-jump-item", item -> openJump()),
                        LogOptions.item("Copy", "logs-copy", item -> SelectableText.copy(lines.text())),
                        LogOptions.item("Save…", "logs-save", item -> save())));
        node.setId("logs");
        containers.setId("logs-container");
        containers.setMaxWidth(Double.MAX_VALUE);
        containers.valueProperty().addListener((value, before, chosen) -> {
            if (!filling) {
                reread();
            }
        });
        HBox.setHgrow(containers, Priority.ALWAYS);
        follow.setId("logs-follow");
        follow.setMinWidth(Region.USE_PREF_SIZE);
        follow.selectedProperty().bindBidirectional(lines.followingProperty());
        back.setId("logs-back");
        back.setMinWidth(Region.USE_PREF_SIZE);
        back.setOnAction(event -> options.present());
        NodePresence.of(back, false);
        later.setOnFinished(event -> ask());
        options.node().setMinWidth(Region.USE_PREF_SIZE);
        search.patternProperty().addListener((pattern, before, wanted) -> seek());
        search.only().selectedProperty().addListener((selected, before, wanted) -> seek());
        jump.setId("logs-jump");
        jump.setPromptText("14:05, 14:05:30 or 10m for ten minutes ago");
        jump.setOnAction(event -> jump());
        HBox.setHgrow(jump, Priority.ALWAYS);
        jumped.setId("logs-jumped");
        jumped.setMinWidth(Region.USE_PREF_SIZE);
        status.setId("logs-status");
        compose();
    }

    private void compose() {
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
        NodePresence.of(again, false);
        var foot = new HBox(8, status, again);
        foot.setAlignment(Pos.CENTER_LEFT);
        node.setTop(tools);
        node.setBottom(foot);
        node.addEventFilter(KeyEvent.KEY_PRESSED, this::key);
    }

    public Node node() {
        return node;
    }

    private void key(KeyEvent event) {
        if (event.isShortcutDown() && event.getCode() == KeyCode.F) {
            search.focus();
        } else if (event.getCode() == KeyCode.F3) {
            search.step(event.isShiftDown() ? -1 : 1);
        } else if (event.getCode() == KeyCode.ESCAPE && tools.getChildren().contains(jumping)) {
            tools.getChildren().remove(jumping);
        } else {
            return;
        }
        event.consume();
    }

    /** Looks at the log of a pod, where one was if it is the same. */
    public void look(ObjectRef pod) {
        watched = true;
        if (!pod.equals(target)) {
            clear();
            watched = true;
            target = pod;
            options.present();
            reread();
        } else if (known.isPresent()) {
            feed.resume();
        } else {
            ask();
        }
    }

    /** Nobody looks at it now. What was read is kept. */
    public void rest() {
        watched = false;
        later.stop();
        feed.pause();
    }

    /** Looks at nothing any more, and forgets what was read. */
    public void clear() {
        rest();
        lookup.cancel();
        feed.close();
        target = ObjectRef.pod("", "");
        known = Optional.empty();
        shown = Optional.empty();
        status.setText("");
        NodePresence.of(again, false);
    }

    private void reread() {
        if (target.name().isEmpty()) {
            return;
        }
        // A run that is over writes no more lines.
        NodePresence.of(follow, !options.previous());
        NodePresence.of(back, options.previous());
        place.show(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Reading the log", "", ""));
        ask();
    }

    private void ask() {
        var pod = target;
        later.stop();
        lookup.ask(() -> {
            var source = desk.reached().logs();
            return new FoundPod(source, source.pod(pod));
        });
    }

    private void refused(Problem why) {
        place.show(LogState.passes(why) ? LogState.insisting(why) : ScreenNotice.failed(why));
        if (watched && LogState.passes(why)) {
            later.playFromStart();
        }
    }

    private void found(FoundPod found) {
        known = Optional.of(found);
        filling = true;
        var chosen = containers.getValue();
        containers.getItems().setAll(found.pod().names());
        if (found.pod().names().size() > 1) {
            containers.getItems().add(EVERY);
        }
        containers.setValue(containers.getItems().contains(chosen) ? chosen : found.pod().usual());
        filling = false;
        begin();
    }

    private void begin() {
        var chosen = containers.getValue();
        if (filling || known.isEmpty() || chosen == null) {
            return;
        }
        var pod = known.get().pod();
        var amount = options.amount();
        lines.followingProperty().set(true);
        feed.begin(known.get().source(), new LogWish(target, chosen.equals(EVERY) ? pod.names() : List.of(chosen),
                options.previous(), !options.previous(), amount.since(now.get()), amount.tail()), pod);
        if (!watched) {
            feed.pause();
        }
        seek();
    }

    private void seek() {
        feed.seek(search.patternProperty().get(), search.only().isSelected());
        dress();
    }

    private LogLooks looks() {
        return new LogLooks(options.timestamps(), options.wrap(), shown.map(LogState::containers).orElse(List.of()),
                search.patternProperty().get(), zone);
    }

    private void dress() {
        lines.dress(looks());
    }

    private void show(LogState state) {
        shown = Optional.of(state);
        status.setText(state.words());
        status.getStyleClass().removeAll("danger-text");
        if (state.troubled()) {
            status.getStyleClass().add("danger-text");
        }
        NodePresence.of(again, state.troubled() && state.notice().isEmpty());
        search.show(state.matches(), state.behind());
        dress();
        if (place.shows(state.notice())) {
            lines.show(state.buffer(), state.rows());
        }
    }

    private void openJump() {
        if (!tools.getChildren().contains(jumping)) {
            tools.getChildren().add(jumping);
        }
        jump.requestFocus();
    }

    private void jump() {
        var moment = JumpTime.parse(jump.getText(), now.get(), zone);
        jump.pseudoClassStateChanged(WRONG, moment.isEmpty());
        jumped.setText(moment.isEmpty() ? "no such time" : "");
        moment.ifPresent(at -> shown.ifPresent(state -> {
            var buffer = state.buffer();
            long number = buffer.at(at.getEpochSecond() * 1_000_000_000L + at.getNano());
            lines.goTo(Math.min(number, Math.max(0, buffer.end() - 1)));
            jumped.setText(number == buffer.end() ? "the last line is earlier"
                    : number == buffer.first() ? "what is read begins later" : "");
        }));
    }

    private void save() {
        shown.ifPresent(state -> saving.save(target.name(), state.buffer(), state.rows(), looks()));
    }
}
