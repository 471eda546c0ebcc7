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
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.OpenClusterSource;
import tessera.ui.dock.DockTab;
import tessera.ui.kit.EmptyScreenNotice;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.NoDataPlaceholder;
import tessera.ui.kit.TextLabelFactory;

/** One terminal: a shell in a container, or a command that runs there once. FX thread. */
final class TerminalPane implements DockTab {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TerminalPane.class);

    private final OpenClusterSource services;
    private final Consumer<TerminalTarget> open;
    private final BorderPane node = new BorderPane();
    private final HBox toolbar = new HBox(8);
    private final ChoiceBox<String> containers = new ChoiceBox<>();
    private final Label status = TextLabelFactory.shrinkable("", "terminal-status");
    private final Button restartButton = new Button(MESSAGES.text("terminal.restart"));
    private final TerminalScreen screen = new TerminalScreen();
    private final NoDataPlaceholder placeholder = new NoDataPlaceholder(screen.node(), this::restart);
    private final TerminalOutputSaver saving = new TerminalOutputSaver(node);
    private final BackgroundQuery<TerminalPodAndContainer> backgroundQuery = new BackgroundQuery<>(this::attachOpened,
            this::showProblem);
    private final BackgroundQuery<TerminalExitMessage> fate = new BackgroundQuery<>(this::showEnd,
            problem -> showEnd(new TerminalExitMessage(problem.problemText(), true)));
    private TerminalTarget task;
    private TerminalExecConnection connection = new TerminalExecConnection();
    private boolean updating;
    private boolean running;

    /**
     * Started terminal session.
     *
     * @param pods where to ask what became of the pod
     */
    private record TerminalPodAndContainer(PodLogSource pods, LogPodFacts pod, String container) {}

    /** @param open called with something else that is to run in the same container */
    TerminalPane(OpenClusterSource services, TerminalTarget task, Consumer<TerminalTarget> open) {
        this.services = services;
        this.task = task;
        this.open = open;
        containers.setId("terminal-container");
        containers.setTooltip(new Tooltip(MESSAGES.text("terminal.container")));
        containers.valueProperty().addListener((value, before, chosen) -> chooseContainer(chosen));
        status.setId("terminal-status");
        status.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(status, Priority.ALWAYS);
        offerContainers();
        restartButton.setId("terminal-again");
        restartButton.setOnAction(event -> restart());
        toolbar.getChildren().addAll(containers, status, restartButton);
        if (NvidiaSmiQuickCommand.isUsefulIn(task.pod(), services.snapshots().get())) {
            Stream.of(NvidiaSmiQuickCommand.values())
                    .forEach(command -> toolbar.getChildren().add(commandButton(command)));
        }
        var save = InputControlFactory.button("terminal-save", MESSAGES.text("terminal.save"),
                () -> saving.saveAs(task.fileName(), screen.lines()));
        toolbar.getChildren().add(save);
        for (var tool : toolbar.getChildren()) {
            if (tool instanceof Button button) {
                button.setMinWidth(Region.USE_PREF_SIZE);
            }
        }
        toolbar.setAlignment(Pos.CENTER_LEFT);
        toolbar.getStyleClass().add("terminal-tools");
        node.getStyleClass().add("terminal");
        node.setTop(toolbar);
        node.setCenter(placeholder);
    }

    private Button commandButton(NvidiaSmiQuickCommand command) {
        var button = InputControlFactory.button(command.id(), command.title(),
                () -> open.accept(task.withCommand(command.commandLine())));
        button.setTooltip(new Tooltip(command.helpText()));
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
        if (running) {
            return List.of(MESSAGES.text("terminal.task", task.pod().namespace(), task.pod().name()));
        }
        return List.of();
    }

    /** A shell that waits at its prompt does nothing that would be missed. */
    @Override
    public List<String> workToConfirm() {
        var last = screen.lines().stream().map(String::stripTrailing).filter(line -> !line.isEmpty()).reduce("",
                (before, line) -> line);
        if (task.asksForShell() && (last.endsWith("#") || last.endsWith("$"))) {
            return List.of();
        }
        return runningWork();
    }

    /** Ends the running session and starts it anew. */
    void restart() {
        close();
        var newConnection = new TerminalExecConnection();
        connection = newConnection;
        var target = task;
        offerAgain(false);
        showStatus("", false);
        placeholder.show(new EmptyScreenNotice(EmptyScreenNotice.NoDataReason.LOADING,
                MESSAGES.text("terminal.starting"), MESSAGES.text("terminal.startingDetail"), ""));
        backgroundQuery.submit(() -> openSession(target, newConnection));
    }

    private TerminalPodAndContainer openSession(TerminalTarget target, TerminalExecConnection newConnection)
            throws ProblemException, InterruptedException {
        var reached = services.clusterServices();
        var containerAccess = reached.containerAccess();
        var sessions = reached.sessionLog();
        sessions.requireAllowed(containerAccess, ContainerSessionLog.ContainerSessionKind.TERMINAL, target.pod(),
                target.descriptionText(target.container()));
        var pods = reached.logSource();
        var pod = pods.findPod(target.pod());
        var container = target.container().isEmpty() ? pod.defaultContainer() : target.container();
        var stands = pod.findContainer(container);
        if (stands.isEmpty() || stands.get().state() != ContainerState.RUNNING) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.INVALID, MESSAGES.reason("terminal.notRunning", container))
                            .withDetail(stands.map(LogPodFacts.LoggedContainer::statusText).orElse(""))
                            .withRemedy(MESSAGES.text("terminal.notRunningRemedy")));
        }
        var request = ExecRequest.forTerminal(target.pod(), container, target.command());
        var note = sessions.begin(ContainerSessionLog.ContainerSessionKind.TERMINAL, target.pod(),
                target.descriptionText(container));
        newConnection.onEnd(note::end);
        try {
            newConnection.attachSession(
                    target.asksForShell() ? ShellFallbackSession.start(containerAccess, request, newConnection)
                            : containerAccess.start(request, newConnection));
        } catch (ProblemException problemException) {
            note.end(ContainerSessionLog.SessionResult.FAILED, problemException.problem().problemText());
            throw problemException;
        }
        return new TerminalPodAndContainer(pods, pod, container);
    }

    private void attachOpened(TerminalPodAndContainer terminal) {
        updating = true;
        task = task.withContainer(terminal.container());
        containers.getItems()
                .setAll(terminal.pod().containers().stream()
                        .filter(container -> container.state() == ContainerState.RUNNING)
                        .map(LogPodFacts.LoggedContainer::name).toList());
        containers.setValue(terminal.container());
        updating = false;
        placeholder.showNoticeOrContent(Optional.empty());
        screen.showSession(connection);
        offerContainers();
        showStatus(MESSAGES.text("terminal.running", terminal.container()), false);
        running = true;
        var displayedConnection = connection;
        connection.onEnd(exitStatus -> relayEnd(exitStatus, displayedConnection, terminal));
    }

    private void relayEnd(ExecExitStatus exitStatus, TerminalExecConnection displayedConnection,
            TerminalPodAndContainer terminal) {
        JavaFxThreadRelay.runOnFxThread(() -> handleEnd(displayedConnection, terminal, exitStatus));
    }

    private void handleEnd(TerminalExecConnection of, TerminalPodAndContainer terminal, ExecExitStatus exitStatus) {
        if (!of.equals(connection)) {
            return;
        }
        running = false;
        offerAgain(true);
        if (exitStatus instanceof ExecExitStatus.ExecStartFailure(var problem)) {
            screen.clear();
            showProblem(problem);
            return;
        }
        fate.submit(() -> TerminalExitMessage.of(exitStatus, terminal.pods(), task.pod(), terminal.pod().uid(),
                terminal.container()));
    }

    private void showEnd(TerminalExitMessage exitMessage) {
        showStatus(exitMessage.text(), exitMessage.failure());
    }

    private void showProblem(Problem problem) {
        showStatus(problem.headline(), true);
        placeholder.show(EmptyScreenNotice.ofProblem(problem));
    }

    private void chooseContainer(String chosen) {
        if (!updating && chosen != null) {
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
        JavaFxNodeVisibility.setShown(restartButton, wanted);
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
        backgroundQuery.cancel();
        fate.cancel();
        connection.close();
        screen.clear();
    }

    /**
     * Message about a command that has ended.
     *
     * @param text   one line
     * @param failure whether it is bad news
     */
    private record TerminalExitMessage(String text, boolean failure) {

        /** From here on a signal ended it. */
        private static final int KILLED = 128;
        /** By Ctrl+C, as a rule. */
        private static final int INTERRUPTED = 130;

        /**
         * Describes the end with the fate of the pod, which is queried where the exit status alone does not explain it.
         *
         * @param uid of the very pod
         */
        static TerminalExitMessage of(ExecExitStatus exitStatus, PodLogSource pods, ObjectRef pod, String uid,
                String container) throws InterruptedException {
            return switch (exitStatus) {
                case ExecExitStatus.ProcessExit(int code) when code < KILLED -> exitedWith(code);
                case ExecExitStatus.ProcessExit(int code) when code == INTERRUPTED -> withFate(pods, pod, uid,
                        container, new TerminalExitMessage(MESSAGES.text("end.interrupted"), false));
                case ExecExitStatus.ProcessExit(int code) -> withFate(pods, pod, uid, container, exitedWith(code));
                case ExecExitStatus.ExecConnectionLoss(var problem) when problem
                        .kind() == OperationProblemKind.READ_ONLY ->
                    new TerminalExitMessage(problem.headline(), true);
                case ExecExitStatus.ExecConnectionLoss(var problem) ->
                    withFate(pods, pod, uid, container, new TerminalExitMessage(problem.headline(), true));
                case ExecExitStatus.ExecStartFailure(var problem) ->
                    new TerminalExitMessage(problem.problemText(), true);
                case ExecExitStatus.UserClosedSession _ -> new TerminalExitMessage(MESSAGES.text("end.closed"), false);
            };
        }

        private static TerminalExitMessage exitedWith(int code) {
            return new TerminalExitMessage(MESSAGES.text("end.exit", code), code != 0);
        }

        private static TerminalExitMessage withFate(PodLogSource pods, ObjectRef pod, String uid, String container,
                TerminalExitMessage otherwise) throws InterruptedException {
            try {
                var now = pods.findPod(pod);
                if (!now.uid().equals(uid)) {
                    return new TerminalExitMessage(MESSAGES.text("end.replaced"), true);
                }
                var ended = now.findContainer(container)
                        .filter(each -> each.state() != LogPodFacts.ContainerState.RUNNING)
                        .map(each -> MESSAGES.text("end.container", each.statusText()));
                return ended.or(() -> now.deleting() ? Optional.of(MESSAGES.text("end.deleting")) : Optional.empty())
                        .map(text -> new TerminalExitMessage(text, true)).orElse(otherwise);
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                    return new TerminalExitMessage(MESSAGES.text("end.gone"), true);
                }
                return otherwise;
            }
        }
    }
}
