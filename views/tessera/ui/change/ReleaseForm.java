package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.Intent;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseIntent.SetValues;
import tessera.plan.intent.ReleaseName;
import tessera.plan.operator.Advice;
import tessera.ui.Desk;
import tessera.ui.change.ValuePages.Page;
import tessera.ui.kit.Texts;

/** From which chart and with which values the GPU stack is installed, upgraded or set otherwise. */
final class ReleaseForm implements ChangeForm {

    private static final String REPOSITORY = "https://helm.ngc.nvidia.com/nvidia";
    private static final String CHART = "gpu-operator";
    private static final double THIRD = 100.0 / 3;

    /** What is asked for. */
    enum Kind {
        INSTALL("Install the GPU operator"),
        UPGRADE("Upgrade the GPU operator"),
        VALUES("Change values of the GPU operator");

        private final String title;

        Kind(String title) {
            this.title = title;
        }
    }

    private final Kind kind;
    private final ReleaseName release;
    private final TextField chart = new TextField();
    private final TextField repository = new TextField();
    private final TextField version = new TextField();
    private final ValuesEditor values = new ValuesEditor();
    private final Node node;
    private final ValuePages beside;
    private final ObservableValue<String> complaint;
    private final ObservableValue<Optional<Intent>> intent;

    ReleaseForm(Kind kind, ReleaseName release, Desk desk) {
        this.kind = kind;
        this.release = release;
        beside = new ValuePages(kind == Kind.INSTALL ? List.of(Page.values()) : List.of(Page.YAML, Page.IMAGES));
        chart.setId("release-chart");
        repository.setId("release-repository");
        version.setId("release-version");
        version.setPromptText("for example v26.3.3");
        if (kind == Kind.VALUES) {
            chart.setPromptText("as Helm has noted it");
        } else {
            chart.setText(CHART);
            repository.setText(REPOSITORY);
        }
        var source = new GridPane(24, 0);
        source.addRow(0, question("Chart", chart, "A name in the repository, or a folder, an archive, oci://…"
                + (kind == Kind.VALUES ? " Nothing where Helm’s own record of it is whole." : "")),
                question("Repository", repository, "Nothing where the chart says it all."),
                question("Version", version, "The newest if nothing is said."));
        for (int column = 0; column < source.getColumnCount(); column++) {
            var third = new ColumnConstraints();
            third.setPercentWidth(THIRD);
            source.getColumnConstraints().add(third);
        }
        var whole = new VBox(24, source, new VBox(8, new HBox(8, Texts.label("Values", "strong"),
                Texts.yielding(explained(kind), "small", "muted")), answers(desk)));
        VBox.setVgrow(whole.getChildren().getLast(), Priority.ALWAYS);
        whole.getStyleClass().add("change-form");
        node = whole;
        complaint = Bindings.createStringBinding(this::mistake, chart.textProperty(), values.mistakeProperty());
        intent = Bindings.createObjectBinding(this::wanted, chart.textProperty(), repository.textProperty(),
                version.textProperty(), values.yamlProperty(), values.mistakeProperty());
    }

    /** The questions, and beside them what they come to. */
    private Node answers(Desk desk) {
        beside.fill(Page.YAML, values.text());
        if (kind == Kind.INSTALL) {
            var platform = new PlatformPage((name, chosen) -> desk.reached().planner().advice(release, name, chosen),
                    () -> version.getText().trim(), this::take);
            version.focusedProperty().addListener((property, before, focused) -> {
                if (!focused) {
                    platform.ask();
                }
            });
            beside.fill(Page.PLATFORM, platform.node());
        }
        beside.fill(Page.IMAGES, new ImagesPage((wanted, registry) -> desk.reached().planner().images(wanted, registry),
                this::wanted, this::take).node());
        HBox.setHgrow(beside.node(), Priority.ALWAYS);
        var both = new HBox(24, values.questions(), beside.node());
        VBox.setVgrow(both, Priority.ALWAYS);
        return both;
    }

    private void take(List<Advice> advised) {
        values.set(advised);
        beside.show(Page.YAML);
    }

    private static Node question(String name, TextField answer, String explained) {
        var label = Texts.label(name, "strong");
        label.setLabelFor(answer);
        return new VBox(6, label, answer, Texts.wrapped(explained, "small", "muted"));
    }

    private static String explained(Kind kind) {
        return kind == Kind.INSTALL ? "Only what shall be otherwise than in the chart."
                : "They are laid over what was set in the release before; null takes a value away.";
    }

    private String mistake() {
        if (!values.mistakeProperty().get().isEmpty()) {
            return values.mistakeProperty().get();
        }
        return chart.getText().isBlank() && kind != Kind.VALUES ? "Say which chart" : "";
    }

    private Optional<Intent> wanted() {
        if (!mistake().isEmpty()) {
            return Optional.empty();
        }
        var source = new ChartSource(chart.getText().trim(), repository.getText().trim(), version.getText().trim());
        var yaml = values.yamlProperty().get();
        return Optional.of(switch (kind) {
            case INSTALL -> new ReleaseIntent.Install(release, source, yaml);
            case UPGRADE -> new ReleaseIntent.Upgrade(release, source, yaml);
            case VALUES -> new SetValues(release, chart.getText().isBlank() ? SetValues.RECORDED : source, yaml);
        });
    }

    @Override
    public String title() {
        return kind.title;
    }

    @Override
    public String subject() {
        return release.toString();
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public ObservableValue<Optional<Intent>> intent() {
        return intent;
    }

    @Override
    public ObservableValue<String> complaint() {
        return complaint;
    }

    @Override
    public void focus() {
        (kind == Kind.VALUES ? values.text() : chart).requestFocus();
    }
}
