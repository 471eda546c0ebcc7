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
import tessera.model.ProblemException;
import tessera.plan.context.ChartRepositoryCredentials;
import tessera.plan.intent.ChangeIntent;
import tessera.plan.intent.GpuStackReleaseIntent;
import tessera.plan.intent.GpuStackReleaseIntent.SetValues;
import tessera.plan.intent.HelmChartSource;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.plan.operator.ChartValueAdvice;
import tessera.plan.operator.HelmValues;
import tessera.ui.AppServices;
import tessera.ui.BackgroundQuery;
import tessera.ui.change.ChartValuePages.HelmValuesSidePage;
import tessera.ui.kit.SelectableText;

/** Form for the chart and the Helm values of a release: install, upgrade or change values. */
final class ChartValuesForm implements ChangeIntentForm {

    /** The kind of release change that the form is for. */
    enum ReleaseChangeKind {
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

        ReleaseChangeKind(String title, boolean operator) {
            this.title = title;
            this.operator = operator;
        }

        private boolean isInstall() {
            return this == INSTALL || this == OTHER;
        }

        /** Returns whether the chart that Helm has recorded may be kept. */
        private boolean canKeepChart() {
            return this == VALUES || this == OTHER_VALUES;
        }
    }

    private final ReleaseChangeKind kind;
    private final HelmReleaseNameField named = new HelmReleaseNameField();
    private final ObservableValue<HelmReleaseNamespacedName> release;
    private final AppServices desk;
    private final HelmChartField chart;
    private final ChartValuesEditor values = new ChartValuesEditor();
    private final Node node;
    private final ChartValuePages beside;
    private final ObservableValue<String> complaint;
    private final ObservableValue<Optional<ChangeIntent>> intent;

    ChartValuesForm(ReleaseChangeKind kind, HelmReleaseNamespacedName release, AppServices desk) {
        this.kind = kind;
        this.release = kind == ReleaseChangeKind.OTHER ? named.release() : new SimpleObjectProperty<>(release);
        this.desk = desk;
        beside = new ChartValuePages(kind == ReleaseChangeKind.INSTALL ? List.of(HelmValuesSidePage.values())
                : List.of(HelmValuesSidePage.YAML, HelmValuesSidePage.IMAGES));
        chart = kind.operator ? new HelmChartField(kind.canKeepChart())
                : new HelmChartField(kind.canKeepChart()).acceptAnyChart();
        var whole = new VBox(24, chart.node(), new VBox(8, new HBox(8, SelectableText.label("Values", "strong"),
                SelectableText.shrinkable(valuesHintText(kind), "small", "muted")), questionsPane(desk)));
        VBox.setVgrow(whole.getChildren().getLast(), Priority.ALWAYS);
        if (kind == ReleaseChangeKind.OTHER) {
            whole.getChildren().addFirst(named.node());
        }
        whole.getStyleClass().add("change-form");
        node = whole;
        complaint = Bindings.createStringBinding(this::problemText, values.mistakeProperty(), chart.problemProperty(),
                this.release);
        var answers = Stream.concat(chart.answers().stream(),
                Stream.of(values.yamlProperty(), values.mistakeProperty(), this.release));
        intent = Bindings.createObjectBinding(this::readIntent, answers.toArray(ObservableValue[]::new));
        if (kind.operator && !kind.isInstall()) {
            showInheritedValues();
        }
    }

    /** Shows the values of the chart and the release that apply where nothing is set here, as far as Helm knows them. */
    private void showInheritedValues() {
        var lookup = new BackgroundQuery<InheritedChartValues>(
                found -> values.setInherited(found.chart(), found.release()),
                _ -> {
                    // The questions stay without it.
                });
        lookup.submit(() -> {
            var known = desk.clusterServices().planLookups().releases().readRelease(release.getValue(),
                    Optional.empty());
            return known.isEmpty() ? new InheritedChartValues(HelmValues.emptyValues(), HelmValues.emptyValues())
                    : new InheritedChartValues(HelmValues.read(known.get().detail().defaultValues()),
                            HelmValues.read(known.get().values()));
        });
    }

    /** Values of the chart and of the release that apply where nothing is set here. */
    private record InheritedChartValues(HelmValues chart, HelmValues release) {}

    /** Sets the chart that the release is of, as far as Helm knows it, and returns this form. */
    ChartValuesForm withChart(String name) {
        chart.setChart(name);
        return this;
    }

    /** Returns the questions for values with the YAML, images and preflight pages beside them. */
    private Node questionsPane(AppServices desk) {
        beside.setContent(HelmValuesSidePage.YAML, values.yamlNode());
        if (kind == ReleaseChangeKind.INSTALL) {
            var platform = new GpuStackPlatformPage((name, chosen) -> desk.clusterServices().planRunner()
                    .platformAdvice(release.getValue(), name, chosen),
                    () -> chart.source().map(HelmChartSource::version).orElse(""), this::applyAdvice);
            beside.setContent(HelmValuesSidePage.PLATFORM, platform.node());
            beside.onShow(HelmValuesSidePage.PLATFORM, platform::refresh);
            var preflight = new InstallPreflightPage(install -> desk.clusterServices().planRunner().preflight(install),
                    () -> new GpuStackReleaseIntent.InstallRelease(release.getValue(),
                            chart.source().orElse(SetValues.RECORDED),
                            values.yamlProperty().get()));
            beside.setContent(HelmValuesSidePage.PREFLIGHT, preflight.node());
            beside.onShow(HelmValuesSidePage.PREFLIGHT, preflight::refresh);
        }
        beside.setContent(HelmValuesSidePage.IMAGES,
                new ReleaseImagesPage(
                        (wanted, registry) -> desk.clusterServices().planRunner().listImages(wanted, registry),
                        this::readIntent, this::applyAdvice).node());
        HBox.setHgrow(beside.node(), Priority.ALWAYS);
        var both = kind.operator ? new HBox(24, values.questionsNode(), beside.node()) : new HBox(beside.node());
        VBox.setVgrow(both, Priority.ALWAYS);
        return both;
    }

    private void applyAdvice(List<ChartValueAdvice> advised) {
        values.addValues(advised);
        beside.show(HelmValuesSidePage.YAML);
    }

    private static String valuesHintText(ReleaseChangeKind kind) {
        return kind.isInstall() ? "Only what shall be otherwise than in the chart."
                : "They are laid over what was set in the release before; null takes a value away.";
    }

    private String problemText() {
        if (!values.mistakeProperty().get().isEmpty()) {
            return values.mistakeProperty().get();
        }
        if (!release.getValue().isValid()) {
            return "Say how the release shall be called, and in which namespace";
        }
        return chart.problemProperty().getValue();
    }

    private Optional<ChangeIntent> readIntent() {
        if (!problemText().isEmpty()) {
            return Optional.empty();
        }
        var yaml = values.yamlProperty().get();
        chart.source().flatMap(chart::login).ifPresent(this::signIn);
        return chart.source().map(source -> switch (kind) {
            case INSTALL, OTHER -> new GpuStackReleaseIntent.InstallRelease(release.getValue(), source, yaml);
            case UPGRADE, OTHER_UPGRADE -> new GpuStackReleaseIntent.UpgradeRelease(release.getValue(), source, yaml);
            case VALUES, OTHER_VALUES -> new SetValues(release.getValue(), source, yaml);
        });
    }

    /** Signs in to the chart repository at once, because the pages beside the form request the chart, too. */
    private void signIn(ChartRepositoryCredentials login) {
        try {
            desk.clusterServices().planLookups().releases().signIn(login);
        } catch (ProblemException _) {
            // An address that is none is told by the preview, and a cluster that was left asks for no chart.
        }
    }

    @Override
    public String title() {
        return kind.title;
    }

    @Override
    public String subjectText() {
        return kind == ReleaseChangeKind.OTHER ? "" : release.getValue().toString();
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
        return intent;
    }

    @Override
    public ObservableValue<String> problemProperty() {
        return complaint;
    }

    @Override
    public void focus() {
        if (kind == ReleaseChangeKind.OTHER) {
            named.focus();
        } else if (kind.canKeepChart()) {
            values.yamlNode().requestFocus();
        } else {
            chart.focus();
        }
    }
}
