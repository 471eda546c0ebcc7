package tessera.ui.terminal;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import tessera.exec.ExecWish;
import tessera.exec.ExitStatus;
import tessera.exec.SessionLog;
import tessera.exec.ShellCandidates;
import tessera.logs.LogSource;
import tessera.logs.LoggedPod;
import tessera.logs.LoggedPod.ContainerState;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.FxRelay;
import tessera.ui.dock.DockTab;
import tessera.ui.kit.NodePresence;
import tessera.ui.kit.ScreenNotice;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatePlaceholder;

/** One terminal: a shell in a container, or a command that runs there once. FX thread. */
final class TerminalPane implements DockTab {

    private final AppServices desk;
    private final Consumer<TerminalTask> open;
    private final BorderPane node = new BorderPane();
    private final HBox tools = new HBox(8);
    private final ChoiceBox<String> containers = new ChoiceBox<>();
    private final Label status = SelectableText.yielding("", "terminal-status");
    private final Button again = new Button("Start again");
    private final TerminalScreen screen = new TerminalScreen();
    private final StatePlaceholder place = new StatePlaceholder(screen.node(), this::start);
    private final TextSaving saving = new TextSaving(node);
    private final AsyncQuery<OpenedTerminal> opening = new AsyncQuery<>(this::opened, this::refused);
    private final AsyncQuery<ExitMessage> fate = new AsyncQuery<>(this::ended,
            why -> ended(new ExitMessage(why.sentence(), true)));
    private TerminalTask task;
    private SessionWire wire = new SessionWire();
    private boolean filling;
    private boolean running;

    /**
     * What was started.
     *
     * @param pods where to ask what became of the pod
     */
    private record OpenedTerminal(LogSource pods, LoggedPod pod, String container) {}

    /** @param open called with something else that is to run in the same container */
    TerminalPane(AppServices desk, TerminalTask task, Consumer<TerminalTask> open) {
        this.desk = desk;
        this.task = task;
        this.open = open;
        containers.setId("terminal-container");
        containers.setTooltip(new Tooltip("The container"));
        containers.valueProperty().addListener((value, before, chosen) -> choose(chosen));
        status.setId("terminal-status");
        status.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(status, Priority.ALWAYS);
        offerContainers();
        again.setId("terminal-again");
        again.setOnAction(event -> start());
        tools.getChildren().addAll(containers, status, again);
        if (GpuCommand.helpIn(task.pod(), desk.snapshots().get())) {
            Stream.of(GpuCommand.values()).forEach(command -> tools.getChildren().add(button(command)));
        }
        var save = new Button("Save…");
        save.setId("terminal-save");
        save.setOnAction(event -> saving.save(task.name(), screen.lines()));
        tools.getChildren().add(save);
        for (var tool : tools.getChildren()) {
            if (tool instanceof Button button) {
                button.setMinWidth(Region.USE_PREF_SIZE);
            }
        }
        tools.setAlignment(Pos.CENTER_LEFT);
        tools.getStyleClass().add("terminal-tools");
        node.getStyleClass().add("terminal");
        node.setTop(tools);
        node.setCenter(place);
    }

    private Button button(GpuCommand command) {
        var button = new Button(command.title());
        button.setId(command.id());
        button.setTooltip(new Tooltip(command.help()));
        button.setOnAction(event -> open.accept(task.running(command.words())));
        return button;
    }

    @Override
    public String title() {
        return task.title();
    }

    @Override
    public String help() {
        return task.pod().toString();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public List<String> running() {
        return running ? List.of("the terminal in " + task.pod().namespace() + "/" + task.pod().name()) : List.of();
    }

    /** A shell that waits at its prompt does nothing that would be missed. */
    @Override
    public List<String> asked() {
        var last = screen.lines().stream().map(String::stripTrailing).filter(line -> !line.isEmpty())
                .reduce("", (before, line) -> line);
        return task.asksForShell() && (last.endsWith("#") || last.endsWith("$")) ? List.of() : running();
    }

    /** Leaves what runs and starts it anew. */
    void start() {
        close();
        var fresh = new SessionWire();
        wire = fresh;
        var wanted = task;
        offerAgain(false);
        tell("", false);
        place.show(new ScreenNotice(ScreenNotice.NoticeKind.LOADING, "Starting", "Waiting for the container to answer.",
                ""));
        opening.ask(() -> open(wanted, fresh));
    }

    private OpenedTerminal open(TerminalTask wanted, SessionWire fresh) throws Failure, InterruptedException {
        var reached = desk.reached();
        var door = reached.containers();
        var sessions = reached.sessions();
        sessions.admit(door, SessionLog.SessionKind.TERMINAL, wanted.pod(), wanted.words(wanted.container()));
        var pods = reached.logs();
        var pod = pods.pod(wanted.pod());
        var container = wanted.container().isEmpty() ? pod.usual() : wanted.container();
        var stands = pod.container(container);
        if (stands.isEmpty() || stands.get().state() != ContainerState.RUNNING) {
            throw new Failure(new Problem(ProblemKind.INVALID, "The container “%s” is not running".formatted(container),
                    stands.map(LoggedPod.LoggedContainer::words).orElse(""),
                    "A terminal needs a container that runs."));
        }
        var wish = ExecWish.terminal(wanted.pod(), container, wanted.command());
        var note = sessions.begin(SessionLog.SessionKind.TERMINAL, wanted.pod(), wanted.words(container));
        fresh.onEnd(note::end);
        try {
            fresh.attach(wanted.asksForShell() ? ShellCandidates.start(door, wish, fresh) : door.start(wish, fresh));
        } catch (Failure failure) {
            note.end(SessionLog.SessionResult.FAILED, failure.problem().sentence());
            throw failure;
        }
        return new OpenedTerminal(pods, pod, container);
    }

    private void opened(OpenedTerminal found) {
        filling = true;
        task = task.in(found.container());
        containers.getItems().setAll(found.pod().containers().stream()
                .filter(each -> each.state() == ContainerState.RUNNING).map(LoggedPod.LoggedContainer::name).toList());
        containers.setValue(found.container());
        filling = false;
        place.shows(Optional.empty());
        screen.show(wire);
        offerContainers();
        tell("Running in " + found.container(), false);
        running = true;
        var shown = wire;
        wire.onEnd(ending -> FxRelay.show(() -> over(shown, found, ending)));
    }

    private void over(SessionWire of, OpenedTerminal found, ExitStatus ending) {
        if (!of.equals(wire)) {
            return;
        }
        running = false;
        offerAgain(true);
        if (ending instanceof ExitStatus.NotStarted(var why)) {
            screen.clear();
            refused(why);
            return;
        }
        fate.ask(() -> ExitMessage.of(ending, found.pods(), task.pod(), found.pod().uid(), found.container()));
    }

    private void ended(ExitMessage how) {
        tell(how.words(), how.trouble());
    }

    private void refused(Problem why) {
        tell(why.headline(), true);
        place.show(ScreenNotice.failed(why));
    }

    private void choose(String chosen) {
        if (!filling && chosen != null) {
            task = task.in(chosen);
            start();
        }
    }

    private void tell(String words, boolean trouble) {
        status.setText(words);
        status.getStyleClass().removeAll("danger-text");
        if (trouble) {
            status.getStyleClass().add("danger-text");
        }
    }

    /** Where there is but one, nobody chooses. */
    private void offerContainers() {
        boolean several = containers.getItems().size() > 1;
        NodePresence.of(containers, several);
    }

    private void offerAgain(boolean wanted) {
        NodePresence.of(again, wanted);
    }

    /** What was written and is still known. */
    List<String> lines() {
        return screen.lines();
    }

    /** How it stands, in words. */
    String status() {
        return status.getText();
    }

    @Override
    public void close() {
        running = false;
        opening.cancel();
        fate.cancel();
        wire.close();
        screen.clear();
    }
}
