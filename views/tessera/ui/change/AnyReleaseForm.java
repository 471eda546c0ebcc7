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

/** Which release of any chart is meant, and what is to become of it. FX thread. */
final class AnyReleaseForm implements ChangeForm {

    /** What can be done with a release. */
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

    /** The questions that are asked of the deed. */
    private record ReleaseQuestions(Node node, ObservableValue<Optional<ChangeIntent>> intent,
            ObservableValue<String> complaint) {

        static ReleaseQuestions of(ChangeForm form) {
            return new ReleaseQuestions(form.node(), form.intent(), form.complaint());
        }

        static ReleaseQuestions nothing(String why) {
            return new ReleaseQuestions(new StackPane(), new ReadOnlyObjectWrapper<>(Optional.empty()),
                    new ReadOnlyStringWrapper(why));
        }
    }

    private final AppServices desk;
    private final Optional<ReleaseName> known;
    private final TextField namespace = new TextField();
    private final ComboBox<KnownRelease> releases = new ComboBox<>();
    private final SegmentedChoice<ReleaseAction> deed = new SegmentedChoice<>("release-deed",
            List.of(ReleaseAction.values()), each -> each.title);
    private final VBox told = new VBox();
    private final StackPane place = new StackPane();
    private final VBox node;
    private final ObjectProperty<ReleaseQuestions> asked = new SimpleObjectProperty<>(ReleaseQuestions.nothing(""));
    private final AsyncQuery<List<KnownRelease>> looking = new AsyncQuery<>(this::list, this::excuse);
    private final AsyncQuery<Optional<ReleaseObject>> reading = new AsyncQuery<>(this::read, this::excuse);
    private Optional<ReleaseObject> chosen = Optional.empty();

    /** @param known the release of the GPU stack, which is changed with more knowledge elsewhere */
    AnyReleaseForm(AppServices desk, Optional<ReleaseName> known) {
        this.desk = desk;
        this.known = known;
        namespace.setId("releases-namespace");
        namespace.setPromptText("all namespaces");
        namespace.setOnAction(event -> look());
        releases.setId("releases");
        releases.setMaxWidth(Double.MAX_VALUE);
        releases.setConverter(new ReleaseText());
        releases.valueProperty().subscribe(this::choose);
        deed.chosenProperty().subscribe(() -> ask());
        asked.subscribe(now -> place.getChildren().setAll(now.node()));
        var which = new VBox(6, SelectableText.label("Release", "small", "strong"), releases, told);
        VBox.setVgrow(place, Priority.ALWAYS);
        node = new VBox(24, ChartField.thirds(which, null, where()), deed.node(), place);
        node.getStyleClass().add("change-form");
        look();
    }

    private Node where() {
        var again = new Button("Look there");
        again.setId("releases-look");
        again.setOnAction(event -> look());
        HBox.setHgrow(namespace, Priority.ALWAYS);
        var label = SelectableText.label("Namespace", "small", "strong");
        label.setLabelFor(namespace);
        return new VBox(6, label, new HBox(8, namespace, again),
                SelectableText.wrapped("Of its own if you may not look into all of them.", "small", "muted"));
    }

    /** Says a release in words; nobody types one. */
    private static final class ReleaseText extends StringConverter<KnownRelease> {

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

    private void look() {
        releases.setValue(null);
        releases.getItems().clear();
        told.getChildren().setAll(SelectableText.label("Looking what Helm has noted…", "small", "muted"));
        var wanted = namespace.getText().trim();
        looking.ask(() -> desk.reached().lookups().releases().known(wanted));
    }

    private void list(List<KnownRelease> found) {
        var others = found.stream().filter(each -> known.filter(each.name()::equals).isEmpty()).toList();
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
        ask();
        if (release != null) {
            told.getChildren().setAll(SelectableText.label("Reading of which chart it is…", "small", "muted"));
            reading.ask(() -> desk.reached().lookups().releases().release(release.name(), Optional.empty()));
        }
    }

    private void read(Optional<ReleaseObject> release) {
        chosen = release;
        told.getChildren().setAll(SelectableText.wrapped(release.map(each -> each.chart() + " " + each.version())
                .orElse("It is gone"), "small"));
        ask();
    }

    private void excuse(Problem why) {
        told.getChildren().setAll(TextPieces.problem(why));
    }

    private void ask() {
        asked.set(chosen.map(this::asked).orElseGet(() -> ReleaseQuestions.nothing("Say which release is meant")));
    }

    private ReleaseQuestions asked(ReleaseObject release) {
        var name = release.name();
        return switch (deed.chosenProperty().get()) {
            case UPGRADE -> ReleaseQuestions
                    .of(new ReleaseForm(ReleaseForm.ReleaseFormKind.OTHER_UPGRADE, name, desk).of(release.chart()));
            case VALUES -> ReleaseQuestions
                    .of(new ReleaseForm(ReleaseForm.ReleaseFormKind.OTHER_VALUES, name, desk).of(release.chart()));
            case BACK -> ReleaseQuestions.of(new RollBackForm(name, earlier(release)));
            case UNINSTALL -> new ReleaseQuestions(
                    SelectableText.wrapped(
                            "What Helm has made of it goes; definitions of kinds that came with the chart stay, "
                                    + "and with them what is of these kinds.",
                            "small", "muted"),
                    new ReadOnlyObjectWrapper<>(Optional.of(new ReleaseIntent.UninstallRelease(name))),
                    new ReadOnlyStringWrapper(""));
        };
    }

    private List<Revision> earlier(ReleaseObject release) {
        return releases.getValue().revisions().stream().filter(each -> each.number() < release.revision())
                .map(each -> new Revision(each.number(), each.status(), each.at().orElse(null))).toList();
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
    public boolean roomy() {
        return true;
    }

    @Override
    public ObservableValue<Optional<ChangeIntent>> intent() {
        return asked.flatMap(ReleaseQuestions::intent);
    }

    @Override
    public ObservableValue<String> complaint() {
        return asked.flatMap(ReleaseQuestions::complaint);
    }

    @Override
    public void focus() {
        releases.requestFocus();
    }
}
