package tessera.ui.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.FileChooser;
import tessera.flow.LatestValue;
import tessera.insight.GpuFleet;
import tessera.model.Problem;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.KubeconfigSources;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ListedContext;
import tessera.ui.SnapshotDrivenScreen;
import tessera.ui.kit.InlineValueNodeUpdater;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.SelectableText;

/** First page of the program: the available contexts and their kubeconfig files. No cluster is contacted unless somebody asks for it. */
public final class WelcomeView
        implements
            SnapshotDrivenScreen<OpenableClusterList, OpenableClusterList>,
            AutoCloseable {

    /** What is remembered once a cluster was opened. */
    public static final String STARTED = "started";

    private static final double WIDTH = 860;

    private final AppServices desk;
    private final Consumer<String> open;
    private final ObjectProperty<OpenableClusterList> asked;
    private final VBox contexts = new VBox(8);
    private final InlineValueNodeUpdater<ListedContext> parts = new InlineValueNodeUpdater<>(contexts.getChildren(),
            this::contextRow);
    private final Label none = SelectableText.wrapped("No kubeconfig names a cluster yet.", "muted");
    private final VBox files = new VBox(4);
    private final Label trouble = SelectableText.wrapped("", "warn-text");
    private final Node root;
    private final LatestValue.ObserverRegistration observerRegistration;
    private final BackgroundQuery<FoundKubeconfigFiles> looking = new BackgroundQuery<>(
            found -> files.getChildren().setAll(fileLines(found)),
            this::showProblem);
    private final BackgroundQuery<Boolean> adding = new BackgroundQuery<>(_ -> findFiles(), this::showProblem);

    /** Kubeconfig files found on disk. */
    private record FoundKubeconfigFiles(List<KubeconfigSources.KubeconfigSource> files, List<String> others) {}

    /** @param open opens the cluster of a context */
    public WelcomeView(AppServices desk, Consumer<String> open) {
        this.desk = desk;
        this.open = open;
        asked = new SimpleObjectProperty<>(desk.clusters().get());
        observerRegistration = desk.clusters().observe(() -> JavaFxThreadRelay.runOnFxThread(() -> {
            asked.set(desk.clusters().get());
            findFiles();
        }));
        var page = new VBox(16, SelectableText.label("Choose a cluster", "welcome-title"),
                SelectableText.wrapped(
                        "None is contacted before you check or open it. Checking asks for its version and nothing else.",
                        "muted"),
                none, contexts, simulatedSection(), filesSection(), files, trouble);
        page.setId("welcome");
        page.getStyleClass().addAll("settings-page", "welcome");
        page.setMaxWidth(WIDTH);
        var place = new StackPane(page);
        place.setAlignment(Pos.TOP_CENTER);
        place.getStyleClass().addAll("settings", "welcome-place");
        place.setOnDragOver(WelcomeView::handleDragOver);
        place.setOnDragDropped(this::handleDrop);
        root = ScrollPaneFactory.verticalPane(place);
        root.getStyleClass().add("welcome-scroll");
        show(asked.get());
        findFiles();
    }

    private Region simulatedSection() {
        var demo = new Button("Open the simulated cluster");
        demo.setId("welcome-demo");
        demo.setMinWidth(Region.USE_PREF_SIZE);
        demo.setOnAction(event -> desk.clusters().get().contexts().stream()
                .filter(listedContext -> listedContext.mark() == OpenableClusterList.ClusterColorMark.DEMO).findFirst()
                .ifPresent(listedContext -> chooseContext(listedContext.name())));
        var row = SettingRow.createRow("Without a cluster",
                "A simulated one inside this program, with GPUs, trouble and all. Nothing leaves this machine.", demo);
        row.getStyleClass().add("settings-card");
        return row;
    }

    private Region filesSection() {
        var add = new Button("Add a file…");
        add.setId("welcome-add");
        add.setMinWidth(Region.USE_PREF_SIZE);
        add.setOnAction(event -> Optional
                .ofNullable(new FileChooser().showOpenDialog(add.getScene().getWindow()))
                .ifPresent(file -> addFile(file.getPath())));
        return SettingRow.createRow("Kubeconfig files", "Read, and never written. A file may be dropped here.", add);
    }

    private void chooseContext(String context) {
        open.accept(context);
    }

    private HBox contextRow(ListedContext listedContext) {
        var mark = new Region();
        mark.getStyleClass().addAll("context-mark", listedContext.styleClass());
        var answer = SelectableText.wrapped(listedContext.trusted() ? "" : "Its certificate is not checked.", "small",
                "muted");
        answer.setId("welcome-answer-" + listedContext.name());
        answer.managedProperty().bind(answer.textProperty().isNotEmpty());
        var current = SelectableText.label("current context", "small");
        JavaFxNodeVisibility.setShown(current, listedContext.current());
        var words = new VBox(2, new HBox(12, SelectableText.label(listedContext.name(), "strong"), current,
                SelectableText.shrinkable(listedContext.server(), "small", "muted")), answer);
        words.setMinWidth(0);
        words.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(words, Priority.ALWAYS);
        var check = new Button("Check");
        check.setId("welcome-check-" + listedContext.name());
        check.setMinWidth(Region.USE_PREF_SIZE);
        var asking = new BackgroundQuery<String>(said -> showAnswer(answer, check, said),
                problem -> showAnswer(answer, check, problem.problemText()));
        check.setOnAction(event -> {
            check.setDisable(true);
            answer.setText("Waiting for an answer…");
            asking.submit(() -> desk.contextSources().testConnection(listedContext.name()));
        });
        var opening = new Button("Open");
        opening.setId("welcome-open-" + listedContext.name());
        opening.setMinWidth(Region.USE_PREF_SIZE);
        opening.getStyleClass().add("accent");
        opening.setOnAction(event -> chooseContext(listedContext.name()));
        var row = new HBox(12, mark, words, check, opening);
        row.setAlignment(Pos.CENTER_LEFT);
        row.getStyleClass().add("settings-card");
        return row;
    }

    private static void showAnswer(Label answer, Button check, String text) {
        answer.setText(text);
        check.setDisable(false);
    }

    private void findFiles() {
        looking.submit(
                () -> new FoundKubeconfigFiles(desk.contextSources().files(), desk.contextSources().unreadFiles()));
    }

    private List<Node> fileLines(FoundKubeconfigFiles known) {
        var lines = new ArrayList<Node>();
        // Of which something is wrong is told below.
        known.files().stream().filter(file -> !mentionsFile(asked.get().problem(), file.path()))
                .forEach(file -> lines.add(new HBox(12, SelectableText.label(file.path(), "mono"),
                        SelectableText.label(file.text(), "small", "muted"))));
        for (var other : known.others()) {
            var add = new Button("Add");
            add.getStyleClass().add("small");
            add.setOnAction(event -> addFile(other));
            var line = new HBox(12, SelectableText.label(other, "mono"),
                    SelectableText.label("is not read", "small", "muted"), add);
            line.setAlignment(Pos.CENTER_LEFT);
            lines.add(line);
        }
        return lines;
    }

    /** Returns whether the text names a file, and not one whose path only begins or ends so. */
    private static boolean mentionsFile(String text, String path) {
        return Pattern.compile("(?<![\\w/.-])" + Pattern.quote(path) + "(?![\\w/.-]*\\w)").matcher(text).find();
    }

    private void addFile(String file) {
        trouble.setText("");
        adding.submit(() -> {
            desk.contextSources().addFile(file);
            return true;
        });
    }

    private static void handleDragOver(DragEvent event) {
        if (event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY);
            event.consume();
        }
    }

    private void handleDrop(DragEvent event) {
        event.getDragboard().getFiles().stream().limit(1).forEach(file -> addFile(file.getPath()));
        event.setDropCompleted(true);
        event.consume();
    }

    @Override
    public Node node() {
        return root;
    }

    @Override
    public ObservableValue<OpenableClusterList> query() {
        return asked;
    }

    @Override
    public OpenableClusterList project(GpuFleet fleet, OpenableClusterList query) {
        return query;
    }

    @Override
    public void show(OpenableClusterList clusters) {
        var real = clusters.contexts().stream()
                .filter(listedContext -> listedContext.mark() != OpenableClusterList.ClusterColorMark.DEMO)
                .toList();
        parts.show(real);
        JavaFxNodeVisibility.setShown(none, real.isEmpty());
        trouble.setText(clusters.problem());
    }

    @Override
    public void showProblem(Problem problem) {
        trouble.setText(problem.problemText());
    }

    @Override
    public void close() {
        observerRegistration.close();
        looking.cancel();
        adding.cancel();
    }
}
