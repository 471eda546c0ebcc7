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
import tessera.plan.intent.Intent;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseName;
import tessera.plan.survey.KnownRelease;
import tessera.plan.survey.ReleaseObject;
import tessera.stack.Release.Revision;
import tessera.ui.Desk;
import tessera.ui.Lookup;
import tessera.ui.kit.Segments;
import tessera.ui.kit.Texts;

/** Which release of any chart is meant, and what is to become of it. FX thread. */
final class AnyReleaseForm implements ChangeForm {

    /** What can be done with a release. */
    private enum Deed {
        UPGRADE("Upgrade"),
        VALUES("Change values"),
        BACK("Roll back"),
        UNINSTALL("Uninstall");

        private final String title;

        Deed(String title) {
            this.title = title;
        }
    }

    /** The questions that are asked of the deed. */
    private record Asked(Node node, ObservableValue<Optional<Intent>> intent, ObservableValue<String> complaint) {

        static Asked of(ChangeForm form) {
            return new Asked(form.node(), form.intent(), form.complaint());
        }

        static Asked nothing(String why) {
            return new Asked(new StackPane(), new ReadOnlyObjectWrapper<>(Optional.empty()),
                    new ReadOnlyStringWrapper(why));
        }
    }

    private final Desk desk;
    private final Optional<ReleaseName> known;
    private final TextField namespace = new TextField();
    private final ComboBox<KnownRelease> releases = new ComboBox<>();
    private final Segments<Deed> deed = new Segments<>("release-deed", List.of(Deed.values()), each -> each.title);
    private final VBox told = new VBox();
    private final StackPane place = new StackPane();
    private final VBox node;
    private final ObjectProperty<Asked> asked = new SimpleObjectProperty<>(Asked.nothing(""));
    private final Lookup<List<KnownRelease>> looking = new Lookup<>(this::list, this::excuse);
    private final Lookup<Optional<ReleaseObject>> reading = new Lookup<>(this::read, this::excuse);
    private Optional<ReleaseObject> chosen = Optional.empty();

    /** @param known the release of the GPU stack, which is changed with more knowledge elsewhere */
    AnyReleaseForm(Desk desk, Optional<ReleaseName> known) {
        this.desk = desk;
        this.known = known;
        namespace.setId("releases-namespace");
        namespace.setPromptText("all namespaces");
        namespace.setOnAction(event -> look());
        releases.setId("releases");
        releases.setMaxWidth(Double.MAX_VALUE);
        releases.setConverter(new Worded());
        releases.valueProperty().subscribe(this::choose);
        deed.chosenProperty().subscribe(() -> ask());
        asked.subscribe(now -> place.getChildren().setAll(now.node()));
        var which = new VBox(6, Texts.label("Release", "small", "strong"), releases, told);
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
        var label = Texts.label("Namespace", "small", "strong");
        label.setLabelFor(namespace);
        return new VBox(6, label, new HBox(8, namespace, again),
                Texts.wrapped("Of its own if you may not look into all of them.", "small", "muted"));
    }

    /** Says a release in words; nobody types one. */
    private static final class Worded extends StringConverter<KnownRelease> {

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
        told.getChildren().setAll(Texts.label("Looking what Helm has noted…", "small", "muted"));
        var wanted = namespace.getText().trim();
        looking.ask(() -> desk.reached().lookups().releases().known(wanted));
    }

    private void list(List<KnownRelease> found) {
        var others = found.stream().filter(each -> known.filter(each.name()::equals).isEmpty()).toList();
        releases.getItems().setAll(others);
        told.getChildren().setAll(Texts.wrapped(others.isEmpty() ? "Helm knows of no release here"
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
            told.getChildren().setAll(Texts.label("Reading of which chart it is…", "small", "muted"));
            reading.ask(() -> desk.reached().lookups().releases().release(release.name(), Optional.empty()));
        }
    }

    private void read(Optional<ReleaseObject> release) {
        chosen = release;
        told.getChildren().setAll(Texts.wrapped(release.map(each -> each.chart() + " " + each.version())
                .orElse("It is gone"), "small"));
        ask();
    }

    private void excuse(Problem why) {
        told.getChildren().setAll(Lines.problem(why));
    }

    private void ask() {
        asked.set(chosen.map(this::asked).orElseGet(() -> Asked.nothing("Say which release is meant")));
    }

    private Asked asked(ReleaseObject release) {
        var name = release.name();
        return switch (deed.chosenProperty().get()) {
            case UPGRADE -> Asked.of(new ReleaseForm(ReleaseForm.Kind.OTHER_UPGRADE, name, desk).of(release.chart()));
            case VALUES -> Asked.of(new ReleaseForm(ReleaseForm.Kind.OTHER_VALUES, name, desk).of(release.chart()));
            case BACK -> Asked.of(new RollBackForm(name, earlier(release)));
            case UNINSTALL -> new Asked(
                    Texts.wrapped("What Helm has made of it goes; definitions of kinds that came with the chart stay, "
                            + "and with them what is of these kinds.", "small", "muted"),
                    new ReadOnlyObjectWrapper<>(Optional.of(new ReleaseIntent.Uninstall(name))),
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
    public ObservableValue<Optional<Intent>> intent() {
        return asked.flatMap(Asked::intent);
    }

    @Override
    public ObservableValue<String> complaint() {
        return asked.flatMap(Asked::complaint);
    }

    @Override
    public void focus() {
        releases.requestFocus();
    }
}
