package tessera.ui.copy;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
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
import javafx.scene.control.ChoiceBox;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.TextField;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import tessera.filecopy.ContainerFileCopyOperation;
import tessera.filecopy.ContainerFileCopyRegistry;
import tessera.filecopy.ContainerFileCopyRequest;
import tessera.filecopy.ContainerFileCopyRequest.FileCopyDirection;
import tessera.filecopy.FileCopyState;
import tessera.filecopy.FileCopyState.FileCopyPhase;
import tessera.filecopy.OverwriteAnswer;
import tessera.logs.LogPodFacts;
import tessera.logs.LogPodFacts.ContainerState;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.ProblemException;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.WindowColumnAndThemeStore;
import tessera.ui.dock.DockTab;
import tessera.ui.kit.DataTable;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** Copies between this machine and containers, with the form for the next one. FX thread. */
public final class ContainerFileCopyPane implements DockTab {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ContainerFileCopyPane.class);

    private final OpenClusterSource services;
    private final Clock clock;
    private final BorderPane node = new BorderPane();
    private final ContainerFileCopyForm form = new ContainerFileCopyForm(this::startCopy);
    private final FileCopyConflictBar conflict = new FileCopyConflictBar(this::answer);
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
    public ContainerFileCopyPane(OpenClusterSource services, WindowColumnAndThemeStore layoutMemory, Clock clock) {
        this.services = services;
        this.clock = clock;
        table = new DataTable<>("copies", ContainerFileCopyRow.columns(this::stopCopy), row -> row.state().number(),
                layoutMemory, row -> {});
        table.node().setPlaceholder(new Label(MESSAGES.text("copies.none")));
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
            setMessage(MESSAGES.text("copies.noContainer"));
        }
    }

    private void startCopy() {
        var wish = form.request();
        if (wish.isEmpty()) {
            setMessage(MESSAGES.text("copies.noPaths"));
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
        copies.ifPresent(all -> all.end(ContainerFileCopyRegistry.readOnlyText()));
        refreshRows();
    }

    @Override
    public String title() {
        return MESSAGES.text("copies.title");
    }

    @Override
    public String helpText() {
        return MESSAGES.text("copies.help");
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public List<String> runningWork() {
        return copies.map(ContainerFileCopyRegistry::runningCopies).orElse(List.of()).stream()
                .map(state -> MESSAGES.text("copies.task", state.copyRequest().routeText())).toList();
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
            node.getChildren().addAll(answerButton(MESSAGES.text("answer.replace"), OverwriteAnswer.REPLACE),
                    answerButton(MESSAGES.text("answer.skip"), OverwriteAnswer.SKIP),
                    answerButton(MESSAGES.text("answer.replaceAll"), OverwriteAnswer.REPLACE_ALL),
                    answerButton(MESSAGES.text("answer.skipAll"), OverwriteAnswer.SKIP_ALL),
                    answerButton(MESSAGES.text("answer.stop"), OverwriteAnswer.STOP));
            clear();
        }

        private Button answerButton(String title, OverwriteAnswer overwriteAnswer) {
            return InputControlFactory.wholeButton(
                    "copy-" + overwriteAnswer.name().toLowerCase(Locale.ROOT).replace('_', '-'), title, () -> {
                        clear();
                        answer.accept(number, overwriteAnswer);
                    });
        }

        Node node() {
            return node;
        }

        /** Asks about the conflicting file of a copy; hides the bar where the copy has none. */
        void show(FileCopyState state) {
            number = state.number();
            state.overwriteQuestion().ifPresentOrElse(file -> {
                text.setText(MESSAGES.text("answer.exists", file));
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

    /** Form for the source and the target of a copy. FX thread. */
    private static final class ContainerFileCopyForm {

        private final Label subject = TextLabelFactory.shrinkable("", "strong");
        private final ChoiceBox<String> direction = new ChoiceBox<>();
        private final ChoiceBox<String> containers = new ChoiceBox<>();
        private final TextField remote = InputControlFactory.textField("copy-remote", MESSAGES.text("form.remote"));
        private final TextField local = InputControlFactory.textField("copy-local", MESSAGES.text("form.local"));
        private final Button start = new Button(MESSAGES.text("form.copy"));
        private final HBox node = new HBox(8);
        private Optional<ObjectRef> pod = Optional.empty();

        /** @param copy called when the question is answered */
        ContainerFileCopyForm(Runnable copy) {
            subject.setId("copy-pod");
            subject.setMaxWidth(260);
            direction.setId("copy-direction");
            direction.getItems().setAll(MESSAGES.text("form.from"), MESSAGES.text("form.to"));
            direction.getSelectionModel().selectFirst();
            containers.setId("copy-container");
            containers.setTooltip(new Tooltip(MESSAGES.text("form.container")));
            local.setText(System.getProperty("user.home", ""));
            for (var field : List.of(remote, local)) {
                HBox.setHgrow(field, Priority.ALWAYS);
                field.setMinWidth(120);
                field.setOnAction(event -> copy.run());
            }
            start.setId("copy-start");
            start.getStyleClass().add("accent");
            start.setMinWidth(Region.USE_PREF_SIZE);
            start.setOnAction(event -> copy.run());
            node.getChildren().addAll(subject, direction, containers, remote,
                    captionLabel(MESSAGES.text("form.thisMachine")), local, browseButtons(), start);
            node.setAlignment(Pos.CENTER_LEFT);
            node.getStyleClass().add("terminal-tools");
        }

        private static Label captionLabel(String text) {
            return TextLabelFactory.whole(text, "small", "muted");
        }

        private Node browseButtons() {
            var file = InputControlFactory.menuItem(MESSAGES.text("form.file"),
                    () -> takeFile(new FileChooser().showOpenDialog(node.getScene().getWindow())));
            var folder = InputControlFactory.menuItem(MESSAGES.text("form.folder"),
                    () -> takeFile(new DirectoryChooser().showDialog(node.getScene().getWindow())));
            var browse = new MenuButton(MESSAGES.text("form.browse"), null, file, folder);
            browse.setMinWidth(Region.USE_PREF_SIZE);
            return browse;
        }

        private void takeFile(@Nullable File chosen) {
            if (chosen != null) {
                local.setText(chosen.toString());
            }
        }

        Node node() {
            return node;
        }

        /** Asks about a pod. */
        void ask(ObjectRef of) {
            pod = Optional.of(of);
            subject.setText(of.name());
            remote.clear();
            offerContainers(List.of(), "");
            remote.requestFocus();
        }

        /** Offers the containers to choose from; where there is one, no choice is shown. */
        void offerContainers(List<String> names, String usual) {
            containers.getItems().setAll(names);
            containers.setValue(usual);
            JavaFxNodeVisibility.setShown(containers, names.size() > 1);
            start.setDisable(names.isEmpty());
        }

        /** Returns the copy request; empty while something is missing. */
        Optional<ContainerFileCopyRequest> request() {
            var there = remote.getText().strip();
            var here = local.getText().strip();
            var container = containers.getValue();
            if (pod.isEmpty() || container == null || there.isEmpty() || here.isEmpty()) {
                return Optional.empty();
            }
            try {
                return Optional
                        .of(new ContainerFileCopyRequest(
                                direction.getSelectionModel().getSelectedIndex() == 1 ? FileCopyDirection.TO_CONTAINER
                                        : FileCopyDirection.FROM_CONTAINER,
                                pod.get(), container, there, Path.of(here)));
            } catch (InvalidPathException _) {
                return Optional.empty();
            }
        }
    }
}
