package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.plan.context.HelmReleaseHistory;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.stack.GpuStackHelmRelease.RecordedRevision;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.TextLabelFactory;

/** Form for a change of any Helm release: the release and the action. FX thread. */
final class HelmReleaseActionForm implements ChangeIntentForm {

    /** The actions on a release: upgrade, change values, roll back, uninstall. */
    private enum HelmReleaseAction {
        UPGRADE("Upgrade"),
        VALUES("Change values"),
        BACK("Roll back"),
        UNINSTALL("Uninstall");

        private final String title;

        HelmReleaseAction(String title) {
            this.title = title;
        }
    }

    /** The questions of the chosen action. */
    private record ReleaseActionSubform(Node node, ObservableValue<Optional<ChangeIntent>> intent,
            ObservableValue<String> problem) {

        static ReleaseActionSubform fromForm(ChangeIntentForm form) {
            return new ReleaseActionSubform(form.node(), form.intent(), form.problemProperty());
        }

        static ReleaseActionSubform none(String reason) {
            return new ReleaseActionSubform(new StackPane(), new ReadOnlyObjectWrapper<>(Optional.empty()),
                    new ReadOnlyStringWrapper(reason));
        }
    }

    private final AppServices services;
    private final Optional<HelmReleaseNamespacedName> knownRelease;
    private final TextField namespace = new TextField();
    private final ComboBox<HelmReleaseHistory> releases = new ComboBox<>();
    private final SegmentedChoiceControl<HelmReleaseAction> choice = new SegmentedChoiceControl<>("release-deed",
            List.of(HelmReleaseAction.values()), action -> action.title);
    private final VBox messageBox = new VBox();
    private final StackPane contentPane = new StackPane();
    private final VBox node;
    private final ObjectProperty<ReleaseActionSubform> actionFields = new SimpleObjectProperty<>(
            ReleaseActionSubform.none(""));
    private final BackgroundQuery<List<HelmReleaseHistory>> backgroundQuery = new BackgroundQuery<>(this::showReleases,
            this::showProblem);
    private final BackgroundQuery<Optional<HelmReleaseRevision>> reading = new BackgroundQuery<>(this::showRelease,
            this::showProblem);
    private Optional<HelmReleaseRevision> selectedRelease = Optional.empty();

    /** @param knownRelease the release of the GPU stack, which is changed with more knowledge elsewhere */
    HelmReleaseActionForm(AppServices services, Optional<HelmReleaseNamespacedName> knownRelease) {
        this.services = services;
        this.knownRelease = knownRelease;
        namespace.setId("releases-namespace");
        namespace.setPromptText("all namespaces");
        namespace.setOnAction(event -> listReleases());
        releases.setId("releases");
        releases.setMaxWidth(Double.MAX_VALUE);
        releases.setConverter(new HelmReleaseStringConverter());
        releases.valueProperty().subscribe(this::choose);
        choice.chosenProperty().subscribe(() -> updateQuestions());
        actionFields.subscribe(now -> contentPane.getChildren().setAll(now.node()));
        var which = new VBox(6, TextLabelFactory.label("Release", "small", "strong"), releases, messageBox);
        VBox.setVgrow(contentPane, Priority.ALWAYS);
        node = new VBox(24, HelmChartSourceField.inThirds(which, null, namespaceField()), choice.node(), contentPane);
        node.getStyleClass().add("change-form");
        listReleases();
    }

    private Node namespaceField() {
        var again = new Button("Look there");
        again.setId("releases-look");
        again.setOnAction(event -> listReleases());
        HBox.setHgrow(namespace, Priority.ALWAYS);
        var label = TextLabelFactory.label("Namespace", "small", "strong");
        label.setLabelFor(namespace);
        return new VBox(6, label, new HBox(8, namespace, again),
                TextLabelFactory.wrapped("Of its own if you may not look into all of them.", "small", "muted"));
    }

    /** Shows a release as text; nobody types one. */
    private static final class HelmReleaseStringConverter extends StringConverter<HelmReleaseHistory> {

        @Override
        public String toString(@Nullable HelmReleaseHistory release) {
            if (release == null) {
                return "";
            }
            return "%s   revision %d, %s".formatted(release.name(), release.newest().number(),
                    release.newest().status());
        }

        @Override
        public @Nullable HelmReleaseHistory fromString(String text) {
            return null;
        }
    }

    private void listReleases() {
        releases.setValue(null);
        releases.getItems().clear();
        messageBox.getChildren().setAll(TextLabelFactory.label("Looking what Helm has noted…", "small", "muted"));
        var wanted = namespace.getText().trim();
        backgroundQuery.submit(() -> services.clusterServices().planLookups().releases().listReleases(wanted));
    }

    private void showReleases(List<HelmReleaseHistory> found) {
        var others = found.stream().filter(release -> knownRelease.filter(release.name()::equals).isEmpty()).toList();
        releases.getItems().setAll(others);
        messageBox.getChildren().setAll(TextLabelFactory.wrapped(others.isEmpty() ? "Helm knows of no release here"
                + knownRelease.map(releaseName -> " but " + releaseName).orElse("")
                : "Which of the %d?".formatted(others.size()), "small",
                "muted"));
        if (others.size() == 1) {
            releases.setValue(others.getFirst());
        }
    }

    private void choose(@Nullable HelmReleaseHistory release) {
        selectedRelease = Optional.empty();
        reading.cancel();
        updateQuestions();
        if (release != null) {
            messageBox.getChildren().setAll(TextLabelFactory.label("Reading of which chart it is…", "small", "muted"));
            reading.submit(() -> services.clusterServices().planLookups().releases().readRelease(release.name(),
                    Optional.empty()));
        }
    }

    private void showRelease(Optional<HelmReleaseRevision> release) {
        selectedRelease = release;
        messageBox.getChildren()
                .setAll(TextLabelFactory.wrapped(release.map(object -> object.chart() + " " + object.version())
                        .orElse("It is gone"), "small"));
        updateQuestions();
    }

    private void showProblem(Problem problem) {
        messageBox.getChildren().setAll(ChangePageBlockFactory.problemBox(problem));
    }

    private void updateQuestions() {
        actionFields.set(
                selectedRelease.map(this::questionsFor)
                        .orElseGet(() -> ReleaseActionSubform.none("Say which release is meant")));
    }

    private ReleaseActionSubform questionsFor(HelmReleaseRevision release) {
        var name = release.name();
        return switch (choice.chosenProperty().get()) {
            case UPGRADE -> ReleaseActionSubform
                    .fromForm(new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.OTHER_UPGRADE, name, services)
                            .withChart(release.chart()));
            case VALUES -> ReleaseActionSubform
                    .fromForm(new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.OTHER_VALUES, name, services)
                            .withChart(release.chart()));
            case BACK -> ReleaseActionSubform.fromForm(new HelmRollbackForm(name, earlierRevisions(release)));
            case UNINSTALL -> new ReleaseActionSubform(
                    TextLabelFactory.wrapped(
                            "What Helm has made of it goes; definitions of kinds that came with the chart stay, "
                                    + "and with them what is of these kinds.",
                            "small", "muted"),
                    new ReadOnlyObjectWrapper<>(Optional.of(new GpuStackReleaseIntent.UninstallReleaseIntent(name))),
                    new ReadOnlyStringWrapper(""));
        };
    }

    private List<RecordedRevision> earlierRevisions(HelmReleaseRevision release) {
        return releases.getValue().revisions().stream().filter(revision -> revision.number() < release.revision())
                .map(revision -> new RecordedRevision(revision.number(), revision.status(), revision.at().orElse(null)))
                .toList();
    }

    @Override
    public String title() {
        return "Change another release";
    }

    @Override
    public String subjectText() {
        return "";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public boolean fillsSheet() {
        return true;
    }

    @Override
    public ObservableValue<Optional<ChangeIntent>> intent() {
        return actionFields.flatMap(ReleaseActionSubform::intent);
    }

    @Override
    public ObservableValue<String> problemProperty() {
        return actionFields.flatMap(ReleaseActionSubform::problem);
    }

    @Override
    public void focus() {
        releases.requestFocus();
    }
}
