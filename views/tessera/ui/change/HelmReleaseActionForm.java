package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.ComboBox;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.model.Problem;
import tessera.plan.context.HelmReleaseHistory;
import tessera.plan.context.HelmReleaseRevision;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.stack.GpuStackHelmRelease.RecordedRevision;
import tessera.text.MessageCatalog;
import tessera.ui.BackgroundQuery;
import tessera.ui.OpenClusterSource;
import tessera.ui.kit.DisplayTextConverter;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.TextLabelFactory;

/** Form for a change of any Helm release: the release and the action. FX thread. */
final class HelmReleaseActionForm extends ChangeIntentForm {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleaseActionForm.class);

    /** The actions on a release: upgrade, change values, roll back, uninstall. */
    private enum HelmReleaseAction {
        UPGRADE("release.upgrade"),
        VALUES("release.values"),
        BACK("release.rollBack"),
        UNINSTALL("release.uninstall");

        private final String titleKey;

        HelmReleaseAction(String titleKey) {
            this.titleKey = titleKey;
        }

        String title() {
            return MESSAGES.text(titleKey);
        }
    }

    private final OpenClusterSource services;
    private final Optional<HelmReleaseNamespacedName> knownRelease;
    private final TextField namespace = InputControlFactory.textField("releases-namespace",
            MESSAGES.text("release.allNamespaces"));
    private final ComboBox<HelmReleaseHistory> releases = new ComboBox<>();
    private final SegmentedChoiceControl<HelmReleaseAction> choice = new SegmentedChoiceControl<>("release-deed",
            List.of(HelmReleaseAction.values()), HelmReleaseAction::title);
    private final VBox messageBox = new VBox();
    private final StackPane contentPane = new StackPane();
    private final ObjectProperty<ChangeIntentForm> actionForm = new SimpleObjectProperty<>(noAction());
    private final BackgroundQuery<List<HelmReleaseHistory>> backgroundQuery = new BackgroundQuery<>(this::showReleases,
            this::showProblem);
    private final BackgroundQuery<Optional<HelmReleaseRevision>> reading = new BackgroundQuery<>(this::showRelease,
            this::showProblem);
    private Optional<HelmReleaseRevision> selectedRelease = Optional.empty();

    /** @param knownRelease the release of the GPU stack, which is changed with more knowledge elsewhere */
    HelmReleaseActionForm(OpenClusterSource services, Optional<HelmReleaseNamespacedName> knownRelease) {
        super(MESSAGES.text("release.title"), "");
        this.services = services;
        this.knownRelease = knownRelease;
        namespace.setOnAction(event -> listReleases());
        releases.setId("releases");
        releases.setMaxWidth(Double.MAX_VALUE);
        releases.setConverter(new DisplayTextConverter<>(HelmReleaseActionForm::releaseText));
        releases.valueProperty().subscribe(this::choose);
        choice.chosenProperty().subscribe(() -> updateQuestions());
        actionForm.subscribe(now -> contentPane.getChildren().setAll(now.node()));
        var which = new VBox(6, TextLabelFactory.label(MESSAGES.text("release.release"), "small", "strong"), releases,
                messageBox);
        VBox.setVgrow(contentPane, Priority.ALWAYS);
        var node = new VBox(24, HelmChartSourceField.inThirds(which, null, namespaceField()), choice.node(),
                contentPane);
        node.getStyleClass().add("change-form");
        setRoomyContent(node);
        listReleases();
    }

    private Node namespaceField() {
        var again = InputControlFactory.button("releases-look", MESSAGES.text("release.list"), this::listReleases);
        HBox.setHgrow(namespace, Priority.ALWAYS);
        var label = TextLabelFactory.label(MESSAGES.text("release.namespace"), "small", "strong");
        label.setLabelFor(namespace);
        return new VBox(6, label, new HBox(8, namespace, again),
                TextLabelFactory.wrapped(MESSAGES.text("release.namespaceWhy"), "small", "muted"));
    }

    private static String releaseText(HelmReleaseHistory release) {
        return MESSAGES.text("release.entry", release.name(), release.newest().number(), release.newest().status());
    }

    private void listReleases() {
        releases.setValue(null);
        releases.getItems().clear();
        messageBox.getChildren().setAll(TextLabelFactory.label(MESSAGES.text("release.listing"), "small", "muted"));
        var wanted = namespace.getText().trim();
        backgroundQuery.submit(() -> services.clusterServices().planLookups().releases().listReleases(wanted));
    }

    private void showReleases(List<HelmReleaseHistory> found) {
        var others = found.stream().filter(release -> knownRelease.filter(release.name()::equals).isEmpty()).toList();
        releases.getItems().setAll(others);
        messageBox.getChildren()
                .setAll(TextLabelFactory.wrapped(others.isEmpty() ? MESSAGES.text("release.none", knownRelease)
                        : MESSAGES.text("release.which", others.size()), "small", "muted"));
        if (others.size() == 1) {
            releases.setValue(others.getFirst());
        }
    }

    private void choose(@Nullable HelmReleaseHistory release) {
        selectedRelease = Optional.empty();
        reading.cancel();
        updateQuestions();
        if (release != null) {
            messageBox.getChildren().setAll(TextLabelFactory.label(MESSAGES.text("release.reading"), "small", "muted"));
            reading.submit(() -> services.clusterServices().planLookups().releases().readRelease(release.name(),
                    Optional.empty()));
        }
    }

    private void showRelease(Optional<HelmReleaseRevision> release) {
        selectedRelease = release;
        messageBox.getChildren().setAll(TextLabelFactory.wrapped(
                release.map(object -> object.chart() + " " + object.version()).orElse(MESSAGES.text("release.gone")),
                "small"));
        updateQuestions();
    }

    private void showProblem(Problem problem) {
        messageBox.getChildren().setAll(ChangePageBlockFactory.problemBox(problem));
    }

    private void updateQuestions() {
        actionForm.set(selectedRelease.map(this::formFor).orElseGet(HelmReleaseActionForm::noAction));
    }

    private static ChangeIntentForm noAction() {
        return new UnquestionedForm(MESSAGES.text("release.missing"));
    }

    private ChangeIntentForm formFor(HelmReleaseRevision release) {
        var name = release.name();
        return switch (choice.chosenProperty().get()) {
            case UPGRADE -> new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.OTHER_UPGRADE, name, services)
                    .withChart(release.chart());
            case VALUES -> new HelmValuesForm(HelmValuesForm.HelmReleaseChangeKind.OTHER_VALUES, name, services)
                    .withChart(release.chart());
            case BACK -> new HelmRollbackForm(name, earlierRevisions(release));
            case UNINSTALL ->
                new UnquestionedForm(TextLabelFactory.wrapped(MESSAGES.text("release.uninstallWhy"), "small", "muted"),
                        () -> new GpuStackReleaseIntent.UninstallReleaseIntent(name));
        };
    }

    /** Form of an action that nothing is asked about. */
    private static final class UnquestionedForm extends ChangeIntentForm {

        UnquestionedForm(Node content, Supplier<ChangeIntent> intent) {
            super("", "");
            setContent(content);
            setResult("", intent);
        }

        UnquestionedForm(String problem) {
            super("", "");
            setProblem(problem);
        }

        @Override
        protected void focus() {
            // There is nothing to be answered.
        }
    }

    private List<RecordedRevision> earlierRevisions(HelmReleaseRevision release) {
        return releases.getValue().revisions().stream().filter(revision -> revision.number() < release.revision())
                .map(revision -> new RecordedRevision(revision.number(), revision.status(), revision.at().orElse(null)))
                .toList();
    }

    @Override
    ObservableValue<Optional<ChangeIntent>> intent() {
        return actionForm.flatMap(ChangeIntentForm::intent);
    }

    @Override
    ObservableValue<String> problemProperty() {
        return actionForm.flatMap(ChangeIntentForm::problemProperty);
    }

    @Override
    protected void focus() {
        releases.requestFocus();
    }
}
