package tessera.ui.copy;

import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;
import javafx.animation.KeyFrame;
import javafx.animation.Timeline;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import tessera.filecopy.ContainerFileCopyOperation;
import tessera.filecopy.ContainerFileCopyRegistry;
import tessera.filecopy.FileCopyState;
import tessera.filecopy.FileCopyState.FileCopyPhase;
import tessera.filecopy.OverwriteAnswer;
import tessera.logs.LogPodFacts;
import tessera.logs.LogPodFacts.ContainerState;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.dock.DockTab;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Copies between this machine and containers, with the form for the next one. FX thread. */
public final class ContainerFileCopyPane implements DockTab {

    private final AppServices services;
    private final Clock clock;
    private final BorderPane node = new BorderPane();
    private final ContainerFileCopyForm form = new ContainerFileCopyForm(this::startCopy);
    private final FileCopyConflictBar conflict = new FileCopyConflictBar(
            this::answer);
    private final Label status = TextLabelFactory.wrapped("", "terminal-status");
    private final DataTable<ContainerFileCopyRow> table;
    private final BackgroundQuery<LogPodFacts> containers = new BackgroundQuery<>(this::offerContainers,
            this::showProblem);
    private final BackgroundQuery<ContainerFileCopyOperation> starting = new BackgroundQuery<>(copying -> refreshRows(),
            this::showProblem);
    private final Timeline pulse = new Timeline(new KeyFrame(Duration.millis(500), event -> refreshRows()));
    private Optional<ContainerFileCopyRegistry> copies = Optional.empty();
    private String message = "";

    /** @param clock by which ages are told */
    public ContainerFileCopyPane(AppServices services, Clock clock) {
        this.services = services;
        this.clock = clock;
        table = new DataTable<>("copies", ContainerFileCopyRow.columns(this::stopCopy), row -> row.state().number(),
                services.layoutMemory(),
                row -> {});
        table.node().setPlaceholder(new Label("Nothing copied yet"));
        pulse.setCycleCount(Timeline.INDEFINITE);
        status.setId("copy-status");
        status.getStyleClass().add("danger-text");
        node.getStyleClass().add("terminal");
        node.setTop(new VBox(form.node(), conflict.node()));
        node.setCenter(table.node());
        node.setBottom(status);
        setMessage("");
    }

    private void answer(long number, OverwriteAnswer overwriteAnswer) {
        copies.ifPresent(all -> all.answer(number, overwriteAnswer));
    }

    /** Asks which path of a pod to copy. */
    public void ask(ObjectRef pod) {
        form.ask(pod);
        setMessage("");
        containers.submit(() -> services.clusterServices().logSource().findPod(pod));
        begin();
    }

    /** Shows the copies. */
    public void begin() {
        try {
            copies = Optional.of(services.clusterServices().copyJobs());
        } catch (ProblemException problemException) {
            showProblem(problemException.problem());
        }
        pulse.play();
        refreshRows();
    }

    private void offerContainers(LogPodFacts podFacts) {
        var running = podFacts.containers().stream().filter(container -> container.state() == ContainerState.RUNNING)
                .map(LogPodFacts.LoggedContainer::name).toList();
        form.offerContainers(running,
                running.contains(podFacts.defaultContainer()) || running.isEmpty() ? podFacts.defaultContainer()
                        : running.getFirst());
        if (running.isEmpty()) {
            setMessage("No container of the pod is running");
        }
    }

    private void startCopy() {
        var wish = form.request();
        if (wish.isEmpty()) {
            setMessage("Say a path in the container, and one on this machine");
            return;
        }
        setMessage("");
        starting.submit(() -> services.clusterServices().copyJobs().start(wish.get(), null));
    }

    private void showProblem(Problem problem) {
        setMessage(problem.problemText());
    }

    private void setMessage(String text) {
        message = text;
        refreshRows();
    }

    /** Shows the last message, or else why the last copy failed, which its row may cut. */
    private void showMessage(List<FileCopyState> states) {
        var text = !message.isEmpty() || states.isEmpty() || states.getLast().stage() != FileCopyPhase.FAILED ? message
                : states.getLast().statusText();
        status.setText(text);
        JavaFxNodeVisibility.setShown(status, !text.isEmpty());
    }

    private void refreshRows() {
        var now = clock.instant();
        var states = copies.map(ContainerFileCopyRegistry::states).orElse(List.of());
        // What was begun last is what one waits for.
        table.show(states.reversed().stream().map(state -> ContainerFileCopyRow.of(state, now)).toList());
        states.stream().filter(state -> state.overwriteQuestion().isPresent()).findFirst()
                .ifPresentOrElse(conflict::show, conflict::clear);
        showMessage(states);
    }

    private void stopCopy(FileCopyState state) {
        copies.ifPresent(all -> all.stop(state.number()));
        refreshRows();
    }

    /** Ends all copies, because changes are no longer allowed. */
    public void refuseChanges() {
        copies.ifPresent(all -> all.end(ContainerFileCopyRegistry.READ_ONLY));
        refreshRows();
    }

    @Override
    public String title() {
        return "Copies";
    }

    @Override
    public String helpText() {
        return "What is copied between this machine and containers; closing this tab ends it";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public List<String> runningWork() {
        return copies.map(ContainerFileCopyRegistry::runningCopies).orElse(List.of()).stream()
                .map(state -> "the copy of " + state.copyRequest().routeText()).toList();
    }

    @Override
    public void close() {
        pulse.stop();
        containers.cancel();
        starting.cancel();
        copies.ifPresent(ContainerFileCopyRegistry::stopAll);
        copies = Optional.empty();
    }

    /** Bar that asks what to do about a file of this machine that already exists. FX thread. */
    private static final class FileCopyConflictBar {

        private final Label text = TextLabelFactory.shrinkable("");
        private final HBox node = new HBox(8, StatusGlyph.WARNING.node(), text);
        private final BiConsumer<Long, OverwriteAnswer> answer;
        private long number;

        /** @param answer called with the number of the copy, and what is to be done */
        FileCopyConflictBar(BiConsumer<Long, OverwriteAnswer> answer) {
            this.answer = answer;
            text.setId("copy-conflict");
            text.setMaxWidth(Double.MAX_VALUE);
            HBox.setHgrow(text, Priority.ALWAYS);
            node.setAlignment(Pos.CENTER_LEFT);
            node.getStyleClass().add("terminal-tools");
            node.getChildren().addAll(answerButton("Replace", OverwriteAnswer.REPLACE),
                    answerButton("Skip", OverwriteAnswer.SKIP),
                    answerButton("Replace all", OverwriteAnswer.REPLACE_ALL),
                    answerButton("Skip all", OverwriteAnswer.SKIP_ALL),
                    answerButton("Stop", OverwriteAnswer.STOP));
            clear();
        }

        private Button answerButton(String title, OverwriteAnswer overwriteAnswer) {
            var button = new Button(title);
            button.setId("copy-" + title.toLowerCase(Locale.ROOT).replace(' ', '-'));
            button.setMinWidth(Region.USE_PREF_SIZE);
            button.setOnAction(event -> {
                clear();
                answer.accept(number, overwriteAnswer);
            });
            return button;
        }

        Node node() {
            return node;
        }

        /** Asks about the conflicting file of a copy; hides the bar where the copy has none. */
        void show(FileCopyState state) {
            number = state.number();
            state.overwriteQuestion().ifPresentOrElse(file -> {
                text.setText(file + " is there already");
                setVisible(true);
            }, this::clear);
        }

        void clear() {
            setVisible(false);
        }

        private void setVisible(boolean shown) {
            JavaFxNodeVisibility.setShown(node, shown);
        }
    }
}
