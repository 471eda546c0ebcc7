package tessera.ui.change;

import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
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
import tessera.plan.context.HelmRepositoryCredentials;
import tessera.plan.intent.GpuStackReleaseIntent.SetReleaseValuesIntent;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.SegmentedChoiceControl;
import tessera.ui.kit.TextLabelFactory;

/** Form field for the source of a chart. FX thread. */
final class HelmChartSourceField {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmChartSourceField.class);
    private static final String REPOSITORY = "https://helm.ngc.nvidia.com/nvidia";
    private static final Map<String, String> REPOSITORIES = Map.of(HelmReleaseNamespacedName.USUAL.name(), REPOSITORY,
            "nvidia-device-plugin", "https://nvidia.github.io/k8s-device-plugin", "dcgm-exporter",
            "https://nvidia.github.io/dcgm-exporter/helm-charts");
    private static final double THIRD = 100.0 / 3;

    /** The origins of a chart: Helm's record, repository, address, local disk. */
    enum HelmChartSourceKind {
        RECORD("chart.keep"),
        REPOSITORY("chart.repository"),
        ADDRESS("chart.address"),
        DISK("chart.disk");

        private final String titleKey;

        HelmChartSourceKind(String titleKey) {
            this.titleKey = titleKey;
        }

        String title() {
            return MESSAGES.text(titleKey);
        }
    }

    private final SegmentedChoiceControl<HelmChartSourceKind> origin;
    private final TextField chart = textField("release-chart", HelmReleaseNamespacedName.USUAL.name());
    private final TextField repository = textField("release-repository", REPOSITORY);
    private final TextField version = textField("release-version", "");
    private final TextField address = textField("release-address", "");
    private final TextField tag = textField("release-tag", "");
    private final TextField path = textField("release-path", "");
    private final TextField user = textField("release-user", "");
    private final PasswordField password = new PasswordField();
    private final StackPane contentPane = new StackPane();
    private final VBox node;
    private final ObservableValue<String> mistake;

    /** @param recorded whether Helm has noted one already that may be kept */
    HelmChartSourceField(boolean recorded) {
        origin = new SegmentedChoiceControl<>("release-origin", recorded ? List.of(HelmChartSourceKind.values())
                : List.of(HelmChartSourceKind.REPOSITORY, HelmChartSourceKind.ADDRESS, HelmChartSourceKind.DISK),
                HelmChartSourceKind::title);
        version.setPromptText(MESSAGES.text("chart.versionPrompt"));
        user.setPromptText(MESSAGES.text("chart.userPrompt"));
        password.setId("release-password");
        address.setPromptText(MESSAGES.text("chart.addressPrompt"));
        path.setPromptText(MESSAGES.text("chart.pathPrompt"));
        origin.chosenProperty()
                .subscribe(selectedSourceKind -> contentPane.getChildren().setAll(fieldsFor(selectedSourceKind)));
        var head = LayoutBoxFactory.row(12, TextLabelFactory.label(MESSAGES.text("chart.title"), "strong"),
                origin.node());
        node = new VBox(12, head, contentPane);
        mistake = Bindings.createStringBinding(this::missingText, origin.chosenProperty(), chart.textProperty(),
                repository.textProperty(), address.textProperty(), path.textProperty());
    }

    private static TextField textField(String id, String text) {
        var field = new TextField(text);
        field.setId(id);
        return field;
    }

    Node node() {
        return node;
    }

    /** Clears the defaults to accept any chart, and returns this field. */
    HelmChartSourceField acceptAnyChart() {
        chart.clear();
        repository.clear();
        chart.setPromptText(MESSAGES.text("chart.namePrompt"));
        repository.setPromptText("https://… or oci://…");
        version.setPromptText(MESSAGES.text("chart.otherVersionPrompt"));
        return this;
    }

    /** Sets the chart, and the repository of its publisher where it is known. */
    void setChart(String known) {
        chart.setText(known);
        repository.setText(REPOSITORIES.getOrDefault(known, ""));
    }

    private Node fieldsFor(HelmChartSourceKind selectedSourceKind) {
        return switch (selectedSourceKind) {
            case RECORD -> TextLabelFactory.wrapped(MESSAGES.text("chart.keepWhy"), "small", "muted");
            case REPOSITORY -> new VBox(12,
                    inThirds(question(MESSAGES.text("chart.name"), chart, MESSAGES.text("chart.nameWhy")),
                            question(MESSAGES.text("chart.repository"), repository,
                                    MESSAGES.text("chart.repositoryWhy")),
                            question(MESSAGES.text("chart.version"), version, MESSAGES.text("chart.versionWhy"))),
                    loginFields());
            case ADDRESS -> new VBox(12,
                    inThirds(question(MESSAGES.text("chart.address"), address, MESSAGES.text("chart.addressWhy")), null,
                            question(MESSAGES.text("chart.version"), tag, MESSAGES.text("chart.registryVersionWhy"))),
                    loginFields());
            case DISK -> inThirds(question(MESSAGES.text("chart.path"), path, MESSAGES.text("chart.pathWhy")), null,
                    fileChoosers());
        };
    }

    /** Lays out up to three fields in thirds; one without a neighbour gets its room. */
    static Node inThirds(Node first, @Nullable Node second, Node third) {
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
        var label = TextLabelFactory.label(name, "small", "strong");
        label.setLabelFor(answer);
        return new VBox(6, label, answer, TextLabelFactory.wrapped(explained, "small", "muted"));
    }

    private Node loginFields() {
        return inThirds(question(MESSAGES.text("chart.user"), user, MESSAGES.text("chart.userWhy")),
                question(MESSAGES.text("chart.password"), password, MESSAGES.text("chart.passwordWhy")), new Region());
    }

    private Node fileChoosers() {
        var folder = InputControlFactory.button(MESSAGES.text("chart.chooseFolder"),
                () -> takeFile(new DirectoryChooser().showDialog(node.getScene().getWindow())));
        var archive = InputControlFactory.button(MESSAGES.text("chart.chooseArchive"), () -> {
            var chooser = new FileChooser();
            chooser.getExtensionFilters()
                    .add(new FileChooser.ExtensionFilter(MESSAGES.text("chart.fileType"), "*.tgz"));
            takeFile(chooser.showOpenDialog(node.getScene().getWindow()));
        });
        var buttons = new HBox(8, folder, archive);
        return new VBox(6, TextLabelFactory.label(" ", "small"), buttons);
    }

    private void takeFile(@Nullable File chosen) {
        if (chosen != null) {
            path.setText(chosen.getPath());
        }
    }

    /** Returns what is missing; empty when nothing is. */
    ObservableValue<String> problemProperty() {
        return mistake;
    }

    private String missingText() {
        return switch (origin.chosenProperty().get()) {
            case RECORD -> "";
            case REPOSITORY -> {
                if (chart.getText().isBlank()) {
                    yield MESSAGES.text("chart.nameMissing");
                }
                if (repository.getText().isBlank()) {
                    yield MESSAGES.text("chart.repositoryMissing");
                }
                yield "";
            }
            case ADDRESS ->
                address.getText().contains("://") ? "" : MESSAGES.text("chart.addressMissing");
            case DISK -> path.getText().isBlank() ? MESSAGES.text("chart.pathMissing") : "";
        };
    }

    /** Returns the chart source; empty while something is missing. */
    Optional<HelmChartSource> source() {
        if (!missingText().isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(switch (origin.chosenProperty().get()) {
            case RECORD -> SetReleaseValuesIntent.RECORDED;
            case REPOSITORY -> new HelmChartSource(trimmedText(chart), trimmedText(repository), trimmedText(version));
            case ADDRESS -> new HelmChartSource(trimmedText(address), "", trimmedText(tag));
            case DISK -> new HelmChartSource(trimmedText(path), "", "");
        });
    }

    private static String trimmedText(TextField field) {
        return field.getText().trim();
    }

    /** Returns the entered login for a source; empty for a chart on this machine. */
    Optional<HelmRepositoryCredentials> login(HelmChartSource source) {
        if (source.equals(SetReleaseValuesIntent.RECORDED)
                || origin.chosenProperty().get() == HelmChartSourceKind.DISK) {
            return Optional.empty();
        }
        return Optional.of(new HelmRepositoryCredentials(OptionalText.orElse(source.repository(), source.chart()),
                trimmedText(user), password.getText()));
    }

    /** Returns the values that, when they change, give another source or login. */
    List<ObservableValue<?>> answers() {
        return List.of(origin.chosenProperty(), chart.textProperty(), repository.textProperty(), version.textProperty(),
                address.textProperty(), tag.textProperty(), path.textProperty(), user.textProperty(),
                password.textProperty());
    }

    void focus() {
        (origin.chosenProperty().get() == HelmChartSourceKind.DISK ? path : chart).requestFocus();
    }
}
