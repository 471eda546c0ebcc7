package tessera.ui.change;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import org.jspecify.annotations.Nullable;
import tessera.plan.context.ChartLogin;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseIntent.SetValues;
import tessera.plan.intent.ReleaseName;
import tessera.ui.kit.SegmentedChoice;
import tessera.ui.kit.SelectableText;

/** The question where a chart comes from. FX thread. */
final class ChartField {

    private static final String REPOSITORY = "https://helm.ngc.nvidia.com/nvidia";
    private static final Map<String, String> REPOSITORIES = Map.of(ReleaseName.USUAL.name(), REPOSITORY,
            "nvidia-device-plugin", "https://nvidia.github.io/k8s-device-plugin", "dcgm-exporter",
            "https://nvidia.github.io/dcgm-exporter/helm-charts");
    private static final double THIRD = 100.0 / 3;

    /** Where it may come from. */
    enum ChartSourceChoice {
        RECORD("As Helm has noted it"),
        REPOSITORY("Repository"),
        ADDRESS("Address"),
        DISK("This machine");

        private final String title;

        ChartSourceChoice(String title) {
            this.title = title;
        }
    }

    private final SegmentedChoice<ChartSourceChoice> origin;
    private final TextField chart = named("release-chart", ReleaseName.USUAL.name());
    private final TextField repository = named("release-repository", REPOSITORY);
    private final TextField version = named("release-version", "");
    private final TextField address = named("release-address", "");
    private final TextField tag = named("release-tag", "");
    private final TextField path = named("release-path", "");
    private final TextField user = named("release-user", "");
    private final PasswordField password = new PasswordField();
    private final StackPane place = new StackPane();
    private final VBox node;
    private final ObservableValue<String> mistake;

    /** @param recorded whether Helm has noted one already that may be kept */
    ChartField(boolean recorded) {
        origin = new SegmentedChoice<>("release-origin", recorded ? List.of(ChartSourceChoice.values())
                : List.of(ChartSourceChoice.REPOSITORY, ChartSourceChoice.ADDRESS, ChartSourceChoice.DISK),
                each -> each.title);
        version.setPromptText("for example v26.3.3, v25.x or >=25.3 <26");
        user.setPromptText("as Helm is signed in");
        password.setId("release-password");
        address.setPromptText("oci://registry.example/charts/gpu-operator or https://files.example/gpu-operator.tgz");
        path.setPromptText("a folder, or an archive that ends with .tgz");
        origin.chosenProperty().subscribe(chosen -> place.getChildren().setAll(fields(chosen)));
        var head = new HBox(12, SelectableText.label("Chart", "strong"), origin.node());
        head.setAlignment(Pos.CENTER_LEFT);
        node = new VBox(12, head, place);
        mistake = Bindings.createStringBinding(this::missing, origin.chosenProperty(), chart.textProperty(),
                repository.textProperty(), address.textProperty(), path.textProperty());
    }

    private static TextField named(String id, String text) {
        var field = new TextField(text);
        field.setId(id);
        return field;
    }

    Node node() {
        return node;
    }

    /** One that asks for a chart of which nothing is known. */
    ChartField anyChart() {
        chart.clear();
        repository.clear();
        chart.setPromptText("for example gpu-operator-charts");
        repository.setPromptText("https://… or oci://…");
        version.setPromptText("for example v1.4.0, v1.x or >=1.3 <2");
        return this;
    }

    /** Names the chart, and the repository where it is known which its maker has. */
    void name(String known) {
        chart.setText(known);
        repository.setText(REPOSITORIES.getOrDefault(known, ""));
    }

    private Node fields(ChartSourceChoice chosen) {
        return switch (chosen) {
            case RECORD ->
                SelectableText.wrapped("The chart stays; it must have been noted whole, without parts that are charts.",
                        "small", "muted");
            case REPOSITORY -> new VBox(12, thirds(question("Name", chart, "Of the chart, as the repository lists it."),
                    question("Repository", repository, "The address that helm repo add would take."),
                    question("Version", version, "One, or a range; left empty, the newest.")), login());
            case ADDRESS -> new VBox(12, thirds(question("Address", address, "In a registry, or of an archive."), null,
                    question("Version", tag, "In a registry only: one, or a range; left empty, the newest.")),
                    login());
            case DISK -> thirds(question("Path", path, "A folder or an archive of this machine."), null, choosers());
        };
    }

    /** A question without a neighbour has its place, too. */
    static Node thirds(Node first, @Nullable Node second, Node third) {
        var grid = new GridPane(24, 0);
        for (int column = 0; column < 3; column++) {
            var constraints = new ColumnConstraints();
            constraints.setPercentWidth(THIRD);
            grid.getColumnConstraints().add(constraints);
        }
        grid.add(first, 0, 0, second == null ? 2 : 1, 1);
        if (second != null) {
            grid.add(second, 1, 0);
        }
        grid.add(third, 2, 0);
        return grid;
    }

    static Node question(String name, TextField answer, String explained) {
        var label = SelectableText.label(name, "small", "strong");
        label.setLabelFor(answer);
        return new VBox(6, label, answer, SelectableText.wrapped(explained, "small", "muted"));
    }

    private Node login() {
        return thirds(
                question("User", user, "Left empty, whoever Helm is signed in as."),
                question("Password", password, "For this server only; kept until the cluster is left."),
                new Region());
    }

    private Node choosers() {
        var folder = new Button("Choose folder…");
        folder.setOnAction(event -> take(new DirectoryChooser().showDialog(node.getScene().getWindow())));
        var archive = new Button("Choose archive…");
        archive.setOnAction(event -> {
            var chooser = new FileChooser();
            chooser.getExtensionFilters().add(new FileChooser.ExtensionFilter("Charts", "*.tgz"));
            take(chooser.showOpenDialog(node.getScene().getWindow()));
        });
        var buttons = new HBox(8, folder, archive);
        return new VBox(6, SelectableText.label(" ", "small"), buttons);
    }

    private void take(@Nullable File chosen) {
        if (chosen != null) {
            path.setText(chosen.getPath());
        }
    }

    /** What is missing; empty when nothing is. */
    ObservableValue<String> mistake() {
        return mistake;
    }

    private String missing() {
        return switch (origin.chosenProperty().get()) {
            case RECORD -> "";
            case REPOSITORY -> chart.getText().isBlank() ? "Say which chart"
                    : repository.getText().isBlank() ? "Say which repository" : "";
            case ADDRESS -> address.getText().contains("://") ? "" : "Say the address of the chart";
            case DISK -> path.getText().isBlank() ? "Say where the chart is" : "";
        };
    }

    /** The source as it is answered; empty while something is missing. */
    Optional<ChartSource> source() {
        if (!missing().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(switch (origin.chosenProperty().get()) {
            case RECORD -> SetValues.RECORDED;
            case REPOSITORY -> new ChartSource(text(chart), text(repository), text(version));
            case ADDRESS -> new ChartSource(text(address), "", text(tag));
            case DISK -> new ChartSource(text(path), "", "");
        });
    }

    private static String text(TextField field) {
        return field.getText().trim();
    }

    /** Who asks for it, as far as that was said; empty where it is of this machine. */
    Optional<ChartLogin> login(ChartSource source) {
        return source.equals(SetValues.RECORDED) || origin.chosenProperty().get() == ChartSourceChoice.DISK
                ? Optional.empty()
                : Optional.of(new ChartLogin(
                        source.repository().isEmpty() ? source.chart() : source.repository(), text(user),
                        password.getText()));
    }

    /** Whatever, when it changes, makes another source or another login. */
    List<ObservableValue<?>> answers() {
        return List.of(origin.chosenProperty(), chart.textProperty(), repository.textProperty(),
                version.textProperty(), address.textProperty(), tag.textProperty(), path.textProperty(),
                user.textProperty(), password.textProperty());
    }

    void focus() {
        (origin.chosenProperty().get() == ChartSourceChoice.DISK ? path : chart).requestFocus();
    }
}
