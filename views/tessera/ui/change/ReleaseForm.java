package tessera.ui.change;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.value.ObservableValue;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import tessera.model.Failure;
import tessera.plan.context.ChartLogin;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.ChartSource;
import tessera.plan.intent.ReleaseIntent;
import tessera.plan.intent.ReleaseIntent.SetValues;
import tessera.plan.intent.ReleaseName;
import tessera.plan.operator.HelmValues;
import tessera.plan.operator.ValueAdvice;
import tessera.ui.AppServices;
import tessera.ui.AsyncQuery;
import tessera.ui.change.ValuePages.ValuePage;
import tessera.ui.kit.SelectableText;

/** From which chart and with which values the GPU stack is installed, upgraded or set otherwise. */
final class ReleaseForm implements ChangeForm {

    /** What is asked for. */
    enum ReleaseFormKind {
        INSTALL("Install the GPU operator", true),
        UPGRADE("Upgrade the GPU operator", true),
        VALUES("Change values of the GPU operator", true),
        /** Of an exporter, a device plugin by itself, or another maker's operator. */
        OTHER("Install another chart", false),
        OTHER_UPGRADE("Upgrade a release", false),
        OTHER_VALUES("Change values of a release", false);

        private final String title;
        /** What can be asked in words is known of the GPU operator only. */
        private final boolean operator;

        ReleaseFormKind(String title, boolean operator) {
            this.title = title;
            this.operator = operator;
        }

        private boolean installs() {
            return this == INSTALL || this == OTHER;
        }

        /** Whether the chart may be kept that Helm has noted. */
        private boolean keeps() {
            return this == VALUES || this == OTHER_VALUES;
        }
    }

    private final ReleaseFormKind kind;
    private final ReleaseNameField named = new ReleaseNameField();
    private final ObservableValue<ReleaseName> release;
    private final AppServices desk;
    private final ChartField chart;
    private final ValuesEditor values = new ValuesEditor();
    private final Node node;
    private final ValuePages beside;
    private final ObservableValue<String> complaint;
    private final ObservableValue<Optional<ChangeIntent>> intent;

    ReleaseForm(ReleaseFormKind kind, ReleaseName release, AppServices desk) {
        this.kind = kind;
        this.release = kind == ReleaseFormKind.OTHER ? named.release() : new SimpleObjectProperty<>(release);
        this.desk = desk;
        beside = new ValuePages(kind == ReleaseFormKind.INSTALL ? List.of(ValuePage.values())
                : List.of(ValuePage.YAML, ValuePage.IMAGES));
        chart = kind.operator ? new ChartField(kind.keeps()) : new ChartField(kind.keeps()).anyChart();
        var whole = new VBox(24, chart.node(), new VBox(8, new HBox(8, SelectableText.label("Values", "strong"),
                SelectableText.yielding(explained(kind), "small", "muted")), answers(desk)));
        VBox.setVgrow(whole.getChildren().getLast(), Priority.ALWAYS);
        if (kind == ReleaseFormKind.OTHER) {
            whole.getChildren().addFirst(named.node());
        }
        whole.getStyleClass().add("change-form");
        node = whole;
        complaint = Bindings.createStringBinding(this::mistake, values.mistakeProperty(), chart.mistake(),
                this.release);
        var answers = Stream.concat(chart.answers().stream(),
                Stream.of(values.yamlProperty(), values.mistakeProperty(), this.release));
        intent = Bindings.createObjectBinding(this::wanted, answers.toArray(ObservableValue[]::new));
        if (kind.operator && !kind.installs()) {
            inherit();
        }
    }

    /** Shows what counts where nothing is set here, as far as Helm tells. */
    private void inherit() {
        var lookup = new AsyncQuery<InheritedValues>(found -> values.over(found.chart(), found.release()), _ -> {
            // The questions stay without it.
        });
        lookup.ask(() -> {
            var known = desk.reached().lookups().releases().release(release.getValue(), Optional.empty());
            return known.isEmpty() ? new InheritedValues(HelmValues.none(), HelmValues.none())
                    : new InheritedValues(HelmValues.read(known.get().detail().defaults()),
                            HelmValues.read(known.get().values()));
        });
    }

    /** What counts where nothing is set here. */
    private record InheritedValues(HelmValues chart, HelmValues release) {}

    /** Says of which chart the release is, as far as Helm tells. */
    ReleaseForm of(String name) {
        chart.name(name);
        return this;
    }

    /** The questions, and beside them what they come to. */
    private Node answers(AppServices desk) {
        beside.fill(ValuePage.YAML, values.text());
        if (kind == ReleaseFormKind.INSTALL) {
            var platform = new PlatformPage((name, chosen) -> desk.reached().planner()
                    .advice(release.getValue(), name, chosen),
                    () -> chart.source().map(ChartSource::version).orElse(""), this::take);
            beside.fill(ValuePage.PLATFORM, platform.node());
            beside.onShow(ValuePage.PLATFORM, platform::ask);
            var preflight = new PreflightPage(install -> desk.reached().planner().preflight(install),
                    () -> new ReleaseIntent.InstallRelease(release.getValue(),
                            chart.source().orElse(SetValues.RECORDED),
                            values.yamlProperty().get()));
            beside.fill(ValuePage.PREFLIGHT, preflight.node());
            beside.onShow(ValuePage.PREFLIGHT, preflight::ask);
        }
        beside.fill(ValuePage.IMAGES,
                new ImagesPage((wanted, registry) -> desk.reached().planner().images(wanted, registry),
                        this::wanted, this::take).node());
        HBox.setHgrow(beside.node(), Priority.ALWAYS);
        var both = kind.operator ? new HBox(24, values.questions(), beside.node()) : new HBox(beside.node());
        VBox.setVgrow(both, Priority.ALWAYS);
        return both;
    }

    private void take(List<ValueAdvice> advised) {
        values.set(advised);
        beside.show(ValuePage.YAML);
    }

    private static String explained(ReleaseFormKind kind) {
        return kind.installs() ? "Only what shall be otherwise than in the chart."
                : "They are laid over what was set in the release before; null takes a value away.";
    }

    private String mistake() {
        if (!values.mistakeProperty().get().isEmpty()) {
            return values.mistakeProperty().get();
        }
        if (!release.getValue().valid()) {
            return "Say how the release shall be called, and in which namespace";
        }
        return chart.mistake().getValue();
    }

    private Optional<ChangeIntent> wanted() {
        if (!mistake().isEmpty()) {
            return Optional.empty();
        }
        var yaml = values.yamlProperty().get();
        chart.source().flatMap(chart::login).ifPresent(this::signIn);
        return chart.source().map(source -> switch (kind) {
            case INSTALL, OTHER -> new ReleaseIntent.InstallRelease(release.getValue(), source, yaml);
            case UPGRADE, OTHER_UPGRADE -> new ReleaseIntent.UpgradeRelease(release.getValue(), source, yaml);
            case VALUES, OTHER_VALUES -> new SetValues(release.getValue(), source, yaml);
        });
    }

    /** What is typed is handed on at once, as the pages beside ask for the chart, too. */
    private void signIn(ChartLogin login) {
        try {
            desk.reached().lookups().releases().signIn(login);
        } catch (Failure _) {
            // An address that is none is told by the preview, and a cluster that was left asks for no chart.
        }
    }

    @Override
    public String title() {
        return kind.title;
    }

    @Override
    public String subject() {
        return kind == ReleaseFormKind.OTHER ? "" : release.getValue().toString();
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
        return intent;
    }

    @Override
    public ObservableValue<String> complaint() {
        return complaint;
    }

    @Override
    public void focus() {
        if (kind == ReleaseFormKind.OTHER) {
            named.focus();
        } else if (kind.keeps()) {
            values.text().requestFocus();
        } else {
            chart.focus();
        }
    }
}
