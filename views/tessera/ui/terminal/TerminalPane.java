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
import tessera.exec.ContainerSessionLog;
import tessera.exec.ExecExitStatus;
import tessera.exec.ExecRequest;
import tessera.exec.ShellFallbackSession;
import tessera.logs.LogPodFacts;
import tessera.logs.LogPodFacts.ContainerState;
import tessera.logs.PodLogSource;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.model.ProblemException;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.dock.DockTab;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.SelectableText;

/** One terminal: a shell in a container, or a command that runs there once. FX thread. */
final class TerminalPane implements DockTab {

    private final AppServices desk;
    private final Consumer<TerminalTarget> open;
    private final BorderPane node = new BorderPane();
    private final HBox tools = new HBox(8);
    private final ChoiceBox<String> containers = new ChoiceBox<>();
    private final Label status = SelectableText.shrinkable("", "terminal-status");
    private final Button again = new Button("Start again");
    private final TerminalScreen screen = new TerminalScreen();
    private final NoDataPlaceholder place = new NoDataPlaceholder(screen.node(), this::restart);
    private final TerminalOutputSaver saving = new TerminalOutputSaver(node);
    private final BackgroundQuery<OpenedTerminal> opening = new BackgroundQuery<>(this::attachOpened,
            this::showProblem);
    private final BackgroundQuery<TerminalExitMessage> fate = new BackgroundQuery<>(this::showEnd,
            problem -> showEnd(new TerminalExitMessage(problem.problemText(), true)));
    private TerminalTarget task;
    private TerminalExecConnection wire = new TerminalExecConnection();
    private boolean filling;
    private boolean running;

    /**
     * Started terminal session.
     *
     * @param pods where to ask what became of the pod
     */
    private record OpenedTerminal(PodLogSource pods, LogPodFacts pod, String container) {}

    /** @param open called with something else that is to run in the same container */
    TerminalPane(AppServices desk, TerminalTarget task, Consumer<TerminalTarget> open) {
        this.desk = desk;
        this.task = task;
        this.open = open;
        containers.setId("terminal-container");
        containers.setTooltip(new Tooltip("The container"));
        containers.valueProperty().addListener((value, before, chosen) -> chooseContainer(chosen));
        status.setId("terminal-status");
        status.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(status, Priority.ALWAYS);
        offerContainers();
        again.setId("terminal-again");
        again.setOnAction(event -> restart());
        tools.getChildren().addAll(containers, status, again);
        if (NvidiaSmiQuickCommand.isUsefulIn(task.pod(), desk.snapshots().get())) {
            Stream.of(NvidiaSmiQuickCommand.values())
                    .forEach(command -> tools.getChildren().add(commandButton(command)));
        }
        var save = new Button("Save…");
        save.setId("terminal-save");
        save.setOnAction(event -> saving.saveAs(task.fileName(), screen.lines()));
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

    private Button commandButton(NvidiaSmiQuickCommand command) {
        var button = new Button(command.title());
        button.setId(command.id());
        button.setTooltip(new Tooltip(command.helpText()));
        button.setOnAction(event -> open.accept(task.withCommand(command.commandLine())));
        return button;
    }

    @Override
    public String title() {
        return task.tabTitle();
    }

    @Override
    public String helpText() {
        return task.pod().toString();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public List<String> runningWork() {
        return running ? List.of("the terminal in " + task.pod().namespace() + "/" + task.pod().name()) : List.of();
    }

    /** A shell that waits at its prompt does nothing that would be missed. */
    @Override
    public List<String> workToConfirm() {
        var last = screen.lines().stream().map(String::stripTrailing).filter(line -> !line.isEmpty())
                .reduce("", (before, line) -> line);
        return task.asksForShell() && (last.endsWith("#") || last.endsWith("$")) ? List.of() : runningWork();
    }

    /** Ends the running session and starts it anew. */
    void restart() {
        close();
        var fresh = new TerminalExecConnection();
        wire = fresh;
        var wanted = task;
        offerAgain(false);
        showStatus("", false);
        place.show(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING, "Starting",
                "Waiting for the container to answer.",
                ""));
        opening.submit(() -> openSession(wanted, fresh));
    }

    private OpenedTerminal openSession(TerminalTarget wanted, TerminalExecConnection fresh)
            throws ProblemException, InterruptedException {
        var reached = desk.clusterServices();
        var door = reached.containerAccess();
        var sessions = reached.sessionLog();
        sessions.requireAllowed(door, ContainerSessionLog.SessionKind.TERMINAL, wanted.pod(),
                wanted.descriptionText(wanted.container()));
        var pods = reached.logSource();
        var pod = pods.findPod(wanted.pod());
        var container = wanted.container().isEmpty() ? pod.defaultContainer() : wanted.container();
        var stands = pod.findContainer(container);
        if (stands.isEmpty() || stands.get().state() != ContainerState.RUNNING) {
            throw new ProblemException(
                    new Problem(ProblemKind.INVALID, "The container “%s” is not running".formatted(container),
                            stands.map(LogPodFacts.LoggedContainer::statusText).orElse(""),
                            "A terminal needs a container that runs."));
        }
        var request = ExecRequest.forTerminal(wanted.pod(), container, wanted.command());
        var note = sessions.begin(ContainerSessionLog.SessionKind.TERMINAL, wanted.pod(),
                wanted.descriptionText(container));
        fresh.onEnd(note::end);
        try {
            fresh.attachSession(
                    wanted.asksForShell() ? ShellFallbackSession.start(door, request, fresh)
                            : door.start(request, fresh));
        } catch (ProblemException problemException) {
            note.end(ContainerSessionLog.SessionResult.FAILED, problemException.problem().problemText());
            throw problemException;
        }
        return new OpenedTerminal(pods, pod, container);
    }

    private void attachOpened(OpenedTerminal found) {
        filling = true;
        task = task.withContainer(found.container());
        containers.getItems().setAll(found.pod().containers().stream()
                .filter(container -> container.state() == ContainerState.RUNNING).map(LogPodFacts.LoggedContainer::name)
                .toList());
        containers.setValue(found.container());
        filling = false;
        place.showNoticeOrContent(Optional.empty());
        screen.showSession(wire);
        offerContainers();
        showStatus("Running in " + found.container(), false);
        running = true;
        var shown = wire;
        wire.onEnd(ending -> JavaFxThreadRelay.runOnFxThread(() -> handleEnd(shown, found, ending)));
    }

    private void handleEnd(TerminalExecConnection of, OpenedTerminal found, ExecExitStatus ending) {
        if (!of.equals(wire)) {
            return;
        }
        running = false;
        offerAgain(true);
        if (ending instanceof ExecExitStatus.StartFailure(var problem)) {
            screen.clear();
            showProblem(problem);
            return;
        }
        fate.submit(
                () -> TerminalExitMessage.of(ending, found.pods(), task.pod(), found.pod().uid(), found.container()));
    }

    private void showEnd(TerminalExitMessage how) {
        showStatus(how.text(), how.trouble());
    }

    private void showProblem(Problem problem) {
        showStatus(problem.headline(), true);
        place.show(EmptyScreenNotice.ofProblem(problem));
    }

    private void chooseContainer(String chosen) {
        if (!filling && chosen != null) {
            task = task.withContainer(chosen);
            restart();
        }
    }

    private void showStatus(String text, boolean trouble) {
        status.setText(text);
        status.getStyleClass().removeAll("danger-text");
        if (trouble) {
            status.getStyleClass().add("danger-text");
        }
    }

    /** Offers the containers; a single one leaves no choice. */
    private void offerContainers() {
        boolean several = containers.getItems().size() > 1;
        JavaFxNodeVisibility.setShown(containers, several);
    }

    private void offerAgain(boolean wanted) {
        JavaFxNodeVisibility.setShown(again, wanted);
    }

    /** Returns the written lines that are still kept. */
    List<String> lines() {
        return screen.lines();
    }

    /** Returns the status as text. */
    String statusText() {
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
