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
import tessera.plan.context.KnownRelease;
import tessera.plan.context.ReleaseObject;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;
import tessera.stack.HelmReleaseFacts.Revision;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.SelectableText;

/** Form for a change of any Helm release: the release and the action. FX thread. */
final class AnyReleaseForm implements ChangeForm {

    /** The actions on a release: upgrade, change values, roll back, uninstall. */
    private enum ReleaseAction {
        UPGRADE("Upgrade"),
        VALUES("Change values"),
        BACK("Roll back"),
        UNINSTALL("Uninstall");

        private final String title;

        ReleaseAction(String title) {
            this.title = title;
        }
    }

    /** The questions of the chosen action. */
    private record ReleaseQuestions(Node node, ObservableValue<Optional<ChangeIntent>> intent,
            ObservableValue<String> problem) {

        static ReleaseQuestions fromForm(ChangeForm form) {
            return new ReleaseQuestions(form.node(), form.intent(), form.problemProperty());
        }

        static ReleaseQuestions none(String reason) {
            return new ReleaseQuestions(new StackPane(), new ReadOnlyObjectWrapper<>(Optional.empty()),
                    new ReadOnlyStringWrapper(reason));
        }
    }

    private final AppServices desk;
    private final Optional<ReleaseName> known;
    private final TextField namespace = new TextField();
    private final ComboBox<KnownRelease> releases = new ComboBox<>();
    private final SegmentedChoice<ReleaseAction> deed = new SegmentedChoice<>("release-deed",
            List.of(ReleaseAction.values()), action -> action.title);
    private final VBox told = new VBox();
    private final StackPane place = new StackPane();
    private final VBox node;
    private final ObjectProperty<ReleaseQuestions> asked = new SimpleObjectProperty<>(ReleaseQuestions.none(""));
    private final AsyncQuery<List<KnownRelease>> looking = new AsyncQuery<>(this::showReleases, this::showProblem);
    private final AsyncQuery<Optional<ReleaseObject>> reading = new AsyncQuery<>(this::showRelease, this::showProblem);
    private Optional<ReleaseObject> chosen = Optional.empty();

    /** @param known the release of the GPU stack, which is changed with more knowledge elsewhere */
    AnyReleaseForm(AppServices desk, Optional<ReleaseName> known) {
        this.desk = desk;
        this.known = known;
        namespace.setId("releases-namespace");
        namespace.setPromptText("all namespaces");
        namespace.setOnAction(event -> listReleases());
        releases.setId("releases");
        releases.setMaxWidth(Double.MAX_VALUE);
        releases.setConverter(new ReleaseTextConverter());
        releases.valueProperty().subscribe(this::choose);
        deed.chosenProperty().subscribe(() -> updateQuestions());
        asked.subscribe(now -> place.getChildren().setAll(now.node()));
        var which = new VBox(6, SelectableText.label("Release", "small", "strong"), releases, told);
        VBox.setVgrow(place, Priority.ALWAYS);
        node = new VBox(24, ChartField.inThirds(which, null, namespaceField()), deed.node(), place);
        node.getStyleClass().add("change-form");
        listReleases();
    }

    private Node namespaceField() {
        var again = new Button("Look there");
        again.setId("releases-look");
        again.setOnAction(event -> listReleases());
        HBox.setHgrow(namespace, Priority.ALWAYS);
        var label = SelectableText.label("Namespace", "small", "strong");
        label.setLabelFor(namespace);
        return new VBox(6, label, new HBox(8, namespace, again),
                SelectableText.wrapped("Of its own if you may not look into all of them.", "small", "muted"));
    }

    /** Shows a release as text; nobody types one. */
    private static final class ReleaseTextConverter extends StringConverter<KnownRelease> {

        @Override
        public String toString(@Nullable KnownRelease release) {
            return release == null ? ""
                    : "%s   revision %d, %s".formatted(release.name(), release.newest().number(),
                            release.newest().status());
        }

        @Override
        public @Nullable KnownRelease fromString(String text) {
            return null;
        }
    }

    private void listReleases() {
        releases.setValue(null);
        releases.getItems().clear();
        told.getChildren().setAll(SelectableText.label("Looking what Helm has noted…", "small", "muted"));
        var wanted = namespace.getText().trim();
        looking.submit(() -> desk.clusterServices().planLookups().releases().listReleases(wanted));
    }

    private void showReleases(List<KnownRelease> found) {
        var others = found.stream().filter(release -> known.filter(release.name()::equals).isEmpty()).toList();
        releases.getItems().setAll(others);
        told.getChildren().setAll(SelectableText.wrapped(others.isEmpty() ? "Helm knows of no release here"
                + known.map(own -> " but " + own).orElse("") : "Which of the %d?".formatted(others.size()), "small",
                "muted"));
        if (others.size() == 1) {
            releases.setValue(others.getFirst());
        }
    }

    private void choose(@Nullable KnownRelease release) {
        chosen = Optional.empty();
        reading.cancel();
        updateQuestions();
        if (release != null) {
            told.getChildren().setAll(SelectableText.label("Reading of which chart it is…", "small", "muted"));
            reading.submit(() -> desk.clusterServices().planLookups().releases().readRelease(release.name(),
                    Optional.empty()));
        }
    }

    private void showRelease(Optional<ReleaseObject> release) {
        chosen = release;
        told.getChildren().setAll(SelectableText.wrapped(release.map(object -> object.chart() + " " + object.version())
                .orElse("It is gone"), "small"));
        updateQuestions();
    }

    private void showProblem(Problem problem) {
        told.getChildren().setAll(ChangePageParts.problemBox(problem));
    }

    private void updateQuestions() {
        asked.set(chosen.map(this::questionsFor).orElseGet(() -> ReleaseQuestions.none("Say which release is meant")));
    }

    private ReleaseQuestions questionsFor(ReleaseObject release) {
        var name = release.name();
        return switch (deed.chosenProperty().get()) {
            case UPGRADE -> ReleaseQuestions
                    .fromForm(new ReleaseForm(ReleaseForm.ReleaseFormKind.OTHER_UPGRADE, name, desk)
                            .withChart(release.chart()));
            case VALUES -> ReleaseQuestions
                    .fromForm(new ReleaseForm(ReleaseForm.ReleaseFormKind.OTHER_VALUES, name, desk)
                            .withChart(release.chart()));
            case BACK -> ReleaseQuestions.fromForm(new RollBackForm(name, earlierRevisions(release)));
            case UNINSTALL -> new ReleaseQuestions(
                    SelectableText.wrapped(
                            "What Helm has made of it goes; definitions of kinds that came with the chart stay, "
                                    + "and with them what is of these kinds.",
                            "small", "muted"),
                    new ReadOnlyObjectWrapper<>(Optional.of(new ReleaseIntent.UninstallRelease(name))),
                    new ReadOnlyStringWrapper(""));
        };
    }

    private List<Revision> earlierRevisions(ReleaseObject release) {
        return releases.getValue().revisions().stream().filter(revision -> revision.number() < release.revision())
                .map(revision -> new Revision(revision.number(), revision.status(), revision.at().orElse(null)))
                .toList();
    }

    @Override
    public String title() {
        return "Change another release";
    }

    @Override
    public String subject() {
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
        return asked.flatMap(ReleaseQuestions::intent);
    }

    @Override
    public ObservableValue<String> problemProperty() {
        return asked.flatMap(ReleaseQuestions::problem);
    }

    @Override
    public void focus() {
        releases.requestFocus();
    }
}
