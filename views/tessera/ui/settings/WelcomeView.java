package tessera.ui.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
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
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.ClusterStateSource;
import tessera.ui.ComposedScreen;
import tessera.ui.JavaFxThreadRelay;
import tessera.ui.KubeconfigSourceProvider;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ListedKubeconfigContext;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.ScrollPaneFactory;
import tessera.ui.kit.TextLabelFactory;

/** First page of the program: the available contexts and their kubeconfig files. No cluster is contacted unless somebody asks for it. */
public final class WelcomeView extends ComposedScreen<OpenableClusterList, OpenableClusterList>
        implements
            AutoCloseable {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WelcomeView.class);

    /** What is remembered once a cluster was opened. */
    public static final String STARTED = "started";

    private static final double WIDTH = 860;

    private final ClusterStateSource services;
    private final KubeconfigSourceProvider contextSources;
    private final Consumer<String> open;
    private final ObjectProperty<OpenableClusterList> clusterList;
    private final VBox contexts = new VBox(8);
    private final PaneChildrenReconciler<ListedKubeconfigContext> parts = new PaneChildrenReconciler<>(
            contexts.getChildren(), this::contextRow);
    private final Label none = TextLabelFactory.wrapped(MESSAGES.text("welcome.noContexts"), "muted");
    private final VBox files = new VBox(4);
    private final Label problemLabel = TextLabelFactory.wrapped("", "warn-text");
    private final Node root;
    private final LatestValue.ObserverRegistration observerRegistration;
    private final BackgroundQuery<FoundKubeconfigFiles> backgroundQuery = new BackgroundQuery<>(
            found -> files.getChildren().setAll(fileLines(found)), this::showProblem);
    private final BackgroundQuery<Boolean> adding = new BackgroundQuery<>(_ -> findFiles(), this::showProblem);

    /** Kubeconfig files found on disk. */
    private record FoundKubeconfigFiles(List<KubeconfigSourceProvider.KubeconfigSource> files,
            List<String> otherFiles) {}

    /** @param open opens the cluster of a context */
    public WelcomeView(ClusterStateSource services, KubeconfigSourceProvider contextSources, Consumer<String> open) {
        this.services = services;
        this.contextSources = contextSources;
        this.open = open;
        clusterList = new SimpleObjectProperty<>(services.clusters().get());
        observerRegistration = services.clusters().observe(() -> refreshClusterList(services));
        var page = new VBox(16, TextLabelFactory.label(MESSAGES.text("welcome.title"), "welcome-title"),
                TextLabelFactory.wrapped(MESSAGES.text("welcome.about"), "muted"), none, contexts, simulatedSection(),
                filesSection(), files, problemLabel);
        page.setId("welcome");
        page.getStyleClass().addAll("settings-page", "welcome");
        page.setMaxWidth(WIDTH);
        var place = LayoutBoxFactory.withStyle(new StackPane(page), "settings", "welcome-place");
        place.setAlignment(Pos.TOP_CENTER);
        place.setOnDragOver(WelcomeView::handleDragOver);
        place.setOnDragDropped(this::handleDrop);
        root = ScrollPaneFactory.verticalPane(place);
        root.getStyleClass().add("welcome-scroll");
        setNode(root, problem -> problemLabel.setText(problem.problemText()));
        setQuery(clusterList, (_, clusters) -> clusters);
        show(clusterList.get());
        findFiles();
    }

    private void refreshClusterList(ClusterStateSource services) {
        JavaFxThreadRelay.runOnFxThread(() -> {
            clusterList.set(services.clusters().get());
            findFiles();
        });
    }

    private Region simulatedSection() {
        var demo = InputControlFactory.wholeButton("welcome-demo", MESSAGES.text("welcome.openDemo"), this::chooseDemo);
        var row = SettingsPage.createRow(MESSAGES.text("welcome.demo"), MESSAGES.text("welcome.demoAbout"), demo);
        row.getStyleClass().add("settings-card");
        return row;
    }

    private void chooseDemo() {
        services.clusters().get().contexts().stream()
                .filter(listedContext -> listedContext.mark() == OpenableClusterList.ClusterPurposeMark.DEMO)
                .findFirst().ifPresent(listedContext -> chooseContext(listedContext.name()));
    }

    private Region filesSection() {
        var add = new Button(MESSAGES.text("welcome.addFile"));
        add.setId("welcome-add");
        add.setMinWidth(Region.USE_PREF_SIZE);
        add.setOnAction(event -> chooseFile(add));
        return SettingsPage.createRow(MESSAGES.text("welcome.files"), MESSAGES.text("welcome.filesAbout"), add);
    }

    private void chooseFile(Button add) {
        Optional.ofNullable(new FileChooser().showOpenDialog(add.getScene().getWindow()))
                .ifPresent(file -> addFile(file.getPath()));
    }

    private void chooseContext(String context) {
        open.accept(context);
    }

    private HBox contextRow(ListedKubeconfigContext listedContext) {
        var mark = LayoutBoxFactory.withStyle(new Region(), "context-mark", listedContext.styleClass());
        var answer = TextLabelFactory.wrapped(listedContext.trusted() ? "" : MESSAGES.text("welcome.untrusted"),
                "small", "muted");
        answer.setId("welcome-answer-" + listedContext.name());
        answer.managedProperty().bind(answer.textProperty().isNotEmpty());
        var current = TextLabelFactory.label(MESSAGES.text("welcome.current"), "small");
        JavaFxNodeVisibility.setShown(current, listedContext.current());
        var words = new VBox(2, new HBox(12, TextLabelFactory.label(listedContext.name(), "strong"), current,
                TextLabelFactory.shrinkable(listedContext.server(), "small", "muted")), answer);
        words.setMinWidth(0);
        words.setAlignment(Pos.CENTER_LEFT);
        HBox.setHgrow(words, Priority.ALWAYS);
        var check = new Button(MESSAGES.text("welcome.test"));
        check.setId("welcome-check-" + listedContext.name());
        check.setMinWidth(Region.USE_PREF_SIZE);
        var choicesQuery = new BackgroundQuery<String>(said -> showAnswer(answer, check, said),
                problem -> showAnswer(answer, check, problem.problemText()));
        check.setOnAction(event -> {
            check.setDisable(true);
            answer.setText(MESSAGES.text("welcome.testing"));
            choicesQuery.submit(() -> contextSources.testConnection(listedContext.name()));
        });
        var opening = InputControlFactory.wholeButton("welcome-open-" + listedContext.name(),
                MESSAGES.text("welcome.open"), () -> chooseContext(listedContext.name()));
        opening.getStyleClass().add("accent");
        return LayoutBoxFactory.withStyle(LayoutBoxFactory.row(12, mark, words, check, opening), "settings-card");
    }

    private static void showAnswer(Label answer, Button check, String text) {
        answer.setText(text);
        check.setDisable(false);
    }

    private void findFiles() {
        backgroundQuery.submit(() -> new FoundKubeconfigFiles(contextSources.files(), contextSources.unreadFiles()));
    }

    private List<Node> fileLines(FoundKubeconfigFiles kubeconfigFiles) {
        var lines = new ArrayList<Node>();
        // Of which something is wrong is told below.
        kubeconfigFiles.files().stream().filter(file -> !mentionsFile(clusterList.get().problem(), file.path()))
                .forEach(file -> lines.add(new HBox(12, TextLabelFactory.label(file.path(), "mono"),
                        TextLabelFactory.label(file.text(), "small", "muted"))));
        for (var other : kubeconfigFiles.otherFiles()) {
            var add = LayoutBoxFactory
                    .withStyle(InputControlFactory.button(MESSAGES.text("welcome.add"), () -> addFile(other)), "small");
            var line = LayoutBoxFactory.row(12, TextLabelFactory.label(other, "mono"),
                    TextLabelFactory.label(MESSAGES.text("welcome.notUsed"), "small", "muted"), add);
            lines.add(line);
        }
        return lines;
    }

    /** Returns whether the text names a file, and not one whose path only begins or ends so. */
    private static boolean mentionsFile(String text, String path) {
        return Pattern.compile("(?<![\\w/.-])" + Pattern.quote(path) + "(?![\\w/.-]*\\w)").matcher(text).find();
    }

    private void addFile(String file) {
        problemLabel.setText("");
        adding.submit(() -> {
            contextSources.addFile(file);
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
    public void show(OpenableClusterList clusters) {
        var real = clusters.contexts().stream()
                .filter(listedContext -> listedContext.mark() != OpenableClusterList.ClusterPurposeMark.DEMO).toList();
        parts.show(real);
        JavaFxNodeVisibility.setShown(none, real.isEmpty());
        problemLabel.setText(clusters.problem());
    }

    @Override
    public void close() {
        observerRegistration.close();
        backgroundQuery.cancel();
        adding.cancel();
    }
}
